"""House rules of Generala about the double and the automatic win, for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import Reading, Rule, dice, struck, wrote
from scorekeeper.rules.contract import N_, OptionValue

_FIFTY: dict[str, OptionValue] = {"generala_points": 50}
_SIXTY: dict[str, OptionValue] = {"generala_points": 60}

TWICE_THE_GENERALA = (
    dice(
        "66666",
        N_("generala 50 is scored"),
        {"double_generala": 100},
        before=(wrote("generala", "22222"),),
        options=_FIFTY,
    ),
    dice(
        "66666",
        N_("generala 60 is scored"),
        {"double_generala": 120},
        before=(wrote("generala", "22222"),),
        options=_SIXTY,
    ),
)

NEEDS = Rule(
    "double_requires",
    N_(
        "The usual description asks for an earlier roll of five of a kind. The tables of the "
        "River Plate ask for a scored generala, which is our default."
    ),
    (
        Reading(
            "generala_scored",
            N_("The double is allowed after a scored generala"),
            N_("A generala scored in another box does not count."),
            N_("the generala box must hold points"),
            (
                *TWICE_THE_GENERALA,
                dice(
                    "66666",
                    N_("generala is crossed out"),
                    {"double_generala": 0},
                    before=(struck("generala"),),
                ),
                dice(
                    "66666",
                    N_("five twos scored in twos"),
                    {"double_generala": 0},
                    before=(wrote("twos", "22222"),),
                ),
            ),
        ),
        Reading(
            "any_five_before",
            N_("The double is allowed after any five of a kind"),
            N_("Whatever box they went into."),
            N_("any earlier five of a kind is enough"),
            (
                dice(
                    "66666",
                    N_("five twos scored in twos"),
                    {"double_generala": 100},
                    before=(wrote("twos", "22222"),),
                    options=_FIFTY,
                ),
                dice(
                    "66666",
                    N_("five twos scored in twos"),
                    {"double_generala": 120},
                    before=(wrote("twos", "22222"),),
                    options=_SIXTY,
                ),
                dice(
                    "66666",
                    N_("none rolled before"),
                    {"double_generala": 0},
                    before=(struck("generala"),),
                ),
            ),
        ),
    ),
    {"double_generala": True},
)


AT_ONCE = Rule(
    "automatic_win",
    N_(
        "The usual description: five of a kind on the first roll wins, unless that player’s "
        "generala box is used already. Other tables let it win always, or never."
    ),
    (
        Reading(
            "open_box",
            N_("Five of a kind on the first roll wins while the generala box is open"),
            N_(
                "The game ends at once, whatever the totals. With the box filled or crossed out it scores "
                "like any roll, as four of a kind with the first-roll bonus."
            ),
            N_("it wins while the box is open"),
            (
                dice("66666", N_("first roll, box open"), throws=1, wins=True),
                dice(
                    "66666",
                    N_("first roll, generala crossed out"),
                    {"sixes": 30},
                    throws=1,
                    before=(struck("generala"),),
                ),
                dice("66666", N_("second roll"), {"sixes": 30}, throws=2),
                dice(
                    "66666",
                    N_("first roll, as the double"),
                    {"double_generala": 100},
                    throws=1,
                    before=(wrote("threes", "33333"),),
                    options=_FIFTY | {"double_generala": True, "double_requires": "any_five_before"},
                ),
            ),
        ),
        Reading(
            "always",
            N_("Five of a kind on the first roll always wins"),
            N_("The game ends at once, whatever the totals, even with the generala box used."),
            N_("it wins always"),
            (
                dice(
                    "66666",
                    N_("first roll, generala crossed out"),
                    throws=1,
                    wins=True,
                    before=(struck("generala"),),
                ),
                dice("66666", N_("second roll"), {"sixes": 30}, throws=2),
            ),
        ),
        Reading(
            "off",
            N_("Five of a kind on the first roll does not win"),
            N_("It scores like any roll, as four of a kind with the first-roll bonus."),
            N_("it wins never"),
            (
                dice("66666", N_("first roll"), {"generala": 50}, throws=1, options=_FIFTY),
                dice("66666", N_("first roll"), {"generala": 60}, throws=1, options=_SIXTY),
                dice(
                    "66666",
                    N_("first roll"),
                    {"four_of_a_kind": 45},
                    throws=1,
                    options={"first_throw_bonus": 5, "five_as_four_of_a_kind": True},
                ),
            ),
        ),
    ),
)

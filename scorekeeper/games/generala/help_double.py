"""House rules of Generala about the double and the automatic win, for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import Reading, Rule, dice, struck, wrote
from scorekeeper.rules.contract import N_, OptionValue

_FIFTY: dict[str, OptionValue] = {"generala_points": 50}
_SIXTY: dict[str, OptionValue] = {"generala_points": 60}

TWICE_THE_GENERALA = (
    dice(
        "66666",
        N_("generala 50 is written"),
        {"double_generala": 100},
        before=(wrote("generala", "22222"),),
        options=_FIFTY,
    ),
    dice(
        "66666",
        N_("generala 60 is written"),
        {"double_generala": 120},
        before=(wrote("generala", "22222"),),
        options=_SIXTY,
    ),
)

NEEDS = Rule(
    "double_requires",
    N_(
        "The usual description asks that five alike were thrown before. The tables of the River Plate ask for a "
        "generala that is written, which is our default."
    ),
    (
        Reading(
            "generala_scored",
            N_("The double needs points in the generala box"),
            N_("A generala written in another box is not one."),
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
                    N_("five twos stand in twos"),
                    {"double_generala": 0},
                    before=(wrote("twos", "22222"),),
                ),
            ),
        ),
        Reading(
            "any_five_before",
            N_("The double needs five alike thrown before"),
            N_("Whatever box they went into."),
            N_("five alike in any box before is enough"),
            (
                dice(
                    "66666",
                    N_("five twos stand in twos"),
                    {"double_generala": 100},
                    before=(wrote("twos", "22222"),),
                    options=_FIFTY,
                ),
                dice(
                    "66666",
                    N_("five twos stand in twos"),
                    {"double_generala": 120},
                    before=(wrote("twos", "22222"),),
                    options=_SIXTY,
                ),
                dice(
                    "66666",
                    N_("none thrown before"),
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
        "The usual description: five alike on the first throw win, unless that player’s generala box is used "
        "already. Other tables let them win always, or never."
    ),
    (
        Reading(
            "open_box",
            N_("Five alike on the first throw win while the generala box is open"),
            N_(
                "The game is over at once, whatever the totals. With the box filled or crossed out they "
                "are written like any roll, as four of a kind with the extra points of the first throw."
            ),
            N_("they win while the box is open"),
            (
                dice("66666", N_("first throw, box open"), throws=1, wins=True),
                dice(
                    "66666",
                    N_("first throw, generala crossed out"),
                    {"sixes": 30},
                    throws=1,
                    before=(struck("generala"),),
                ),
                dice("66666", N_("second throw"), {"sixes": 30}, throws=2),
                dice(
                    "66666",
                    N_("first throw, as the double"),
                    {"double_generala": 100},
                    throws=1,
                    before=(wrote("threes", "33333"),),
                    options=_FIFTY | {"double_generala": True, "double_requires": "any_five_before"},
                ),
            ),
        ),
        Reading(
            "always",
            N_("Five alike on the first throw always win"),
            N_("The game is over at once, whatever the totals, also with the generala box used."),
            N_("they always win"),
            (
                dice(
                    "66666",
                    N_("first throw, generala crossed out"),
                    throws=1,
                    wins=True,
                    before=(struck("generala"),),
                ),
                dice("66666", N_("second throw"), {"sixes": 30}, throws=2),
            ),
        ),
        Reading(
            "off",
            N_("Five alike on the first throw do not win"),
            N_("They are written like any roll, as four of a kind with the extra points of the first throw."),
            N_("they never win"),
            (
                dice("66666", N_("first throw"), {"generala": 50}, throws=1, options=_FIFTY),
                dice("66666", N_("first throw"), {"generala": 60}, throws=1, options=_SIXTY),
                dice(
                    "66666",
                    N_("first throw"),
                    {"four_of_a_kind": 45},
                    throws=1,
                    options={"first_throw_bonus": 5, "five_as_four_of_a_kind": True},
                ),
            ),
        ),
    ),
)

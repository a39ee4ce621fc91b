"""House rules of Generala for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import Dice, Reading, Rule, dice, struck, wrote
from scorekeeper.rules.contract import N_

from .help_double import TWICE_THE_GENERALA

STRAIGHTS = Rule(
    "straights",
    N_(
        "The usual Ibero-American description knows 12345 and 23456. 13456 is on the common sheet "
        "of the River Plate. The circle, and the one as a two, are played at other tables."
    ),
    (
        Reading(
            "basic",
            N_("1 2 3 4 5 and 2 3 4 5 6 are the straights"),
            N_("No other straight counts. In any order, 20."),
            N_("12345 and 23456 only"),
            (
                dice("41352", N_("third roll"), {"straight": 20}),
                dice("34561", N_("a two is missing"), {"straight": 0}),
            ),
        ),
        Reading(
            "with_34561",
            N_("1 3 4 5 6 is a straight"),
            N_("Beside 12345 and 23456. The one goes on after the six."),
            N_("13456 as well"),
            (
                dice("34561", N_("third roll"), {"straight": 20}),
                dice("12456", N_("not in a row"), {"straight": 0}),
            ),
        ),
        Reading(
            "wrap",
            N_("Any five in a row round the circle are a straight"),
            N_("After the six comes the one: whatever single face is missing, the others are in a row."),
            N_("any five round the circle"),
            (
                dice("45612", N_("third roll"), {"straight": 20}),
                dice("45613", N_("the two is missing"), {"straight": 20}),
                dice("11345", N_("two ones"), {"straight": 0}),
            ),
        ),
        Reading(
            "one_for_two",
            N_("A one may count as a two in a straight"),
            N_("So 11345 and 13456 count beside 12345 and 23456."),
            N_("a one may count as a two"),
            (
                dice("11345", N_("a one for the two"), {"straight": 20}),
                dice("34561", N_("a one for the two"), {"straight": 20}),
                dice("12245", N_("a one cannot be the three"), {"straight": 0}),
            ),
        ),
    ),
    boxes=("straight",),
)

_SERVED = N_(
    "A straight, full house or four of a kind on the first roll, also with five of a kind "
    "that does not win the game. Not the six faces, not the generala box."
)


def _five_alike_served(points: int) -> Dice:
    """Return an example of five alike on the first throw, written in four of a kind.

    It holds at tables where five alike on the first throw do not win.
    """
    return dice(
        "44444",
        N_("first roll, generala crossed out"),
        {"four_of_a_kind": points},
        throws=1,
        before=(struck("generala"),),
        options={"automatic_win": "open_box", "five_as_four_of_a_kind": True},
    )


FIRST_THROW = Rule(
    "first_throw_bonus",
    N_(
        "The usual description gives five or ten more for a combination that is served, that is, "
        "made on the first roll. Five is our default."
    ),
    (
        Reading(
            5,
            N_("The first roll scores 5 more"),
            _SERVED,
            N_("5 more"),
            (
                dice("44442", N_("four of a kind, first roll"), {"four_of_a_kind": 45}, throws=1),
                dice("44442", N_("second roll"), {"four_of_a_kind": 40}, throws=2),
                dice("55333", N_("full house, first roll"), {"full_house": 35}, throws=1),
                _five_alike_served(45),
            ),
        ),
        Reading(
            10,
            N_("The first roll scores 10 more"),
            _SERVED,
            N_("10 more"),
            (
                dice("44442", N_("four of a kind, first roll"), {"four_of_a_kind": 50}, throws=1),
                dice("44442", N_("second roll"), {"four_of_a_kind": 40}, throws=2),
                _five_alike_served(50),
            ),
        ),
    ),
)

GENERALA = Rule(
    "generala_points",
    N_("The usual description gives 50 or 60. 50 is our default."),
    (
        Reading(
            50,
            N_("Generala is worth 50"),
            N_("Five of a kind, on any roll that does not win the game at once."),
            "50",
            (
                dice("66666", N_("third roll"), {"generala": 50}),
                dice("66665", N_("only four of a kind"), {"generala": 0}),
            ),
        ),
        Reading(
            60,
            N_("Generala is worth 60"),
            N_("Five of a kind, on any roll that does not win the game at once."),
            "60",
            (
                dice("66666", N_("third roll"), {"generala": 60}),
                dice("66665", N_("only four of a kind"), {"generala": 0}),
            ),
        ),
    ),
    boxes=("generala",),
)

DOUBLE = Rule(
    "double_generala",
    N_("The usual description lists the box as optional, and printed sheets differ."),
    (
        Reading(
            False,
            N_("There is no double generala"),
            N_("A second five of a kind goes into any other box it fits."),
            N_("there is none"),
            (
                dice("66666", N_("generala is scored"), {"sixes": 30}, before=(wrote("generala", "22222"),)),
                dice(
                    "66666",
                    N_("there is no such box"),
                    {"double_generala": 0},
                    before=(wrote("generala", "22222"),),
                    refused="box_not_played",
                ),
            ),
        ),
        Reading(
            True,
            N_("There is a double generala"),
            N_(
                "One more box, worth twice the generala, and one more turn. Five of a kind on the first "
                "roll scored there wins only where it always wins."
            ),
            N_("there is one, worth twice the generala"),
            (
                *TWICE_THE_GENERALA,
                dice("66666", N_("the first five of a kind"), {"double_generala": 0}),
            ),
        ),
    ),
    boxes=("double_generala",),
)

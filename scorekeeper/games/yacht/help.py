"""Help page of Yacht."""

from __future__ import annotations

from scorekeeper.games.help.content import Guide, Point, Reading, Rule, dice
from scorekeeper.games.help.shared import (
    five_as_four_of_a_kind,
    five_as_full_house,
    sheet,
    six_faces,
    striking,
)
from scorekeeper.rules.contract import N_

FOUR = Rule(
    "four_of_a_kind",
    N_("The printed sheet counts all five dice: its maximum is 29. Many other sources count only the four."),
    (
        Reading(
            "all_five",
            N_("Four of a kind counts all five dice"),
            N_("The fifth die is added."),
            N_("all five dice count"),
            (
                dice("66665", N_("third roll"), {"four_of_a_kind": 29}),
                dice("66655", N_("only three"), {"four_of_a_kind": 0}),
            ),
        ),
        Reading(
            "the_four",
            N_("Four of a kind counts only the four"),
            N_("The fifth die is left out."),
            N_("only the four of a kind count"),
            (
                dice("66665", N_("third roll"), {"four_of_a_kind": 24}),
                dice("66655", N_("only three"), {"four_of_a_kind": 0}),
            ),
        ),
    ),
    boxes=("four_of_a_kind",),
)

GUIDE = Guide(
    "yacht",
    (
        Point(
            "turn",
            N_("A turn"),
            N_("Five dice, up to three rolls. Keep any, roll the rest. Then fill one of the twelve boxes."),
        ),
        sheet,
        Point(
            "yacht",
            N_("Yacht, 50"),
            N_("Five of a kind."),
            (
                dice("66666", N_("third roll"), {"yacht": 50}),
                dice("66665", N_("only four of a kind"), {"yacht": 0}),
            ),
        ),
        Point(
            "straights",
            N_("Big and little straight, 30 each"),
            N_("23456 is the big one, 12345 the little one; each in its own box."),
            (
                dice("23456", N_("big straight"), {"big_straight": 30}),
                dice("12345", N_("little straight"), {"little_straight": 30}),
                dice("12345", N_("as big straight"), {"big_straight": 0}),
            ),
            boxes=("big_straight", "little_straight"),
        ),
        FOUR,
        Point(
            "full_house",
            N_("Full house: the sum"),
            N_("Three of one face and two of another; all five dice are added. At most 28."),
            (
                dice("66655", N_("third roll"), {"full_house": 28}),
                dice("66554", N_("two pairs"), {"full_house": 0}),
            ),
        ),
        Point(
            "choice",
            N_("Choice: the sum"),
            N_("Any dice; all five are added."),
            (dice("66541", N_("third roll"), {"choice": 22}),),
        ),
        six_faces,
        five_as_four_of_a_kind(
            N_(
                "The printed sheet’s maximum for four of a kind is 29; five sixes would make 30. So five "
                "of a kind is not one."
            ),
            (20, {"four_of_a_kind": "all_five"}),
            (16, {"four_of_a_kind": "the_four"}),
        ),
        five_as_full_house(
            N_(
                "The printed sheet’s maximum for a full house is 28; five sixes would make 30. So five of "
                "a kind is not one."
            ),
            20,
        ),
        striking,
    ),
    (
        N_(
            "The printed sheet, with its order of boxes, its names Deuces and Aces for twos and ones, "
            "and its column “Maximum”: 28 for a full house and 29 for four of a kind, so five of a "
            "kind is neither."
        ),
    ),
)

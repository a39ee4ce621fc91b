"""Help page of Yahtzee and Kniffel."""

from __future__ import annotations

from scorekeeper.games.help.content import Guide, Point, dice, wrote
from scorekeeper.games.help.shared import five_as_full_house, sheet, six_faces, striking
from scorekeeper.rules.contract import N_

from .help_rules import BONUS, JOKER, PRESET

_FIVE_ALIKE = (
    dice("33333", N_("third roll"), {"yahtzee": 50}),
    dice("33332", N_("only four of a kind"), {"yahtzee": 0}),
)


GUIDE = Guide(
    "yahtzee",
    (
        Point(
            "turn",
            N_("A turn"),
            N_("Five dice, up to three rolls. Keep any, roll the rest. Then fill one of the thirteen boxes."),
        ),
        PRESET,
        sheet,
        six_faces,
        Point(
            "upper_bonus",
            N_("Bonus at 63"),
            N_("63 or more in the six upper boxes scores 35. Three of each face is just enough."),
            (
                dice(
                    "66612",
                    N_("three of each before"),
                    {"sixes": 18},
                    before=tuple(
                        wrote(box, str(face) * 3 + ("66" if face != 6 else "12"))
                        for face, box in enumerate(("ones", "twos", "threes", "fours", "fives"), start=1)
                    ),
                    brings=35,
                ),
            ),
        ),
        Point(
            "kinds",
            N_("Three and four of a kind: the sum"),
            N_("At least that many of one face; all five dice are added."),
            (
                dice("55521", N_("three of a kind"), {"three_of_a_kind": 18}),
                dice("55552", N_("four of a kind"), {"four_of_a_kind": 22}),
                dice("55521", N_("as four of a kind"), {"four_of_a_kind": 0}),
                dice("55555", N_("five include four"), {"three_of_a_kind": 25, "four_of_a_kind": 25}),
            ),
            boxes=("three_of_a_kind", "four_of_a_kind"),
        ),
        Point(
            "full_house",
            N_("Full house, 25"),
            N_("Three of one face and two of another."),
            (
                dice("55522", N_("third roll"), {"full_house": 25}),
                dice("55221", N_("two pairs"), {"full_house": 0}),
            ),
        ),
        Point(
            "straights",
            N_("Small straight 30, large straight 40"),
            N_(
                "Four in a row are the small one, five the large one. What makes the large one makes the "
                "small one."
            ),
            (
                dice("23451", N_("five in a row"), {"small_straight": 30, "large_straight": 40}),
                dice("34566", N_("four in a row"), {"small_straight": 30}),
                dice("34566", N_("as large straight"), {"large_straight": 0}),
                dice("12356", N_("only three in a row"), {"small_straight": 0}),
            ),
            boxes=("small_straight", "large_straight"),
        ),
        Point(
            "yahtzee",
            N_("Yahtzee, 50"),
            N_("Five of a kind, once."),
            _FIVE_ALIKE,
            options={"preset": "yahtzee"},
        ),
        Point(
            "yahtzee",
            N_("Kniffel, 50"),
            N_("Five of a kind, once."),
            _FIVE_ALIKE,
            options={"preset": "kniffel"},
        ),
        BONUS,
        JOKER,
        Point(
            "chance",
            N_("Chance: the sum"),
            N_("Any dice; all five are added."),
            (dice("66541", N_("third roll"), {"chance": 22}),),
        ),
        five_as_full_house(
            N_(
                "The official rules of Yahtzee: five of a kind counts as a full house only as a joker. "
                "Always is a house rule."
            ),
            25,
        ),
        striking,
    ),
    (
        N_(
            "The official rules of Yahtzee: 35 for 63 or more above, 100 for each extra Yahtzee, the "
            "forced joker."
        ),
        N_("Kniffel as printed in Germany has neither the extra bonus nor the joker."),
    ),
)

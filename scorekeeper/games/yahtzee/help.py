"""The help page of Yahtzee and Kniffel."""

from __future__ import annotations

from scorekeeper.games.help.content import Guide, Point, Reading, Rule, dice, struck, wrote
from scorekeeper.games.help.shared import five_as_full_house, sheet, six_faces, striking
from scorekeeper.rules.contract import N_

_FIFTY = (wrote("yahtzee", "66666"),)
_STRUCK = (struck("yahtzee"),)
_OWN = (struck("yahtzee"), struck("fours"))

_FIVE_ALIKE = (
    dice("33333", N_("third throw"), {"yahtzee": 50}),
    dice("33332", N_("only four alike"), {"yahtzee": 0}),
)

PRESET = Rule(
    "preset",
    N_("Yahtzee follows its official rules; Kniffel the sheet as it is printed in Germany."),
    (
        Reading(
            "yahtzee",
            N_("Played on the Yahtzee sheet"),
            N_("Further five alike bring extra points, and may stand in as a joker."),
            N_("the Yahtzee sheet, with extra bonus and joker"),
            (
                dice(
                    "44444",
                    N_("50 stand there already"),
                    {"fours": 20},
                    before=_FIFTY,
                    brings=100,
                    options={"yahtzee_bonus": 100},
                ),
                dice("44444", N_("the first five alike"), {"yahtzee": 50}, brings=0),
            ),
        ),
        Reading(
            "kniffel",
            N_("Played on the Kniffel sheet"),
            N_("As printed in Germany: no extra bonus and no joker. Five alike are the Kniffel, 50, once."),
            N_("the Kniffel sheet, without extra bonus and joker"),
            (
                dice("44444", N_("the first five alike"), {"yahtzee": 50}, brings=0),
                dice(
                    "44444",
                    N_("50 stand there already"),
                    {"fours": 20},
                    before=_FIFTY,
                    brings=0,
                    options={"yahtzee_bonus": 0},
                ),
                dice(
                    "44444",
                    N_("as large straight"),
                    {"large_straight": 0},
                    before=_STRUCK,
                    options={"joker": "none"},
                ),
            ),
        ),
    ),
)


def _bonus(points: int) -> Reading:
    """Each further five alike brings so many points."""
    return Reading(
        points,
        N_("Each further five alike brings {value}"),
        N_("Beside the box it is written in, once 50 stand for five alike. With 0 there it brings nothing."),
        str(points),
        (
            dice("44444", N_("50 stand there already"), {"fours": 20}, before=_FIFTY, brings=points),
            dice("44444", N_("struck before, so nothing extra"), {"fours": 20}, before=_STRUCK, brings=0),
        ),
    )


BONUS = Rule(
    "yahtzee_bonus",
    N_("The official rules of Yahtzee: 100. Kniffel’s sheet has no such bonus. 50 is a house rule."),
    (
        _bonus(100),
        _bonus(50),
        Reading(
            0,
            N_("Further five alike bring nothing extra"),
            N_("They count only in the box they are written in."),
            N_("nothing"),
            (dice("44444", N_("50 stand there already"), {"fours": 20}, before=_FIFTY, brings=0),),
        ),
    ),
)
JOKER = Rule(
    "joker",
    N_(
        "The official rules of Yahtzee have the forced joker. The free joker is played as well. Kniffel’s "
        "sheet has none."
    ),
    (
        Reading(
            "forced",
            N_("Five alike as joker: their own box first"),
            N_(
                "Once the box of 50 is used, five alike go into their own box above. Is that used: into "
                "any box below, where full house and straights count in full. Are those used: 0 in a box "
                "above."
            ),
            N_("their own box above comes first"),
            (
                dice("44444", N_("fours are open"), {"fours": 20}, before=_STRUCK),
                dice(
                    "44444",
                    N_("fours are open"),
                    {"large_straight": 0},
                    before=_STRUCK,
                    refused="joker_own_box",
                ),
                dice(
                    "44444",
                    N_("fours are used"),
                    {"full_house": 25, "small_straight": 30, "large_straight": 40},
                    before=_OWN,
                ),
                dice("44444", N_("fours are used"), {"sixes": 0}, before=_OWN, refused="joker_lower_box"),
            ),
        ),
        Reading(
            "free",
            N_("Five alike as joker: any open box"),
            N_(
                "Once the box of 50 is used, five alike go where the player likes. Full house and "
                "straights count in full once their own box above is used."
            ),
            N_("any open box may be chosen"),
            (
                dice("44444", N_("fours are used"), {"large_straight": 40}, before=_OWN),
                dice("44444", N_("fours are open"), {"large_straight": 0}, before=_STRUCK),
                dice("44444", N_("fours are open"), {"chance": 20}, before=_STRUCK),
            ),
        ),
        Reading(
            "none",
            N_("There is no joker"),
            N_("Five alike are what they show, whatever was written before."),
            N_("there is none"),
            (
                dice("44444", N_("as large straight"), {"large_straight": 0}, before=_OWN),
                dice("44444", N_("as four of a kind"), {"four_of_a_kind": 20}, before=_OWN),
            ),
        ),
    ),
)

GUIDE = Guide(
    "yahtzee",
    (
        Point(
            "turn",
            N_("A turn"),
            N_(
                "Five dice, up to three throws. Keep any, throw the rest. Then write one of the thirteen "
                "boxes."
            ),
        ),
        PRESET,
        sheet,
        six_faces,
        Point(
            "upper_bonus",
            N_("Bonus at 63"),
            N_("63 or more in the six faces bring 35. Three of each face are just enough."),
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
            N_("At least so many alike; all five dice are added."),
            (
                dice("55521", N_("three of a kind"), {"three_of_a_kind": 18}),
                dice("55552", N_("four of a kind"), {"four_of_a_kind": 22}),
                dice("55521", N_("as four of a kind"), {"four_of_a_kind": 0}),
                dice("55555", N_("five are four and more"), {"three_of_a_kind": 25, "four_of_a_kind": 25}),
            ),
        ),
        Point(
            "full_house",
            N_("Full house, 25"),
            N_("Three of one face and two of another."),
            (
                dice("55522", N_("third throw"), {"full_house": 25}),
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
        ),
        Point(
            "yahtzee",
            N_("Yahtzee, 50"),
            N_("Five alike, once."),
            _FIVE_ALIKE,
            options={"preset": "yahtzee"},
        ),
        Point(
            "yahtzee",
            N_("Kniffel, 50"),
            N_("Five alike, once."),
            _FIVE_ALIKE,
            options={"preset": "kniffel"},
        ),
        BONUS,
        JOKER,
        Point(
            "chance",
            N_("Chance: the sum"),
            N_("Any dice; all five are added."),
            (dice("66541", N_("third throw"), {"chance": 22}),),
        ),
        five_as_full_house(
            N_(
                "The official rules of Yahtzee: five alike stand in for a full house only as a joker. Always "
                "is a house rule."
            ),
            25,
        ),
        striking,
    ),
    (
        N_(
            "The official rules of Yahtzee: 35 for 63 or more above, 100 for each further five alike, the "
            "forced joker."
        ),
        N_("Kniffel as printed in Germany has neither the extra bonus nor the joker."),
    ),
)

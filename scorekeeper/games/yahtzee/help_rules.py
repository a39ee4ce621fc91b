"""House rules of Yahtzee and Kniffel for the help page."""

from __future__ import annotations

from scorekeeper.games.help.content import Reading, Rule, dice, struck, wrote
from scorekeeper.rules.contract import N_

_FIFTY = (wrote("yahtzee", "66666"),)


_STRUCK = (struck("yahtzee"),)


_OWN = (struck("yahtzee"), struck("fours"))


PRESET = Rule(
    "preset",
    N_("Yahtzee follows its official rules; Kniffel the sheet as it is printed in Germany."),
    (
        Reading(
            "yahtzee",
            N_("Played on the Yahtzee sheet"),
            N_("Extra Yahtzees score extra points, and may be used as a joker."),
            N_("the Yahtzee sheet, with extra bonus and joker"),
            (
                dice(
                    "44444",
                    N_("50 is there already"),
                    {"fours": 20},
                    before=_FIFTY,
                    brings=100,
                    options={"yahtzee_bonus": 100},
                ),
                dice("44444", N_("the first five of a kind"), {"yahtzee": 50}, brings=0),
            ),
        ),
        Reading(
            "kniffel",
            N_("Played on the Kniffel sheet"),
            N_(
                "As printed in Germany: no extra bonus and no joker. Five of a kind is the Kniffel, 50, once."
            ),
            N_("the Kniffel sheet, without extra bonus and joker"),
            (
                dice("44444", N_("the first five of a kind"), {"yahtzee": 50}, brings=0),
                dice(
                    "44444",
                    N_("50 is there already"),
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
    """Return the reading of the bonus for each further five alike."""
    return Reading(
        points,
        N_("Each extra Yahtzee scores {value}"),
        N_(
            "On top of the box it is scored in, once five of a kind has scored 50. After a 0 there it "
            "scores nothing."
        ),
        str(points),
        (
            dice("44444", N_("50 is there already"), {"fours": 20}, before=_FIFTY, brings=points),
            dice(
                "44444", N_("crossed out before, so nothing extra"), {"fours": 20}, before=_STRUCK, brings=0
            ),
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
            N_("Extra Yahtzees score nothing extra"),
            N_("They count only in the box they are scored in."),
            N_("nothing"),
            (dice("44444", N_("50 is there already"), {"fours": 20}, before=_FIFTY, brings=0),),
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
            N_("Five of a kind as joker: its own box first"),
            N_(
                "Once the 50 box is used, five of a kind goes into its own box above. If that is used, "
                "into any box below, where full house and straights count in full. If those are used, "
                "too, 0 in a box above."
            ),
            N_("its own box above comes first"),
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
            N_("Five of a kind as joker: any open box"),
            N_(
                "Once the 50 box is used, five of a kind goes wherever the player likes. Full house and "
                "straights count in full once its own box above is used."
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
            N_("Five of a kind counts as what it shows, whatever was scored before."),
            N_("there is none"),
            (
                dice("44444", N_("as large straight"), {"large_straight": 0}, before=_OWN),
                dice("44444", N_("as four of a kind"), {"four_of_a_kind": 20}, before=_OWN),
            ),
        ),
    ),
)

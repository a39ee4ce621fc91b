"""Help page of General."""

from __future__ import annotations

from scorekeeper.games.help.content import Guide, Point, Reading, Rule, dice, struck
from scorekeeper.games.help.shared import (
    five_as_four_of_a_kind,
    five_as_full_house,
    sheet,
    six_faces,
    striking,
)
from scorekeeper.rules.contract import N_

FOUR_LATER = Rule(
    "four_of_a_kind_later",
    N_(
        "The first printed description contradicts itself: its running text says 30, its worked "
        "sheet counts 40, which also fits the five points between first roll and later for the "
        "other boxes. We follow the sheet."
    ),
    (
        Reading(
            40,
            N_("Four of a kind is 40 on a later roll"),
            N_("45 on the first roll, 40 on the second or third."),
            "40",
            (
                dice("44442", N_("second roll"), {"four_of_a_kind": 40}, throws=2),
                dice("44442", N_("first roll"), {"four_of_a_kind": 45}, throws=1),
                dice("44422", N_("only three"), {"four_of_a_kind": 0}),
            ),
        ),
        Reading(
            30,
            N_("Four of a kind is 30 on a later roll"),
            N_("45 on the first roll, 30 on the second or third."),
            "30",
            (
                dice("44442", N_("second roll"), {"four_of_a_kind": 30}, throws=2),
                dice("44442", N_("first roll"), {"four_of_a_kind": 45}, throws=1),
                dice("44422", N_("only three"), {"four_of_a_kind": 0}),
            ),
        ),
    ),
    boxes=("four_of_a_kind",),
)
STRAIGHTS = Rule(
    "straights",
    N_("The first printed description lets ones count as a two or a six in a straight and nowhere else."),
    (
        Reading(
            "ones_wild",
            N_("A one may count as a two or a six in a straight"),
            N_("So 12345, 23456, 13456 and 11345 count. A one is wild nowhere else."),
            N_("a one may count as a two or a six"),
            (
                dice("11345", N_("a one for the two"), {"straight": 20}),
                dice("13456", N_("a one for the two"), {"straight": 20}),
                dice("12456", N_("a one cannot be the three"), {"straight": 0}),
            ),
        ),
        Reading(
            "basic",
            N_("1 2 3 4 5 and 2 3 4 5 6 are the straights"),
            N_("No other straight counts; ones are not wild."),
            N_("12345 and 23456 only"),
            (
                dice("23456", N_("third roll"), {"straight": 20}),
                dice("13456", N_("a two is missing"), {"straight": 0}),
            ),
        ),
    ),
)
BIG_GENERAL = Rule(
    "big_general_wins",
    N_(
        "The first printed description: the player who rolls it wins at once, whatever the "
        "scores. Other tables limit it."
    ),
    (
        Reading(
            "always",
            N_("The big general wins the game"),
            N_("Five of a kind on the first roll: that player wins at once, whatever the scores."),
            N_("it always wins"),
            (
                dice("11111", N_("first roll"), throws=1, wins=True),
                dice(
                    "11111", N_("small general used"), throws=1, wins=True, before=(struck("small_general"),)
                ),
                dice("11111", N_("second roll"), {"small_general": 60}, throws=2),
            ),
        ),
        Reading(
            "if_small_general_open",
            N_("The big general wins while the small general is open"),
            N_("Five of a kind on the first roll. With that box used: like any roll, 45 as four of a kind."),
            N_("it wins while the small general is open"),
            (
                dice("11111", N_("first roll, box open"), throws=1, wins=True),
                dice(
                    "33333",
                    N_("first roll, small general used"),
                    {"threes": 15},
                    throws=1,
                    before=(struck("small_general"),),
                ),
                dice(
                    "33333",
                    N_("as four of a kind"),
                    {"four_of_a_kind": 45},
                    throws=1,
                    before=(struck("small_general"),),
                    options={"five_as_four_of_a_kind": True},
                ),
            ),
        ),
        Reading(
            "never",
            N_("The big general does not win"),
            N_(
                "Five of a kind on the first roll scores like any roll: 60 as small general, 45 as four "
                "of a kind."
            ),
            N_("it never wins"),
            (
                dice("11111", N_("first roll"), {"small_general": 60}, throws=1),
                dice(
                    "11111",
                    N_("as four of a kind"),
                    {"four_of_a_kind": 45},
                    throws=1,
                    options={"five_as_four_of_a_kind": True},
                ),
                dice("11112", N_("first roll"), {"small_general": 0}, throws=1),
            ),
        ),
    ),
)

_OURS = N_("General follows Generala here. Both ways are played, so it is a house rule.")

GUIDE = Guide(
    "general",
    (
        Point(
            "turn",
            N_("A turn"),
            N_(
                "Five dice, up to three rolls. Keep any, roll the rest. Then fill one of the ten boxes; "
                "the dice go to the left. Ten such turns, the frames, are a game."
            ),
        ),
        sheet,
        six_faces,
        Point(
            "straight",
            N_("Straight, 25 or 20"),
            N_("25 on the first roll, 20 later."),
            (
                dice("12345", N_("first roll"), {"straight": 25}, throws=1),
                dice("12345", N_("third roll"), {"straight": 20}),
                dice("12346", N_("not in a row"), {"straight": 0}),
            ),
        ),
        STRAIGHTS,
        Point(
            "full_house",
            N_("Full house, 35 or 30"),
            N_("Three of one face and two of another: 35 on the first roll, 30 later."),
            (
                dice("66644", N_("first roll"), {"full_house": 35}, throws=1),
                dice("66644", N_("second roll"), {"full_house": 30}, throws=2),
                dice("66442", N_("two pairs"), {"full_house": 0}),
            ),
        ),
        FOUR_LATER,
        Point(
            "small_general",
            N_("Small general, 60"),
            N_("Five of a kind on any roll that is not a winning big general."),
            (
                dice("44444", N_("third roll"), {"small_general": 60}),
                dice("44443", N_("only four of a kind"), {"small_general": 0}),
            ),
        ),
        BIG_GENERAL,
        five_as_four_of_a_kind(_OURS, (40, {"four_of_a_kind_later": 40}), (30, {"four_of_a_kind_later": 30})),
        five_as_full_house(_OURS, 30),
        striking,
        Point(
            "order",
            N_("Who goes first"),
            N_(
                "Everybody rolls five dice once. The lowest poker hand goes first, then the next lowest: "
                "nothing, pair, two pairs, three of a kind, straight, full house, four, five of a kind. "
                "Ties: compare the bigger group, then the smaller, then the remaining dice from high to "
                "low (ones are low). Still tied: roll again."
            ),
        ),
        Point(
            "partners",
            N_("Partners"),
            N_(
                "Four may play two against two: the two lowest rolls against the two highest. Each has a "
                "sheet, the side’s total is their sum."
            ),
        ),
        Point(
            "money",
            N_("What is paid"),
            N_(
                "For points, each loser pays the winner the difference between their totals at the agreed "
                "stake. In bars, for drinks, last place pays."
            ),
        ),
    ),
    (
        N_(
            "The first printed description of the game and its worked sheet, whose totals are 153, 128, 156 "
            "and 218. Where running text and sheet differ, the sheet counts."
        ),
        N_(
            "The sheet prints the last small general as 00; only 60 gives the printed total of 218, so it is "
            "read as 60."
        ),
    ),
    N_(
        "Five of a kind on the first roll that does not win scores in four of a kind and full "
        "house what a later roll scores."
    ),
)

"""House rules of Generals and Majors about command points, for its help page."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.help.content import ALLOWED, Reading, Rule, Shown
from scorekeeper.rules.contract import N_

from .help_turns import ANA, BO, stopped, strengths, turn, turns

_STAR = {"edition": "stardeck"}

_LOOSE = {"hard": False}

COMMANDER, ARMY, BOTH = N_("commander"), N_("army"), N_("commanders")


def _red(points: int) -> dict[str, Any]:
    """Return a proof by Ana's red command points."""
    return {"sheet": {ANA: {"points": {"red": points}}}}


_TWICE = (turn(ANA, "AH 2H"), turn(BO), turn(ANA, "2D"))

LIMIT = Rule(
    "command_limit",
    N_(
        "The author’s page as we read it: the points pay for the armies of each turn. Elsewhere they must "
        "pay for all that lie face up."
    ),
    (
        Reading(
            "per_turn",
            N_("Command points pay for the armies of one turn"),
            N_("The next turn the same points pay again."),
            N_("they pay anew each turn"),
            (
                turns(
                    (Shown(COMMANDER, ("AH",)), Shown(N_("turn 1"), ("2H",)), Shown(N_("turn 3"), ("2D",))),
                    N_("two red points, twice"),
                    ALLOWED,
                    _TWICE,
                    strengths(4, 0),
                ),
            ),
        ),
        Reading(
            "cumulative",
            N_("Command points pay for all armies face up"),
            N_("Armies face up must be paid for every turn; those face down no longer."),
            N_("they must pay for all that lie face up"),
            (
                stopped(
                    (
                        Shown(COMMANDER, ("AH",)),
                        Shown(N_("turn 1"), ("2H",)),
                        Shown(N_("turn 3"), ("2D",), "wrong"),
                    ),
                    N_("two red points for four"),
                    "cannot_pay",
                    _TWICE,
                    **_STAR,
                ),
            ),
        ),
    ),
)

_RUN = (turn(ANA, "JH"), turn(BO), turn(ANA, "QH"), turn(BO), turn(ANA, "KH"))

_MIXED = (turn(ANA, "JH"), turn(BO), turn(ANA, "QD"), turn(BO), turn(ANA, "KH"))

_JQK, _JQK_MIXED = Shown(BOTH, ("JH", "QH", "KH")), Shown(BOTH, ("JH", "QD", "KH"))

GROUPS = Rule(
    "groups",
    N_(
        "The author’s way to a quicker game. Where it says nothing, we play: groups are split so "
        "that they give the most."
    ),
    (
        Reading(
            False,
            N_("Commanders in sequence score nothing extra"),
            N_("Each gives its own points."),
            N_("they score nothing extra"),
            (turns((_JQK,), N_("red points"), "3", _RUN, _red(3), **_STAR),),
        ),
        Reading(
            True,
            N_("Commanders in sequence score more"),
            N_(
                "J-Q-K, Q-K-A or J-Q-K-A of one colour 1 point more, of one suit 2 more. Each commander "
                "counts in one group only. Stars form groups of their own, for the shared points; none in the "
                "harder game."
            ),
            N_("J-Q-K or Q-K-A give 1 more, of one suit 2"),
            (
                turns((_JQK,), N_("of one suit: red points"), "5", _RUN, _red(5), **_STAR),
                turns(
                    (_JQK_MIXED,),
                    N_("of one colour: red points"),
                    "4",
                    _MIXED,
                    _red(4),
                    **_STAR,
                ),
            ),
        ),
    ),
)

_MIX = (turn(ANA, "AH"), turn(BO), turn(ANA, "AS 4X"))

HARD = Rule(
    "hard",
    N_("The author’s harder game."),
    (
        Reading(
            False,
            N_("Stars serve both colours"),
            N_(
                "Points of star commanders pay for red, black or star armies; star armies may be paid in any "
                "mix."
            ),
            N_("they serve either colour, in any mix"),
            (
                turns(
                    (Shown(BOTH, ("AH", "AS")), Shown(ARMY, ("4X",))),
                    N_("two red and two black points pay it"),
                    ALLOWED,
                    _MIX,
                    strengths(4, 0),
                ),
                turns(
                    (Shown(COMMANDER, ("AX",)), Shown(ARMY, ("2S",))),
                    N_("star points pay black"),
                    ALLOWED,
                    (turn(ANA, "AX 2S"),),
                    strengths(2, 0),
                ),
            ),
        ),
        Reading(
            True,
            N_("Stars are bound to one colour"),
            N_(
                "A star commander’s colour is said when it is laid and stays. A star army is paid wholly in "
                "one colour, which is said too."
            ),
            N_("they are bound to one colour when laid"),
            (
                turns(
                    (Shown(COMMANDER, ("AX",)), Shown(ARMY, ("2D",))),
                    N_("the star ace is red"),
                    ALLOWED,
                    ({"player": ANA, "commander": {"card": "AX", "colour": "red"}, "armies": ["2D"]},),
                    strengths(2, 0),
                ),
                stopped(
                    (Shown(COMMANDER, ("AX",)), Shown(ARMY, ("2S",), "wrong")),
                    N_("the star ace is red"),
                    "cannot_pay",
                    ({"player": ANA, "commander": {"card": "AX", "colour": "red"}, "armies": ["2S"]},),
                ),
                stopped(
                    (Shown(BOTH, ("AH", "AS")), Shown(ARMY, ("4X",), "wrong")),
                    N_("neither colour has four"),
                    "cannot_pay",
                    (
                        turn(ANA, "AH"),
                        turn(BO),
                        {**turn(ANA, "AS"), "armies": [{"card": "4X", "pays": "red"}]},
                    ),
                ),
            ),
        ),
    ),
)

EDITION = Rule(
    "edition",
    N_(
        "The star deck is the author’s first edition, the other one is called Kalosi. The author’s “Wild Suit” deck "
        "and any other five-suited deck do as well: here the fifth suit is called stars."
    ),
    (
        Reading(
            "stardeck",
            N_("Played with the star deck"),
            N_("65 cards: five suits from 2 to ace. An ace gives 2 command points, J, Q and K give 1."),
            N_("the star deck of 65 cards"),
            (
                turns((Shown(COMMANDER, ("AH",)),), N_("red points"), "2", (turn(ANA, "AH"),), _red(2)),
                turns((Shown(COMMANDER, ("JH",)),), N_("red points"), "1", (turn(ANA, "JH"),), _red(1)),
            ),
        ),
        Reading(
            "kalosi",
            N_("Played with Kalosi"),
            N_(
                "72 cards: ones and two jokers more. An ace gives 3, J, Q and K give 2; three commanders "
                "of a colour 1 more. A joker commands 2 points split over both colours, or is an army "
                "worth that player’s highest other one."
            ),
            N_("Kalosi, with ones and jokers, and stronger commanders"),
            (
                turns((Shown(COMMANDER, ("AH",)),), N_("red points"), "3", (turn(ANA, "AH"),), _red(3)),
                turns(
                    (Shown(COMMANDER, ("JK1",)), Shown(N_("armies"), ("1H", "1S"))),
                    N_("one red, one black"),
                    ALLOWED,
                    (
                        {
                            "player": ANA,
                            "commander": {"card": "JK1", "as": "commander"},
                            "armies": ["1H", "1S"],
                        },
                    ),
                    strengths(2, 0),
                ),
                turns(
                    (Shown(COMMANDER, ("AX",)), Shown(N_("armies"), ("1H", "JK1"))),
                    N_("the joker counts 1 like the other: strength"),
                    "2",
                    (
                        {
                            "player": ANA,
                            "commander": "AX",
                            "armies": ["1H", {"card": "JK1", "as": "army"}],
                        },
                    ),
                    strengths(2, 0),
                    **_LOOSE,
                ),
            ),
        ),
    ),
)

"""House rules of Forty-fives about points and the end of the game, for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import GOES_ON, Cards, Reading, Rule, Shown
from scorekeeper.rules.contract import N_

from .help_hands import ANA, BO, result

NO_TRUMP = Rule(
    "no_trump_bonus",
    N_(
        "The description gives the extra five to the best card played during the round. We read "
        "that as the best trump, so without one nobody gets them. Tables that always share out 30 "
        "give them to the first or the last trick."
    ),
    (
        Reading(
            "none",
            N_("A round without a trump is worth 25"),
            N_("Nobody gets the five points for the best trump."),
            N_("nobody gets the five points"),
            (result("ABAAB", None, N_("Ana has three tricks"), "15", {ANA: 15, BO: 10}),),
        ),
        Reading(
            "first_trick",
            N_("Without a trump the first trick counts 10"),
            N_("It takes the place of the best trump."),
            N_("the first trick"),
            (result("ABAAB", None, N_("Ana has three tricks, the first too"), "20", {ANA: 20, BO: 10}),),
        ),
        Reading(
            "last_trick",
            N_("Without a trump the last trick counts 10"),
            N_("It takes the place of the best trump."),
            N_("the last trick"),
            (result("ABAAB", None, N_("Bo has two tricks, the last too"), "15", {ANA: 15, BO: 15}),),
        ),
    ),
)


def _target(points: int) -> Reading:
    """Return the reading of a target: Ana wins every round up to it."""
    rounds = -(-points // 30)
    every = {"trump": "H", "tricks": [ANA] * 5, "best": ANA}
    return Reading(
        points,
        N_("Played to {value}"),
        N_("Counted when the round is over: {value} or more wins, of several the highest total."),
        "{value}",
        (
            Cards(
                (),
                N_("{value} or more after the round"),
                ANA,
                (every,) * rounds,
                proves={"reason": "target", "winners": [ANA], "scores": {ANA: 30 * rounds}},
                options={"auction": False, "sweep_wins": False},
            ),
        ),
    )


TARGET = Rule(
    "target",
    N_("The description plays to 120."),
    tuple(_target(points) for points in range(30, 501, 5)),
    others=N_("any multiple of five from 30 to 500"),
)
_LEVEL = (
    {"trump": "H", "tricks": [ANA, ANA, ANA, BO, BO], "best": ANA},
    {"trump": "H", "tricks": [BO, BO, BO, ANA, ANA], "best": BO},
)
_TO_THIRTY = {"auction": False, "target": 30}
TIE = Rule(
    "tie",
    N_("Both ways are played; we play on."),
    (
        Reading(
            "play_on",
            N_("Tied at the target: play another round"),
            N_("Another round, until one has more than the others."),
            N_("another round is played"),
            (
                Cards(
                    (),
                    N_("played to 30: 30 and 30"),
                    GOES_ON,
                    _LEVEL,
                    proves={"finished": False, "scores": {ANA: 30, BO: 30}},
                    options=_TO_THIRTY,
                ),
            ),
        ),
        Reading(
            "shared",
            N_("Tied at the target: the win is shared"),
            N_("All who have the highest total win."),
            N_("the win is shared"),
            (
                Cards(
                    (),
                    N_("played to 30: 30 and 30"),
                    "Ana, Bo",
                    _LEVEL,
                    proves={"finished": True, "winners": [ANA, BO]},
                    options=_TO_THIRTY,
                ),
            ),
        ),
    ),
)
_ALL_FIVE = ({"trump": "H", "tricks": [ANA] * 5, "best": ANA},)
SWEEP = Rule(
    "sweep_wins",
    N_("Not in the description; a house rule of some tables."),
    (
        Reading(
            False,
            N_("All five tricks are 30 points"),
            N_("And no more: the game goes on to the target."),
            N_("they are 30 points and no more"),
            (
                Cards(
                    (),
                    N_("Ana has all five, played to 120"),
                    "30",
                    _ALL_FIVE,
                    proves={"finished": False, "scores": {ANA: 30}},
                    options={"auction": False, "target": 120},
                ),
            ),
        ),
        Reading(
            True,
            N_("All five tricks win the game"),
            N_("A side that takes every trick of a round wins outright, whatever the totals."),
            N_("they win the game"),
            (
                Cards(
                    (),
                    N_("Ana has all five"),
                    ANA,
                    _ALL_FIVE,
                    proves={"reason": "sweep", "winners": [ANA]},
                    options={"auction": False},
                ),
                result("AAAAB", ANA, N_("only four: points as always"), "25", {ANA: 25, BO: 5}),
            ),
        ),
    ),
)
_REVOKED = (
    {
        "trump": "H",
        "tricks": [
            [[ANA, "9H"], [BO, "7C"]],
            [[ANA, "QH"], [BO, "4H"]],
            [[ANA, "KC"], [BO, "8C"]],
            [[ANA, "2D"], [BO, "KD"]],
            [[BO, "3D"], [ANA, "4D"]],
        ],
    },
)
_FOUND = {"rounds": [{"points": {ANA: 25}, "revokes": [{"player": BO, "trick": 1, "card": "7C"}]}]}
_SHOWN = (Shown(ANA, ("9H",)), Shown(BO, ("7C",), "wrong"), Shown(N_("Bo, later"), ("4H",)))
REVOKED = Rule(
    "revoke",
    N_(
        "The description says nothing of a revoke. Noting it leaves the rest to the table; losing "
        "the round is the stricter way."
    ),
    (
        Reading(
            "none",
            N_("A revoke is only noted"),
            N_(
                "The round stands as it was played. The sheet says who revoked, in which trick, and which "
                "card proves it."
            ),
            N_("it is only noted"),
            (
                Cards(
                    _SHOWN,
                    N_("Bo keeps the one trick"),
                    "5",
                    _REVOKED,
                    proves={"sheet": _FOUND, "scores": {BO: 5}},
                    options={"auction": False},
                ),
            ),
        ),
        Reading(
            "lose_round",
            N_("A revoke loses the round"),
            N_("The side that revoked scores 0 for the round, even if it took all five tricks."),
            N_("the side scores 0 for the round"),
            (
                Cards(
                    _SHOWN,
                    N_("Bo had one trick"),
                    "0",
                    _REVOKED,
                    proves={"sheet": _FOUND, "scores": {BO: 0}},
                    options={"auction": False},
                ),
            ),
        ),
    ),
)

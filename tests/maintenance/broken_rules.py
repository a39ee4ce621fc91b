"""Rules and databases that break while verify runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.ledger.settle import Reason, Transfer
from scorekeeper.play import session_checks
from scorekeeper.rules import GAMES

TORN = "the database: it cannot be read: *people_member*"


@dataclass(frozen=True)
class BrokenRules:
    """A fault outside the rows: contradictory rules, or a settlement that does not balance."""

    message: str
    owner: object
    name: str
    bend: Callable[[Any], Any]


RULES, AGREED = type(GAMES["general"]), Reason("fixed", 5)


BENT = (
    BrokenRules(
        "player 2 has 0 and the sheet shows 7", RULES, "sheet", lambda true: replace(true, totals=(50, 7))
    ),
    BrokenRules(
        "the result is not what the sheet adds up to",
        RULES,
        "outcome",
        lambda true: replace(true, scores={"1": 50, "2": 7}),
    ),
    BrokenRules("player 1 is to pay 0", session_checks, "settle", lambda _: [Transfer("1", "2", 0, AGREED)]),
    BrokenRules(
        "player 1 is to pay player 1", session_checks, "settle", lambda _: [Transfer("1", "1", 5, AGREED)]
    ),
)

"""Groups of the largest size a file may have, with debts from payments alone."""

from __future__ import annotations

import json
from itertools import combinations, cycle, islice
from random import Random
from typing import Any
from uuid import UUID

AT = "2026-11-20T21:07:00+00:00"


def crowded(players: int, units: int, pairs: int, seed: int = 1, games: Any = ()) -> dict[str, Any]:
    """The file of a group in which so many pairs, of all units together, owe each other."""
    chance = Random(seed)
    known = [f"P{_sign(seed)}{number:010}" for number in range(players)]
    every = list(combinations(known, 2))
    chance.shuffle(every)
    edges = islice(cycle(every), pairs)
    return {
        "format": "scorekeeper-group/1",
        "group": {"address": f"G{_sign(seed)}0000000000", "name": f"Crowd {seed}", "created": AT},
        "players": [
            {"address": each, "name": f"Player {number}", "colour": 1 + number % 10, "created": AT}
            for number, each in enumerate(known)
        ],
        "games": list(games),
        "ledger": [
            {
                "number": number,
                "kind": "payment",
                "debtor": one,
                "creditor": other,
                "amount": chance.randint(1, 10**9),
                "unit": f"thing {number % units}",
                "key": str(UUID(int=seed * 10**9 + number)),
                "at": AT,
            }
            for number, (one, other) in enumerate(edges, start=1)
        ],
    }


def file_of(*args: Any, **kwargs: Any) -> bytes:
    """Return a group like `crowded` as a file to upload."""
    return json.dumps(crowded(*args, **kwargs)).encode()


def _sign(seed: int) -> str:
    return "abcdefghijkmnpqrstuvwxyz"[seed % 24]

"""The tables of a case: ten players of General, six boxes of each filled.

Entry n is player n's: the upper boxes in six moves. The writes of a case are legal in any order: a move is corrected
by other points, or one of the lower boxes is struck. Standard library only.
"""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("straight", "full_house", "four_of_a_kind", "small_general")
PLAYERS = 10
BEFORE = PLAYERS  # entries before the case


def correction(chance: Random, seen: int) -> tuple[str, dict[str, Any]]:
    """Return the form of a correction of an upper box: its name and fields."""
    player, box = chance.randint(1, PLAYERS), chance.randrange(len(UPPER))
    points = (box + 1) * chance.randint(0, 4)
    fields = {"line": f"{player}-{box}", "box": UPPER[box], "points": points}
    return "correct", {"seen": seen, "key": str(uuid.uuid4()), **fields}


def strike(chance: Random, seen: int) -> tuple[str, dict[str, Any]]:
    """Return a strike of a lower box, which another phone may have done before."""
    player, box = chance.randint(1, PLAYERS), chance.choice(LOWER)
    fields = {"player": player, "box": box, "strike": "1", "out_of_turn": "1"}
    return "write", {"seen": seen, "key": str(uuid.uuid4()), **fields}


def any_write(chance: Random, seen: int) -> tuple[str, dict[str, Any]]:
    """Return a write: mostly a correction, of which any number is legal."""
    return strike(chance, seen) if chance.random() < 0.1 else correction(chance, seen)

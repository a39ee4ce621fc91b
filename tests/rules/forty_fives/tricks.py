"""The usual tricks of examples: A leads, and wins all five with diamonds against trumps of spades.

Two players; a trick is "leader card card".
"""

from __future__ import annotations

FIRST, SECOND, THIRD, FOURTH, LAST = "A KD 2D", "A QD 3D", "A JD 4D", "A 10D 6D", "A 9D 7D"
USUAL = (FIRST, SECOND, THIRD, FOURTH, LAST)
SPADES = {"trump": "S"}


def instead(**tricks: str) -> tuple[str, ...]:
    """The usual tricks with some of them changed: `t1`, `t2`..."""
    return tuple(tricks.get(f"t{number}", trick) for number, trick in enumerate(USUAL, 1))

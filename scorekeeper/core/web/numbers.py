"""Numbers of rows as forms and addresses send them, and points as they are written."""

from __future__ import annotations

LONGEST = 17  # digits; more than any row's number has, and what every database can compare


def number_of(text: str) -> int:
    """The number that a text is, in plain figures; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else 0


def figure(points: int) -> str:
    """Points as they are written, below zero with a true minus, which is as wide as a plus."""
    return f"−{-points}" if points < 0 else str(points)

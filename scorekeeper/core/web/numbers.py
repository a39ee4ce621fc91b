"""Integers in request values, and points as the interface shows them."""

from __future__ import annotations

DIGITS = 17  # no id of a row has more, and every database can compare as many


def parse_integer(text: str, digits: int = DIGITS) -> int | None:
    """Return the integer in a text of 1 to `digits` ASCII digits; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def number_of(text: str, digits: int = DIGITS) -> int:
    """Return the integer in a text as `parse_integer` does, 0 for anything else.

    No row has the number 0.
    """
    return parse_integer(text, digits) or 0


def figure(points: int) -> str:
    """Points as text.

    Negative points have a true minus sign, which is as wide as a plus.
    """
    return f"−{-points}" if points < 0 else str(points)


def signed(points: int) -> str:
    """Points of one line with their sign: a true minus, a dash for zero."""
    return f"+{points}" if points > 0 else figure(points) if points else "\N{EN DASH}"

"""Integers in request values, and points as they are written."""

from __future__ import annotations

DIGITS = 17  # no row number has more, and every database can compare so many


def parse_integer(text: str, digits: int = DIGITS) -> int | None:
    """Return the integer in a text of 1 to `digits` ASCII digits; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def number_of(text: str, digits: int = DIGITS) -> int:
    """Return the integer in a text as `parse_integer` does; 0, which is no row's number, for anything else."""
    return parse_integer(text, digits) or 0


def figure(points: int) -> str:
    """Points as they are written, below zero with a true minus, which is as wide as a plus."""
    return f"−{-points}" if points < 0 else str(points)

"""Rounding of figures: half up, from exact numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isqrt

Exact = int | float | Fraction
"""A number to round; a float counts as exactly the number that it holds."""


def half_up(value: Exact, places: int = 0) -> Decimal:
    """Round to `places` decimals, half away from zero: 2.5 is 3, and -2.5 is -3."""
    part, of = value.as_integer_ratio()
    rounded = (2 * abs(part) * 10**places + of) // (2 * of)
    return Decimal(-rounded if value < 0 else rounded).scaleb(-places)


def root_half_up(square: Fraction, places: int = 0) -> Decimal:
    """Round the square root of a number.

    Computed from the exact number, without a float in between.
    """
    doubled = isqrt((4 * square * 100**places).__floor__())
    return Decimal((doubled + 1) // 2).scaleb(-places)

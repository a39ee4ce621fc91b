"""Figures rounded, everywhere alike: half up, as on paper, and from exact numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isqrt

Exact = int | float | Fraction
"""What can be rounded; a float counts as exactly the number that it holds."""


def half_up(value: Exact, places: int = 0) -> Decimal:
    """Round to so many places; a half goes away from nothing: 2.5 is 3, and -2.5 is -3."""
    scaled = abs(Fraction(value)) * 10**places
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(-rounded if value < 0 else rounded).scaleb(-places)


def root_half_up(square: Fraction, places: int = 0) -> Decimal:
    """Round the root of a number from the number itself: no float stands between."""
    doubled = isqrt((4 * square * 100**places).__floor__())
    return Decimal((doubled + 1) // 2).scaleb(-places)

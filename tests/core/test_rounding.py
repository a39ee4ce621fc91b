"""Rounding: half up, exact, compared with decimal arithmetic."""

from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.i18n.rounding import half_up, root_half_up

WIDE = Context(prec=120, rounding=ROUND_HALF_UP)


@pytest.mark.parametrize(
    ("value", "places", "rounded"),
    [
        (Fraction(25, 2), 0, "13"),
        (Fraction(177, 2), 0, "89"),
        (Fraction(-5, 2), 0, "-3"),
        (Fraction(-1, 3), 0, "0"),
        (Fraction(500, 11), 1, "45.5"),
        (Fraction(3727, 100), 1, "37.3"),
        (Fraction(9, 20), 1, "0.5"),
        (2.5, 0, "3"),
        (7, 1, "7.0"),
    ],
)
def test_half_up_at_half_goes_up(value: Fraction | float, places: int, rounded: str) -> None:
    assert half_up(value, places) == Decimal(rounded)


@given(st.integers(-(10**9), 10**9), st.integers(1, 400), st.integers(0, 2))
def test_half_up_of_any_ratio_is_decimals_own(part: int, of: int, places: int) -> None:
    with localcontext(WIDE):
        expected = (Decimal(part) / Decimal(of)).quantize(Decimal(1).scaleb(-places))
    assert half_up(Fraction(part, of), places) == expected


@given(st.integers(0, 10**9), st.integers(1, 400), st.integers(0, 2))
def test_root_of_any_ratio_is_decimals_own(part: int, of: int, places: int) -> None:
    with localcontext(WIDE):
        expected = (Decimal(part) / Decimal(of)).sqrt().quantize(Decimal(1).scaleb(-places))
    assert root_half_up(Fraction(part, of), places) == expected


def test_root_at_half_goes_up() -> None:
    assert root_half_up(Fraction(625, 100)) == Decimal(3)
    assert root_half_up(Fraction(2025, 10**4), 1) == Decimal("0.5")

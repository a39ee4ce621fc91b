"""Integers in request values, and points in text."""

from __future__ import annotations

import pytest

from scorekeeper.core.web.numbers import figure, number_of, parse_integer


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("9" * 17, 10**17 - 1)])
def test_parse_integer_digits_give_number(text: str, number: int) -> None:
    assert parse_integer(text) == number
    assert number_of(text) == number


@pytest.mark.parametrize(
    "text", ["", " ", "-1", "+1", "1.0", "1 ", "\N{ARABIC-INDIC DIGIT ONE}", "²", "x", "9" * 18]
)
def test_parse_integer_other_text_gives_none(text: str) -> None:
    assert parse_integer(text) is None
    assert number_of(text) == 0


def test_parse_integer_more_digits_than_allowed_gives_none() -> None:
    assert parse_integer("123456", 6) == 123456
    assert parse_integer("1234567", 6) is None


@pytest.mark.parametrize(("points", "text"), [(12, "12"), (0, "0"), (-3, "−3")])
def test_figure_writes_true_minus(points: int, text: str) -> None:
    assert figure(points) == text

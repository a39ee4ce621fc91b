"""A box chosen before all dice are entered offers the possible results."""

from __future__ import annotations

import re

import pytest

from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db


def values(page: str) -> list[str]:
    """The points that the page offers for the chosen box."""
    return re.findall(r'name="value" value="(\w+)"', page)


def look(desk: SampleTable, query: str) -> str:
    return desk.writer.client().get(desk.url() + query, headers=HTMX).content.decode()


def test_box_with_four_dice_offers_possible_points() -> None:
    page = look(SampleTable(), "?dice=1123&throws=3&box=ones")
    assert values(page) == ["2", "3"]
    assert "1 1 2 3: one die is missing" in page
    assert 'name="dice" value="1123"' in page


def test_box_without_dice_offers_all_its_points() -> None:
    page = look(SampleTable(), "?box=ones")
    assert values(page) == ["1", "2", "3", "4", "5"]
    assert "missing" not in page


def test_box_that_dice_rule_out_offers_strike_only() -> None:
    page = look(SampleTable(), "?dice=1146&throws=3&box=straight")
    assert values(page) == []
    assert "Nothing scores here, whatever the last die shows." in page
    assert "Cross out straight" in page

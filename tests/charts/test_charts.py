"""Scales, ticks, labels and columns of charts, and their SVG."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.charts.columns import MOST, bins, column_chart
from scorekeeper.charts.frame import data_table
from scorekeeper.charts.lines import APART, HEIGHT, Lines, Series, line_chart
from scorekeeper.charts.scale import Scale, place, spread, ticks
from scorekeeper.charts.tally import tally_marks

numbers = st.floats(-1e9, 1e9, allow_nan=False)
values = st.lists(st.none() | st.integers(-5000, 5000), min_size=1, max_size=30)


@given(numbers, numbers, st.integers(2, 8))
def test_ticks_are_round_few_and_within(low: float, high: float, most: int) -> None:
    low, high = min(low, high), max(low, high)
    found = ticks(low, high, most)
    assert len(found) <= most + 1
    assert all(low - 1e-3 <= tick <= high + 1e-3 for tick in found)
    assert all(tick == round(tick) for tick in found)
    assert found == sorted(found)


def test_ticks_by_example() -> None:
    assert ticks(171, 226) == [180, 200, 220]
    assert ticks(0, 1) == [0, 1]
    assert ticks(-3, 3, 3) == [-2, 0, 2]
    assert ticks(0, 0.4, whole=False) == [0, 0.1, 0.2, 0.3, 0.4]


def test_scale_maps_values_to_positions() -> None:
    assert [Scale(0, 10, 100, 0)(value) for value in (0, 5, 10)] == [100, 50, 0]
    assert Scale(3, 3, 0, 10)(3) == 5
    assert [place(value) for value in (-0.01, 1.0, 2.26)] == ["0", "1", "2.3"]


@given(st.lists(st.floats(0, 200), min_size=1, max_size=10))
def test_labels_keep_apart_and_in_order(places: list[float]) -> None:
    found = spread(places, 16, 0, 200)
    ordered = sorted(range(len(places)), key=lambda each: places[each])
    gaps = [found[after] - found[before] for before, after in pairwise(ordered)]
    assert all(gap >= 16 - 1e-6 for gap in gaps)
    assert max(found) <= max(200, 16 * (len(places) - 1)) + 1e-6


@given(st.dictionaries(st.integers(-500, 500), st.integers(1, 50), max_size=60))
def test_columns_count_every_value_once(times: dict[int, int]) -> None:
    found = bins(times)
    assert sum(each.times for each in found) == sum(times.values())
    assert len(found) <= MOST + 2
    for each in found:
        assert each.times == sum(count for value, count in times.items() if each.first <= value <= each.last)


def test_columns_by_example() -> None:
    assert [(each.label, each.times) for each in bins({0: 2, 3: 1, 9: 4})] == [
        ("0", 2),
        ("3", 1),
        ("6", 0),
        ("9", 4),
    ]
    totals = {20: 1, 37: 2, 125: 1}
    assert [each.label for each in bins(totals)] == [f"{low}–{low + 9}" for low in range(20, 130, 10)]
    assert bins({}) == []


@given(st.lists(values, min_size=1, max_size=10), st.text(max_size=60))
def test_lines_are_whole_and_well_formed(known: list[list[int | None]], name: str) -> None:
    name = name.replace("\x00", "").encode("utf-8", "ignore").decode()
    name = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", name)
    series = [Series(name, at % 10 + 1, each, frozenset([0])) for at, each in enumerate(known)]
    drawn = line_chart(Lines("x", name, "about", series, "first", "last"), lambda value: f"{value:.0f}")
    tree = ET.fromstring(drawn)
    assert tree.attrib["role"] == "img"
    assert "style" not in drawn
    lines = [each for each in tree if each.attrib.get("class", "").startswith("line ")]
    points = [len(re.findall(r"[ML]", line.attrib["d"])) for line in lines]
    assert points == [sum(value is not None for value in each) for each in known]
    for found in re.findall(r'[cy]="?y?="(-?[\d.]+)"', drawn):
        assert -APART * 10 <= float(found) <= HEIGHT + APART * 10


def test_line_passes_through_its_values() -> None:
    drawn = line_chart(Lines("x", "t", "a", [Series("Ana", 1, [0, 100, 50])]), lambda value: f"{value:.0f}")
    path = re.search(r'class="line l1" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', drawn)
    assert path is not None
    x1, low, x2, high, x3, middle = map(float, path.groups())
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2)
    assert x1 < x2
    assert high < middle < low
    assert abs((low + high) / 2 - middle) < 0.1


def test_tallies_are_counted_strokes() -> None:
    for count in range(1, 51):
        assert tally_marks(count).count("M") == count
    assert tally_marks(0) == tally_marks(51) == ""


def test_table_and_columns_say_their_text_as_text() -> None:
    table = data_table("as a table", "<i>", ["player", "points"], [["<b>", "3"]])
    assert "<b>" not in table
    assert "<i>" not in table
    assert ET.fromstring(column_chart("k", "<t>", "<a>", bins({0: 3, 5: 1}), 1)).attrib["role"] == "img"


def test_least_value_stands_clear_of_the_days_below() -> None:
    drawn = line_chart(Lines("k", "t", "a", [Series("Ana", 1, [9, 1, 5])], "1 Jan", "2 Jan", ends=True), str)
    foot, least = (
        float(re.search(rf'y="([\d.]+)">{text}</text>', drawn)[1])  # type: ignore[index]
        for text in ("1 Jan", "1")
    )
    assert foot - least >= 14


def test_cells_of_wide_table_name_their_column() -> None:
    table = data_table(
        "as a table", "x", ["day", "A&o", "50 %", "{Bo}"], [["1", "2", "", "4"], ["5", "6", "7", ""]]
    )
    assert table.count('<td data-of="A&amp;o">') == 2
    assert '<th scope="row">1</th><td data-of="A&amp;o">2</td><td data-of="50 %"></td>' in table
    assert '<td data-of="{Bo}">4</td></tr><tr>' in table
    assert "<tbody></tbody>" in data_table("as a table", "x", ["day", "points"], [])

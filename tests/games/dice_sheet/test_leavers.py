"""A player who went home: one marked box, the name struck through, no star."""

from __future__ import annotations

import re

import pytest

from scorekeeper.play import log
from tests.factories import SampleTable

pytestmark = pytest.mark.django_db


def heads(desk: SampleTable) -> list[str]:
    page = desk.writer.client().get(desk.url()).content.decode()
    return re.findall(r'<th scope="col".*?</th>', page)


def gone() -> SampleTable:
    """A game that Ana leads, and leaves."""
    desk = SampleTable("crag", ["Ana", "Bo"])
    desk.line(1, "sixes", points=18)
    desk.line(2, "sixes", points=6)
    log.go_home(desk.session.address, desk.write_request(), "1")
    return desk


def test_player_who_left_has_struck_name_and_no_star() -> None:
    first, second = heads(gone())
    assert 'class="out"' in first
    assert "Ana has left</span>" in first
    assert "has left" not in second


def test_player_who_left_has_one_marked_box() -> None:
    desk = gone()
    page = desk.writer.client().get(desk.url()).content.decode()
    assert page.count('<td class="new">') == 1


def test_player_who_comes_back_is_drawn_as_before() -> None:
    desk = gone()
    desk.void(desk.table.count)
    assert "lead" in heads(desk)[0].split(">")[0]
    assert "has left" not in heads(desk)[0]

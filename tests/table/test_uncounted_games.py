"""Return whether a game counts: changed on the change page at any time, and logged."""

from __future__ import annotations

import pytest

from scorekeeper.play.models import Session
from tests.factories import SampleTable
from tests.page_forms import get

pytestmark = pytest.mark.django_db


def counted(desk: SampleTable) -> bool:
    return Session.objects.get(pk=desk.session.pk).counted


def keep(desk: SampleTable, counts: str) -> None:
    client = desk.writer.client()
    answer = client.post(desk.url("change"), get(client, desk.url("change")).sent(do="keep", counts=counts))
    assert answer.status_code == 303, answer.content.decode()


def test_uncounted_can_be_set_before_and_after_game() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    for line in (None, {"box": "ones", "points": 2}, {"box": "fives", "dice": [5] * 5, "throws": 1}):
        if line is not None:
            desk.entry(player=desk.table.turn, **line)
        for counts in ("no", "yes"):
            keep(desk, counts)
            assert counted(desk) == (counts == "yes")
    assert desk.table.outcome is not None
    page = desk.writer.client().get(desk.url("log")).content.decode()
    assert page.count("The game does not count") == page.count("The game counts") == 3


def test_unchanged_or_invalid_value_writes_nothing() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    for counts in ("yes", "maybe", ""):
        keep(desk, counts)
    assert desk.entries == []


def test_late_form_keeps_choice() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    desk.line(1, "ones", points=2)
    answer = client.post(desk.url("change"), page.sent(do="save", counts="no"))
    assert answer.status_code == 409
    assert 'value="no" checked' in answer.content.decode()
    assert counted(desk)

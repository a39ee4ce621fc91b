"""The coach at the table: off by default, changed in the log, on the pad only if on."""

from typing import Any

import pytest
from django.test import Client

from scorekeeper.coach import store
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.session_changes import change
from scorekeeper.play.start_session import Plan, create_session
from tests.factories import SampleTable, new_writer
from tests.page_forms import get

pytestmark = pytest.mark.django_db
THROWN = "?dice=661&throws=1"
KEEP = "coach-strip"


def crag(*, coach: bool = False) -> SampleTable:
    desk = SampleTable(game="crag")
    if coach:
        change(desk.session.address, desk.write_request(), {"coach": True})
    return desk


def keep(desk: SampleTable, **fields: Any) -> Any:
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    return client.post(desk.url("change"), page.sent(do="keep", **fields))


def test_pad_has_no_advice_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("the coach was asked")

    monkeypatch.setattr(store, "table_of", refuse)
    desk = crag()
    for query in ("", THROWN, THROWN + "&coach=yes"):
        page = desk.writer.client().get(desk.url() + query).text
        assert KEEP not in page
        assert "coach_pad" not in page
        assert "with coach" not in page


@pytest.mark.usefixtures("solved")
def test_pad_shows_the_best_keep_and_each_box() -> None:
    desk = crag(coach=True)
    client = desk.writer.client()
    assert KEEP not in client.get(desk.url()).text
    page = client.get(desk.url() + "?dice=442&throws=1").text
    strip = " ".join(page.split('class="coach-strip"')[1].split("</div>")[0].split())
    assert '<span class="vh">4 4</span>' in strip
    assert "Fours <em>" in strip
    assert strip.count("<em>") == 13
    assert "with coach" in page


@pytest.mark.usefixtures("solved")
def test_best_box_is_named_if_writing_is_best() -> None:
    desk = crag(coach=True)
    page = desk.writer.client().get(desk.url() + THROWN).text
    strip = " ".join(page.split('class="coach-strip"')[1].split("</div>")[0].split())
    assert "<b>Write</b><span>Crag <em>" in strip


def test_pad_goes_on_while_the_coach_calculates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "table_of", lambda game, options: None)
    desk = crag(coach=True)
    page = desk.writer.client().get(desk.url() + THROWN)
    assert page.status_code == 200
    assert "The coach is still calculating" in page.text
    assert 'name="box"' in page.text


def test_change_is_logged_and_can_be_taken_back() -> None:
    desk = crag()
    keep(desk, coach="yes")
    keep(desk, coach="no")
    found = [entry.data for entry in Entry.objects.filter(session=desk.session, kind="change")]
    assert found == [
        {"before": {"coach": False}, "after": {"coach": True}},
        {"before": {"coach": True}, "after": {"coach": False}},
    ]
    log = desk.writer.client().get(desk.url("log")).text
    assert "The coach sits at the table" in log
    assert "The coach leaves the table" in log


def test_card_table_has_no_coach() -> None:
    desk = SampleTable(game="forty_fives")
    assert 'name="coach"' not in desk.writer.client().get(desk.url("change")).text
    keep(desk, coach="yes")
    assert not Session.objects.get(pk=desk.session.pk).coach


def test_strangers_see_nothing_of_it() -> None:
    desk = crag(coach=True)
    for client in (Client(), new_writer().client()):
        assert client.get(desk.url() + THROWN).status_code == 404


def test_rules_page_says_that_the_coach_is_there() -> None:
    for on in (True, False):
        desk = crag(coach=on)
        assert ('id="coach"' in desk.writer.client().get(desk.url("rules")).text) is on


def test_rematch_keeps_the_coach() -> None:
    desk = crag(coach=True)
    before = Session.objects.get(pk=desk.session.pk)
    plan = Plan("crag", ("Ana", "Bo"), (None, None), {}, {}, rematch_of=before)
    assert create_session(before.group, desk.writer.person, plan).coach

"""Polling: "unchanged" only if the page would be the same, and with few queries."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import pytest
from django.db import connection
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext

from scorekeeper.people.models import Group, Player
from scorekeeper.play import amendments
from scorekeeper.play.models import Session
from tests.factories import HTMX, SampleTable, new_key

pytestmark = pytest.mark.django_db

WAKE = Callable[[], int]


def asking(client: Client, url: str) -> WAKE:
    """Return a phone that has this page, and the responses to its polls."""
    etag = client.get(url, headers=HTMX).headers["ETag"]
    known = HTMX | {"If-None-Match": etag}
    return lambda: client.get(url, headers=known).status_code


def over() -> SampleTable:
    """Ana has beaten Bo."""
    desk = SampleTable("general", ["Ana", "Bo"])
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def again(desk: SampleTable) -> SampleTable:
    """The rematch, with the same first writer."""
    desk.writer.client().post(desk.url("rematch"), {"key": new_key()})
    found = copy(desk)
    found.session = Session.objects.get(rematch_of=desk.session)
    found.address = found.session.address
    return found


@pytest.mark.parametrize("name", ["table", "big_screen"])
def test_next_game_that_is_gone_is_no_way_to_go(name: str) -> None:
    desk = over()
    after = again(desk)
    wake = asking(desk.writer.client(), desk.url(name))
    assert wake() == 304
    after.change(removed=True)
    assert wake() == 200
    wake = asking(desk.writer.client(), desk.url(name))
    after.change(removed=False)
    assert wake() == 200


def test_listener_of_former_game_rechecks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its version is the same: the client is told to reload, not why."""
    desk = over()
    after = again(desk)
    notices: list[str] = []
    monkeypatch.setattr("scorekeeper.play.notifications._notify", notices.append)
    looks = f"{desk.session.pk} 0 0"
    after.change(counted=False)
    assert looks not in notices
    for change in ({"removed": True}, {"removed": False}, {"ended": True}):
        notices.clear()
        after.change(**change)
        assert looks in notices


def test_games_won_of_evening_are_those_of_now() -> None:
    """Also if a game before this one was corrected."""
    desk = SampleTable("generala_cards", ["Ana", "Bo"], dealer=2)
    desk.entry(out=[["1"]])
    second = again(desk)
    second.entry(out=[["1"]])
    wakes = [asking(second.writer.client(), second.url(name)) for name in ("table", "big_screen")]
    assert [wake() for wake in wakes] == [304, 304]
    amendments.amend(desk.address, desk.write_request(), 1, {"out": [["2"]]}, 0)
    assert [wake() for wake in wakes] == [200, 200]


@pytest.mark.parametrize("name", ["table", "big_screen"])
def test_name_is_one_of_now_at_game_that_is_over(name: str) -> None:
    """After a rename or an erasure no open page goes on showing the former name."""
    desk = over()
    wake = asking(desk.writer.client(), desk.url(name))
    Player.objects.filter(name="Bo").update(name="Benno", folded_name="benno")
    assert wake() == 200


def test_text_to_share_is_in_language_of_now() -> None:
    desk = over()
    wake = asking(desk.writer.client(), desk.url())
    Group.objects.update(language="de")
    assert wake() == 200


def test_asking_again_costs_little() -> None:
    """Session, person, table, seats; finished: the next game, those of group and evening."""
    running, ended = SampleTable(), over()
    cards = SampleTable("generala_cards", ["Ana", "Bo"], dealer=2)
    for _game in range(4):
        cards.entry(out=[["1"]])
        cards = again(cards)
    costs = []
    for desk in (running, ended, cards):
        with TestCase.captureOnCommitCallbacks(execute=True):
            wake = asking(desk.writer.client(), desk.url())
        with CaptureQueriesContext(connection) as asked:
            assert wake() == 304
        costs.append(len(asked))
    assert costs == [4, 6, 5]


def test_etag_is_computed_before_page_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes while the page is drawn are reported at the next poll."""
    desk = over()
    after = again(desk)

    def gone(*_table: object) -> str:
        after.change(removed=True)
        return ""

    with monkeypatch.context() as patched:
        patched.setattr("scorekeeper.table.response.sign_stream_token", gone)
        wake = asking(desk.writer.client(), desk.url())
    assert wake() == 200

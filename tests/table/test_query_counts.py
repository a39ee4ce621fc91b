"""Queries of a page: few, and as many after 10,000 games as after ten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.ledger.models import Posting
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.models import Seat, Session
from tests.factories import SampleTable, new_key
from tests.query_counts import asked, insert_entries

pytestmark = pytest.mark.django_db

MOST = 6


def play_before(desk: SampleTable, games: int) -> None:
    """So many games that the same people have played to the end, in one line each."""
    now = timezone.now() - timedelta(days=1)
    sessions = Session.objects.bulk_create(
        Session(
            group=desk.group,
            game="general",
            rules_version=1,
            started=now - timedelta(minutes=each),
            finished=now - timedelta(minutes=each),
        )
        for each in range(games)
    )
    players = [seat.player for seat in desk.table.seats]
    Seat.objects.bulk_create(
        Seat(session=session, player=player, number=number, position=number - 1)
        for session in sessions
        for number, player in enumerate(players, 1)
    )
    win = {"moves": [{"player": "1", "box": "fives", "dice": [5] * 5, "throws": 1}]}
    insert_entries([(session.pk, 1, "append", None, win) for session in sessions])


@pytest.mark.parametrize("games", [10, 10_000])
def test_history_costs_no_query(games: int) -> None:
    desk = SampleTable(names=["Ana", "Bo", "Cleo", "Dev"])
    play_before(desk, games)
    client = desk.writer.client()
    GAME_CACHE.clear()
    counts = {}
    for state in ("cold", "warm"):
        counts[state, "home"] = len(asked(client, "GET", "/"))
        if state == "cold":
            GAME_CACHE.clear()
        counts[state, "page"] = len(asked(client, "GET", desk.url()))
        if state == "cold":
            GAME_CACHE.clear()
        form = desk.form(player=desk.table.turn, box="fours", dice="44412", throws="2")
        if state == "cold":
            GAME_CACHE.clear()
        counts[state, "post"] = len(asked(client, "POST", desk.url("write"), form))
    # session, person, group, debts; running games, finished games and their seats, how many in all; the lines of
    # entries that are not cached
    assert counts == {
        ("cold", "home"): 12,
        ("cold", "page"): 5,
        ("cold", "post"): 6,
        ("warm", "home"): 11,
        ("warm", "page"): 4,
        ("warm", "post"): 5,
    }


@pytest.mark.parametrize("lines", [4, 400])
def test_long_log_costs_no_query(lines: int) -> None:
    desk = SampleTable(names=["Ana", "Bo", "Cleo", "Dev"])
    for player in (1, 2, 3, 4):
        desk.line(player, "ones", points=3)
    more = range(5, lines + 1)
    move = {"player": "1", "box": "ones", "points": 2}
    insert_entries([(desk.session.pk, number, "amend", 1, {"moves": [move]}) for number in more])
    client, seen = desk.writer.client(), max(lines, 4)
    for cold in (True, False):
        for path in (
            "",
            "?line=2",
            "?seat=3",
            "?box=fours",
            "?dice=44412&throws=2",
            "?line=1&right=1&points=4",
        ):
            if cold:
                GAME_CACHE.clear()
            found = asked(client, "GET", desk.url() + path)
            assert len(found) <= 4 + cold + path.startswith("?line"), path
        for name, most, fields in (
            ("write", 5, {"player": "1", "box": "fours", "dice": "44412", "throws": "2"}),
            ("correct", 5, {"line": "1", "box": "ones", "points": "4"}),
            ("undo", 8, {"entry": str(seen + 1 if cold else seen + 5)}),
            ("go_home", 5, {"player": "2" if cold else "3"}),
        ):
            if cold:
                GAME_CACHE.clear()
            form = {"seen": desk.session.entries.count(), "key": new_key(), **fields}
            # a take-back reads the entries before as well
            more_when_cold = 2 if name == "undo" else 1
            found = asked(client, "POST", desk.url(name), form)
            assert len(found) <= most + cold * more_when_cold, name


@pytest.mark.parametrize(
    ("stake", "more"),
    [({}, 0), ({"kind": "ante", "amount": "1", "unit": "USD"}, 4)],
    ids=["free", "for money"],
)
def test_last_line_of_game_too(stake: dict[str, str], more: int) -> None:
    """For money: postings, the group's postings, the debt and the new sum.

    Always: the rows of history (variant, result, scores and cells).
    """
    desk = SampleTable(stake=stake)
    client = desk.writer.client()
    desk.line(1, "ones", points=3)
    asked(client, "POST", desk.url("go_home"), desk.form(player="1"))
    found = asked(client, "POST", desk.url("go_home"), desk.form(player="2"))
    assert desk.table.session.finished is not None
    assert Posting.objects.count() == bool(more)
    # three sums; and for streaks and ratings deferred work, later games, their players, former and new ranks
    assert len(found) <= MOST + more + 6 + 3 + 7


def test_anonymous_request_makes_no_query() -> None:
    assert asked(Client(), "GET", "/") == []

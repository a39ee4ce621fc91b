"""Changes of a running table, latecomers, and reading it during a write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import TestCase

from scorekeeper.people.models import Player
from scorekeeper.people.names import players_named
from scorekeeper.play import loading, log, session_changes
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.game_cache import GAME_CACHE
from tests.factories import SampleTable

pytestmark = pytest.mark.django_db


def named(desk: SampleTable, name: str) -> Player:
    return players_named(desk.group, [name])[0]


def sit(desk: SampleTable, name: str) -> str:
    """Seat a latecomer; return the key of the seat, or the error code."""
    try:
        return (
            session_changes.seat_latecomer(desk.address, desk.write_request(), named(desk, name))
            .seats[-1]
            .key
        )
    except RefusedError as refused:
        return refused.error.code


# --- latecomers -------------------------------------------------------------------------------------------


def test_latecomer_sits_down_and_catches_up() -> None:
    desk = SampleTable()
    desk.line(1, "ones")
    desk.line(2, "ones")
    desk.line(1, "twos")
    assert sit(desk, "Cleo") == "3"
    assert desk.table.turn == "3"
    desk.line(3, "ones")
    assert desk.table.turn == "2"
    assert sit(desk, "Cleo") == "seated_already"


def test_until_round_two_ends() -> None:
    desk = SampleTable()
    for box in ("ones", "twos"):
        for player in (1, 2):
            assert sit(SampleTable(), "Cleo") == "3"
            desk.line(player, box)
    assert sit(desk, "Cleo") == "too_late_to_sit"


def test_lagging_latecomer_does_not_extend_joining() -> None:
    desk = SampleTable()
    desk.line(1, "ones")
    assert sit(desk, "Cleo") == "3"
    for box in ("twos", "threes"):
        desk.line(1, box)
    assert sit(desk, "Dev") == "too_late_to_sit"


def test_departed_player_does_not_end_joining() -> None:
    desk = SampleTable()
    desk.line(1, "ones")
    log.go_home(desk.address, desk.write_request(), "1")
    assert sit(desk, "Cleo") == "3"


def test_player_of_another_group_is_refused() -> None:
    desk = SampleTable()
    stranger = named(SampleTable(), "Cleo")
    with pytest.raises(RefusedError, match="unknown_player"):
        session_changes.seat_latecomer(desk.address, desk.write_request(), stranger)
    assert desk.entries == []
    assert len(desk.table.seats) == 2


def test_seats_change_neither_in_teams_nor_after_end() -> None:
    desk = SampleTable()
    desk.change(teams={"1": 1, "2": 2})
    assert sit(desk, "Cleo") == "teams_are_full"
    over = SampleTable()
    over.line(1, "fives", dice=[5] * 5, throws=1)
    assert sit(over, "Cleo") == "too_late_to_sit"
    given_up = SampleTable()
    given_up.change(ended=True)
    assert sit(given_up, "Cleo") == "session_ended"


def test_ten_at_table_and_no_more() -> None:
    desk = SampleTable(names=[f"P{number}" for number in range(9)])
    assert sit(desk, "Cleo") == "10"
    before = desk.entries
    assert sit(desk, "Dev") == "table_full"
    assert desk.entries == before


# --- changes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ({"options": {"no_such": 1}}, "unknown_option"),
        ({"options": {"straights": "sideways"}}, "bad_option"),
        ({"order": [1]}, "bad_players"),
        ({"order": [1, 1]}, "bad_players"),
        ({"order": [1, 2, 3]}, "bad_players"),
        ({"teams": {"1": 1}}, "bad_teams"),
        ({"teams": {"1": 1, "3": 2}}, "bad_teams"),
        ({"teams": {"1": 1, "2": None}}, "bad_teams"),
        ({"stake": {"kind": "all of it"}}, "unknown_kind"),
        ({"stake": {"kind": "fixed", "amount": "-1", "unit": "USD"}}, "bad_amount"),
    ],
)
def test_impossible_changes_are_refused(after: dict[str, Any], code: str) -> None:
    desk = SampleTable()
    desk.line(1, "ones")
    before, seats = desk.entries, list(desk.session.seats.values())
    with pytest.raises(RefusedError) as refused:
        desk.change(**after)
    assert refused.value.error.code == code
    assert refused.value.line is None
    assert desk.entries == before
    assert list(desk.session.seats.values()) == seats
    assert desk.table.session.options == {}


@pytest.mark.parametrize("name", ["game", "finished", "group_id", "address", "rules_version", "seated", "id"])
def test_change_leaves_other_fields_of_session(name: str) -> None:
    with pytest.raises(TypeError):
        SampleTable().change(**{name: None})


def test_change_keeps_what_was_before() -> None:
    desk = SampleTable(options={"straights": "basic"})
    desk.change(options={}, order=[2, 1], ended=True)
    entry = desk.session.entries.get()
    assert entry.data == {
        "before": {"options": {"straights": "basic"}, "order": [1, 2], "ended": False},
        "after": {"options": {}, "order": [2, 1], "ended": True},
    }
    assert [seat.key for seat in desk.table.seats] == ["2", "1"]


def test_replay_after_change_equals_full_replay() -> None:
    desk = SampleTable("generala")
    desk.line(1, "straight", dice=[1, 2, 3, 4, 5], throws=1)
    changed = desk.change(options={"first_throw_bonus": 10})
    assert changed.sheet.totals == (30, 0)
    GAME_CACHE.clear()
    assert desk.table.replayed == changed.replayed


# --- a write between two statements of a reader -------------------------------------------------------


def interrupt(monkeypatch: pytest.MonkeyPatch, name: str, meanwhile: Callable[[], object]) -> None:
    """Call `meanwhile` once, just before a function of `loading`, or the cache's `get`, runs."""
    owner: Any = GAME_CACHE if name == "get" else loading
    then = getattr(owner, name)

    def late(*arguments: Any) -> Any:
        monkeypatch.setattr(owner, name, then)
        meanwhile()
        return then(*arguments)

    monkeypatch.setattr(owner, name, late)


def remember(desk: SampleTable) -> None:
    """Cache the present state of the game."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        desk.points(1, "ones")


def test_cache_omits_uncommitted_changes() -> None:
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    remember(desk)
    kept = dict(GAME_CACHE._games)
    with transaction.atomic():
        desk.line(2, "ones", points=5)
        assert desk.points(2, "ones") == 5
        transaction.set_rollback(True)
    assert dict(GAME_CACHE._games) == kept
    desk.line(2, "ones", points=2)
    assert desk.points(2, "ones") == 2


def test_overtaken_reader_takes_cached_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every page requested during a write would replay the whole log."""
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    remember(desk)

    def write() -> None:
        with TestCase.captureOnCommitCallbacks(execute=True):
            desk.line(2, "ones", points=5)

    interrupt(monkeypatch, "_seated", write)
    monkeypatch.setattr(loading, "current_entries", None)
    assert desk.points(2, "ones") == 5


def test_older_game_never_takes_place_of_newer() -> None:
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    older = desk.table
    desk.line(2, "ones", points=5)
    remember(desk)
    kept = dict(GAME_CACHE._games)
    with TestCase.captureOnCommitCallbacks(execute=True):
        GAME_CACHE.put_on_commit(older)
    assert dict(GAME_CACHE._games) == kept != {}


def sit_and_write(desk: SampleTable) -> None:
    sit(desk, "Cleo")
    desk.line(3, "ones")


def lift_a_rule(desk: SampleTable) -> None:
    desk.change(options={"big_general_wins": "never"})
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    desk.line(2, "fives")


@pytest.mark.parametrize("meanwhile", [sit_and_write, lift_a_rule])
@pytest.mark.parametrize("name", ["_seated", "get", "_replayed", "_replay", "current_entries"])
@pytest.mark.parametrize("remembered", [False, True])
@pytest.mark.parametrize("path", ["", "lines/", "home"])
def test_reader_sees_one_moment(
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[SampleTable], None],
    name: str,
    remembered: bool,
    path: str,
) -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    desk.line(1, "twos", points=4)
    desk.line(2, "twos", points=2)
    client = desk.writer.client()
    if remembered:
        remember(desk)
    url = "/" if path == "home" else desk.url() + path  # all pages are imported by now
    interrupt(monkeypatch, name, lambda: meanwhile(desk))
    assert client.get(url).status_code == 200
    assert client.get(url).status_code == 200
    GAME_CACHE.clear()
    assert client.get(desk.url()).status_code == 200

"""Retried writes: one entry and one response; a key used otherwise is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scorekeeper.people.names import players_named
from scorekeeper.play import amendments, log, session_changes
from scorekeeper.play.exceptions import RefusedError, StaleError
from scorekeeper.play.models import Entry
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import WriteRequest
from tests.factories import HTMX, SampleTable, new_key, new_writer

pytestmark = pytest.mark.django_db

Write = Callable[[SampleTable, WriteRequest], Table]
FOURS = [{"player": "1", "box": "fours", "points": 12, "out_of_turn": True}]
SIXES = [{"player": "1", "box": "sixes", "points": 12, "out_of_turn": True}]


def late(desk: SampleTable, name: str) -> Any:
    return players_named(desk.group, [name])[0]


# Every kind of write, the same with another body, on a table where line 1 stands: Ana's ones, struck.
WRITES: dict[str, tuple[Write, Write]] = {
    "append": (
        lambda desk, write_request: log.append(desk.address, write_request, FOURS),
        lambda desk, write_request: log.append(desk.address, write_request, SIXES),
    ),
    "amend": (
        lambda desk, write_request: amendments.amend(
            desk.address, write_request, 1, {"box": "ones", "points": 3}
        ),
        lambda desk, write_request: amendments.amend(
            desk.address, write_request, 1, {"box": "ones", "points": 4}
        ),
    ),
    "void": (
        lambda desk, write_request: amendments.void(desk.address, write_request, 1),
        lambda desk, write_request: amendments.void(desk.address, write_request, 2),
    ),
    "change": (
        lambda desk, write_request: session_changes.change(desk.address, write_request, {"order": [2, 1]}),
        lambda desk, write_request: session_changes.change(
            desk.address, write_request, {"order": [2, 1], "ended": True}
        ),
    ),
    "latecomer": (
        lambda desk, write_request: session_changes.seat_latecomer(
            desk.address, write_request, late(desk, "Cleo")
        ),
        lambda desk, write_request: session_changes.seat_latecomer(
            desk.address, write_request, late(desk, "Dev")
        ),
    ),
    "home": (
        lambda desk, write_request: log.go_home(desk.address, write_request, "1"),
        lambda desk, write_request: log.go_home(desk.address, write_request, "2"),
    ),
}
PAIRS = [(one, other) for one in WRITES for other in WRITES if one != other]


@pytest.fixture
def desk() -> SampleTable:
    desk = SampleTable(names=["Ana", "Bo"])
    desk.line(1, "ones")
    return desk


def meddle(desk: SampleTable) -> None:
    """Let others write a line, a correction of line 1 if it is in effect, and a change."""
    for attempt in (
        lambda: desk.line(2, "twos"),
        lambda: desk.amend(1, box="ones", points=2),
        lambda: desk.change(stake={"kind": "low_pays", "amount": "1", "unit": "drink"}),
    ):
        try:
            attempt()
        except RefusedError:
            assert desk.table.replayed.line(1) is None


@pytest.mark.parametrize("kind", WRITES)
@pytest.mark.parametrize("seen", ["then", "now"])
@pytest.mark.parametrize("others", [False, True])
def test_entry_sent_again_is_written_once(desk: SampleTable, kind: str, seen: str, others: bool) -> None:
    write, _ = WRITES[kind]
    key = new_key()
    first = write(desk, desk.write_request(key=key, seen=1))
    assert first.wrote == first.count == 2
    if others:
        meddle(desk)
    before, stands = desk.entries, desk.table
    for _ in range(2):
        again = write(desk, desk.write_request(key=key, seen=1 if seen == "then" else stands.count))
        assert again.wrote == 2
        assert (again.count, again.state) == (stands.count, stands.state)
        assert [seat.number for seat in again.seats] == [seat.number for seat in stands.seats]
        assert desk.entries == before


@pytest.mark.parametrize("kind", WRITES)
@pytest.mark.parametrize("seen", [1, 2])
def test_another_content_under_same_key(desk: SampleTable, kind: str, seen: int) -> None:
    write, other = WRITES[kind]
    key = new_key()
    write(desk, desk.write_request(key=key))
    refused(desk, lambda: other(desk, desk.write_request(key=key, seen=seen)))


@pytest.mark.parametrize(("kind", "other"), PAIRS)
def test_another_kind_under_same_key(desk: SampleTable, kind: str, other: str) -> None:
    key = new_key()
    WRITES[kind][0](desk, desk.write_request(key=key))
    for seen in (1, 2):
        refused(desk, lambda: WRITES[other][0](desk, desk.write_request(key=key, seen=seen)))  # noqa: B023


@pytest.mark.parametrize("kind", WRITES)
def test_another_person_with_same_key(desk: SampleTable, kind: str) -> None:
    write, _ = WRITES[kind]
    key, other = new_key(), new_writer(desk.group)
    write(desk, desk.write_request(key=key))
    for seen in (1, 2):
        refused(desk, lambda: write(desk, desk.write_request(key=key, seen=seen, by=other)))  # noqa: B023


@pytest.mark.parametrize("kind", WRITES)
def test_key_of_another_table_reveals_nothing(desk: SampleTable, kind: str) -> None:
    write, _ = WRITES[kind]
    key = new_key()
    write(desk, desk.write_request(key=key))
    elsewhere = SampleTable(writer=desk.writer)
    elsewhere.line(1, "ones")
    with pytest.raises(StaleError):
        write(elsewhere, elsewhere.write_request(key=key, seen=0))
    assert write(elsewhere, elsewhere.write_request(key=key)).count == 2


def test_line_that_was_taken_back_since(desk: SampleTable) -> None:
    key = new_key()
    amendments.amend(desk.address, desk.write_request(key=key), 1, {"box": "ones", "points": 3})
    desk.void(1)
    again = amendments.amend(
        desk.address, desk.write_request(key=key, seen=1), 1, {"box": "ones", "points": 3}
    )
    assert (again.wrote, again.count) == (2, 3)


def test_correction_within_line_of_many(desk: SampleTable) -> None:
    home = log.go_home(desk.address, desk.write_request(), "2").count
    key, seen = new_key(), 2
    amendments.amend(desk.address, desk.write_request(key=key), home, {"box": "twos", "points": 4}, 1)
    desk.amend(home, 2, box="threes", points=6)
    again = amendments.amend(
        desk.address, desk.write_request(key=key, seen=seen), home, {"box": "twos", "points": 4}, 1
    )
    assert (again.wrote, again.count) == (3, 4)
    refused(
        desk,
        lambda: amendments.amend(
            desk.address, desk.write_request(key=key), home, {"box": "twos", "points": 4}, 2
        ),
    )
    # nor is it the same that another of the line's boxes stands as this says
    standing = {"box": "ones", "strike": True}
    refused(desk, lambda: amendments.amend(desk.address, desk.write_request(key=key), home, standing, 0))


def test_unchanged_value_writes_nothing(desk: SampleTable) -> None:
    key = new_key()
    table = session_changes.change(
        desk.address, desk.write_request(key=key), {"order": [1, 2], "ended": False}
    )
    assert (table.count, table.wrote) == (1, None)
    assert log.append(desk.address, desk.write_request(key=key), FOURS).count == 2


def refused(desk: SampleTable, write: Callable[[], object]) -> None:
    """Assert that the write is refused because its key was used, and changes nothing."""
    before, seats = desk.entries, list(desk.session.seats.values())
    with pytest.raises(RefusedError, match="key_used"):
        write()
    assert desk.entries == before
    assert list(desk.session.seats.values()) == seats


# --- by the forms -----------------------------------------------------------------------------------------

FORMS: dict[str, dict[str, str]] = {
    "write": {"player": "1", "box": "fours", "value": "12", "out_of_turn": "1"},
    "correct": {"line": "1", "box": "ones", "points": "3"},
    "undo": {"entry": "1"},
    "go_home": {"player": "1"},
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("htmx", [False, True])
def test_form_sent_again_has_same_response(desk: SampleTable, name: str, htmx: bool) -> None:
    client, headers = desk.writer.client(), HTMX if htmx else {}
    form = desk.form(**FORMS[name])
    first = client.post(desk.url(name), form, headers=headers)
    assert first.status_code == (200 if htmx else 302)
    meddle(desk)
    before = desk.entries
    for seen in (1, len(before)):
        again = client.post(desk.url(name), {**form, "seen": seen}, headers=headers)
        assert again.status_code == first.status_code
        assert again.headers.get("Location") == first.headers.get("Location")
    assert desk.entries == before


def test_undo_sent_again_has_same_response(desk: SampleTable) -> None:
    client = desk.writer.client()
    form = desk.form(entry=1)
    first = client.post(desk.url("undo"), form, headers=HTMX).text
    desk.line(2, "twos")
    again = client.post(desk.url("undo"), form, headers=HTMX).text
    for page in (first, again):
        assert "Taken back:" in page
        assert "Ana, ones, crossed out" in page
        # writing it again is about this very taking back, whatever was written since
        assert 'name="sure" value="2">Restore it' in page


@pytest.mark.parametrize(
    "spelt",
    [str.upper, lambda key: f"{{{key}}}", lambda key: key.replace("-", ""), lambda key: f"urn:uuid:{key}"],
)
def test_key_is_equal_in_every_spelling(desk: SampleTable, spelt: Callable[[str], str]) -> None:
    client, key = desk.writer.client(), new_key()
    form = desk.form(key=key, **FORMS["write"])
    client.post(desk.url("write"), form)
    answer = client.post(desk.url("write"), {**form, "key": spelt(key)})
    assert answer.status_code in (302, 422)
    assert Entry.objects.filter(session=desk.session).count() == 2


def test_form_of_another_person(desk: SampleTable) -> None:
    form = desk.form(**FORMS["write"])
    desk.writer.client().post(desk.url("write"), form)
    before = desk.entries
    other: Client = new_writer(desk.group).client()
    for seen in (1, 2):
        answer = other.post(desk.url("write"), {**form, "seen": seen})
        assert answer.status_code == 422
        assert "This was sent before" in answer.text
    assert desk.entries == before

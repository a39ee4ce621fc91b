"""Entries are inserted, never changed or removed, and outlive their author."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from scorekeeper.people.models import Device, Person
from scorekeeper.play import log, session_changes
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.models import Entry, Session
from tests.factories import HTMX, SampleTable, new_key, new_writer

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    desk = SampleTable(names=["Ana", "Bo"])
    desk.line(1, "fours", points=12)
    desk.line(2, "fours")
    desk.amend(1, box="fours", points=8)
    desk.void(2)
    return desk


def awaited(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Run it in a thread of its own: a browser test may have left its event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()


CHANGES: dict[str, Callable[[Entry], object]] = {
    "save": lambda entry: entry.save(),
    "save with fields": lambda entry: entry.save(update_fields=["data"]),
    "save forced": lambda entry: entry.save(force_update=True),
    "asave": lambda entry: awaited(entry.asave()),
    "delete": lambda entry: entry.delete(),
    "adelete": lambda entry: awaited(entry.adelete()),
    "update": lambda entry: Entry.objects.update(data={}),
    "update of one": lambda entry: Entry.objects.filter(pk=entry.pk).update(key="x"),
    "aupdate": lambda entry: awaited(Entry.objects.aupdate(data={})),
    "queryset delete": lambda entry: Entry.objects.all().delete(),
    "queryset adelete": lambda entry: awaited(Entry.objects.all().adelete()),
    "bulk_update": lambda entry: Entry.objects.bulk_update([entry], ["data"]),
    "bulk_create": lambda entry: Entry.objects.bulk_create([entry]),
    "upsert": lambda entry: Entry.objects.bulk_create(
        [entry], update_conflicts=True, update_fields=["data"], unique_fields=["pk"]
    ),
    "update_or_create": lambda entry: Entry.objects.update_or_create({"data": {}}, pk=entry.pk),
    "of the session": lambda entry: entry.session.entries.all().delete(),
    "session's update": lambda entry: entry.session.entries.update(number=9),
    "session's add": lambda entry: SampleTable().session.entries.add(entry),  # noqa: PLW0108 - made in the test
    "base manager": lambda entry: Entry._base_manager.filter(pk=entry.pk).update(number=9),
    "default manager": lambda entry: Entry._default_manager.filter(pk=entry.pk).delete(),
}


@pytest.mark.parametrize("way", CHANGES)
def test_entry_cannot_be_changed(desk: SampleTable, way: str) -> None:
    before = desk.entries
    entry = Entry.objects.get(session=desk.session, number=1)
    entry.data = {"moves": []}
    with pytest.raises(TypeError, match="log entries are"):
        CHANGES[way](entry)
    assert desk.entries == before


@pytest.mark.parametrize(("number", "key"), [(1, None), (None, 1), (1, 1)])
def test_number_and_key_are_unique_in_session(desk: SampleTable, number: int | None, key: int | None) -> None:
    first = Entry.objects.get(session=desk.session, number=1)
    twin = Entry(
        session=desk.session,
        number=number or 9,
        kind="append",
        author_id=1,
        device_id=1,
        key=first.key if key else new_key(),
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()
    stored = Entry(
        pk=first.pk, session=SampleTable().session, number=1, kind="void", author_id=1, device_id=1, key="x"
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        stored.save()  # an entry made by hand does not replace the one of its row


def test_key_may_occur_in_two_sessions(desk: SampleTable) -> None:
    key = Entry.objects.get(session=desk.session, number=1).key
    other = SampleTable()
    moves = [{"player": "1", "box": "ones", "strike": True}]
    assert log.append(other.address, other.write_request(key=key), moves).count == 1


def test_session_with_lines_is_not_deleted(desk: SampleTable) -> None:
    with pytest.raises(ProtectedError):
        desk.session.delete()
    with pytest.raises(ProtectedError):
        Session.objects.filter(pk=desk.session.pk).delete()
    with pytest.raises(ProtectedError):
        desk.group.delete()
    assert len(desk.entries) == 4


def test_author_may_be_erased(desk: SampleTable) -> None:
    # a second person of the group goes on when the first is gone
    desk.change(order=[2, 1])
    other = new_writer(desk.group)
    before = desk.entries
    person = desk.writer.person.pk
    Device.objects.filter(person=person).delete()
    Person.objects.get(pk=person).delete()
    assert not Device.objects.filter(pk=desk.writer.device)
    assert desk.entries == before
    assert {row["author_id"] for row in Entry.objects.values("author_id")} == {person}
    client = other.client()
    for path in ("", "?line=1", "?line=1&right=1", "?seat=1", "lines/", "lines/?changes=1"):
        for headers in ({}, HTMX):
            assert client.get(desk.url() + path, headers=headers).status_code == 200, path
    assert client.get("/").status_code == 200
    sent = {"seen": len(before), "key": new_key(), "line": "1", "box": "fours", "points": "16"}
    assert client.post(desk.url("correct"), sent).status_code == 302
    assert desk.entries[: len(before)] == before
    assert len(desk.entries) == len(before) + 1


def test_foreign_keys_hold_without_people(desk: SampleTable) -> None:
    Person.objects.all().delete()
    connection.check_constraints()


def test_entries_contain_no_names() -> None:
    names = ["Anastasia", "Bonifatius"]
    desk = SampleTable(names=names)
    desk.line(1, "fours", dice=[4, 4, 1, 2, 3])
    desk.line(2, "sixes", points=12)
    desk.amend(1, box="fours", dice=[4, 4, 4, 2, 3], throws=2)
    desk.void(2)
    desk.change(order=[2, 1], options={"straights": "basic"})
    desk.change(teams={"1": 1, "2": 2})
    desk.change(teams={"1": None, "2": None})
    late = SampleTable(names=["Cleopatra"], writer=desk.writer).session.seats.get().player
    session_changes.seat_latecomer(desk.address, desk.write_request(), late)
    log.go_home(desk.address, desk.write_request(), "2")
    desk.change(ended=True)
    everything = json.dumps(desk.entries, default=str)
    assert len(desk.entries) == 10
    for name in [*names, "Cleopatra"]:
        assert name not in everything
    stored = {"author_id", "device_id", "session_id"}
    assert stored == {field.attname for field in Entry._meta.fields if field.is_relation}


def test_name_in_place_of_player_is_refused() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    with pytest.raises(RefusedError, match="unknown_player"):
        log.append(desk.address, desk.write_request(), [{"player": "Ana", "box": "ones", "strike": True}])
    with pytest.raises(RefusedError, match="unknown_player"):
        log.go_home(desk.address, desk.write_request(), "Ana")
    assert desk.entries == []


def test_line_without_move_is_refused() -> None:
    desk = SampleTable()
    with pytest.raises(RefusedError, match="nothing_written"):
        log.append(desk.address, desk.write_request(), [])
    assert desk.entries == []

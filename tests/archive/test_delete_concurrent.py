"""Deleting a group or erasing a person during a write of another."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from django.http import Http404

from scorekeeper.archive import erase_person
from scorekeeper.archive.delete_group import called, delete
from scorekeeper.archive.erase_person import erase
from scorekeeper.people.models import Group, Member
from scorekeeper.play import log
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.models import Entry
from tests.factories import SampleTable, Writer, new_writer
from tests.interleave import meet

pytestmark = pytest.mark.django_db(transaction=True)


def writes(desk: SampleTable, by: Writer, **move: Any) -> None:
    """Write an entry; the table or the access to it may be gone."""
    write_request = desk.write_request(by=by, seen=0)
    with contextlib.suppress(Http404):
        log.append(desk.address, write_request, [{"player": "1", "box": "ones", "strike": True, **move}])


def test_group_deleted_during_write_ends_consistent() -> None:
    desk = SampleTable()
    owner = desk.writer.person
    meet(
        log,
        "insert",
        lambda: writes(desk, desk.writer),
        lambda: delete(desk.group, owner, called(desk.group)),
    )
    assert not Group.objects.exists()
    assert not Entry.objects.exists()


def test_only_member_erased_during_write() -> None:
    desk = SampleTable()
    meet(log, "insert", lambda: writes(desk, desk.writer), lambda: erase(desk.writer.person))
    assert not Group.objects.exists()
    assert not Entry.objects.exists()


def shared() -> tuple[SampleTable, Writer]:
    """Return a table, and Ana, another member of its group."""
    desk = SampleTable(names=["Ana", "Bo"])
    ana = new_writer(desk.group)
    Member.objects.filter(person=ana.person).update(player=desk.session.seats.get(number=1).player)
    return desk, ana


def test_note_written_during_erasure_is_removed() -> None:
    desk, ana = shared()
    meet(erase_person, "blank_notes", lambda: erase(ana.person), lambda: writes(desk, ana, note="my word"))
    assert "my word" not in str(desk.entries)


def test_note_written_before_erasure_is_removed() -> None:
    desk, ana = shared()
    meet(log, "insert", lambda: writes(desk, ana, note="my word"), lambda: erase(ana.person))
    assert "my word" not in str(desk.entries)


def test_erased_note_in_another_process_cache_is_not_shown() -> None:
    desk, ana = shared()
    writes(desk, ana, note="my word")
    assert "my word" in str(desk.table.replayed)
    remembered = dict(GAME_CACHE._games)
    erase(ana.person)
    GAME_CACHE._games.update(remembered)
    assert "my word" not in str(desk.table.replayed)
    GAME_CACHE._games.update(remembered)
    desk.amend(1, player="1", box="ones", points=3)
    assert "my word" not in str(desk.entries)

"""Groups with games, players and payments, and their exported files."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID

from scorekeeper.archive.group_export import export_group
from scorekeeper.archive.group_import import import_group
from scorekeeper.archive.group_parser import parse
from scorekeeper.demo import group as demo
from scorekeeper.people.models import Group, Person
from scorekeeper.play import session_changes, strict_json
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.write_request import WriteRequest
from tests.factories import SampleTable

NOW = datetime(2026, 11, 20, 21, 7, tzinfo=UTC)


def exported(group: Group) -> bytes:
    with export_group(group) as file:
        return file.read()


def imported(data: bytes, importer: Person, *, copy: bool = False) -> Group:
    group = import_group(parse(strict_json.loads(data)), importer, copy=copy)
    assert group is not None
    return group


def random_group(seed: int, games: int = 4) -> demo.Demo:
    """Return a group with random games, corrections, payments, merges and abandoned games."""
    made = demo.make(seed, games, NOW)
    chance = Random(seed)
    sessions = list(Session.objects.filter(group=made.group).order_by("pk"))
    if chance.random() < 0.5 and len(sessions) > 1:
        Session.objects.filter(pk=sessions[-1].pk).update(rematch_of=sessions[0])
    change = {"removed": True} if chance.random() < 0.5 else {"counted": False}
    ended = next(each for each in sessions if each.finished)
    write_request = WriteRequest(
        made.owner, 1, Entry.objects.filter(session=ended).count(), str(UUID(int=seed))
    )
    session_changes.change(ended.address, write_request, change)
    return made


def small_desk() -> SampleTable:
    """One finished game for money, one that runs, in one group."""
    desk = SampleTable(
        "forty_fives",
        ("Ana", "Bo"),
        options={"target": 30},
        stake={"kind": "ante", "amount": "1.00", "unit": "EUR"},
    )
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    other = SampleTable("generala", ("Bo", "Céline"), writer=desk.writer)
    other.line(1, "ones", points=3)
    other.line(2, "twos", points=4)
    other.amend(1, box="ones", points=2)
    other.void(2)
    other.change(ended=True)
    return desk


def edited(data: bytes, *path: Any, value: Any) -> bytes:
    """A file with another value at a place."""
    found = json.loads(data)
    place = found
    for step in path[:-1]:
        place = place[step]
    if value == DELETED:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return json.dumps(found).encode()


DELETED = "(deleted)"

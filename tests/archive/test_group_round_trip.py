"""Export, import and export of a group: the same bytes, and consistent sums."""

import json
from collections.abc import Iterator, Sequence
from itertools import count
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext

from scorekeeper.archive import group_export, snapshots
from scorekeeper.archive.author_pseudonyms import PREFIX
from scorekeeper.archive.delete_group import wipe
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.snapshots import supports_snapshots
from scorekeeper.history.models import Cell, Result, Score
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.people.rate_limits import RateLimitError
from scorekeeper.play.models import Entry, Session
from tests.factories import SampleTable, new_writer
from tests.maintenance.corruption_base import STAKE
from tests.sampling import some_of

from .group_files import exported, imported, random_group, small_desk

pytestmark = pytest.mark.django_db


def projections(group: Group) -> list[Any]:
    """Return the rows of other rooms, without primary keys."""

    def rows(found: "models.QuerySet[Any]", *names: str) -> list[Any]:
        return sorted(found.values_list(*names), key=repr)

    balance = {
        unit: {Player.objects.get(pk=number).address: amount for number, amount in sums.items()}
        for unit, sums in balances(group.pk).items()
    }
    return [
        rows(
            Result.objects.filter(group=group),
            *("session__address", "variant__digest", "started", "finished", "players", "teams", "automatic"),
            *("reason", "has_points"),
        ),
        rows(
            Score.objects.filter(result__group=group),
            *("result__session__address", "player__address", "number", "points", "rank", "won", "lowest"),
            *("lines", "first_throw"),
        ),
        rows(
            Cell.objects.filter(result__group=group),
            *("result__session__address", "player__address", "box", "number", "points", "struck", "throws"),
        ),
        balance,
    ]


@pytest.mark.parametrize("seed", range(some_of(12, share=3)))
def test_group_exported_and_imported_is_same(seed: int) -> None:
    made = random_group(seed)
    first, before = exported(made.group), projections(made.group)
    wipe(made.group)
    assert not Session.objects.exists()
    group = imported(first, made.owner)
    assert exported(group) == first
    assert projections(group) == before
    assert list(verify(Verified())) == []


def test_round_trip_on_another_server_is_identical() -> None:
    desk = small_desk()
    first = exported(desk.group)
    wipe(desk.group)
    Person.objects.all().delete()
    importer = new_writer().person
    group = imported(first, importer)
    assert exported(group) == first
    authors = Person.objects.filter(pk__in=Entry.objects.values_list("author"))
    assert [author.username.startswith(PREFIX) for author in authors] == [True]
    assert not any(author.is_active or author.has_usable_password() for author in authors)


def test_corrections_survive_round_trip() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo"], stake=STAKE, options={"target": 30})
    line = desk.entry(trump="H", tricks=["1", "1", "1", "1", "1"], best="1")
    desk.amend(line, trump="H", tricks=["1", "1", "1", "1", "2"], best="1")
    first = exported(desk.group)
    assert b'"from":30' in first.replace(b" ", b"")
    wipe(desk.group)
    group = imported(first, desk.writer.person)
    assert exported(group) == first
    reason = Posting.objects.get(group=group, kind="correction").reason
    assert reason["changes"][0]["player"] == Player.objects.get(group=group, name="Ana").pk


def test_importer_is_only_member_and_owner() -> None:
    made = random_group(1, 2)
    first = exported(made.group)
    wipe(made.group)
    group = imported(first, made.owner)
    assert list(Member.objects.filter(group=group).values_list("person", "owner")) == [(made.owner.pk, True)]
    own = Entry.objects.filter(session__group=group, author=made.owner)
    others = Entry.objects.filter(session__group=group).exclude(author=made.owner)
    assert own.exists()
    assert {row.author.username[: len(PREFIX)] for row in others.select_related("author")} == {PREFIX}


@pytest.mark.slow
def test_existing_group_is_imported_as_copy() -> None:
    desk = small_desk()
    first = exported(desk.group)
    with pytest.raises(FileError, match="taken"):
        imported(first, desk.writer.person)
    copy = imported(first, desk.writer.person, copy=True)
    assert list(verify(Verified())) == []
    assert copy.address != desk.group.address
    assert exported(desk.group) == first
    addresses = Session.objects.filter(group=copy).values_list("address", flat=True)
    assert not any(address in first.decode() for address in addresses)
    assert [row[1:4] for row in projections(copy)[1]] != []
    again = imported(exported(copy), new_writer().person, copy=True)
    assert len(exported(again)) == len(exported(copy))


def test_merged_player_stays_merged() -> None:
    desk = small_desk()
    celine, bo = Player.objects.get(name="Céline"), Player.objects.get(name="Bo")
    Player.objects.create(
        group=desk.group,
        name="Bo",
        folded_name="bo",
        colour=3,
        merged_into=bo,
        payment_links="https://b.example",
    )
    first = exported(desk.group)
    wipe(desk.group)
    group = imported(first, desk.writer.person)
    assert exported(group) == first
    assert Player.objects.get(group=group, merged_into__isnull=False).merged_into.address == bo.address  # type: ignore[union-attr]
    assert Player.objects.filter(group=group, address=celine.address).exists()


def test_empty_group_survives_round_trip() -> None:
    who = new_writer()
    group = Group.objects.get(member__person=who.person)
    first = exported(group)
    wipe(group)
    assert exported(imported(first, who.person)) == first


@pytest.mark.django_db(transaction=True)
def test_file_is_of_one_moment_where_people_do_not_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that ends for money during the export is unfinished in it, without debts.

    The export blocks no write: where the database offers no snapshot, the request is answered with "try again".
    """
    desk = SampleTable(stake={"kind": "fixed", "amount": "5", "unit": "EUR"})
    stamps = count()
    monkeypatch.setattr(group_export, "_stamp", lambda _group: next(stamps))
    postings, ends = group_export._GroupRows.postings, Thread(target=ended, args=[desk])

    def late(writer: group_export._GroupRows) -> Iterator[dict[str, Any]]:
        if not ends.ident:  # it is not written once more
            ends.start()
            ends.join(10)
        assert not ends.is_alive()
        yield from postings(writer)

    monkeypatch.setattr(group_export._GroupRows, "postings", late)
    if not supports_snapshots():
        with pytest.raises(RateLimitError):
            exported(desk.group)
        assert next(stamps) == 2 * group_export.TRIES
        return
    first = exported(desk.group)
    assert desk.table.outcome is not None
    group = imported(first, desk.writer.person, copy=True)
    assert not Session.objects.get(group=group).finished
    assert list(verify(Verified())) == []


def test_game_that_vanishes_meanwhile_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without snapshots the file is written again; a fault without a change is none of the group's."""
    desk = small_desk()
    other = SampleTable("general", ["Ana", "Bo"], writer=desk.writer)
    batch = group_export._GroupRows._batch
    tries = count()

    def late(writer: group_export._GroupRows, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
        if not next(tries):
            Session.objects.filter(pk=other.session.pk).delete()
        yield from batch(writer, numbers)

    monkeypatch.setattr(group_export, "supports_snapshots", lambda: False)
    monkeypatch.setattr(group_export._GroupRows, "_batch", late)
    assert len(json.loads(exported(desk.group))["games"]) == 2
    assert next(tries) == 2
    monkeypatch.setattr(group_export._GroupRows, "_batch", Mock(side_effect=KeyError))
    with pytest.raises(KeyError):
        exported(desk.group)


def ended(desk: SampleTable) -> None:
    """Let Ana win, in a thread of its own."""
    try:
        desk.line(1, "fives", dice=[5] * 5, throws=1)
    finally:
        connection.close()


def test_number_of_queries_does_not_grow_with_lines(django_assert_max_num_queries: Any) -> None:
    desk = small_desk()
    with django_assert_max_num_queries(25):
        exported(desk.group)


def test_group_file_holds_time_zone() -> None:
    made = random_group(1, 1)
    Group.objects.filter(pk=made.group.pk).update(zone="America/Argentina/Buenos_Aires")
    made.group.refresh_from_db()
    copy = imported(exported(made.group), made.owner, copy=True)
    assert copy.zone == "America/Argentina/Buenos_Aires"


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_moment_of_sqlite_takes_no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a write-ahead log an export is one read transaction; others write meanwhile."""
    desk = SampleTable()
    monkeypatch.setattr(snapshots, "journal_mode", lambda: "wal")
    with CaptureQueriesContext(connection) as asked:
        exported(desk.group)
    assert [each["sql"] for each in asked.captured_queries if each["sql"].startswith("BEGIN")] == [
        "BEGIN DEFERRED"
    ]
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        pass
    assert asked.captured_queries[0]["sql"] == "BEGIN IMMEDIATE"

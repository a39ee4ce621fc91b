"""An import in chunks: invisible until done, undone when interrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.archive import (
    chunked_transactions,
    group_writer,
    import_jobs,
    pending_imports,
    transcript_reader,
)
from scorekeeper.archive.delete_group import wipe
from scorekeeper.archive.group_import import import_group
from scorekeeper.archive.group_parser import parse
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.models import Import
from scorekeeper.ledger.sums import owed
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Person
from scorekeeper.play import session_changes, strict_json
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.models import Session
from tests.archive.import_requests import LOOK, file, sent
from tests.factories import SampleTable, Writer, new_writer
from tests.sampling import ALL_EXAMPLES, some_of
from tests.security.cast import everything

from .group_files import exported, imported, random_group, small_desk

pytestmark = pytest.mark.django_db
FREE = (
    "ones",
    "ones",
    "twos",
    "twos",
    "threes",
    "threes",
    "fours",
    "fours",
    "fives",
    "fives",
    "sixes",
    "sixes",
)


class SimulatedKill(BaseException):
    """The process is no more."""


class ImportBreakError(Exception):
    """Any failure within an import, such as a full disk."""


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[int], None]]:
    """Call a function with the count after each step, which is a transaction of its own."""
    called: list[Callable[[int], None]] = []
    count = 0

    def pause(_seconds: float) -> None:
        nonlocal count
        count += 1
        for each in called:
            each(count)

    monkeypatch.setattr(chunked_transactions, "MOMENT", 0)
    monkeypatch.setattr(chunked_transactions, "COMPUTING", 1000)
    monkeypatch.setattr(chunked_transactions, "sleep", pause)
    for name in ("GAMES", "LINES", "POSTINGS", "PLAYERS"):
        monkeypatch.setattr(group_writer, name, 2)
    return called


def gone_group(seed: int) -> tuple[bytes, Person]:
    """Return the file of a deleted group, and its owner."""
    made = random_group(seed)
    first = exported(made.group)
    wipe(made.group)
    Person.objects.exclude(pk=made.owner.pk).delete()
    return first, made.owner


def raising(error: BaseException, at: int) -> Callable[[int], None]:
    def do(count: int) -> None:
        if count == at:
            raise error

    return do


@pytest.mark.slow
def test_unfinished_import_is_invisible(pauses: list[Callable[[int], None]]) -> None:
    first, owner = gone_group(3)
    addresses = [game["address"] for game in strict_json.loads(first)["games"]]
    clients = [Writer(owner, 1).client(), new_writer().client(), Client()]
    desk = SampleTable()
    seen = []

    def look(count: int) -> None:
        assert not Group.objects.filter(member__person=owner).exists()
        unfinished = Group.objects.get(import_progress_at__isnull=False)
        for client in clients:
            assert client.get(reverse("games", args=[unfinished.address])).status_code in (302, 404)
            assert client.get(reverse("table", args=[addresses[count % len(addresses)]])).status_code == 404
        if ALL_EXAMPLES or count % 8 == 1:
            assert list(verify(Verified())) == []
        if count == 5:
            desk.line(1, "ones", points=3)  # writes at other tables continue
        seen.append(count)

    pauses.append(look)
    group = imported(first, owner)
    assert len(seen) > 30
    assert exported(group) == first
    assert list(verify(Verified())) == []
    assert not Group.objects.filter(import_progress_at__isnull=False).exists()


@pytest.mark.parametrize("at", [1, 2, *range(7, 60, 59 // some_of(10))])
def test_interrupted_import_is_rolled_back(at: int, pauses: list[Callable[[int], None]]) -> None:
    first, owner = gone_group(3)
    before = everything()
    pauses.append(raising(ImportBreakError(), at))
    with pytest.raises(ImportBreakError):
        imported(first, owner)
    assert everything() == before


@pytest.mark.parametrize("at", [1, 2, *range(7, 60, 59 // some_of(10))])
def test_rest_of_killed_server_is_removed(at: int, pauses: list[Callable[[int], None]]) -> None:
    first, owner = gone_group(3)
    before = everything()
    pauses.append(raising(SimulatedKill(), at))
    with pytest.raises(SimulatedKill):
        imported(first, owner)
    assert everything() != before
    assert list(verify(Verified())) == []
    Group.objects.filter(import_progress_at__isnull=False).update(
        import_progress_at=timezone.now() - 2 * pending_imports.DEAD
    )
    pending_imports.sweep()
    assert everything() == before


def test_interrupted_import_sent_again_imports_once(pauses: list[Callable[[int], None]]) -> None:
    first, owner = gone_group(3)
    pauses.append(raising(SimulatedKill(), 20))
    with pytest.raises(SimulatedKill):
        imported(first, owner)
    pauses.clear()
    group = imported(first, owner)
    assert exported(group) == first
    assert Group.objects.filter(address=group.address).count() == 1
    assert Group.objects.filter(import_progress_at__isnull=False).count() == 0
    with pytest.raises(FileError, match="taken"):
        imported(first, owner)


def test_overtaken_import_stops(pauses: list[Callable[[int], None]]) -> None:
    """Another process took the same file, and removed the unfinished rows."""
    first, owner = gone_group(3)
    before = everything()
    number: list[int] = []

    def overtake(count: int) -> None:
        if count == 12:
            number.append(Group.objects.get(import_progress_at__isnull=False).pk)
            Group.objects.filter(pk__in=number).update(import_progress_at=None)

    pauses.append(overtake)
    assert import_group(parse(strict_json.loads(first)), owner) is None
    Group.objects.filter(pk__in=number).update(import_progress_at=timezone.now())
    pauses.clear()
    pending_imports.discard(number[0])
    assert everything() == before


def test_group_that_is_done_is_never_thrown_away() -> None:
    first, owner = gone_group(3)
    group = imported(first, owner)
    pending_imports.sweep(group.address, group.pk)
    pending_imports.discard(group.pk)
    assert exported(group) == first


def test_inconsistent_file_is_refused_before_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    first, owner = gone_group(3)
    found = strict_json.loads(first)
    next(game for game in found["games"] if game.get("finished"))["finished"] = None
    for game in found["games"]:
        if game.get("finished", 0) is None:
            del game["finished"]

    def started(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Group.objects, "create", started)
    with pytest.raises(FileError, match="does_not_add_up"):
        import_group(parse(found), owner)
    assert not Session.objects.exists()


# --- games come in part by part too ----------------------------------------------------------------------


def transcripts() -> list[Any]:
    """Return three downloaded games, one of them for money."""
    desk = small_desk()
    third = SampleTable("yacht", ("Bo", "Dora"), writer=desk.writer)
    third.line(1, "ones", points=3)
    client = desk.writer.client()
    found = []
    for number, session in enumerate(Session.objects.order_by("pk"), start=1):
        if not session.ended:
            transcript = client.get(reverse("transcript", args=[session.address])).content
            found.append(file(f"game-2026-11-{number:02}.json", transcript))
    return found


def lines_of(group: Group) -> list[list[Any]]:
    sessions = Session.objects.filter(group=group).order_by("pk")
    return [[entry.data for entry in session.entries.all()] for session in sessions]


def go_on(client: Any) -> None:
    """Begin the import, and go on with it the next times."""
    found = Import.objects.filter(state="running").first()
    if found is None:
        client.post(LOOK, {"do": "import"})
    else:
        import_jobs.work(found.pk)


@pytest.mark.slow
def test_interrupted_games_import_is_continued(pauses: list[Callable[[int], None]]) -> None:
    files, whole, broken = transcripts(), new_writer(), new_writer()
    groups = [Group.objects.get(member__person=who.person) for who in (whole, broken)]
    sent(whole.client(), *files)
    assert whole.client().post(LOOK, {"do": "import"}).status_code == 303
    for each in files:
        each.seek(0)
    client = broken.client()
    sent(client, *files)
    for at in (1, 2, 1, 1):  # the first game is whole by the second
        count = 0

        def kill(_count: int, at: int = at) -> None:
            nonlocal count
            count += 1
            if count == at:
                raise SimulatedKill

        pauses[:] = [kill]
        with pytest.raises(SimulatedKill):
            go_on(client)
        assert list(verify(Verified())) == []
        assert Import.objects.get(group=groups[1]).state == "running"
    pauses.clear()
    go_on(client)
    assert lines_of(groups[0]) == lines_of(groups[1]) != []
    assert set(Session.objects.filter(group=groups[1]).values_list("writers", flat=True)) == {"everybody"}
    assert [len(owed(group.pk)) for group in groups] == [1, 1]
    assert list(verify(Verified())) == []
    assert client.post(LOOK, {"do": "import"})["Location"] == "/import/"


def test_table_being_imported_refuses_writes(pauses: list[Callable[[int], None]]) -> None:
    files, desk = transcripts(), SampleTable()
    other = new_writer(desk.group)
    refused = []

    def write(_count: int) -> None:
        coming = Session.objects.filter(group=desk.group).exclude(pk=desk.session.pk).order_by("-pk").first()
        if coming is not None and coming.writers == "host":
            table = SampleTable.__new__(SampleTable)
            table.address, table.session, table.writer = coming.address, coming, other
            with pytest.raises(RefusedError) as error:
                table.entry(trump="H", tricks=["1"] * 5, best="1")
            refused.append(error.value.error.code)
        desk.line(1 + len(desk.entries) % 2, FREE[len(desk.entries)], points=0)  # another table goes on

    pauses.append(write)
    client = desk.writer.client()
    sent(client, files[0], group=desk.group.address)
    assert client.post(LOOK, {"do": "import"}).status_code == 303
    assert refused
    assert len(desk.entries) > 1
    assert list(verify(Verified())) == []


def test_import_over_line_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript_reader, "MOST_LINES", 1)
    answer = sent(new_writer().client(), *transcripts())
    assert answer.status_code == 422
    assert "More than 1 rows" in answer.text


def test_importer_may_change_table_meanwhile(pauses: list[Callable[[int], None]]) -> None:
    files, desk = transcripts(), SampleTable()

    def change(_count: int) -> None:
        coming = Session.objects.exclude(pk=desk.session.pk).get(group=desk.group)
        write_request = desk.write_request(seen=coming.entries.count())
        session_changes.change(coming.address, write_request, {"counted": not coming.counted})
        pauses.clear()

    pauses.append(change)
    client = desk.writer.client()
    sent(client, files[0], group=desk.group.address)
    assert client.post(LOOK, {"do": "import"}).status_code == 303
    assert list(verify(Verified())) == []


def test_group_with_members_is_never_swept() -> None:
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    Group.objects.filter(pk=desk.group.pk).update(
        import_progress_at=timezone.now() - 2 * pending_imports.DEAD
    )
    before = everything()
    pending_imports.sweep_all()
    pending_imports.sweep(group=desk.group.pk)
    assert everything() == before
    verified = Verified()
    assert [str(fault) for fault in verify(verified)] == [
        f"group {desk.group.pk}: its import is unfinished although it has members"
    ]
    assert verified.sessions == 1, "it is looked at like any other"

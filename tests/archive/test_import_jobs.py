"""Background imports: progress, resuming after a restart, and undoing."""

from __future__ import annotations

import io
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from scorekeeper.archive import import_jobs, import_steps, results_import
from scorekeeper.archive.models import Import, ImportedGame
from scorekeeper.archive.results_parser import read
from scorekeeper.history.models import Frequency, HeadToHead, Result, Score
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payments import Payment, pay
from scorekeeper.ledger.sums import balances
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Player
from scorekeeper.play import log
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.write_request import WriteRequest
from tests.archive.import_requests import LOOK, file, file_of, played, sent
from tests.archive.old_results import import_results
from tests.factories import SampleTable, Writer, new_writer

pytestmark = pytest.mark.django_db
HEAD = "date,game,player,points\n"


def old(count: int, *names: str) -> str:
    """A table of so many old games."""
    first, found = date(2015, 1, 1), [HEAD]
    for number in range(count):
        day = first + timedelta(days=number)
        found += [f"{day},Yacht,{name},{50 + (number * 7 + at * 13) % 90}\n" for at, name in enumerate(names)]
    return "".join(found)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Limit each request to one step of an import; count the resumptions in the background."""
    asked: list[int] = []
    monkeypatch.setattr(results_import, "AT_ONCE", 4)
    monkeypatch.setattr(import_jobs, "AT_ONCE", 0)
    monkeypatch.setattr(import_jobs, "start", lambda: asked.append(1))
    return asked


def started(writer: Writer, *files: io.BytesIO, group: Group) -> Any:
    client = writer.client()
    assert sent(client, *files, group=group.address).status_code == 303
    return client.post(LOOK, {"do": "import"})


def undo(desk: SampleTable, number: int | None = None) -> Any:
    found = Import.objects.get() if number is None else Import.objects.get(pk=number)
    url = reverse("imports", args=[desk.group.address])
    return desk.writer.client().post(url, {"import": str(found.pk)})


def state_of(group: Group) -> Any:
    """Return all visible data of a group."""
    return (
        sorted(Player.objects.filter(group=group).values_list("name", flat=True)),
        sorted(
            Score.objects.filter(result__group=group).values_list("player", "points", "nth", "streak", "mu")
        ),
        sorted(Frequency.objects.filter(group=group).values_list("player", "box", "points", "times")),
        sorted(HeadToHead.objects.filter(group=group).values_list("one", "other", "ahead", "behind")),
        balances(group.pk),
    )


def test_import_of_long_table_runs_in_background(slow: list[int]) -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    answer = started(desk.writer, file("old.csv", old(30, "Ana", "Bo")), group=desk.group)
    url = reverse("imports", args=[desk.group.address])
    assert answer["Location"] == url
    assert slow == [1]
    page = desk.writer.client().get(url)
    assert page["Refresh"] == "2"
    assert "4 of 30 games" in page.text
    assert Result.objects.filter(group=desk.group).count() == 4
    found = Import.objects.get()
    assert not import_jobs.work(found.pk, 0)
    assert "8 of 30 games" in desk.writer.client().get(url).text
    assert import_jobs.work(found.pk)
    page = desk.writer.client().get(url)
    assert "Refresh" not in page
    assert "30 games" in page.text
    assert Result.objects.filter(group=desk.group).count() == 30
    found.refresh_from_db()
    assert (found.state, found.done, found.stored, bytes(found.data)) == ("done", 30, 30, b"")
    assert list(verify(Verified())) == []


def test_killed_import_is_continued(slow: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between two parts or within one: nothing is there twice and nothing is missing."""
    desk = SampleTable("general", ("Ana", "Bo"))
    table = old(12, "Ana", "Bo") + old(4, "Ana", "Bo").removeprefix(HEAD)  # four twins
    started(desk.writer, file("old.csv", table), group=desk.group)
    store = results_import.ResultsWriter.store

    def killed(course: Any, part: Any) -> Any:
        store(course, part)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(results_import.ResultsWriter, "store", killed)
        with pytest.raises(KeyboardInterrupt):
            import_jobs.work(Import.objects.get().pk)
    Import.objects.update(worked_at=timezone.now())  # a killed server says nothing
    assert Result.objects.filter(group=desk.group).count() == 4
    assert not import_jobs.work(Import.objects.get().pk)
    slow.clear()
    import_jobs.resume()
    assert slow == [1]
    if connection.vendor != "sqlite":  # another process could be at it until then
        Import.objects.update(worked_at=timezone.now() - import_jobs.LEASE * 2)
    assert import_jobs.work(Import.objects.get().pk)
    assert Result.objects.filter(group=desk.group).count() == 16
    assert list(verify(Verified())) == []


def test_import_of_another_file_waits_for_first(slow: list[int]) -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    started(desk.writer, file("old.csv", old(30, "Ana", "Bo")), group=desk.group)
    second = started(desk.writer, file("more.csv", old(2, "Cy", "Bo")), group=desk.group)
    assert second.status_code == 422
    assert "Another import into this group is running" in second.text
    assert Import.objects.count() == 1


def test_import_is_undone_as_whole() -> None:
    """All figures are as before; players of other games stay."""
    desk = played()
    import_results(read(old(5, "Ana", "Bo")), desk.group)
    before = state_of(desk.group)
    started(desk.writer, file("old.csv", old(12, "Ana", "Cy", "Dan")), group=desk.group)
    assert state_of(desk.group) != before
    url = reverse("imports", args=[desk.group.address])
    page = desk.writer.client().get(url).text
    assert "12 games" in page
    assert "2 new players" in page
    found = Import.objects.get()
    asked = desk.writer.client().get(url, {"undo": found.pk}).text
    assert "Yes, undo" in asked
    answer = undo(desk)
    assert answer.status_code == 303
    assert state_of(desk.group) == before
    assert "The import is undone." in desk.writer.client().get(answer["Location"]).text
    assert not Import.objects.exists()
    assert not ImportedGame.objects.exists()
    assert list(verify(Verified())) == []


def test_import_that_runs_can_be_stopped_and_undone(slow: list[int]) -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    before = state_of(desk.group)
    started(desk.writer, file("old.csv", old(30, "Ana", "Cy")), group=desk.group)
    undo(desk)
    assert Import.objects.get().state == "undoing"
    assert import_jobs.work(Import.objects.get().pk)
    assert state_of(desk.group) == before
    assert list(verify(Verified())) == []


def test_undo_of_import_is_continued_after_restart(slow: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_steps, "FEW", 3)
    desk = SampleTable("general", ("Ana", "Bo"))
    before = state_of(desk.group)
    started(desk.writer, file("old.csv", old(10, "Ana", "Cy")), group=desk.group)
    import_jobs.work(Import.objects.get().pk)
    undo(desk)
    assert 0 < Result.objects.filter(group=desk.group).count() < 10
    assert list(verify(Verified())) == []
    assert import_jobs.work(Import.objects.get().pk)
    assert state_of(desk.group) == before


def test_import_of_game_files_is_undone_with_its_debts() -> None:
    desk, other = played(("Zoe", "Yan")), new_writer()
    started(other, file(*file_of(desk)), group=desk.group)
    group = Group.objects.get(member__person=other.person)
    assert balances(group.pk)
    found = Import.objects.get()
    assert (found.kind, found.state, found.stored) == ("games", "done", 1)
    answer = other.client().post(reverse("imports", args=[group.address]), {"import": found.pk})
    assert answer.status_code == 303
    assert balances(group.pk) == {}
    assert not Result.objects.filter(group=group).exists()
    assert not Import.objects.exists()
    assert list(verify(Verified())) == []


def test_import_of_game_files_without_stakes_leaves_nothing() -> None:
    desk, other = SampleTable("general", ("Zoe", "Yan")), new_writer()
    desk.line(1, "fours", points=12)
    started(other, file(*file_of(desk)), group=desk.group)
    group = Group.objects.get(member__person=other.person)
    assert Session.objects.filter(group=group).count() == 1
    other.client().post(reverse("imports", args=[group.address]), {"import": Import.objects.get().pk})
    assert not Session.objects.filter(group=group).exists()
    assert not Player.objects.filter(group=group).exists()
    assert Entry.objects.count() == 1


def test_import_with_lines_written_since_is_not_undone() -> None:
    desk, other = SampleTable("general", ("Zoe", "Yan")), new_writer()
    desk.line(1, "fours", points=12)
    started(other, file(*file_of(desk)), group=desk.group)
    group = Group.objects.get(member__person=other.person)
    session = Session.objects.get(group=group)
    count = Entry.objects.filter(session=session).count()
    move = {"player": "2", "box": "fours", "points": 8}
    log.append(session.address, WriteRequest(other.person, 1, count, "k" * 8), [move])
    url = reverse("imports", args=[group.address])
    answer = other.client().post(url, {"import": Import.objects.get().pk})
    assert answer.status_code == 422
    assert "General: lines were added since" in answer.text
    assert Session.objects.filter(group=group).count() == 1


def test_import_with_payment_since_is_not_undone() -> None:
    desk, other = played(("Zoe", "Yan")), new_writer()
    started(other, file(*file_of(desk)), group=desk.group)
    group = Group.objects.get(member__person=other.person)
    debt = Posting.objects.filter(group=group).get()
    pay(group, Payment(debt.debtor_id, debt.creditor_id, debt.amount, debt.unit, uuid4()), other.person)
    url = reverse("imports", args=[group.address])
    answer = other.client().post(url, {"import": Import.objects.get().pk})
    assert answer.status_code == 422
    assert "has paid since" in answer.text
    assert Import.objects.get().state == "done"


def test_import_of_another_group_cannot_be_undone() -> None:
    desk, other = SampleTable("general", ("Ana", "Bo")), SampleTable("general", ("Ana", "Bo"))
    started(desk.writer, file("old.csv", old(2, "Ana", "Bo")), group=desk.group)
    found = Import.objects.get()
    stranger = other.writer.client()
    assert (
        stranger.post(reverse("imports", args=[desk.group.address]), {"import": found.pk}).status_code == 404
    )
    assert (
        stranger.post(reverse("imports", args=[other.group.address]), {"import": found.pk}).status_code == 422
    )
    assert Import.objects.get().state == "done"


def test_failed_import_names_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    client = desk.writer.client()
    sent(client, file("old.csv", old(2, "Ana", "Bo")), group=desk.group.address)

    def broken(*_: Any) -> Any:
        raise ValueError

    monkeypatch.setattr(results_import.ResultsWriter, "store", broken)
    answer = client.post(LOOK, {"do": "import"})
    page = client.get(answer["Location"]).text
    assert "It was interrupted." in page
    assert "Undo this import" in page

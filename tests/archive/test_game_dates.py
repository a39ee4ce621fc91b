"""Dates of exported games: an import keeps the day on which the game was played."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.archive.results_parser import read
from scorekeeper.history.models import Result, Score
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group
from scorekeeper.play.models import Entry, Session
from tests.archive.import_requests import LOOK, file, sent
from tests.archive.old_results import import_results
from tests.factories import SampleTable, Writer, new_writer

pytestmark = pytest.mark.django_db
BEGAN = datetime(2025, 10, 15, 18, 2, 11, 250_000, UTC)
LASTED = timedelta(hours=1, minutes=7)
OLD = "date,game,player,points,won\n2019-05-02,general,Ana,153,\n2019-05-02,general,Bo,98,\n"
HANDS = "date,game,player,won\n2019-05-02,generala_cards,Ana,yes\n2019-05-02,generala_cards,Bo,no\n"


def played() -> SampleTable:
    """A game of two rounds that ended in October."""
    desk = SampleTable("forty_fives", ("Ana", "Bo"), options={"target": 60})
    for _round in range(2):
        desk.entry(trump="H", tricks=["1"] * 5, best="1")
    moved(desk.session, BEGAN, BEGAN + LASTED)
    return desk


def moved(session: Session, began: datetime, ended: datetime | None) -> None:
    Session.objects.filter(pk=session.pk).update(started=began, finished=ended)
    Result.objects.filter(session=session).update(started=began, finished=ended)


def download(client: Client, session: Session) -> bytes:
    return bytes(client.get(reverse("transcript", args=[session.address])).content)


def brought(writer: Writer, *files: tuple[str, bytes]) -> list[Session]:
    before = set(Session.objects.values_list("pk", flat=True))
    client = writer.client()
    assert sent(client, *(file(*each) for each in files)).status_code == 303
    assert client.post(LOOK, {"do": "import"}).status_code == 303
    return list(Session.objects.exclude(pk__in=before).order_by("pk"))


def test_game_file_of_finished_game_has_its_times() -> None:
    desk = played()
    found = json.loads(download(desk.writer.client(), desk.session))
    assert found["played"] == {
        "start": "2025-10-15T18:02:11.250000+00:00",
        "end": "2025-10-15T19:09:11.250000+00:00",
    }


def test_game_file_of_running_game_has_no_end() -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    moved(desk.session, BEGAN, None)
    found = json.loads(download(desk.writer.client(), desk.session))
    assert found["played"] == {"start": "2025-10-15T18:02:11.250000+00:00"}


def test_game_file_is_imported_at_its_day() -> None:
    """The file may have any name; exported again it is the same, byte for byte."""
    desk, other = played(), new_writer()
    data = download(desk.writer.client(), desk.session)
    (session,) = brought(other, ("game-2019-01-01.json", data))
    assert (session.started, session.finished) == (BEGAN, BEGAN + LASTED)
    times = list(Entry.objects.filter(session=session).values_list("at", flat=True))
    assert times == [BEGAN + LASTED * number / 2 for number in (1, 2)]
    assert Result.objects.get(session=session).finished == BEGAN + LASTED
    assert download(other.client(), session) == data
    assert list(verify(Verified())) == []


def test_game_file_under_another_name_is_duplicate() -> None:
    desk = played()
    client = desk.writer.client()
    sent(client, file("game.json", download(client, desk.session)), group=desk.group.address)
    page = client.get(LOOK).text
    assert "15 Oct 2025" in page
    assert "already exists" in page


def test_game_file_of_future_is_refused() -> None:
    desk = played()
    late = timezone.now() + timedelta(days=3)
    moved(desk.session, late, late + LASTED)
    client = new_writer().client()
    answer = sent(client, file("game.json", download(desk.writer.client(), desk.session)))
    assert answer.status_code == 422
    assert "in the future" in answer.text


@pytest.mark.parametrize("table", [OLD, HANDS])
def test_game_file_of_old_result_has_day_and_totals(table: str) -> None:
    desk, other = SampleTable(names=("Ana", "Bo")), new_writer()
    (old,) = import_results(read(table), desk.group)
    data = download(desk.writer.client(), old)
    found = json.loads(data)
    assert found["given"]["won"] == ["Ana"]
    assert found["given"].get("points") == (None if table == HANDS else {"Ana": 153, "Bo": 98})
    assert found["entries"] == []
    assert found["played"]["start"].startswith("2019-05-02")
    (session,) = brought(other, ("old.json", data))
    assert (session.started, session.finished, session.imported_result) == (
        old.started,
        old.finished,
        old.imported_result,
    )
    scores = Score.objects.filter(result__session=session).order_by("position")
    assert [(score.player.name, score.points, score.won) for score in scores] == [
        ("Ana", None if table == HANDS else 153, True),
        ("Bo", None if table == HANDS else 98, False),
    ]
    assert download(other.client(), session) == data
    assert list(verify(Verified())) == []


def test_game_file_of_old_result_comes_in_once() -> None:
    desk, other = SampleTable(names=("Ana", "Bo")), new_writer()
    (old,) = import_results(read(OLD), desk.group)
    data = download(desk.writer.client(), old)
    for writer in (desk.writer, other, other):
        client = writer.client()
        sent(client, file("old.json", data), group=desk.group.address if writer is desk.writer else "")
        page = client.get(LOOK).text
        here = writer is desk.writer or Session.objects.exclude(group=desk.group).exists()
        assert ("already exists" in page) is here
        assert "won by Ana" in page or here
        client.post(LOOK, {"do": "import"})
    assert Session.objects.exclude(group=desk.group).count() == 1
    assert Group.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("played", "2025-10-15", "“played” takes “start”"),
        ("given", {"won": ["Cy"]}, "“given” takes"),
    ],
)
def test_game_file_with_wrong_field_is_refused(field: str, value: Any, message: str) -> None:
    head = {"format": "scorekeeper/1", "game": "general", "players": ["Ana", "Bo"], "entries": []}
    answer = sent(new_writer().client(), file("a.json", json.dumps(head | {field: value})))
    assert answer.status_code == 422
    assert message in answer.text

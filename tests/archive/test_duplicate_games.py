"""Importing a game that the group already has."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.test import Client

from scorekeeper.archive import chunked_transactions, import_jobs, import_steps, transcript_import
from scorekeeper.archive.models import Import
from scorekeeper.history.models import Score
from scorekeeper.ledger.sums import owed
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Player
from scorekeeper.people.names import players_named
from scorekeeper.people.player_merge import merge_players
from scorekeeper.play import amendments, session_changes
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.write_request import WriteRequest
from tests.archive.import_requests import file_of, played
from tests.factories import SampleTable, new_key, new_writer

pytestmark = pytest.mark.django_db
PAGE, LOOK = "/import/", "/import/preview/"
HERE = "already exists"
RUNNING = {"format": "scorekeeper/1", "game": "general", "players": ["Ana", "Bo"]}
LINES = [{"player": "Ana", "box": "fours", "points": 12}, {"player": "Bo", "box": "fours", "strike": True}]


def running(name: str = "a.json") -> tuple[str, bytes]:
    return name, json.dumps(RUNNING | {"entries": LINES}).encode()


def brought(client: Client, *files: tuple[str, bytes], group: str = "") -> str:
    """Import files; return the text of the preview."""
    sent = []
    for name, data in files:
        sent.append(io.BytesIO(data))
        sent[-1].name = name
    assert client.post(PAGE, {"file": sent, "group": group}).status_code == 303
    page = client.get(LOOK).text
    assert client.post(LOOK, {"do": "import"}).status_code == 303
    return page


def amounts(group: Group) -> list[int]:
    return [abs(amount) for amount in owed(group.pk).values()]


@pytest.mark.parametrize("name", ["", "game.json"])
def test_game_played_here_is_left_out(name: str) -> None:
    """Also if the file has no date."""
    desk = played()
    called, data = file_of(desk)
    page = brought(desk.writer.client(), (name or called, data))
    assert HERE in page
    assert 'value="import"' not in page
    assert Session.objects.count() == 1
    assert amounts(desk.group) == [500]
    assert Score.objects.count() == 2


def test_file_of_another_stake_is_same_game() -> None:
    desk = played()
    name, data = file_of(desk)
    assert HERE in brought(
        desk.writer.client(), (name, data.replace(b'"5"', b'"7"').replace(b"5.00", b"7.00"))
    )
    assert amounts(desk.group) == [500]


@pytest.mark.slow
def test_import_skips_known_games_and_takes_rest() -> None:
    desk, other = played(), played(("Céline", "Bo"))
    page = brought(desk.writer.client(), file_of(desk), file_of(other))
    assert page.count(HERE) == 1
    assert "1 new player: Céline" in page
    assert Session.objects.filter(group=desk.group).count() == 2
    assert list(verify(Verified())) == []


def test_game_of_another_day_or_group_is_imported() -> None:
    desk = played()
    _name, data = file_of(desk)
    another = json.dumps(
        {name: value for name, value in json.loads(data).items() if name != "played"}
    ).encode()
    assert HERE not in brought(desk.writer.client(), ("forty_fives-2019-02-03.json", another))
    assert amounts(desk.group) == [1000]
    stranger = new_writer()
    assert HERE not in brought(stranger.client(), file_of(desk))
    assert Session.objects.exclude(group=desk.group).count() == 1


def test_renamed_player_is_same() -> None:
    """A name merged into another means the remaining player."""
    desk = played(("Bob", "Ana"))
    file = file_of(desk)
    robert = players_named(desk.group, ["Robert"])[0]
    merge_players(desk.group, Player.objects.get(name="Bob").pk, robert.pk, desk.writer.person)
    assert HERE in brought(desk.writer.client(), file)
    assert amounts(desk.group) == [500]


def test_same_lines_of_others_are_another_game() -> None:
    desk = played()
    name, data = file_of(desk)
    assert HERE not in brought(desk.writer.client(), (name, data.replace(b'"Ana"', b'"Dora"')))
    assert Session.objects.count() == 2


def test_other_lines_are_another_game() -> None:
    desk = played()
    name, data = file_of(desk)
    found = json.loads(data)
    found["entries"][0]["trump"] = "S"
    assert HERE not in brought(desk.writer.client(), (name, json.dumps(found).encode()))
    assert Session.objects.count() == 2


def test_equal_games_in_one_file_are_both_imported() -> None:
    """Both come in one upload; uploaded again they are still two."""
    desk, client = played(), new_writer().client()
    _name, data = file_of(desk)
    files = [("a.json", data), ("b.json", data)]
    for _ in range(2):
        brought(client, *files)
        assert Session.objects.exclude(group=desk.group).count() == 2


@pytest.mark.parametrize("over", [True, False])
def test_file_sent_again_is_same_game(over: bool) -> None:
    """The response was lost, and the stored upload is used up."""
    writer = new_writer()
    files = [file_of(played()) if over else running()]
    group = Group.objects.get(member__person=writer.person)
    brought(writer.client(), *files)
    before = Entry.objects.count()
    assert HERE in brought(writer.client(), *files, group=group.address)
    assert Session.objects.filter(group=group).count() == 1
    assert Entry.objects.count() == before


def test_game_continued_since_is_unchanged() -> None:
    writer = new_writer()
    brought(writer.client(), running())
    session = Session.objects.get()
    amendments.void(session.address, WriteRequest(writer.person, writer.device, 2, new_key()), 2)
    Session.objects.update(writers=Session.Writers.OWN)
    before = list(Entry.objects.values_list()), Session.objects.values_list().get()
    brought(writer.client(), running())
    assert (list(Entry.objects.values_list()), Session.objects.values_list().get()) == before


def test_interrupted_import_resumes_without_duplicates(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable()
    write = transcript_import.TranscriptWriter.write

    def breaks(self: Any, number: int, *given: Any) -> None:
        if number == 2:
            raise KeyboardInterrupt
        write(self, number, *given)

    monkeypatch.setattr(chunked_transactions, "MOMENT", 0)
    monkeypatch.setattr(transcript_import.TranscriptWriter, "write", breaks)
    with pytest.raises(KeyboardInterrupt):
        brought(desk.writer.client(), running())
    monkeypatch.setattr(transcript_import.TranscriptWriter, "write", write)
    import_jobs.work(Import.objects.get().pk)
    member = new_writer(desk.group)
    assert HERE in brought(member.client(), running(), group=desk.group.address)
    came = Session.objects.exclude(pk=desk.session.pk).get()
    assert Entry.objects.filter(session=came).count() == 2
    assert came.writers == Session.Writers.EVERYBODY


def test_concurrent_imports_end_with_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process starts the import after this one looked."""
    writer = new_writer()
    brought(writer.client(), running())
    stored_session, looked = transcript_import.TranscriptWriter.stored_session, list[int]()

    def late(self: Any) -> Session | None:
        looked.append(1)
        return None if len(looked) == 1 else stored_session(self)

    monkeypatch.setattr(import_steps, "known_games", lambda *_: set())
    monkeypatch.setattr(transcript_import.TranscriptWriter, "stored_session", late)
    brought(writer.client(), running())
    assert len(looked) == 2
    assert Session.objects.count() == 1
    assert Entry.objects.count() == 2


def test_deleted_game_is_imported_again() -> None:
    writer = new_writer()
    group = Group.objects.get(member__person=writer.person)
    file = file_of(played())
    brought(writer.client(), file)
    session = Session.objects.get(group=group)
    session_changes.change(
        session.address, WriteRequest(writer.person, writer.device, 1, new_key()), {"removed": True}
    )
    assert amounts(group) == []
    assert HERE not in brought(writer.client(), file)
    assert amounts(group) == [500]
    assert HERE in brought(writer.client(), file)
    assert Session.objects.filter(group=group, removed=None).count() == 1
    assert list(verify(Verified())) == []


def test_looking_asks_same_of_one_game_and_of_ten(django_assert_max_num_queries: Any) -> None:
    desk = played()
    others = [SampleTable("forty_fives", options={"target": 30}, writer=desk.writer) for _ in range(9)]
    for count, other in enumerate(others):
        if count % 3:
            other.entry(trump="HDS"[count % 3], tricks=["1", "2", "1", "2", "2"], best="1")
        other.entry(trump="H", tricks=["1"] * 5, best="1")
    files = [file_of(each) for each in (desk, *others)]
    for part in (files[:1], files):
        client = desk.writer.client()
        sent = [io.BytesIO(data) for _name, data in part]
        for each, (name, _data) in zip(sent, part, strict=True):
            each.name = name
        client.post(PAGE, {"file": sent})
        with django_assert_max_num_queries(14):
            assert client.get(LOOK).text.count(HERE) == len(part)

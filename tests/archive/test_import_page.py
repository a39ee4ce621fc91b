"""The import page: upload, preview, confirm; a refused file changes nothing."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.archive import messages, uploads
from scorekeeper.archive.delete_group import wipe
from scorekeeper.archive.models import Upload
from scorekeeper.ledger.sums import owed
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Player
from scorekeeper.people.rate_limits import HOUR, LIMITS, Limit
from scorekeeper.play import log_checks, session_checks
from scorekeeper.play.access_links import token_of
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from tests.archive.import_requests import LOOK, PAGE, file, sent
from tests.factories import SampleTable, new_writer
from tests.security.cast import everything

from .group_files import edited, exported, imported, random_group, small_desk

pytestmark = pytest.mark.django_db


def test_exported_group_is_imported_by_page() -> None:
    desk = small_desk()
    first = exported(desk.group)
    wipe(desk.group)
    client = desk.writer.client()
    assert sent(client, file("crowd.json", first)).status_code == 303
    before = everything()
    page = client.get(LOOK)
    assert "2 games" in page.text
    assert "Ana, Bo, Céline" in page.text
    assert everything() == before
    answer = client.post(LOOK, {"do": "import"})
    group = Group.objects.get()
    assert answer["Location"] == reverse("games", args=[group.address])
    assert exported(group) == first
    assert not Upload.objects.exists()


def test_stranger_imports_group_to_fresh_server() -> None:
    desk = small_desk()
    first = exported(desk.group)
    wipe(desk.group)
    desk.writer.person.delete()
    client = Client()
    sent(client, file("crowd.json", first))
    client.post(LOOK, {"do": "import"})
    assert exported(Group.objects.get()) == first


def test_name_that_differs_by_an_accent_is_pointed_out() -> None:
    desk = SampleTable("general", ("Joaquín", "Bo"))
    client = desk.writer.client()
    rows = "date,game,player,points\n2019-02-03,yacht,{},1\n2019-02-03,yacht,Bo,2\n"
    sent(client, file("a.csv", rows.format("joaquin")), group=desk.group.address)
    assert "joaquin and Joaquín differ by accents only." in client.get(LOOK).text
    sent(client, file("a.csv", rows.format("Joachim")), group=desk.group.address)
    assert "differ by accents" not in client.get(LOOK).text


@pytest.mark.parametrize("kind", ["game", "results", "group"])
def test_import_confirmed_twice_imports_once(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second request is done when the first has only read the upload."""
    who, kept = new_writer(), uploads.stored_files
    table = "date,game,player,points\n2019-02-03,yacht,Ana,1\n2019-02-03,yacht,Bo,1\n"
    crowd = small_desk().group
    files = {"game": json.dumps(HEAD | {"entries": []}), "results": table, "group": exported(crowd).decode()}
    sent(who.client(), file("a", files[kind]))
    before = Session.objects.count()
    others: list[Any] = []

    def slow(upload: Upload) -> Any:
        found = kept(upload)
        if not others:
            others.append(1)
            others[0] = who.client().post(LOOK, {"do": "import", "copy": "1"})
        return found

    monkeypatch.setattr(uploads, "stored_files", slow)
    first = who.client().post(LOOK, {"do": "import", "copy": "1"})
    assert [each["Location"] for each in (first, *others)].count(PAGE) == 1
    assert Session.objects.count() - before == (2 if kind == "group" else 1)
    assert Group.objects.exclude(import_progress_at=None).count() == 0


def test_unconfirmed_upload_expires() -> None:
    table = "date,game,player,points\n2019-02-03,yacht,Ana,1\n"
    for minutes in (61, 59):
        sent(Client(), file("a.csv", table))
        newest = Upload.objects.order_by("pk").last()
        assert newest is not None
        Upload.objects.filter(pk=newest.pk).update(uploaded_at=timezone.now() - timedelta(minutes=minutes))
    sent(Client(), file("a.csv", table))
    assert Upload.objects.count() == 2


def test_former_links_do_not_open_reimported_group() -> None:
    desk = small_desk()
    watcher = Client()
    assert watcher.get(reverse("join", args=[desk.address, token_of(desk.session)])).status_code == 302
    assert watcher.get(desk.url()).status_code == 200
    first = exported(desk.group)
    wipe(desk.group)
    group = imported(first, desk.writer.person)
    assert Session.objects.filter(group=group, address=desk.address).exists()
    assert watcher.get(desk.url()).status_code == 404


def test_existing_group_is_imported_as_named_copy() -> None:
    desk = small_desk()
    client = desk.writer.client()
    sent(client, file("crowd.json", exported(desk.group)))
    page = client.get(LOOK)
    assert "as a copy" in page.text
    refused = client.post(LOOK, {"do": "import"})
    assert refused.status_code == 422
    assert "This group already exists here." in refused.text
    assert client.post(LOOK, {"do": "import", "copy": "1"}).status_code == 303
    assert Group.objects.count() == 2
    assert list(verify(Verified())) == []


def test_transcripts_become_games_of_group() -> None:
    made = random_group(6, 9)
    sessions = list(Session.objects.filter(group=made.group, removed=None))
    from tests.factories import Writer

    out = Writer(made.owner, 1).client()
    files = [
        file(f"game-{number}.json", out.get(reverse("transcript", args=[each.address])).content)
        for number, each in enumerate(sessions, start=1)
    ]
    other = SampleTable(names=["Marta", "Zoe"])
    client = other.writer.client()
    assert sent(client, *files, group=other.group.address).status_code == 303
    page = client.get(LOOK)
    assert f"{len(sessions)} games" in page.text
    assert "6 new players:" in page.text
    assert client.post(LOOK, {"do": "import"}).status_code == 303
    assert list(verify(Verified())) == []
    came = Session.objects.filter(group=other.group).exclude(pk=other.session.pk).order_by("pk")
    for before, after in zip(sessions, came, strict=True):
        tables = [
            load(before.address, Visitor(made.owner)),
            load(after.address, Visitor(other.writer.person)),
        ]
        scores = [
            {table.names[key]: each for key, each in table.game.scores(table.state).items()}
            for table in tables
        ]
        assert scores[0] == scores[1]
        assert (tables[0].outcome is None) == (tables[1].outcome is None)
        assert (after.started, after.finished) == (before.started, before.finished)


def test_transcript_with_stake_imports_its_debts() -> None:
    desk = SampleTable(
        "forty_fives",
        ("Ana", "Bo"),
        options={"target": 30},
        stake={"kind": "ante", "amount": "1", "unit": "EUR"},
    )
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    transcript = desk.writer.client().get(reverse("transcript", args=[desk.address])).content
    other = new_writer()
    client = other.client()
    sent(client, file("one.json", transcript))
    assert "its debts are added to the ledger" in client.get(LOOK).text
    answer = client.post(LOOK, {"do": "import"})
    assert answer["Location"].startswith("/table/")
    group = Group.objects.get(member__person=other.person)
    assert [abs(amount) for amount in owed(group.pk).values()] == [100]
    assert Player.objects.filter(group=group).count() == 2


HEAD = {"format": "scorekeeper/1", "game": "general", "players": ["Ana", "Bo"]}
WRONG: list[tuple[list[tuple[str, Any]], str]] = [
    ([("a.json", b"")], "The file is empty."),
    ([("a.json", b"{")], "This is not JSON"),
    ([("a.json", "[" * 100 + "]" * 100)], "nested more than"),
    ([("a.json", b"{}")], "a.json: This is not a group"),
    ([("a.png", b"\x89PNG\0\0")], "a.png: This is not text."),
    ([("a.json", json.dumps(HEAD | {"entries": [{"player": "Ana", "box": "sky"}]}))], "a.json: Line 1:"),
    ([("a.json", json.dumps(HEAD | {"entries": [], "players": ["Ana", "ANA"]}))], "is named twice"),
    ([("a.json", json.dumps(HEAD | {"entries": [], "players": ["A\u202eB"]}))], "A name has 1 to"),
    ([("a.json", json.dumps(HEAD | {"entries": []})), ("b.json", "")], "b.json: The file is empty."),
    ([("a.json", json.dumps({"format": "scorekeeper-group/1"}))], "is missing"),
]


@pytest.mark.parametrize(("files", "message"), WRONG)
def test_refused_file_is_reported_at_upload(files: list[tuple[str, Any]], message: str) -> None:
    client = SampleTable().writer.client()
    before = everything(but={"django_session", "people_tally"})
    answer = sent(client, *(file(*each) for each in files))
    assert answer.status_code == 422
    assert message in answer.text
    assert everything(but={"django_session", "people_tally"}) == before


def test_file_can_be_forgotten() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    sent(client, file("a.json", json.dumps(HEAD | {"entries": []})))
    assert client.post(LOOK, {"do": "forget"})["Location"] == PAGE
    assert client.get(LOOK).status_code == 303
    assert Session.objects.count() == 1


def test_import_into_foreign_group_is_refused() -> None:
    desk, other = SampleTable(), SampleTable()
    client = desk.writer.client()
    sent(client, file("a.json", json.dumps(HEAD | {"entries": []})), group=other.group.address)
    client.post(LOOK, {"do": "import"})
    assert Session.objects.filter(group=other.group).count() == 1
    assert Session.objects.filter(group=desk.group).count() == 2


def test_former_member_cannot_import_into_group() -> None:
    desk = SampleTable()
    member = new_writer(desk.group)
    client = member.client()
    sent(client, file("a.json", json.dumps(HEAD | {"entries": []})), group=desk.group.address)
    member.person.member_set.all().delete()
    client.post(LOOK, {"do": "import"})
    assert Session.objects.filter(group=desk.group).count() == 1


def test_import_over_limit_is_refused() -> None:
    answer = sent(Client(), file("a.csv", b"x" * (settings.FILE_LIMIT + 1)))
    assert answer.status_code == 400


def test_upload_to_another_view_is_not_stored() -> None:
    desk = SampleTable()
    form = desk.form(player="1", box="fours", points="12", file=file("a.txt", b"x" * 1000))
    answer = desk.writer.client().post(desk.url("write"), form)
    assert answer.status_code == 302
    assert not answer.wsgi_request.FILES
    form = desk.form(player="2", box="fours", file=file("a.txt", b"x" * settings.BODY_LIMIT))
    assert desk.writer.client().post(desk.url("write"), form).status_code == 400


def test_preview_does_not_parse_file_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = small_desk()
    client = desk.writer.client()
    for kept in (
        file("crowd.json", exported(desk.group)),
        file("a-2025-11-20.json", json.dumps(HEAD | {"entries": []})),
    ):
        assert sent(client, kept).status_code == 303
        with monkeypatch.context() as patched:
            patched.setattr(uploads, "stored_files", None)
            assert client.get(LOOK).status_code == 200


def test_concurrent_upload_is_refused_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.people.slow_requests._slot", lock := Lock())
    desk = small_desk()
    client = desk.writer.client()
    assert sent(client, file("crowd.json", exported(desk.group))).status_code == 303
    with lock:
        busy = sent(client, file("a.json", json.dumps(HEAD | {"entries": []})))
        assert (busy.status_code, busy["Retry-After"]) == (429, "3")
        assert client.post(LOOK, {"do": "import", "copy": "1"}).status_code == 429
        assert client.get(LOOK).status_code == 200
    assert client.post(LOOK, {"do": "import", "copy": "1"}).status_code == 303


def test_uploads_of_guests_are_limited_by_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "upload by visitors", Limit(2, HOUR))
    monkeypatch.setitem(LIMITS, "upload by a network", Limit(4, HOUR))
    table = "date,game,player,points\n2019-02-03,yacht,Ana,1\n"
    assert [sent(Client(), file("a.csv", table)).status_code for _ in range(3)] == [303, 303, 429]
    known = [new_writer().client() for _ in range(3)]
    assert [sent(client, file("a.csv", table)).status_code for client in known] == [303, 303, 429]


def test_file_that_is_refused_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "import", Limit(2, HOUR))
    desk = small_desk()
    client = desk.writer.client()
    sent(client, file("crowd.json", exported(desk.group)))
    assert [client.post(LOOK, {"do": "import"}).status_code for _ in range(3)] == [422, 422, 429]


def test_fault_is_explained_in_language_of_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of fault has a message for the page; `verify` has texts of its own."""
    desk = small_desk()
    client = desk.writer.client()
    texts = {"money": "das Buch", "line": "die Regeln"}
    monkeypatch.setattr(messages, "FAULTS", messages.FAULTS | texts)
    for path, value, word in (
        (("ledger", 0, "amount"), 99, "das Buch"),
        (("games", 0, "entries", 0, "data", "moves", 0, "trump"), "X", "die Regeln"),
    ):
        sent(client, file("crowd.json", edited(exported(desk.group), *path, value=value)))
        answer = client.post(LOOK, {"do": "import", "copy": "1"})
        assert answer.status_code == 422
        assert (
            f"games 1{', entries 1' if 'games' in path else ''}: This does not add up: {word}." in answer.text
        )
        assert "owes player" not in answer.text


def test_import_fault_has_message() -> None:
    kinds = re.findall(r'of_kind\(\s*"(\w+)"', source(log_checks) + source(session_checks))
    assert {*kinds} - {"access", "drafts", "results"} == messages.FAULTS.keys()


def source(module: Any) -> str:
    return Path(module.__file__).read_text()


@pytest.mark.parametrize(("language", "day"), [("en", "20 Nov 2025"), ("de", "20. Nov. 2025")])
def test_import_page_formats_days_as_other_pages(language: str, day: str) -> None:
    client = SampleTable().writer.client(headers={"accept-language": language})
    head = json.dumps(HEAD | {"entries": []})
    for each in (
        file("a-2025-11-20.json", head),
        file("a.csv", "date,game,player,points\n2025-11-20,yacht,Ana,1\n2025-11-20,yacht,Bo,1\n"),
    ):
        sent(client, each)
        assert day in client.get(LOOK).text

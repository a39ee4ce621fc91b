"""Notes of games: who writes and reads them, what they hold, search, files, and erasing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorekeeper.archive.erase_person import erase
from scorekeeper.play.models import Session
from scorekeeper.play.session_notes import SessionNote, blank_session_notes, note_of
from tests.archive.group_files import exported, imported
from tests.archive.import_requests import played
from tests.factories import SampleTable, new_writer

pytestmark = pytest.mark.django_db
NOTE = {
    "place": "  Joaquín’s   kitchen ",
    "tags": "final, Christmas,final, ",
    "text": "Bo’s die\nrolled off!",
}


def wrote(desk: SampleTable, **fields: str) -> int:
    address = reverse("session_note", args=[desk.address])
    return desk.writer.client().post(address, NOTE | fields).status_code


def found(desk: SampleTable) -> SessionNote:
    return note_of(Session.objects.get(address=desk.address))


def test_note_is_tidied_stored_and_shown_at_result() -> None:
    desk = played()
    assert wrote(desk) == 303
    assert found(desk) == SessionNote("Joaquín’s kitchen", ("final", "Christmas"), "Bo’s die\nrolled off!")
    page = desk.writer.client().get(reverse("table", args=[desk.address])).content.decode()
    assert "Joaquín’s kitchen" in page
    assert "rolled off!" in page


def test_empty_note_removes_it() -> None:
    desk = played()
    wrote(desk)
    wrote(desk, place="", tags="", text=" ")
    assert Session.objects.get(address=desk.address).note == {}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("place", "x" * 61),
        ("text", "x" * 501),
        ("tags", ",".join("abcdefghi")),
        ("tags", "x" * 31),
        ("place", "nul\0"),
    ],
)
def test_refused_note_says_why_at_its_field_and_loses_nothing(field: str, value: str) -> None:
    desk = played()
    answer = desk.writer.client().post(reverse("session_note", args=[desk.address]), NOTE | {field: value})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'id="wrong-{field}"' in page
    assert "rolled off!" in page or field == "text"
    assert not found(desk)


def test_strangers_neither_see_nor_write_it() -> None:
    desk = played()
    stranger = new_writer().client()
    assert stranger.get(reverse("session_note", args=[desk.address])).status_code == 404
    assert stranger.post(reverse("session_note", args=[desk.address]), NOTE).status_code == 404
    assert not found(desk)


@pytest.mark.parametrize("word", ["joaquin", "KITCHEN", "christmas", "rolled"])
def test_search_finds_words_of_note(word: str) -> None:
    desk = played()
    wrote(desk)
    games = reverse("games", args=[desk.group.address])
    page = desk.writer.client().get(games, {"words": word}).content.decode()
    assert desk.address in page
    assert "Joaquín’s kitchen" in page
    assert desk.address not in desk.writer.client().get(games, {"words": "attic"}).content.decode()


def test_group_file_and_results_table_contain_note() -> None:
    desk = played()
    wrote(desk)
    again = imported(exported(desk.group), desk.writer.person, copy=True)
    assert note_of(Session.objects.get(group=again)) == found(desk)
    table = desk.writer.client().get(reverse("export_results", args=[desk.group.address])).content.decode()
    assert "Joaquín’s kitchen" in table
    assert '"final, Christmas"' in table


def test_erased_person_takes_their_notes_along() -> None:
    desk = played()
    wrote(desk)
    erase(desk.writer.person)
    assert not Session.objects.filter(group=desk.group).exclude(note={}).exists()


def test_note_that_names_erased_player_goes_with_them() -> None:
    desk = played(("José", "Bo"))
    wrote(desk, text="JOSE lost a die")
    blank_session_notes(desk.group, (), ["Jo"])
    assert found(desk)
    blank_session_notes(desk.group, (), ["José"])
    assert not found(desk)

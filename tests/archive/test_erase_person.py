"""Erasing a person: the name is removed everywhere, money and entries stay."""

import json
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from scorekeeper.archive.erase_person import erase
from scorekeeper.history.models import Score
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.device_transfer import make_code
from scorekeeper.people.models import Device, Group, Member, Person, Player
from scorekeeper.people.names import fold
from scorekeeper.play import log, note_redaction
from scorekeeper.play.models import Entry, Participation, Session
from tests.factories import new_writer
from tests.sampling import some_of
from tests.security.cast import everything

from .erased_names import NAME, shared_desk, traces, visited_desk
from .group_files import exported, imported, random_group, small_desk

pytestmark = pytest.mark.django_db


def test_erased_member_is_named_nowhere() -> None:
    desk, member = shared_desk()
    person = desk.writer.person
    Person.objects.filter(pk=person.pk).update(email="anastasia@example.org", first_name=NAME)
    make_code(person)
    client = desk.writer.client()
    before = balances(desk.group.pk)
    answer = client.post(reverse("erase_person"), {"word": " ERASE "})
    assert answer.status_code == 200
    assert 'data-forget="*"' in answer.text
    assert traces(NAME) == []
    assert not Person.objects.filter(pk=person.pk).exists()
    assert not Device.objects.filter(person=person.pk).exists()
    assert balances(desk.group.pk) == before
    assert list(verify(Verified())) == []
    assert Player.objects.filter(group=desk.group, name="Player 1", payment_links="").exists()
    assert Member.objects.get(group=desk.group).owner
    assert client.get(desk.url()).status_code == 404
    assert "Player 1" in member.client().get(desk.url()).text


def test_erased_guest_is_named_nowhere() -> None:
    desk, guest, other = visited_desk()
    assert guest.client().post(reverse("erase_person"), {"word": "erase"}).status_code == 200
    assert traces(NAME) == []
    assert "Player 1" in desk.writer.client().get(other.url()).text
    assert list(verify(Verified())) == []


def test_notes_are_erased_at_tables_that_were_left() -> None:
    desk, guest, _other = visited_desk()
    log.append(
        desk.address,
        desk.write_request(by=guest),
        [{"player": "2", "box": "twos", "strike": True, "out_of_turn": True, "note": "such luck"}],
    )
    Participation.objects.all().delete()
    erase(guest.person)
    assert traces("such luck") == []


@pytest.mark.parametrize("whose", ["member", "phone", "removed"])
def test_names_of_others_are_not_erased(whose: str) -> None:
    desk, guest, _other = visited_desk()
    other = new_writer(desk.group if whose == "member" else None)
    player = Player.objects.get(name=NAME)
    if whose == "member":
        Member.objects.filter(person=other.person).update(player=player)
    elif whose == "phone":
        Participation.objects.create(
            session=desk.session, person=other.person, seat=desk.session.seats.get(number=2)
        )
    else:
        Participation.objects.update(removed=timezone.now())
    erase(guest.person)
    assert Player.objects.filter(name=NAME).exists()


def test_seated_member_is_erased_with_name() -> None:
    """The member never claimed a player of the group, but took a seat at a table."""
    desk, guest, _other = visited_desk()
    Member.objects.create(group=desk.group, person=guest.person)
    erase(guest.person)
    assert traces(NAME) == []


def test_only_note_of_entry_is_blanked() -> None:
    desk, _member = shared_desk()
    before = {row["id"]: row for row in Entry.objects.values()}
    raw = dict(rows_of_entries())
    erase(desk.writer.person)
    after = {row["id"]: row for row in Entry.objects.values()}
    notes = 0
    for number, row in after.items():
        assert {**row, "data": None} == {**before[number], "data": None}
        was, now = raw[number], dict(rows_of_entries())[number]
        if was != now:
            notes += 1
            note = next(move["note"] for move in json.loads(was)["moves"] if "note" in move)
            assert now == was.replace(json.dumps(note), '""')
    assert notes == 2
    assert traces("a good one") == ["play_entry"]


def rows_of_entries() -> list[tuple[int, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, CAST(data AS TEXT) FROM play_entry")
        return list(cursor.fetchall())


@pytest.mark.parametrize("seed", range(some_of(8, share=2)))
def test_erase_keeps_balances_of_other_members(seed: int) -> None:
    made = random_group(seed, 6)
    Member.objects.filter(person=made.owner).update(player=Player.objects.get(name="Marta"))

    def kept() -> list[Any]:
        scores = Score.objects.filter(result__group=made.group).order_by("pk")
        return [list(Posting.objects.values()), balances(made.group.pk), list(scores.values())]

    before = kept()
    erase(made.owner)
    assert kept() == before
    assert traces("Marta") == []
    assert list(verify(Verified())) == []
    Group.objects.filter(pk=made.group.pk).update(name="")
    owner = Member.objects.get(group=made.group, owner=True).person
    assert b"Marta" not in exported(made.group)
    imported(exported(made.group), owner, copy=True)


def test_group_of_one_member_is_erased_too() -> None:
    desk, other = small_desk(), small_desk()
    page = desk.writer.client().get(reverse("erase_person")).text
    assert reverse("export_group", args=[desk.group.address]) in page
    erase(desk.writer.person)
    assert not Session.objects.filter(group=desk.group).exists()
    assert Session.objects.filter(group=other.group).count() == 2
    assert list(verify(Verified())) == []


def test_group_with_another_seated_person_stays() -> None:
    desk = small_desk()
    guest = new_writer()
    Participation.objects.create(session=desk.session, person=guest.person)
    erase(desk.writer.person)
    assert Session.objects.filter(group=desk.group).count() == 2
    assert guest.client().get(desk.url()).status_code == 200
    assert list(verify(Verified())) == []


def test_wrong_confirmation_erases_nothing() -> None:
    desk = small_desk()
    client = desk.writer.client()
    before = everything()
    answer = client.post(reverse("erase_person"), {"word": "remove"})
    assert answer.status_code == 422
    assert 'value="remove"' in answer.text
    assert everything() == before


def test_replacement_name_takes_first_free_number() -> None:
    desk, _member = shared_desk()
    Player.objects.create(group=desk.group, name="player 1", folded_name="player 1", colour=4)
    erase(desk.writer.person)
    assert Player.objects.filter(group=desk.group, name="Player 2").exists()


@pytest.mark.parametrize(
    ("note", "named"),
    [
        ("Jo again", True),
        ("that was JO!", True),
        ("General and Major", False),
        ("jojo", False),
        ("(jo)", True),
    ],
)
def test_name_is_word_of_its_own(note: str, named: bool) -> None:
    data = {"moves": [{"player": "1", "note": note}]}
    assert note_redaction._blank(data, [fold("Jo")], everything=False) is named
    assert data["moves"][0]["note"] == ("" if named else note)

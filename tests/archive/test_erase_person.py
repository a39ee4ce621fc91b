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
from scorekeeper.people.groups import join, leave, remove
from scorekeeper.people.models import Device, Group, Member, Person, Player
from scorekeeper.people.names import fold
from scorekeeper.people.player_merge import merge_players
from scorekeeper.people.players import claim, unclaim
from scorekeeper.play import log, note_redaction
from scorekeeper.play.models import Entry, Participation, Session
from tests.factories import SampleTable, Writer, new_writer
from tests.sampling import some_of
from tests.security.cast import everything

from .group_files import exported, imported, random_group, small_desk

pytestmark = pytest.mark.django_db
NAME = "Anastasia"


def shared_desk() -> tuple[SampleTable, Writer]:
    """Return a finished game for money of the owner Anastasia and Bo, with notes about her."""
    desk = SampleTable(
        "forty_fives",
        (NAME, "Bo"),
        options={"target": 30},
        stake={"kind": "ante", "amount": "1", "unit": "EUR"},
    )
    member = new_writer(desk.group)
    Member.objects.filter(person=desk.writer.person).update(player=Player.objects.get(name=NAME))
    Player.objects.filter(name=NAME).update(payment_links="https://pay.example/anastasia")
    desk.entry(trump="H", tricks=["1"] * 5, best="1", note="my luck")
    other = SampleTable(names=("Bo", "Cleo"), writer=member)
    other.line(1, "ones", points=3, note=f"{NAME.upper()} saw it")
    other.line(2, "twos", points=4, note="a good one")
    return desk, member


def traces(word: str) -> list[str]:
    """Return the database tables that contain a word."""
    return [
        table for table, rows in everything(but=set()).items() if word.casefold() in repr(rows).casefold()
    ]


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


def visited_desk() -> tuple[SampleTable, Writer, SampleTable]:
    """Return a table of another group, where Anastasia has a seat of her own."""
    desk = SampleTable(names=("Bo", NAME))
    other = SampleTable(names=(NAME, "Cleo"), writer=desk.writer)
    guest = new_writer()
    Participation.objects.create(
        session=desk.session, person=guest.person, seat=desk.session.seats.get(number=2)
    )
    desk.line(1, "ones", points=3, note=f"{NAME} saw it")
    other.line(2, "ones", points=3, note=f"this is for {NAME}")
    return desk, guest, other


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


def left_desk(how: str = "left") -> tuple[SampleTable, Writer, Player]:
    """Return `shared_desk` and her player, after Anastasia left or Bo, now owner, removed her."""
    desk, bo = shared_desk()
    player, her = Player.objects.get(name=NAME), desk.writer.person
    if how == "left":
        leave(desk.group, her)
    else:
        Member.objects.update(owner=False)
        Member.objects.filter(person=bo.person).update(owner=True)
        remove(desk.group, bo.person, Member.objects.get(person=her).pk)
    return desk, bo, player


@pytest.mark.parametrize("how", ["left", "removed"])
def test_former_group_forgets_erased_member(how: str) -> None:
    desk, bo, _player = left_desk(how)
    Group.objects.update(name="Thursday crowd")
    client = desk.writer.client()
    page = client.get(reverse("erase_person")).text
    assert "1 group that you are not in" in page
    # other groups are out of reach
    assert "Thursday crowd" not in page
    assert NAME not in page
    before = balances(desk.group.pk)
    assert client.post(reverse("erase_person"), {"word": "erase"}).status_code == 200
    assert traces(NAME) == []
    assert balances(desk.group.pk) == before
    assert "Player 1" in bo.client().get(desk.url()).text
    assert list(verify(Verified())) == []


@pytest.mark.parametrize("how", ["left", "removed"])
def test_seat_without_claim_is_erased(how: str) -> None:
    desk, guest, _other = visited_desk()
    member = Member.objects.create(group=desk.group, person=guest.person)
    if how == "left":
        leave(desk.group, guest.person)
    else:
        remove(desk.group, desk.writer.person, member.pk)
    erase(guest.person)
    assert traces(NAME) == []


@pytest.mark.parametrize("whose", ["member", "phone", "left"])
def test_seats_of_others_are_not_erased(whose: str) -> None:
    desk, guest, _other = visited_desk()
    other = new_writer(desk.group if whose != "phone" else None)
    player = Player.objects.get(name=NAME)
    Member.objects.create(group=desk.group, person=guest.person)
    if whose == "phone":
        Participation.objects.create(
            session=desk.session, person=other.person, seat=desk.session.seats.get(number=2)
        )
    else:
        claim(desk.group, other.person, player.pk)
    if whose == "left":
        leave(desk.group, other.person)
    leave(desk.group, guest.person)
    erase(guest.person)
    assert Player.objects.filter(name=NAME).exists()


def test_player_claimed_by_another_member_is_not_erased() -> None:
    desk, bo, player = left_desk()
    claim(desk.group, bo.person, player.pk)
    erase(desk.writer.person)
    assert Player.objects.filter(name=NAME).exists()


def test_mistaken_claim_of_another_keeps_no_name() -> None:
    desk, bo, player = left_desk()
    claim(desk.group, bo.person, player.pk)
    unclaim(desk.group, bo.person, player.pk)
    erase(desk.writer.person)
    assert traces(NAME) == []


def test_player_belongs_to_member_who_left_last() -> None:
    desk, bo, player = left_desk()
    claim(desk.group, bo.person, player.pk)
    leave(desk.group, bo.person)
    erase(desk.writer.person)
    assert Player.objects.filter(name=NAME).exists()
    erase(bo.person)
    assert traces(NAME) == []


def test_returned_member_may_disclaim_player() -> None:
    desk, _bo, player = left_desk()
    her = desk.writer.person
    join(desk.group, her)
    claim(desk.group, her, player.pk)
    unclaim(desk.group, her, player.pk)
    erase(her)
    assert Player.objects.filter(name=NAME).exists()


@pytest.mark.parametrize("again", [False, True])
def test_returned_member_is_erased_under_both_players(again: bool) -> None:
    desk, _bo, player = left_desk()
    her = desk.writer.person
    join(desk.group, her)
    if again:
        claim(desk.group, her, player.pk)
    else:
        annie = Player.objects.create(group=desk.group, name="Annie", folded_name="annie", colour=4)
        claim(desk.group, her, annie.pk)
    erase(her)
    assert traces(NAME) == traces("Annie") == []


def test_merged_name_is_erased_too() -> None:
    desk, _bo, player = left_desk()
    stays = Player.objects.create(group=desk.group, name="Annie", folded_name="annie", colour=4)
    merge_players(desk.group, player.pk, stays.pk)
    erase(desk.writer.person)
    assert traces(NAME) == traces("Annie") == []


@pytest.mark.parametrize("still", ["there", "gone too"])
def test_former_name_of_reassigned_player_is_erased(still: str) -> None:
    desk, bo, player = left_desk()
    stays = Player.objects.get(name="Cleo")
    claim(desk.group, bo.person, stays.pk)
    merge_players(desk.group, player.pk, stays.pk, by=bo.person)
    if still == "gone too":
        leave(desk.group, bo.person)
    erase(desk.writer.person)
    assert traces(NAME) == []
    assert Player.objects.get(pk=stays.pk).name == "Cleo"
    assert list(verify(Verified())) == []


def test_departed_members_are_not_shown_to_others() -> None:
    desk, _bo, player = left_desk()
    data = exported(desk.group)
    Player.objects.update(former_claimant=None)
    assert exported(desk.group) == data
    assert player.former_claimant is None


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

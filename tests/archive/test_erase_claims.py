"""Erasing a person: the seats and players that they claimed, in groups that they left too."""

import pytest
from django.urls import reverse

from scorekeeper.archive.erase_person import erase
from scorekeeper.ledger.sums import balances
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.groups import join, leave, remove
from scorekeeper.people.models import Group, Member, Player
from scorekeeper.people.player_merge import merge_players
from scorekeeper.people.players import claim, unclaim
from scorekeeper.play.models import Participation
from tests.factories import SampleTable, Writer, new_writer

from .erased_names import NAME, shared_desk, traces, visited_desk
from .group_files import exported

pytestmark = pytest.mark.django_db


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

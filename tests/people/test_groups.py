"""Groups: members, owner and invite link."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.people import groups
from scorekeeper.people.invite_links import group_of_link, invite_token
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.people.rate_limits import LIMITS
from scorekeeper.play.models import Session
from tests.factories import SampleTable, new_writer
from tests.verification import faults

from .group_links import at, come, thursday_crowd

TRIES = LIMITS["group link"].most

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return thursday_crowd()


# --- coming ----------------------------------------------------------------------------------------------


def test_get_of_invitation_joins_no_group(desk: SampleTable) -> None:
    client = Client()
    page = client.get(come(desk.group))
    assert "Join Thursday crowd?" in page.text
    assert "Ana" in page.text
    assert Person.objects.count() == Member.objects.count() == 1
    assert "sessionid" not in client.cookies


def test_stranger_joins_by_one_tap(desk: SampleTable) -> None:
    client = Client()
    done = client.post(come(desk.group))
    assert (done.status_code, done["Location"]) == (303, at("people", desk.group) + "?notice=joined")
    member = Member.objects.latest("pk")
    assert (member.group, member.owner) == (desk.group, False)
    assert "You have joined. Which player are you?" in client.get(done["Location"]).text
    assert client.get(desk.url()).status_code == 200
    assert "Thursday crowd" in client.get("/").text
    # a second tap changes nothing
    assert client.post(come(desk.group)).status_code == 303
    assert Member.objects.filter(group=desk.group).count() == 2
    assert "You are in Thursday crowd" in client.get(come(desk.group)).text


def test_changed_link_no_longer_works(desk: SampleTable) -> None:
    old = come(desk.group)
    client = desk.writer.client()
    assert old in client.get(at("group_invite", desk.group)).text
    assert client.post(at("group_invite", desk.group)).status_code == 303
    assert Client().get(old).status_code == Client().post(old).status_code == 404
    assert Client().get(come(desk.group)).status_code == 200
    assert old not in client.get(at("group_invite", desk.group)).text


def test_tokens_are_of_one_group_and_one_generation(desk: SampleTable) -> None:
    other = SampleTable()
    assert group_of_link(desk.group.address, invite_token(desk.group)) == desk.group
    assert group_of_link(desk.group.address, invite_token(other.group)) is None
    assert group_of_link(desk.group.address, invite_token(desk.group)[:-1]) is None
    assert group_of_link("zzzzzzzzzzzz", invite_token(desk.group)) is None
    tokens = {
        invite_token(Group(pk=number, link_generation=link))
        for number in range(1, 20)
        for link in range(1, 20)
    }
    assert len(tokens) == 19 * 19


def test_guessing_is_slowed_down_and_joining_is_not(desk: SampleTable) -> None:
    wrong = at("group_join", desk.group, "x" * 32)
    for _ in range(3 * TRIES):
        assert Client().post(come(desk.group)).status_code == 303
    answers = [Client().post(wrong).status_code for _ in range(TRIES + 2)]
    assert answers == [404] * TRIES + [429, 429]


def test_only_owner_changes_link(desk: SampleTable) -> None:
    before, other = come(desk.group), new_writer(desk.group).client()
    answer = other.post(at("group_invite", desk.group))
    assert answer.status_code == 422
    assert "Only the group’s owner" in answer.text
    assert "Change the link" not in other.get(at("group_invite", desk.group)).text
    assert come(desk.group) == before


def test_full_group_is_reported(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "MOST_MEMBERS", 1)
    answer = Client().post(come(desk.group))
    assert answer.status_code == 422
    assert "This group is full" in answer.text
    assert Member.objects.count() == 1


def test_groups_per_person_are_limited(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "MOST_GROUPS", 1)
    client = new_writer().client()
    assert "already in" in client.post(come(desk.group)).text
    answer = client.post(reverse("groups"), {"do": "begin", "name": "One more"})
    assert answer.status_code == 422
    assert 'value="One more"' in answer.text


# --- going -----------------------------------------------------------------------------------------------


def test_longest_member_succeeds_leaving_owner(desk: SampleTable) -> None:
    third, second = new_writer(desk.group), new_writer(desk.group)
    Member.objects.filter(person=second.person).update(joined=datetime(2026, 1, 1, tzinfo=UTC))
    page = desk.writer.client().get(at("people", desk.group) + "?leave=1").text
    assert "its longest-standing member, becomes the owner" in page
    desk.writer.client().post(at("people", desk.group), {"do": "leave"})
    owners = Member.objects.filter(group=desk.group, owner=True)
    assert [member.person for member in owners] == [second.person]
    assert Member.objects.filter(group=desk.group).count() == 2
    assert third.client().get(at("group_menu", desk.group)).status_code == 200
    assert desk.writer.client().get(at("group_menu", desk.group)).status_code == 404
    assert faults() == []


def test_group_without_members_is_owned_by_next(desk: SampleTable) -> None:
    client = desk.writer.client()
    assert "The group stays, without members" in client.get(at("people", desk.group) + "?leave=1").text
    assert client.post(at("people", desk.group), {"do": "leave"}).status_code == 303
    assert Group.objects.filter(pk=desk.group.pk).exists()
    assert Session.objects.count() == 1
    Client().post(come(desk.group))
    assert Member.objects.get(group=desk.group).owner
    assert faults() == []


def test_former_member_has_no_claim(desk: SampleTable) -> None:
    ana = Player.objects.get(name="Ana")
    other = new_writer(desk.group)
    other.client().post(at("people", desk.group), {"player": ana.address})
    other.client().post(at("people", desk.group), {"do": "leave"})
    assert not Member.objects.filter(player=ana).exists()
    assert Player.objects.filter(pk=ana.pk).exists()


@pytest.mark.parametrize("do", ["remove", "hand"])
def test_owner_decides_about_members(desk: SampleTable, do: str) -> None:
    other = new_writer(desk.group)
    member = Member.objects.get(person=other.person)
    client = desk.writer.client()
    assert "asked" in client.get(at("people", desk.group) + f"?{do}={member.pk}").text
    assert client.post(at("people", desk.group), {"do": do, "member": member.pk}).status_code == 303
    if do == "remove":
        assert not Member.objects.filter(person=other.person).exists()
        assert other.client().get(desk.url()).status_code == 404
    else:
        owners = Member.objects.filter(group=desk.group, owner=True)
        assert [each.person for each in owners] == [other.person]
    assert faults() == []


@pytest.mark.parametrize("form", [{}, {"keep-link": "on"}])
def test_former_link_does_not_readmit_removed_member(desk: SampleTable, form: dict[str, str]) -> None:
    other, link = new_writer(desk.group), come(desk.group)
    member, client = Member.objects.get(person=other.person), desk.writer.client()
    assert (
        'name="keep-link" form="asking">'
        in client.get(at("people", desk.group) + f"?remove={member.pk}").text
    )
    sent = {"do": "remove", "member": member.pk, **form}
    answer = client.post(at("people", desk.group), sent)
    assert ("is new" in client.get(answer.headers["Location"]).text) is not bool(form)
    assert other.client().post(link).status_code == (303 if form else 404)


@pytest.mark.parametrize("name", ["former_members", "former_players"])
def test_former_address_leads_to_people(desk: SampleTable, name: str) -> None:
    client = desk.writer.client()
    answer = client.get(at(name, desk.group) + "?leave=1")
    assert (answer.status_code, answer["Location"]) == (307, at("people", desk.group) + "?leave=1")
    bo = Player.objects.get(name="Bo")
    client.post(at(name, desk.group), {"player": bo.address}, follow=True)
    assert Member.objects.get(player=bo).person == desk.writer.person


@pytest.mark.parametrize("do", ["remove", "hand"])
def test_only_owner_removes_members(desk: SampleTable, do: str) -> None:
    other = new_writer(desk.group)
    mine = Member.objects.get(person=desk.writer.person)
    answer = other.client().post(at("people", desk.group), {"do": do, "member": mine.pk})
    assert answer.status_code == 422
    assert "Only the group’s owner" in answer.text
    assert Member.objects.get(person=desk.writer.person).owner
    assert "Hand over" not in other.client().get(at("people", desk.group)).text


def test_removed_member_leaves_all_seats(desk: SampleTable) -> None:
    """Neither by the phone of the seat, nor as the host of a game."""
    other = new_writer(desk.group)
    client = other.client()
    own = SampleTable("general", ["Ana", "Bo"], writer=other)
    client.post(desk.url("take_seat"), {"seat": "1"})
    before = desk.table.version
    member = Member.objects.get(person=other.person)
    desk.writer.client().post(at("people", desk.group), {"do": "remove", "member": member.pk})
    assert client.get(desk.url()).status_code == client.get(own.url()).status_code == 404
    assert desk.table.version > before
    owner = desk.writer.client()
    assert "Change the link" in owner.get(own.url("participants")).text
    assert faults() == []


def test_member_of_another_group_is_not_found(desk: SampleTable) -> None:
    foreign = Member.objects.get(person=new_writer().person)
    client, mine = desk.writer.client(), Member.objects.get(person=desk.writer.person)
    for number in (foreign.pk, "x", "", 10**20):
        sent: dict[str, Any] = {"do": "remove", "member": number}
        assert client.post(at("people", desk.group), sent).status_code == 422
    assert client.post(at("people", desk.group), {"do": "remove", "member": mine.pk}).status_code == 422
    assert client.post(at("people", desk.group), {"do": "odd"}).status_code == 404
    assert Member.objects.count() == 2


def test_group_is_named(desk: SampleTable) -> None:
    client = desk.writer.client()
    assert client.post(at("group_menu", desk.group), {"name": "  Fridays "}).status_code == 303
    desk.group.refresh_from_db()
    assert desk.group.name == "Fridays"
    for odd in ("", " ", "x" * 41, "a\x00b"):
        answer = client.post(at("group_menu", desk.group), {"name": odd})
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in answer.text
    desk.group.refresh_from_db()
    assert desk.group.name == "Fridays"

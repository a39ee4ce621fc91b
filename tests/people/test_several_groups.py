"""A person in several groups, and what removal from one of them ends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.people import groups
from scorekeeper.people.identity import group_at, group_of
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.people.players import player_at
from scorekeeper.play.access_links import token_of as token_of_table
from scorekeeper.play.models import Session
from scorekeeper.play.notifications import PERSON_NOTICE
from scorekeeper.table.invitations import join_code, session_with_code
from tests.factories import SampleTable, new_writer
from tests.verification import faults

from .group_links import at, come, thursday_crowd

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return thursday_crowd()


def test_new_game_is_made_in_group_that_one_is_in(desk: SampleTable) -> None:
    client = desk.writer.client()
    assert client.post(reverse("groups"), {"do": "begin", "name": "Chess club"}).status_code == 303
    club = Group.objects.get(name="Chess club")
    home = client.get("/").text
    assert "Chess club" in home
    assert desk.address in home  # a running table is shown, whichever group is chosen
    client.post(reverse("new_game", args=["general"]), {"name": ["Ana", "Zoe"], "do": "start"})
    assert Session.objects.latest("pk").group == club
    assert {player.name for player in club.players.all()} == {"Ana", "Zoe"}
    client.post(reverse("groups"), {"do": "choose", "group": desk.group.address})
    assert group_of(Person.objects.get(pk=desk.writer.person.pk)) == desk.group
    home = client.get("/").text
    assert desk.address in home
    assert "switch group" in home


def test_groups_of_one_name_are_told_apart_by_their_players(desk: SampleTable) -> None:
    client = desk.writer.client()
    client.post(reverse("groups"), {"do": "begin", "name": desk.group.name})
    page = client.get(reverse("groups")).text
    rows = re.findall(r"<small>(.*?)</small>", page)
    assert rows == [
        ", ".join(desk.group.players.order_by("pk").values_list("name", flat=True)),
        "no players yet",
    ]


def test_group_of_others_is_not_chosen(desk: SampleTable) -> None:
    client = new_writer().client()
    sent = {"do": "choose", "group": desk.group.address}
    assert client.post(reverse("groups"), sent).status_code == 404
    assert client.post(reverse("groups"), {"do": "odd"}).status_code == 404
    assert Client().post(reverse("groups"), sent).status_code == 404


@pytest.mark.parametrize("typed", ["", "\0", "a\0b", "x" * 400, "\uff21" * 12, "-" * 12])
def test_malformed_address_is_not_looked_up(
    desk: SampleTable, typed: str, django_assert_num_queries: Any
) -> None:
    """PostgreSQL refuses to look for some of it."""
    with django_assert_num_queries(0):
        for ask in (
            lambda: group_at(typed, desk.writer.person),
            lambda: player_at(desk.group, typed),
        ):
            with pytest.raises(Http404):
                ask()
    client = desk.writer.client()
    assert client.post(reverse("groups"), {"do": "choose", "group": typed}).status_code == 404
    assert client.post(at("people", desk.group), {"player": typed}).status_code == 404
    if typed:
        url = at("player_merge", desk.group, Player.objects.get(name="Ana").address)
        assert client.get(url, {"other": typed}).status_code == 404
        assert client.post(url, {"other": typed}).status_code == 404


def test_removed_member_plays_in_remaining_group(desk: SampleTable) -> None:
    other = new_writer()
    own = Group.objects.get(member__person=other.person)
    other.client().post(come(desk.group))
    assert group_of(Person.objects.get(pk=other.person.pk)) == desk.group
    Member.objects.filter(person=other.person, group=desk.group).delete()
    assert group_of(Person.objects.get(pk=other.person.pk)) == own


def test_joining_extends_permissions_of_phone(desk: SampleTable) -> None:
    client = new_writer().client()
    before = client.cookies["sessionid"].value
    client.post(come(desk.group))
    assert client.cookies["sessionid"].value != before


def test_permissions_of_two_rows_do_not_mix(desk: SampleTable) -> None:
    """Objects of one group cannot be reached through another's address."""
    other = new_writer()
    theirs = Group.objects.get(member__person=other.person)
    ana = Player.objects.get(name="Ana")
    for name in ("player_edit", "player_merge"):
        assert other.client().get(at(name, theirs, ana.address)).status_code == 404
    assert other.client().post(at("people", theirs), {"player": ana.address}).status_code == 404
    assert not Member.objects.filter(player=ana).exists()


def test_removed_member_is_not_readmitted_by_known_link() -> None:
    desk, other = SampleTable(names=["Ana", "Bo"]), new_writer()
    client, link = other.client(), reverse("join", args=[desk.address, token_of_table(desk.session)])
    assert client.get(link).status_code == 302
    assert client.post(desk.url("take_seat"), {"seat": "1"}).status_code == 303
    member = groups.join(desk.group, other.person)
    groups.remove(desk.group, desk.writer.person, member.pk)
    for address in (desk.url(), link):
        assert client.get(address).status_code == 404
    assert client.post(desk.url("take_seat"), {"seat": "1"}).status_code == 404


def test_removed_member_is_not_readmitted_by_known_code() -> None:
    """Others are not shown a useless code either."""
    desk, other = SampleTable(names=["Ana", "Bo"]), new_writer()
    owner = desk.writer.client()
    member = groups.join(desk.group, other.person)
    assert owner.post(desk.url("invite")).status_code == 303
    known = join_code(Session.objects.get(pk=desk.session.pk))
    assert known
    groups.remove(desk.group, desk.writer.person, member.pk)
    assert session_with_code(known) is None
    assert owner.post(desk.url("invite")).status_code == 303
    fresh = join_code(Session.objects.get(pk=desk.session.pk))
    assert fresh
    assert session_with_code(fresh) == desk.session
    assert faults() == []


def test_access_ends_with_membership_after_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams of the former member, and of guests who joined a game that has just ended."""
    desk, other = SampleTable(names=["Ana", "Bo"]), new_writer()
    member = groups.join(desk.group, other.person)
    Session.objects.filter(pk=desk.session.pk).update(finished=timezone.now())
    notices: list[str] = []
    monkeypatch.setattr("scorekeeper.play.notifications._notify", notices.append)
    groups.remove(desk.group, desk.writer.person, member.pk)
    assert f"{PERSON_NOTICE} {other.person.pk} 1" in notices
    assert any(re.fullmatch(rf"{desk.session.pk} \d+ 1", notice) for notice in notices)

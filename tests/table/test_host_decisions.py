"""Decisions of the host: removed phones, seats asked for, a table handed over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.people.models import Member
from scorekeeper.play.access_links import token_of
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.presence import Presence
from tests.factories import SampleTable, new_writer
from tests.security.cast import everything, seated, with_pass
from tests.table.seat_actions import Writers, let, sit, strike

pytestmark = pytest.mark.django_db


def test_phones_page_lists_seated_guests(desk: SampleTable) -> None:
    bo = seated(desk, 2)
    strike(bo.client(), desk, "2")
    seated(desk, None)
    page = desk.writer.client().get(desk.url("participants")).text
    people = re.findall(r"<b>([^<]*)</b>(?:<small>([^<]*)</small>)?</span>(?:<small>host|<a class)", page)
    assert people[:3] == [
        ("This phone", "host of the table, entered 1 line"),
        ("Bo", "entered 1 line"),
        ("A guest", ""),
    ]
    seen = bo.client().get(desk.url("participants")).text
    assert "Bo, this phone" in seen
    assert "Remove" not in seen
    assert "Change the link" not in seen
    assert "Leave this table" in seen


def test_phones_page_lists_present_phones(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    bo, member, passing = seated(desk, 2), new_writer(desk.group), new_writer()
    now = Presence(frozenset({bo.person.pk, member.person.pk, passing.person.pk}), watching=2)
    monkeypatch.setattr("scorekeeper.table.participants.presence_at", lambda _session: now)
    page = desk.writer.client().get(desk.url("participants")).text
    assert ", 3 phones and 3 watching</p>" in page
    assert "<b>Bo</b><small>here now</small>" in page
    assert "<b>A member of the group</b><small>here now</small>" in page
    assert "<b>3 phones</b><small>watching only</small>" in page


def test_member_cannot_be_removed(desk: SampleTable) -> None:
    member = new_writer(desk.group)
    sit(member.client(), desk, "3")
    host = desk.writer.client()
    page = host.get(desk.url("participants") + f"?remove={Participation.objects.get().pk}").text
    assert "<b>Cleo</b><small>of the group</small>" in page
    assert "Remove" not in page
    assert "Make host" in page
    before = everything()
    form = {"do": "remove", "phone": Participation.objects.get().pk}
    assert host.post(desk.url("participants"), form).status_code == 404
    assert everything() == before


def test_removing_asks_in_its_own_line_and_lets_back(desk: SampleTable) -> None:
    host, bo = desk.writer.client(), seated(desk, 2).client()
    number = Participation.objects.get().pk
    before = everything()
    asked = host.get(desk.url("participants") + f"?remove={number}").text
    assert "Remove Bo’s phone? Bo stays in the game, and all lines stay." in asked
    assert everything() == before
    assert host.post(desk.url("participants"), {"do": "remove", "phone": number}).status_code == 303
    with_pass(bo, desk)
    assert bo.get(desk.url()).status_code == 403
    assert sit(bo, desk, "2").status_code == 404
    page = host.get(desk.url("participants") + "?notice=remove").text
    assert "The phone is removed" in page
    assert "Let back in" in page
    host.post(desk.url("participants"), {"do": "back", "phone": number})
    assert bo.get(desk.url()).context["table"].permissions.seat == "2"


@pytest.mark.parametrize("form", [{}, {"keep-link": "on"}])
def test_removal_changes_link_by_default(desk: SampleTable, form: dict[str, str]) -> None:
    """A removed guest tries the link in a private window."""
    host, private = desk.writer.client(), with_pass(Client(), desk)
    seated(desk, 2)
    number = Participation.objects.get().pk
    assert (
        'type="checkbox" name="keep-link" form="asking">'
        in host.get(desk.url("participants") + f"?remove={number}").text
    )
    link = reverse("join", args=[desk.address, token_of(desk.session)])
    for _twice in range(2):
        sent = {"do": "remove", "phone": number, **form}
        answer = host.post(desk.url("participants"), sent)
        assert answer.status_code == 303
    assert Session.objects.get(pk=desk.session.pk).link_generation == (1 if form else 2)
    text = host.get(answer.headers["Location"]).text
    assert ("the link is new" in text) is not bool(form)
    opened = 200 if form else 404
    assert private.get(desk.url()).status_code == opened
    assert Client().get(link, follow=True).status_code == opened


@pytest.mark.parametrize("who", ["a phone", "a member", "nobody"])
@pytest.mark.parametrize("writers", Writers.values)
def test_taken_seat_is_requested_from_host(desk: SampleTable, who: str, writers: str) -> None:
    """Another person taps "I am Bo" by the link; players write their own entries here."""
    if who == "a phone":
        seated(desk, 2)
    elif who == "a member":
        bo = desk.session.seats.get(number=2).player
        Member.objects.filter(person=new_writer(desk.group).person).update(player=bo)
    let(desk, writers)
    client, host = with_pass(Client(), desk), desk.writer.client()
    assert sit(client, desk, "2").status_code == 303
    rights = client.get(desk.url()).context["table"].permissions
    if who == "nobody" or writers == Writers.EVERYBODY:
        assert (rights.seat, rights.requested_seat) == ("2", None)
        assert "A phone asks" not in host.get(desk.url()).text
        return
    assert (rights.seat, rights.requested_seat) == (None, "2")
    assert strike(client, desk, "2").status_code == 422
    if writers == Writers.OWN:
        assert "The host is asked whether this one is theirs" in client.get(desk.url()).text
    assert "A phone asks for a player who already has one" in host.get(desk.url()).text
    number = Participation.objects.latest("pk").pk
    assert client.post(desk.url("participants"), {"do": "seat", "phone": number}).status_code == 422
    assert "Yes, Bo" not in client.get(desk.url("participants")).text
    assert "Yes, Bo" in host.get(desk.url("participants")).text


@pytest.mark.parametrize(("do", "seat"), [("seat", "2"), ("no-seat", None)])
def test_host_says_whether_phone_is_somebodys_too(desk: SampleTable, do: str, seat: str | None) -> None:
    seated(desk, 2)
    let(desk, Writers.OWN)
    client, host = with_pass(Client(), desk), desk.writer.client()
    sit(client, desk, "2")
    form = {"do": do, "phone": Participation.objects.latest("pk").pk}
    assert [host.post(desk.url("participants"), form).status_code for _twice in range(2)] == [303, 404]
    rights = client.get(desk.url()).context["table"].permissions
    assert (rights.seat, rights.requested_seat) == (seat, None)
    assert strike(client, desk, "2").status_code == (200 if seat else 422)
    assert "A phone asks" not in host.get(desk.url()).text


def test_seat_request_keeps_present_seat(desk: SampleTable) -> None:
    seated(desk, 2)
    client = seated(desk, 3).client()
    let(desk, Writers.OWN)
    sit(client, desk, "2")
    assert client.get(desk.url()).context["table"].permissions.seat == "3"
    assert strike(client, desk, "3").status_code == 200
    assert sit(client, desk, "").status_code == 303  # asks no longer
    assert client.get(desk.url()).context["table"].permissions.requested_seat is None


def test_claimed_player_takes_seat_without_asking(desk: SampleTable) -> None:
    """A member whose seat a stranger took first, the host, and the person already seated."""
    bo = desk.session.seats.get(number=2).player
    seated(desk, 2)
    cleo = seated(desk, 3)
    let(desk, Writers.OWN)
    member = new_writer(desk.group)  # claims the player on another page
    sit(desk.writer.client(), desk, "2")
    sit(cleo.client(), desk, "3")
    assert not Participation.objects.exclude(wanted=None).exists()
    Member.objects.filter(person=member.person).update(player=bo)
    sit(member.client(), desk, "2")
    assert not Participation.objects.exclude(wanted=None).exists()
    assert member.client().get(desk.url()).context["table"].permissions.seat == "2"


def test_handing_table_over_asks_first(desk: SampleTable) -> None:
    host, bo = desk.writer.client(), seated(desk, 2).client()
    number = Participation.objects.get().pk
    assert "Make Bo the host?" in host.get(desk.url("participants") + f"?hand={number}").text
    host.post(desk.url("participants"), {"do": "hand", "phone": number})
    assert bo.get(desk.url()).context["table"].permissions.is_host
    assert not host.get(desk.url()).context["table"].permissions.is_host
    assert bo.post(desk.url("participants"), {"do": "write", "writers": "own"}).status_code == 303
    refused = host.post(desk.url("participants"), {"do": "write", "writers": "host"})
    assert refused.status_code == 422
    assert "Only the host decides" in refused.text


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "x"},
        {"do": "remove"},
        {"do": "remove", "phone": "0"},
        {"do": "remove", "phone": "²"},
        {"do": "remove", "phone": "9" * 18},
        {"do": "remove", "phone": "9" * 30},
        {"do": "hand", "phone": "-1"},
        {"do": "write", "writers": "nobody"},
    ],
)
def test_odd_decisions_change_nothing(desk: SampleTable, form: dict[str, str]) -> None:
    client = desk.writer.client()
    before = everything()
    assert client.post(desk.url("participants"), form).status_code == 404
    assert everything() == before


def test_phone_of_another_table_is_out_of_reach(desk: SampleTable) -> None:
    other = SampleTable()
    seated(other, 1)
    client, form = desk.writer.client(), {"do": "remove", "phone": Participation.objects.get().pk}
    before = everything()
    assert client.post(desk.url("participants"), form).status_code == 404
    assert everything() == before


@pytest.mark.parametrize(
    ("who", "name", "most"),
    [
        ("watcher", "table", 4),
        ("watcher", "big_screen", 3),
        ("watcher", "invite", 7),
        ("host", "invite", 9),
        ("host", "participants", 9),
    ],
)
def test_page_asks_database_little_however_many_are_in(
    desk: SampleTable, who: str, name: str, most: int, django_assert_max_num_queries: Any
) -> None:
    for seat in (1, 2, 3, None, None, None):
        seated(desk, seat, removed=seat == 3)
    client = desk.writer.client() if who == "host" else with_pass(Client(), desk)
    client.get(desk.url(name))
    with django_assert_max_num_queries(most):
        assert client.get(desk.url(name)).status_code == 200


def test_phones_of_deleted_game_are_not_listed(desk: SampleTable) -> None:
    client = seated(desk, 3, removed=True).client()
    desk.change(removed=True)
    assert client.get(desk.url()).status_code == 404

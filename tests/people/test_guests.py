"""Guests: created by the first write, and renewed for a year by each game."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session as StoredSession
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.people.avatars import initials
from scorekeeper.people.models import Device, Group, Member, Person
from scorekeeper.people.names import fold, name_error, tidy
from tests.factories import SampleTable, new_writer

pytestmark = pytest.mark.django_db


def start(client: Client) -> None:
    form = {"name": ["Ana", "Bo"], "do": "start", "stake": "none", "key": str(uuid.uuid4()), "another": "1"}
    assert client.post("/new/general/", form).status_code == 303


def without_token(page: str) -> str:
    """A page but for the token of its forms, which is each browser's own."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


def test_looking_makes_no_row() -> None:
    client = Client()
    for address in ("/", "/new/general/", "/new/general/throw/", "/table/nowhere/"):
        client.get(address)
    assert Person.objects.count() == Group.objects.count() == StoredSession.objects.count() == 0


def test_first_game_makes_guest_without_password() -> None:
    client = Client()
    start(client)
    person = Person.objects.get()
    assert not person.has_usable_password()
    assert Group.objects.get().members.get() == person
    assert Device.objects.get().person == person


def test_guest_session_lasts_year_from_last_game() -> None:
    client = Client()
    start(client)
    stored = StoredSession.objects.get()
    assert stored.expire_date > timezone.now() + timedelta(days=364)
    assert client.cookies["sessionid"]["max-age"] == 365 * 24 * 60 * 60
    StoredSession.objects.update(expire_date=timezone.now() + timedelta(days=2))
    start(client)
    assert StoredSession.objects.get().expire_date > timezone.now() + timedelta(days=364)
    assert Person.objects.count() == 1


def test_write_in_foreign_game_renews_guest() -> None:
    desk, who = SampleTable(), new_writer()
    Member.objects.create(group=desk.group, person=who.person)
    client = who.client()

    def later(days: int) -> None:
        for stored in StoredSession.objects.all():
            stored.expire_date -= timedelta(days=days)
            stored.save()

    def write(player: int, box: str = "ones") -> Any:
        answer = client.post(desk.url("write"), desk.form(player=str(player), box=box, strike="1"))
        assert answer.status_code == 302
        assert desk.table.replayed.lines[-1].first.author == who.person.pk
        return answer.cookies.get("sessionid")

    later(days=29)
    assert write(1) is None, "most writes write no session"
    later(days=171)
    assert client.get(desk.url()).status_code == 200
    assert "sessionid" not in client.get("/").cookies, "a look makes no year longer"
    renewed = write(2)
    assert renewed is not None
    assert renewed["max-age"] == 365 * 24 * 60 * 60
    later(days=200)
    write(1, "twos")
    assert person_at(client) == who.person


def person_at(client: Client) -> Person:
    return Person.objects.get(pk=client.session["_auth_user_id"])


def test_person_without_group_is_stranger() -> None:
    client = Client()
    start(client)
    person, old = Person.objects.get(), Group.objects.get()
    Member.objects.all().delete()
    for address in ("/", "/?all", "/new/general/", "/new/general/throw/"):
        assert client.get(address).status_code in (200, 302)
    assert without_token(client.get("/").text) == without_token(Client().get("/").text)
    assert not Member.objects.exists()
    start(client)
    assert Person.objects.get() == person
    assert Member.objects.get().group != old
    assert Member.objects.get().owner
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        ("x" * 40, None),
        ("x" * 41, "name_long"),
        ("A\0B", "name_signs"),
        ("\u202eevil", "name_signs"),
        ("\u200b", "name_signs"),
        ("\u200f\u05d0", None),
        ("José", None),
        ("👩‍👩‍👧", None),
    ],
)
def test_valid_names_are_tidied(name: str, code: str | None) -> None:
    assert name_error(tidy(name)) == code


def test_names_that_look_alike_are_equal() -> None:
    assert fold("ANA") == fold("ana") == fold("\uff21\uff4e\uff41")
    assert tidy("  Ana   Maria ") == "Ana Maria"


def test_equal_initials_are_distinguished() -> None:
    assert initials(["Ana", "Bo", "Alex"]) == ["An", "B", "Al"]
    assert initials(["Ana", "Ana B", "Bo"]) == ["An", "AB", "B"]
    assert initials([f"Player {number}" for number in (1, 2, 10)]) == ["P1", "P2", "10"]
    assert initials(["Anna", "Ann", "An", "A"]) == ["An", "A1", "A2", "A"]
    assert initials(["?", "?", "Bo"]) == ["?", "?", "B"]


@given(st.lists(st.text(st.sampled_from("AaBbé1\u00df \u05d0"), min_size=1, max_size=4), max_size=40))
def test_counters_of_distinct_names_are_distinct(typed: list[str]) -> None:
    names = list({fold(tidy(name)): tidy(name) for name in typed if not name_error(tidy(name))}.values())
    marks = initials(names)
    assert len({fold(mark) for mark in marks}) == len(names)
    assert all(1 <= len(mark) <= 2 for mark in marks)

""" "Start" sent twice at once: one game, one person, one group."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.people.models import Group, Member, Person
from scorekeeper.play import start_session
from scorekeeper.play.models import Session
from tests.factories import new_writer
from tests.interleave import meet
from tests.page_forms import get

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "/new/general/"


def start_twice(one: Client, two: Client) -> None:
    """Tap twice; the second tap comes when the first one's game is written but not committed."""
    form = get(one, NEW).sent(do="start", name=["Ana", "Bo"])
    led = []
    meet(
        start_session,
        "create_session",
        lambda: led.append(one.post(NEW, form)),
        lambda: led.append(two.post(NEW, form)),
    )
    (session,) = Session.objects.all()
    assert [(each.status_code, each["Location"]) for each in led] == 2 * [(303, f"/table/{session.address}/")]
    assert [phone.get(led[0]["Location"]).status_code for phone in (one, two)] == [200, 200]
    assert (Person.objects.count(), Group.objects.count()) == (1, 1)


def test_stranger_begins_one_game() -> None:
    start_twice(Client(), Client())


def test_person_without_group_is_given_one() -> None:
    who = new_writer()
    Member.objects.all().delete()
    Group.objects.all().delete()
    start_twice(who.client(), who.client())

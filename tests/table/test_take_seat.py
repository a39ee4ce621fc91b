"""Taking a seat at a table: confirmed, repeated, refused."""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.people.identity import DEVICE
from scorekeeper.people.models import Person
from scorekeeper.play.models import Participation
from scorekeeper.table import participation
from tests.factories import SampleTable, new_writer
from tests.security.cast import everything, with_pass
from tests.table.seat_actions import sit, strike

pytestmark = pytest.mark.django_db


def test_stranger_takes_seat_and_writes(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    page = client.get(desk.url()).text
    assert re.findall(r'name="seat" value="(\d*)"', page) == ["1", "2", "3", ""]
    assert "phones here" not in page
    persons = Person.objects.count()
    answer = sit(client, desk, "2")
    assert (answer.status_code, answer.headers["Location"]) == (303, desk.url())
    assert Person.objects.count() == persons + 1
    phone = Participation.objects.get()
    assert phone.seat is not None
    assert phone.seat.key == "2"
    assert client.session[DEVICE]
    seen = client.get(desk.url())
    assert "You are watching" not in seen.text
    assert seen.context["panel"].title == "Your turn"
    assert strike(client, desk, "2").status_code == 200
    assert desk.table.replayed.lines[-1].first.author == phone.person_id


def test_seat_with_phone_is_confirmed_first(desk: SampleTable) -> None:
    sit(with_pass(Client(), desk), desk, "2")
    client = with_pass(Client(), desk)
    page = client.get(desk.url()).text
    assert "Bo has a phone here." in page
    assert "I am Bo" not in page
    assert "Bo has changed phones" in page
    assert sit(client, desk, "2").status_code == 303
    assert client.get(desk.url()).context["table"].permissions.seat == "2"
    assert Participation.objects.filter(seat__number=2).count() == 2


def test_guest_plays_no_column_and_writes_for_others(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    sit(client, desk, "")
    page = client.get(desk.url())
    assert page.context["table"].permissions.seat is None
    assert page.context["panel"].title == "Bo’s turn"
    assert strike(client, desk, "2").status_code == 200


def test_only_seat_of_this_table_is_one(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    before = everything()
    for form in ({}, {"seat": "4"}, {"seat": "0"}, {"seat": "x"}, {"seat": " 1"}):
        assert client.post(desk.url("take_seat"), form).status_code == 404
    assert everything() == before


def test_joining_renews_session_key(desk: SampleTable) -> None:
    who = new_writer()
    client = with_pass(who.client(), desk)
    before = client.cookies["sessionid"].value
    sit(client, desk, "3")
    after = client.cookies["sessionid"].value
    assert after != before
    assert client.get(desk.url()).context["table"].permissions.seat == "3"
    stolen = Client()
    stolen.cookies["sessionid"] = before
    assert stolen.get(desk.url()).status_code == 404
    assert client.session[DEVICE] == who.device


def copy_of(client: Client) -> Client:
    """The same browser, before whatever is answered from now on."""
    copied = Client()
    copied.cookies = deepcopy(client.cookies)
    return copied


def form_of(client: Client, desk: SampleTable) -> dict[str, str]:
    """Return the form that a spectator's entry panel sends with a seat."""
    found = re.search(r'name="key" value="([^"]+)"', client.get(desk.url()).text)
    assert found is not None
    return {"key": found[1], "seat": "2"}


def test_lost_seat_response_is_repeated_safely(desk: SampleTable) -> None:
    """The response with the other key is lost: the form is sent again with the former key."""
    own = SampleTable()
    client = with_pass(own.writer.client(), desk)
    form, persons = form_of(client, desk), Person.objects.count()
    assert copy_of(client).post(desk.url("take_seat"), form).status_code == 303
    assert client.post(desk.url("take_seat"), form).status_code == 303
    assert Participation.objects.get().person == own.writer.person
    assert Person.objects.count() == persons
    assert client.get(desk.url()).context["table"].permissions.seat == "2"
    assert client.get(own.url()).status_code == 200


def test_lost_seat_response_keeps_person_elsewhere(desk: SampleTable) -> None:
    own = SampleTable()
    client = with_pass(own.writer.client(), desk)
    before = client.cookies["sessionid"].value
    copy_of(client).post(desk.url("take_seat"), {"seat": "2"})
    assert client.get(own.url()).status_code == 200
    assert client.cookies["sessionid"].value != before
    assert client.get(desk.url()).context["table"].permissions.seat == "2"


def test_form_sent_twice_takes_one_seat(desk: SampleTable) -> None:
    """Two taps or a lost response: the second form is the same, and its sender still a stranger."""
    client = with_pass(Client(), desk)
    form, persons = form_of(client, desk), Person.objects.count()
    copied = copy_of(client)
    assert copied.post(desk.url("take_seat"), form).status_code == 303
    assert client.post(desk.url("take_seat"), form | {"seat": "3"}).status_code == 303
    phone = Participation.objects.get()
    assert phone.seat is not None
    assert phone.seat.key == "3", "the last tap counts"
    assert Person.objects.count() == persons + 1
    for each in (client, copied):
        assert each.get(desk.url()).context["table"].permissions.seat == "3"


def test_old_seat_form_does_not_log_in(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    form = form_of(client, desk)
    copy_of(client).post(desk.url("take_seat"), form)
    first = Participation.objects.get()
    for change in ({"has_account": True}, {"has_account": False}):
        Person.objects.filter(pk=first.person_id).update(**change)
        again = copy_of(client)
        assert again.post(desk.url("take_seat"), form).status_code == 303
        assert again.session["_auth_user_id"] != str(first.person_id)
        Participation.objects.exclude(pk=first.pk).delete()
        Participation.objects.update(joined=timezone.now() - timedelta(minutes=11))


def test_seat_form_of_removed_phone_is_refused(desk: SampleTable) -> None:
    client = with_pass(Client(), desk)
    form = form_of(client, desk)
    copy_of(client).post(desk.url("take_seat"), form)
    Participation.objects.update(removed=timezone.now())
    persons = Person.objects.count()
    assert client.post(desk.url("take_seat"), form).status_code == 404
    assert Person.objects.count() == persons


def test_full_table_is_reported(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(participation, "MOST_PHONES", 1)
    sit(with_pass(Client(), desk), desk, "2")
    before = everything()
    answer = sit(with_pass(Client(), desk), desk, "3")
    assert answer.status_code == 422
    assert everything() == before
    assert "A table takes at most 1 phones" in answer.text


def test_host_takes_seat(desk: SampleTable) -> None:
    client = desk.writer.client()
    assert "Whose phone is this?" in client.get(desk.url("participants")).text
    sit(client, desk, "1")
    page = client.get(desk.url("participants")).text
    assert "This phone is Ana" in page
    assert "Ana, this phone" in page
    assert "host of the table" in page

"""From a finished game to its rematch, for guests who were seated too late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.play import log
from scorekeeper.play.access_links import COOKIE, MOST_LINKS
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions
from tests.factories import HTMX, SampleTable, new_key
from tests.security.cast import seated, with_pass

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    """A game that is over."""
    desk = SampleTable(names=["Ana", "Bo"])
    desk.change(ended=True)
    return desk


def again(desk: SampleTable) -> Session:
    desk.writer.client().post(desk.url("rematch"))
    return Session.objects.get(rematch_of=desk.session)


def late(desk: SampleTable) -> Client:
    """Let a guest with an outdated page take a seat after the rematch has begun."""
    client = with_pass(Client(), desk)
    assert client.post(desk.url("take_seat"), {"seat": "2"}).status_code == 303
    return client


def goes_on(client: Client, desk: SampleTable, name: str, **headers: Any) -> int:
    """Return the response of the rematch to a guest who follows the link."""
    answer = client.post(desk.url(name), headers=headers)
    return client.get(answer.headers.get("HX-Redirect") or answer.headers["Location"]).status_code


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("name", ["follow_rematch", "rematch"])
def test_late_guest_is_led_to_rematch(desk: SampleTable, name: str, headers: dict[str, str]) -> None:
    again(desk)
    client = late(desk)
    page = client.get(desk.url()).text
    assert f'formaction="{desk.url("follow_rematch")}">Go to the next game' in page
    assert goes_on(client, desk, name, **headers) == 200


@pytest.mark.parametrize("name", ["follow_rematch", "rematch"])
def test_phone_removed_from_rematch_is_not_admitted(desk: SampleTable, name: str) -> None:
    """The rematch has another host, who decides there."""
    cleo, bo = seated(desk, None), seated(desk, 2)
    after = again(desk)
    theirs = {phone.person_id: phone.pk for phone in Participation.objects.filter(session=after)}
    host_decisions.hand_over(after.address, Visitor(desk.writer.person), theirs[cleo.person.pk])
    host_decisions.remove_phone(after.address, Visitor(cleo.person), theirs[bo.person.pk])
    assert goes_on(bo.client(), desk, name) == 403


@pytest.mark.parametrize("name", ["follow_rematch", "rematch"])
def test_earlier_seat_does_not_bypass_changed_link(desk: SampleTable, name: str) -> None:
    """The rematch has another host, so the link of this game is still valid."""
    cleo = seated(desk, None)
    after = again(desk)
    phone = Participation.objects.get(session=after, person=cleo.person)
    host_decisions.hand_over(after.address, Visitor(desk.writer.person), phone.pk)
    host_decisions.change_link(after.address, Visitor(cleo.person))
    assert goes_on(late(desk), desk, name) == 404


@pytest.mark.parametrize("name", ["follow_rematch", "rematch"])
def test_member_needs_no_pass(desk: SampleTable, name: str) -> None:
    client = desk.writer.client()
    again(desk)
    assert goes_on(client, desk, name) == 200
    assert COOKIE not in client.cookies


def test_guest_of_rematch_needs_no_pass(desk: SampleTable) -> None:
    """A phone keeps a dozen, and the oldest goes: a table that it only watches."""
    other, now = SampleTable(), desk.session
    client = with_pass(seated(desk, 2).client(), other)
    for _game in range(MOST_LINKS):
        assert client.post(f"/table/{now.address}/rematch/").status_code == 303
        assert client.post(f"/table/{now.address}/follow/").status_code == 303
        now = Session.objects.get(rematch_of=now)
        Session.objects.filter(pk=now.pk).update(ended=timezone.now())
    assert client.get(other.url()).status_code == 200
    assert client.get(f"/table/{now.address}/").context["table"].permissions.seat == "2"


GONE: dict[str, Callable[[SampleTable, Session], object]] = {
    "given up": lambda _desk, after: Session.objects.filter(pk=after.pk).update(ended=timezone.now()),
    "deleted": lambda _desk, after: Session.objects.filter(pk=after.pk).update(removed=timezone.now()),
    "carried on": lambda desk, _after: desk.change(ended=False),
}


@pytest.mark.parametrize(("form", "page"), [({}, "table"), ({"screen": "1"}, "big_screen")])
@pytest.mark.parametrize("gone", GONE)
def test_link_to_deleted_rematch_leads_back(
    desk: SampleTable, gone: str, form: dict[str, str], page: str
) -> None:
    """A page that had no signal shows the way still."""
    after, clients = again(desk), [with_pass(Client(), desk), seated(desk, 2).client(), desk.writer.client()]
    GONE[gone](desk, after)
    for client in clients:
        answer = client.post(desk.url("follow_rematch"), form)
        assert (answer.status_code, answer.headers["Location"]) == (303, desk.url(page))


def tap(who: Client, desk: SampleTable, key: str) -> str:
    """Tap "Rematch"; where that leads."""
    answer = who.post(desk.url("rematch"), {"key": key})
    assert answer.status_code == 303
    return str(answer.headers["Location"])


@pytest.mark.parametrize("same", [True, False], ids=["the same form", "another page"])
def test_repeated_rematch_leads_to_existing_game(desk: SampleTable, same: bool) -> None:
    """A guest by link, who is not a member; one with an outdated page taps the same key."""
    bo, key = seated(desk, 2).client(), new_key()
    led = tap(bo, desk, key)
    after = Session.objects.get(rematch_of=desk.session)
    entry = {"player": "1", "box": "ones", "points": 3}
    log.append(after.address, desk.write_request(seen=0), [entry])
    assert tap(bo, desk, key if same else new_key()) == led
    assert Session.objects.filter(rematch_of=desk.session).count() == 1


def test_repeated_form_of_abandoned_game_begins_nothing(desk: SampleTable) -> None:
    bo, key = seated(desk, 2).client(), new_key()
    led = tap(bo, desk, key)
    Session.objects.filter(rematch_of=desk.session).update(ended=timezone.now())
    assert tap(bo, desk, key) == led
    assert tap(bo, desk, new_key()) != led

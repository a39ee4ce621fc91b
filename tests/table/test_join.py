"""Joining a table by its link: the page, admission, and no writes by reading."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.play.access_links import COOKIE, token_of
from scorekeeper.play.models import Participation
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions
from tests.factories import HTMX, SampleTable, new_writer
from tests.security.cast import everything
from tests.security.routes import routes

from .join_links import link, opened, typed, watcher

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable(names=["Ana", "Bo"])


OURS = {
    *(
        "table",
        "enter_code",
        "television_code",
        "television",
        "join",
        "invite",
        "follow_rematch",
        "participants",
        "big_screen",
        "take_seat",
        "leave",
        "device_transfer",
        "manifest",
    ),
}


def test_link_shows_sheet_at_once_and_writes_nothing(desk: SampleTable) -> None:
    before = everything(but=set())
    for method in ("GET", "HEAD", "GET"):
        client = Client()
        answer = client.generic(method, link(desk))
        assert (answer.status_code, answer.headers["Location"]) == (302, desk.url())
        assert set(client.cookies) == {COOKIE}
        assert client.cookies[COOKIE]["httponly"]
        assert client.cookies[COOKIE]["samesite"] == "Lax"
        assert token_of(desk.session) not in client.cookies[COOKIE].value
        page = client.get(desk.url())
        assert page.status_code == 200
        assert "You are watching, live" in page.text
    assert everything(but=set()) == before


def test_wrong_links_have_same_response(desk: SampleTable) -> None:
    other = SampleTable()
    old = link(desk)
    host_decisions.change_link(desk.address, Visitor(desk.writer.person))
    right = link(desk)
    wrong = [
        old,
        right[:-2] + ("b/" if right[-2] == "a" else "a/"),
        reverse("join", args=[desk.address, "x"]),
        reverse("join", args=["zzzzzzzzzzzz", token_of(other.session)]),
        reverse("join", args=[desk.address, token_of(other.session)]),
    ]
    seen = set()
    for address in wrong:
        client = Client()
        answer = client.get(address)
        assert answer.status_code == 404
        assert COOKIE not in client.cookies
        seen.add((answer.content, str(sorted(answer.headers.items()))))
    assert len(seen) == 1
    assert Client().get(right).status_code == 302


def test_changed_link_ends_passes_that_it_gave_and_no_seat(desk: SampleTable) -> None:
    watches, sits = watcher(desk), watcher(desk)
    sits.post(desk.url("take_seat"), {"seat": "2"})
    host_decisions.change_link(desk.address, Visitor(desk.writer.person))
    assert watches.get(desk.url()).status_code == 404
    assert watches.post(desk.url("take_seat"), {"seat": "1"}).status_code == 404
    assert sits.get(desk.url()).status_code == 200
    assert watcher(desk, watches).get(desk.url()).status_code == 200


def test_deleted_game_cannot_be_joined(desk: SampleTable) -> None:
    """By its link and its code alike; members find it by the link, to restore it."""
    code = opened(desk)
    desk.change(removed=True)
    client = Client()
    assert client.get(link(desk), follow=True).status_code == 404
    assert typed(client, code).status_code == 422
    assert COOKIE not in client.cookies
    page = desk.writer.client().get(link(desk), follow=True)
    assert page.status_code == 200
    assert "Restore it" in page.text


def test_same_phone_watches_two_tables(desk: SampleTable) -> None:
    other = SampleTable()
    client = watcher(other, watcher(desk))
    assert [client.get(each.url()).status_code for each in (desk, other)] == [200, 200]


def test_home_of_spectator_omits_table(desk: SampleTable) -> None:
    page = watcher(desk).get("/").text
    assert desk.address not in page
    assert "Ana" not in page


@pytest.mark.slow
def test_get_never_takes_seat(desk: SampleTable) -> None:
    sits = new_writer()
    Participation.objects.create(session=desk.session, person=sits.person)
    clients = [watcher(desk), desk.writer.client(), sits.client(), Client()]
    given = {"address": desk.address, "token": token_of(desk.session)}
    ours = [route for route in routes() if route.name in OURS]
    assert {route.name for route in ours} == OURS
    but = {"people_tally"}  # a code in a link to another phone is a guess
    before = everything(but=but)
    for who in clients:
        for route in ours:
            path = route.path(**{name: given[name] for name in route.arguments})
            who.get(path + "?seat=2&do=remove&phone=1&code=22222222&writers=host", headers=HTMX)
            who.head(path + "?leave=1")
    assert everything(but=but) == before

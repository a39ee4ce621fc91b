"""D14, D6: limits of all quantities: reached is accepted, one more is refused."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client

from scorekeeper.core.web import rate_counters
from scorekeeper.core.web.rate_counters import RateCounter
from scorekeeper.people import throttle
from scorekeeper.people.models import Person
from scorekeeper.people.rate_limits import HOUR, LIMITS, Limit, RateLimitError, must_allow
from scorekeeper.play.access_links import token_of
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions, invitations, participation
from tests.factories import HTMX, SampleTable, new_writer
from tests.security.forms import NEW, game
from tests.server_process import Server

from .cast import dice_table
from .raw_http import ask
from .server_cast import TOKEN

FORM = [("Cookie", f"csrftoken={TOKEN}; __Host-csrftoken={TOKEN}"), ("X-CSRFToken", TOKEN)]
WRONG = b"code=22222222"


# --- codes that may be guessed ---------------------------------------------------------------------------


@pytest.fixture
def code() -> str:
    """The code of a table where joining is open."""
    desk = dice_table()
    invitations.open_join_code(desk.address, Visitor(desk.writer.person))
    found = invitations.join_code(Session.objects.get(pk=desk.session.pk))
    assert found is not None
    return found


def typed(code: str, address: str = "192.0.2.1", **headers: str) -> int:
    return Client(REMOTE_ADDR=address).post("/join/", {"code": code}, headers=headers).status_code


@pytest.mark.django_db
def test_tenth_guess_in_minute_is_not_looked_at(code: str) -> None:
    wrong = "22222222" if code != "22222222" else "33333333"
    assert [typed(wrong) for _ in range(9)] == [422] * 9
    for lie in (
        {},
        {"X-Forwarded-For": "203.0.113.9"},
        {"Forwarded": "for=203.0.113.9"},
        {"X-Real-IP": "::1"},
    ):
        assert typed(code, **lie) == 429
    answer = Client(REMOTE_ADDR="192.0.2.1").post("/join/", {"code": code})
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert not answer.cookies.get("passes")
    assert typed(code, "192.0.2.2") == 303
    assert typed(code, "2001:db8::1") == 303


@pytest.mark.django_db
def test_twenty_phones_behind_one_address_may_join(code: str) -> None:
    assert [typed(code) for _ in range(20)] == [303] * 20
    wrong = "22222222" if code != "22222222" else "33333333"
    while typed(wrong) != 429:
        pass
    desk = dice_table()
    link = f"/join/{desk.address}/{token_of(desk.session)}/"
    for _ in range(20):
        client = Client(REMOTE_ADDR="192.0.2.1")
        assert client.get(link).status_code == 302
        assert client.get(desk.url()).status_code == 200


@pytest.mark.django_db
def test_guesses_of_all_networks_are_limited(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "join code", Limit(9, in_all=30))
    wrong = "22222222" if code != "22222222" else "33333333"
    found = [typed(wrong, f"198.51.100.{place // 6}") for place in range(42)]
    assert (
        found == [422] * 36 + [422] + [429] * 5
    )  # the first of each passes: clients do not lock out each other
    assert typed(code, "192.0.2.1") == 303


def test_client_cannot_choose_its_network(server: Server) -> None:
    """On the wire, from an address that no other test uses."""
    found = []
    for place in range(12):
        lies = [("X-Forwarded-For", f"198.51.100.{place}"), ("X_Forwarded_For", f"198.51.100.{place}")]
        answer = ask(server.port, "POST", "/join/", headers=[*FORM, *lies], body=WRONG, source="127.0.0.7")
        found.append(answer.status)
    assert found == [422] * 9 + [429] * 3
    assert ask(server.port, "POST", "/join/", headers=FORM, body=WRONG, source="127.0.0.8").status == 422


def test_address_is_taken_from_named_proxy_only(site: Server) -> None:
    """It appends the address that it sees at the right; claims of the client are left of that."""
    proxied = [("X-Forwarded-Proto", "https"), ("Origin", "https://localhost"), *FORM]
    for seen, statuses in (("192.0.2.1", [422] * 9 + [429] * 3), ("192.0.2.9", [422])):
        found = []
        for place in range(len(statuses)):
            header = ("X-Forwarded-For", f"198.51.100.{place}, {seen}")
            found.append(ask(site.port, "POST", "/join/", headers=[*proxied, header], body=WRONG).status)
        assert found == statuses


# --- forms, tables, phones -------------------------------------------------------------------------------


@pytest.fixture
def three_a_minute(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Limit forms to three a minute for any client; return the clock of the limit."""
    now, shared = [1000.0], dict[int, RateCounter]()
    settings.FORMS_A_MINUTE = 3
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(throttle, "RateCounter", lambda most: shared.setdefault(most, RateCounter(most)))
    return now


@pytest.mark.django_db
def test_forms_per_minute_are_limited(three_a_minute: list[float]) -> None:
    desk = dice_table()
    fast, other = desk.writer.client(), new_writer(desk.group).client()
    before = len(desk.entries)
    for _ in range(3):
        assert fast.post(desk.url("undo"), desk.form(entry="99")).status_code == 422
    refused = fast.post(desk.url("write"), desk.form(player="2", box="fours", points="12"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert "X-Ack" not in refused.headers  # a phone keeps undecided entries
    assert fast.post(desk.url("write"), desk.form(), headers=HTMX).status_code == 429
    assert len(desk.entries) == before
    assert fast.get(desk.url()).status_code == 200
    assert other.post(desk.url("write"), desk.form(player="2", box="fours", points="12")).status_code == 302
    three_a_minute[0] += 60
    assert fast.post(desk.url("undo"), desk.form(entry="1")).status_code == 302


@pytest.mark.django_db
def test_forms_of_guests_are_counted_by_network(three_a_minute: list[float]) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert [strict.post(NEW, game()).status_code for _ in range(9)] == [403] * 9
    found = [Client().post(NEW, {"name": "Ana", "do": "next"}).status_code for _ in range(5)]
    assert found == [200, 200, 200, 429, 429]
    assert Client(REMOTE_ADDR="192.0.2.9").post(NEW, {"name": "Ana", "do": "next"}).status_code == 200


@pytest.mark.django_db
def test_many_guests_of_one_network_send_five_times_as_many(three_a_minute: list[float]) -> None:
    desk = dice_table()
    form = desk.form(entry="99")
    phones_here = [new_writer(desk.group).client(REMOTE_ADDR=f"2001:db8:77:{each}::1") for each in range(8)]
    found = [client.post(desk.url("undo"), form).status_code for client in phones_here for _ in range(3)]
    assert found == [422] * 15 + [429] * 9
    assert new_writer(desk.group).client().post(desk.url("undo"), form).status_code == 422


def test_rate_counters_use_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_counters, "REMEMBERED", 5)
    one = RateCounter(1)
    assert [one.wait(str(who)) for who in range(9)] == [0] * 9
    assert one.wait("8") > 0
    assert one.wait("0") == 0
    assert len(one._counts) == 5


@pytest.mark.django_db
def test_tables_per_hour_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "new table", Limit(3, HOUR))
    monkeypatch.setitem(LIMITS, "new table by visitors", Limit(2, HOUR))
    client = new_writer().client()
    assert [client.post(NEW, game()).status_code for _ in range(4)] == [303, 303, 303, 429]
    persons = Person.objects.count()
    assert [Client().post(NEW, game()).status_code for _ in range(3)] == [303, 303, 429]
    assert Person.objects.count() == persons + 2
    assert Client(REMOTE_ADDR="192.0.2.9").post(NEW, game()).status_code == 303
    assert Session.objects.count() == 6


@pytest.mark.django_db
def test_refusal_of_too_many_names_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "anything", Limit(1, HOUR))
    must_allow("anything", "somebody")
    with pytest.raises(RateLimitError) as raised:
        must_allow("anything", "somebody")
    assert 3590 <= raised.value.wait <= 3600


@pytest.mark.django_db
def test_players_and_names() -> None:
    client = Client()
    ten = [f"P{each}" for each in range(10)]
    assert client.post(NEW, game(*ten)).status_code == 303
    assert client.post(NEW, game(*ten, "one more")).status_code == 422
    assert client.post(NEW, game("x" * 40, "Bo")).status_code == 303
    assert client.post(NEW, game("x" * 41, "Bo")).status_code == 422
    assert client.post(NEW, game(**{f"f{each}": "" for each in range(494)})).status_code == 303
    assert client.post(NEW, game(**{f"f{each}": "" for each in range(501)})).status_code == 400


@pytest.mark.django_db
def test_phones_at_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(participation, "MOST_PHONES", 2)
    desk: SampleTable = dice_table()
    link = f"/join/{desk.address}/{token_of(desk.session)}/"
    found = []
    for _ in range(3):
        client = Client()
        client.get(link)
        found.append(client.post(desk.url("take_seat"), {"seat": "2"}).status_code)
    assert found == [303, 303, 422]
    seated = Participation.objects.filter(session=desk.session)
    assert seated.count() == 2
    host_decisions.remove_phone(desk.address, Visitor(desk.writer.person), seated[0].pk, keep_link=True)
    assert client.post(desk.url("take_seat"), {"seat": "2"}).status_code == 303

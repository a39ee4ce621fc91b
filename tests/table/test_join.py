"""Joining a table by link or code: the page, admission, and no writes by reading."""

from __future__ import annotations

import math
import re
from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from scorekeeper.core.conf import home_mode
from scorekeeper.people.one_time_codes import ALPHABET, LENGTH, normalize
from scorekeeper.play.access_links import BITS, COOKIE, token_of
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions, invitations
from tests.factories import HTMX, SampleTable, new_writer
from tests.security.cast import everything
from tests.security.routes import routes

pytestmark = pytest.mark.django_db

TALLIED = {"django_session", "people_tally"}  # a try is counted, and is forgiven where it was right


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable(names=["Ana", "Bo"])


def link(desk: SampleTable) -> str:
    """The link of now."""
    desk.session.refresh_from_db()
    return reverse("join", args=[desk.address, token_of(desk.session)])


def watcher(desk: SampleTable, client: Client | None = None) -> Client:
    """A phone that has opened the link."""
    client = client or Client()
    assert client.get(link(desk)).status_code == 302
    return client


def opened(desk: SampleTable) -> str:
    """The code that may be typed now."""
    invitations.open_join_code(desk.address, Visitor(desk.writer.person))
    desk.session.refresh_from_db()
    return invitations.join_code(desk.session) or ""


def typed(client: Client, code: str, **more: Any) -> Any:
    return client.post("/join/", {"code": code}, **more)


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


# --- the link --------------------------------------------------------------------------------------------


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


# --- the invitation --------------------------------------------------------------------------------------


def test_invite_shows_link_and_code_and_get_writes_nothing(desk: SampleTable) -> None:
    client = desk.writer.client()
    before = everything()
    page = client.get(desk.url("invite"))
    assert page.status_code == 200
    assert "Show a code to type" in page.text
    assert "<small>1 phone</small>" in page.text
    assert everything() == before
    answer = client.post(desk.url("invite"))
    assert (answer.status_code, answer.headers["Location"]) == (303, desk.url("invite"))
    desk.session.refresh_from_db()
    code = invitations.join_code(desk.session)
    assert code
    before = everything()
    page = client.get(desk.url("invite"))
    assert f"<span>{code[:4]}</span> <span>{code[4:]}</span>" in page.text
    assert "The code works for 15 more minutes; the link keeps working." in page.text
    assert f'data-link="http://testserver{link(desk)}"' in page.text
    assert everything() == before


def test_code_page_refreshes_itself(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """The big screen at the end, the invite when its minutes change; pages without code never."""
    client = desk.writer.client()
    for name in ("big_screen", "invite"):
        assert "data-reload-after" not in client.get(desk.url(name)).text
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    for left, at_the_screen, at_the_invitation in ((629.5, 630, 30), (600, 600, 60), (0.5, 1, 1)):
        Session.objects.update(code_expires=now + timedelta(seconds=left))
        assert again(client.get(desk.url("big_screen"))) == at_the_screen
        assert again(client.get(desk.url("invite"))) == at_the_invitation


def again(page: Any) -> int:
    """In how many seconds a page looks again."""
    found = re.search(r'data-reload-after="(\d+)"', page.text)
    assert found
    return int(found[1])


def test_picture_is_drawn_without_style_of_its_own(desk: SampleTable) -> None:
    picture = re.search(r"<svg.*?</svg>", desk.writer.client().get(desk.url("invite")).text, re.DOTALL)
    assert picture
    assert "style" not in picture[0]
    wide = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture[0])
    assert wide
    assert wide[1] == wide[2]
    assert (int(wide[1]) - 2 * 4 - 17) % 4 == 0  # a QR code, with four modules of margin


def test_watcher_may_show_link_but_opens_no_code(desk: SampleTable) -> None:
    client = watcher(desk)
    page = client.get(desk.url("invite")).text
    assert link(desk) in page
    assert "Show a code to type" not in page
    assert "Phones at this table" not in page
    assert client.post(desk.url("invite")).status_code == 404
    desk.session.refresh_from_db()
    assert desk.session.code_expires is None


@override_settings(ALLOWED_HOSTS=["*"])
@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("localhost:8000", "192.0.2.7:8000"),
        ("127.0.0.1:8000", "192.0.2.7:8000"),
        ("[::1]:8000", "192.0.2.7:8000"),
        ("localhost", "192.0.2.7"),
        ("192.0.2.99:8000", "192.0.2.99:8000"),
        ("pad.example", "pad.example"),
    ],
)
def test_invite_shows_reachable_address(
    desk: SampleTable, monkeypatch: pytest.MonkeyPatch, asked: str, shown: str
) -> None:
    monkeypatch.setattr(home_mode, "phone_addresses", lambda: ["192.0.2.7", "192.0.2.8"])
    page = desk.writer.client().get(desk.url("invite"), headers={"Host": asked}).text
    assert f'data-link="http://{shown}{link(desk)}"' in page
    assert "cannot open" not in page


@override_settings(ALLOWED_HOSTS=["*"])
def test_missing_reachable_address_is_explained(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_mode, "phone_addresses", list)
    page = desk.writer.client().get(desk.url("invite"), headers={"Host": "localhost:8000"}).text
    assert "Other phones cannot open this address." in page


# --- the typed code --------------------------------------------------------------------------------------


def test_typed_code_lets_in_just_as_link_does(desk: SampleTable) -> None:
    code = opened(desk)
    for text in (code, f"{code[:4].lower()} {code[4:]}", f" {code[:4]}-{code[4:]} "):
        client = Client()
        before = everything(but=TALLIED)
        answer = typed(client, text)
        assert (answer.status_code, answer.headers["Location"]) == (303, desk.url())
        assert client.get(desk.url()).status_code == 200
        assert everything(but=TALLIED) == before


@pytest.mark.parametrize(
    "text", ["", "ABC", "0OIl1111", "7KQM 2XHDD", "\uff17KQM2XHD", "<b>&\x00", "A" * 400]
)
def test_malformed_code_is_refused_without_counting(text: str) -> None:
    for _ in range(12):
        answer = typed(Client(), text)
        assert answer.status_code == 422
    assert 'id="wrong"' in answer.text
    assert "eight letters and digits" in answer.text
    assert "<b>&" not in answer.text


def test_closed_old_and_unknown_codes_get_same_response(desk: SampleTable) -> None:
    code = opened(desk)
    Session.objects.update(code_expires=timezone.now() - timedelta(seconds=1))
    closed = typed(Client(), code)
    never = typed(Client(), "22222222")
    assert closed.status_code == never.status_code == 422
    assert _without(closed.text, code) == _without(never.text, "22222222")
    assert f'value="{code}"' in closed.text
    code = opened(desk)
    host_decisions.change_link(desk.address, Visitor(desk.writer.person))
    assert typed(Client(), code).status_code == 422


def _without(page: str, code: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.replace(code, "-"))


def test_tenth_wrong_code_in_minute_is_refused(desk: SampleTable) -> None:
    code = opened(desk)
    for _ in range(25):  # a club behind one address
        assert typed(Client(), code).status_code == 303
    for _ in range(9):
        assert typed(Client(), "22222222").status_code == 422
    answer = typed(Client(), code)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert f'value="{code}"' in answer.text
    assert "Too many tries" in answer.text
    assert typed(Client(REMOTE_ADDR="198.51.100.7"), code).status_code == 303
    assert watcher(desk).get(desk.url()).status_code == 200  # links have no lockout


def test_fresh_code_stays_and_stale_code_is_renewed(desk: SampleTable) -> None:
    first = opened(desk)
    assert opened(desk) == first
    Session.objects.update(code_expires=timezone.now() + timedelta(minutes=2))
    assert opened(desk) != first


def test_codes_are_uniform_and_rarely_repeat() -> None:
    chance = Random(5)
    session, made = Session(pk=1), []
    now = timezone.now() + timedelta(days=1)
    for number in range(100_000):
        session.pk, session.link_generation = chance.randrange(1, 10**6), number % 7 + 1
        session.code_expires = now + timedelta(microseconds=number)
        made.append(invitations.join_code(session) or "")
    assert all(normalize(code) == code for code in made[:1000])
    bits = LENGTH * math.log2(len(ALPHABET))
    print(f"typed code: {bits:.0f} bits, link: {BITS} bits")
    assert (bits, BITS) == (40, 160)
    # two of 100,000 are the same once in 220 such runs; among those that live the column's constraint sees to it
    assert len(set(made)) == len(made)
    for place in range(LENGTH):
        counts = Counter(code[place] for code in made)
        assert set(counts) == set(ALPHABET)
        fair = len(made) / len(ALPHABET)
        spread = sum((count - fair) ** 2 / fair for count in counts.values())
        assert spread < 80, (place, spread)  # 31 degrees of freedom: one in 300,000 is more


# --- looking ---------------------------------------------------------------------------------------------


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

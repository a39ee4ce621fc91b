"""Malformed new game forms are answered with a page, never a server error."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client

from scorekeeper.play.models import Session
from scorekeeper.play.seats import player_counts
from scorekeeper.rules import GAMES
from tests.page_forms import HTMX, Page, get, press

pytestmark = pytest.mark.django_db
NEW, THROW = "/new/general/", "/new/general/throw/"
FIELDS = (
    "key do name side-1 side-2 sides up out seat printed step stake kind amount unit thing win stake_shown unit_shown"
    " likely stake_folded preset_shown rule-straights rule-preset rule-big_general_wins dice-1 dice-2 thrown-1 thrown-2"
    " again dealer dealer_shown rule-step rule-target rule-lead card-1 card-2 drawn-1 drawn-2 now press suit"
)
TEXTS = [
    "",
    " ",
    "\0",
    "\N{REPLACEMENT CHARACTER}",
    "\u202eevil",
    "0",
    "-1",
    "1",
    "2",
    "9" * 400,
    "\u0661",
    "\u00b2",
    "NaN",
    "1e400",
    "thing",
    "XXX",
    "EUR",
    "more",
    "pairwise",
    "start",
    "order",
    "draw",
    "target +1",
    "lead -1",
    "KH JK1 KH",
    "card-KH",
    "per_point",
    "12345 12345",
    "[]",
    "{{ 7|add:7 }}",
    "'; DROP TABLE play_session; --",
    "<script>alert(1)</script>",
    "Ana",
    "\U0001f1e9\U0001f1ea" * 30,
    "\u0644\u064a\u0644\u0649",
    "x" * 3000,
]


@pytest.mark.parametrize(
    "address",
    [
        NEW,
        THROW,
        "/new/yahtzee/",
        "/new/crag/throw/",
        "/new/forty_fives/",
        "/new/generala_cards/",
        "/new/generala_cards/throw/",
        "/new/generals_and_majors/",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_arbitrary_new_game_form_gets_page(client: Client, address: str, seed: int) -> None:
    chance = random.Random(f"{address} {seed}")
    for _form in range(50):
        form: dict[str, Any] = {
            name: chance.choice(TEXTS) for name in chance.sample(FIELDS.split(), chance.randrange(16))
        }
        form["name"] = [chance.choice(TEXTS) for _line in range(chance.randrange(14))]
        response = client.post(address, form, headers=HTMX if chance.random() < 0.5 else {})
        assert response.status_code in (200, 302, 303, 422), form
        assert b"<script>alert" not in response.content


def test_bytes_that_are_no_text(client: Client) -> None:
    for body in (
        b"name=%00&name=%ED%A0%80&name=%FF&do=start",
        b"name=\xff\xfe&do=start",
        b"%",
        b"=&=&=",
        b"name",
    ):
        response = client.post(NEW, body, content_type="application/x-www-form-urlencoded")
        assert response.status_code in (200, 422)
    assert not Session.objects.exists()


def test_body_far_too_large(client: Client) -> None:
    assert client.post(NEW, {"name": "x" * 2**20, "do": "start"}).status_code in (400, 413)
    assert client.post(NEW, {f"f{number}": "" for number in range(600)}).status_code == 400


def test_long_names_come_back_shortened_and_refused(client: Client) -> None:
    page = press(client, get(client, NEW), NEW, do="start", name=["x" * 30000, "Bo"])
    assert page.status == 422
    assert len(page.fields["name"][0]) == 200


@pytest.mark.parametrize(
    "name", ["\u0644\u064a\u0644\u0649", "Zo\u00eb", "O\u2019Hara", "\u5c0f\u6797", "\U0001f3b2", "N\u0303a"]
)
def test_names_of_every_script_are_names(client: Client, name: str) -> None:
    response = client.post(NEW, {"name": [name, "Bo"], "do": "start"})
    assert response.status_code == 303
    assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize("slug", GAMES)
def test_players_over_limit_are_refused(client: Client, slug: str) -> None:
    address, most = f"/new/{slug}/", player_counts(GAMES[slug])[-1]
    assert most == (2 if slug == "generals_and_majors" else 10)
    full = [f"Player {number}" for number in range(most)]
    page = press(client, get(client, address), address, do="next", name=full)
    assert page.fields["name"] == full
    more = Page(client.post(address, page.sent(do="start", name=[*full, "One more"])))  # type: ignore[arg-type]
    assert (more.status, more.fields["name"]) == (422, [*full, "One more"])
    assert more.ids[f"wrong-{most + 1}"] == f"{most} players at most."
    assert client.post(address, page.sent(do="start")).status_code == 303


def test_other_methods_are_refused(client: Client) -> None:
    assert [client.put(address).status_code for address in (NEW, THROW)] == [405, 405]
    assert client.head(NEW).status_code == 200


def test_foreign_form_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(NEW, {"name": ["Ana", "Bo"], "do": "start"}).status_code == 403
    page = get(client, NEW)
    assert client.post(NEW, page.sent(do="start", name=["Ana", "Bo"])).status_code == 303

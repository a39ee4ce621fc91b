"""Home with card games: every pad under two headings, rows of running and finished games."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from scorekeeper.games.presentations import presentations
from scorekeeper.play.game_names import EDITIONS
from scorekeeper.play.models import Session
from scorekeeper.rules import GAMES
from scorekeeper.rules.cards import FIVE_SUITS, JOKERS, pack
from tests.factories import SampleTable

pytestmark = pytest.mark.django_db
TWO = ("Ana", "Bo")
PACKS = (pack(jokers=1), pack(jokers=2), pack(FIVE_SUITS))
DEALT = [slug for slug, game in GAMES.items() if game.DEALS]


def home(client: Client) -> str:
    response = client.get("/")
    assert response.status_code == 200
    return response.content.decode()


def test_stranger_sees_every_game_once_dice_before_cards() -> None:
    page = home(Client())
    places = [page.index(f"<b>{escape(edition.name)}</b>") for edition in EDITIONS]
    assert page.count('href="/new/') == len(places) >= len(GAMES)
    cards = page.index(">Cards<")
    assert [place > cards for place in places] == [GAMES[edition.slug].DEALS for edition in EDITIONS]
    assert page.index(">Dice<") < min(places)


def test_every_pad_has_its_own_emblem() -> None:
    shown = presentations().values()
    emblems = [emblem for each in shown for emblem in (each.emblem, *each.preset_emblems.values())]
    assert len({(emblem.dice, emblem.cards) for emblem in emblems}) == len(emblems) == len(EDITIONS)
    for slug, game in GAMES.items():
        emblem = presentations()[slug].emblem
        assert bool(emblem.cards) is game.DEALS
        assert any(all(card in each for card in emblem.cards) for each in PACKS)
        assert emblem.hand.count('class="card"') == len(emblem.cards)
    assert presentations()["generala_cards"].emblem.cards[0] in JOKERS


@pytest.mark.parametrize("slug", DEALT)
def test_home_card_of_running_game(slug: str) -> None:
    desk = SampleTable(slug, TWO, dealer=2)
    page = home(desk.writer.client())
    assert presentations()[slug].unit.progress % {"game": GAMES[slug].name, "turn": 1} in page
    assert ("Carry on: Bo deals" if desk.table.turn is None else "Carry on: Ana’s turn") in page


def test_finished_round_game_shows_its_points() -> None:
    desk = SampleTable("forty_fives", TWO, dealer=2, options={"target": 30})
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    page = home(desk.writer.client())
    assert '<em class="best">30</em>' in page
    assert "Ana wins" in page
    assert 'aria-label="Rematch Forty-fives, Ana, Bo"' in page


def test_champion_has_no_points() -> None:
    desk = SampleTable("generala_cards", TWO, dealer=2)
    desk.entry(out=[["1"]])
    page = home(desk.writer.client())
    assert "Ana wins" in page
    assert "<em>" not in page.split("Finished games")[1]


def test_draw_is_nobodys() -> None:
    desk = SampleTable("generals_and_majors", TWO, dealer=2, rules=1)  # which did not count the stock
    desk.entry(end="no_cards")
    page = home(desk.writer.client())
    assert "Nobody wins" in page
    assert "<em>" not in page.split("Finished games")[1]


def test_hand_that_runs_card_by_card() -> None:
    desk = SampleTable("generala_cards", TWO, dealer=2)
    desk.entry(trick=[["1", "KS"], ["2", "3S"]])
    assert "Générala, hand 1" in home(desk.writer.client())


def test_home_card_of_game_ended_early() -> None:
    desk = SampleTable("forty_fives", TWO, dealer=2)
    Session.objects.update(ended=timezone.now())
    assert "ended early" in home(desk.writer.client())

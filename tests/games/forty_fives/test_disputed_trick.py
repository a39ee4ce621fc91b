"""Forty-fives: cards settle a disputed trick while a round is entered by its result."""

from __future__ import annotations

import pytest

from scorekeeper.play.models import Draft
from tests.games.draft_client import Phone
from tests.games.forty_fives.rounds import desk, heading, played

pytestmark = pytest.mark.django_db


def laid(phone: Phone, cards: str) -> Phone:
    return phone.tap(*(f"card-{card}" for card in cards.split()))


def test_disputed_trick_is_decided_and_stored() -> None:
    phone = Phone(desk()).tap("trump-H", "took-3", "settle")
    assert heading(phone).endswith("Cleo leads: which card?")
    assert '<small class="why">Trick 2</small>' in phone.page
    laid(phone, "KD 2D")
    assert heading(phone).endswith("What does Ana play to Cleo’s K♦?")
    assert '<small class="why">Trick 2</small>' in phone.page
    laid(phone, "3H 4H")
    assert heading(phone).endswith("Bo takes trick 2")
    assert "The 4♥ is the highest trump in this trick." in phone.page
    phone.tap("keep")
    assert heading(phone) == "Who took trick 3?"
    assert Draft.objects.get().data["entry"] == {"trump": "H", "tricks": ["3", "2"]}


def test_disputed_trick_is_discarded_without_trace() -> None:
    phone = Phone(desk()).tap("trump-H", "took-3", "settle")
    laid(phone, "KD 2D 3H 4H").tap("settle")
    assert heading(phone) == "Who took trick 2?"
    assert Draft.objects.get().data["entry"] == {"trump": "H", "tricks": ["3"]}
    assert "settle" not in Draft.objects.get().data


def test_disputed_trick_asks_for_trumps_first() -> None:
    phone = Phone(desk()).tap("settle")
    assert heading(phone) == "Round 1: which suit is trumps?"
    assert heading(phone.tap("trump-C")).endswith("Ana leads: which card?")
    laid(phone, "9S").tap("back")
    assert "card-9S" in phone.open_keys
    phone.tap("settle")
    assert heading(phone) == "Who took trick 1?"


def test_disputed_ace_of_trumps_offers_both_winners() -> None:
    phone = Phone(desk()).tap("trump-S", "settle")
    laid(phone, "AS KS 2D 3D")
    assert heading(phone).endswith("Ana takes trick 1")
    phone.tap("keep-unrobbed")
    assert Draft.objects.get().data["entry"]["tricks"] == ["2"]


def test_disputed_trick_in_gap_follows_trick_before() -> None:
    phone = Phone(desk()).tap("trump-H", "took-3", "took-4", "took-4", "off-1", "settle")
    assert heading(phone).endswith("Cleo leads: which card?")
    laid(phone, "KD 2D 3D 4D").tap("keep")
    assert Draft.objects.get().data["entry"]["tricks"] == ["3", "3", "4"]


@pytest.mark.parametrize("press", ["keep", "keep-unrobbed", "card-1S", "card-KD"])
def test_disputed_trick_refuses_other_keys(press: str) -> None:
    phone = laid(Phone(desk()).tap("trump-H", "settle"), "KD")
    assert phone.send(press).status_code == 422
    assert Draft.objects.get().data["settle"] == ["KD"]


def test_disputed_trick_of_full_round_is_refused() -> None:
    phone = Phone(desk()).tap(*["took-1"] * 5)
    assert "settle" not in phone.open_keys
    assert phone.send("settle").status_code == 422


def test_disputed_cards_that_no_longer_fit_are_asked_again() -> None:
    table = desk()
    laid(Phone(table).tap("trump-H", "settle"), "KD JK")
    draft = Draft.objects.get()
    draft.data["settle"] = ["KD", "KD"]
    draft.save()
    assert heading(Phone(table)).endswith("Ana leads: which card?")


def test_round_switches_to_cards_and_back_at_any_trick() -> None:
    phone = Phone(desk()).tap("trump-H", "took-3", "took-3", "took-1", "mode-cards")
    assert heading(phone).endswith("Ana leads: which card?")
    assert phone.page.count(", takes the trick") == 3  # the winners entered before stay on the sheet
    played(phone, "KC 2C 3C 4C").tap("mode-result")
    assert "The cards entered stay." in phone.page
    assert "Back to the cards" in phone.page
    assert Draft.objects.get().data["entry"] == {"trump": "H", "tricks": ["1", "3", "1"]}
    phone.tap("mode-cards")
    assert heading(phone).endswith("Ana leads: which card?")
    assert Draft.objects.get().data["entry"]["tricks"][0][0] == ["1", "KC"]


def test_round_with_gap_switches_with_tricks_before_it() -> None:
    Phone(desk()).tap("trump-H", "took-3", "took-4", "took-1", "off-1", "mode-cards", "mode-result")
    assert Draft.objects.get().data["entry"]["tricks"] == ["3"]

"""Forty-fives: cards that are known limit the rest of a round by its result."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.play.models import Draft
from tests.games.draft_client import Phone
from tests.games.forty_fives.rounds import desk, heading, played

pytestmark = pytest.mark.django_db


def begun(*tricks: str, turned: str = "9C") -> Phone:
    """A round with clubs as trumps that was begun by cards and continues by its result."""
    return played(Phone(desk()).tap("mode-cards", f"card-{turned}", "robbed"), *tricks).tap("mode-result")


def refusal(phone: Phone, press: str) -> str:
    """Return the text of a refused key."""
    assert phone.send(press).status_code == 422
    found = re.search(r'id="note"[^>]*>\s*<p>(.*?)</p>', phone.page, re.DOTALL)
    assert found
    return " ".join(re.sub("<[^>]*>", "", found[1]).split())


def entry() -> dict[str, Any]:
    found: dict[str, Any] = Draft.objects.get().data["entry"]
    return found


def test_highest_trump_by_cards_is_the_best_without_a_question() -> None:
    phone = begun("5C 3C 4C 7D").tap(*["took-2"] * 4)
    assert heading(phone) == "Round 1 is over"
    assert phone.move["best"] == "1"
    assert "30 of 30" in phone.page
    assert {"best-nobody", "best-2"} <= phone.refused_keys
    assert refusal(phone, "best-nobody").endswith("Ana played the 5♣.")
    assert "The rule" in phone.page
    phone.look()
    assert refusal(phone, "best-2").endswith("Ana played the 5♣.")


def test_unfinished_trick_cannot_go_to_a_beaten_player() -> None:
    phone = begun("5C 3C 4C")
    assert phone.refused_keys >= {"took-2", "took-3", "took-4"}
    assert refusal(phone, "took-4").endswith("Ana played the 5♣.")
    phone.look()
    phone.tap("took-1", *["took-2"] * 4)
    assert phone.move["best"] == "1"


def test_known_lower_trump_excludes_none_and_players_of_known_tricks() -> None:
    phone = begun("KC 3C 4C 7D", "KD 3D 2D 4D").tap("took-2", "took-2", "took-3")
    assert heading(phone) == "Whose was the best trump?"
    assert phone.refused_keys >= {"best-4", "best-nobody"}
    phone.tap("best-2")
    assert phone.move["best"] == "2"


def test_best_trump_is_asked_again_after_a_trick_is_taken_off() -> None:
    phone = begun("KC 3C 4C 7D").tap("took-2", *["took-3"] * 3, "best-2", "off-1")
    assert "best" not in entry()
    phone.tap("took-3")
    assert phone.refused_keys >= {"best-2", "best-nobody"}


def test_disputed_trick_with_a_trump_excludes_none() -> None:
    phone = Phone(desk()).tap("trump-C", "settle", *(f"card-{card}" for card in ("KD", "AH", "2D", "3D")))
    phone.tap("keep", *["took-3"] * 4)
    assert heading(phone) == "Whose was the best trump?"
    assert refusal(phone, "best-nobody").endswith("Bo played the A♥.")
    phone.look()
    phone.tap("best-2")
    assert "played" not in phone.move
    assert phone.write().status_code == 200


def test_disputed_cards_go_with_their_trick() -> None:
    phone = Phone(desk()).tap("trump-C", "settle", *(f"card-{card}" for card in ("KD", "AH", "2D", "3D")))
    phone.tap("keep", "off-0", *["took-3"] * 5, "best-nobody")
    assert phone.move["best"] is None


def test_disputed_cards_stay_while_the_round_goes_by_cards_and_back() -> None:
    phone = Phone(desk()).tap("trump-C", "settle", *(f"card-{card}" for card in ("KD", "AH", "2D", "3D")))
    phone.tap("keep", "mode-cards", "mode-result", *["took-3"] * 4)
    assert "best-nobody" in phone.refused_keys


def test_all_tricks_by_cards_settle_the_best() -> None:
    phone = begun("2C 3D 4D 5D", "KS 2S 3S 4S", "QS 5S 6S 7S", "JS 8S 9S 10S", "KH 3H 4H 6H")
    assert heading(phone) == "Round 1 is over"
    assert phone.move["best"] == "1"


def test_known_trumps_are_dimmed_on_sheet_and_screen() -> None:
    phone = begun("KC 3C 4C 7D").tap("took-2")
    screen = phone.client.get(phone.desk.url("big_screen")).content.decode()
    assert phone.page.count('<s class="trump-out">') == screen.count('<li class="gone">') == 4

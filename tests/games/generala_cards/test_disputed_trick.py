"""Générala: cards settle a disputed trick while a hand is entered by its result."""

from __future__ import annotations

import re

import pytest

from scorekeeper.play.models import Draft
from tests.factories import SampleTable
from tests.games.draft_client import Phone

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bo", "Cleo", "Dev")


def settling(*presses: str, **options: str | bool) -> Phone:
    return Phone(SampleTable("generala_cards", FOUR, options=options)).tap(*presses)


def heading(phone: Phone) -> str:
    found = re.search(r'<h2 id="who".*?</h2>', phone.source, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def text(phone: Phone) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", phone.page).split())


def test_disputed_trick_names_winner_and_both_leaders() -> None:
    phone = settling("out-1", "settle")
    assert heading(phone) == "Who led the trick?"
    assert not {"leads-1"} & phone.open_keys
    phone.tap("leads-3")
    assert heading(phone).endswith("Cleo leads: which card?")
    phone.tap("card-9H", "card-KH", "card-2H")
    assert heading(phone) == "Dev wins, Dev leads"
    assert "If Dev has no card left, Cleo leads." in text(phone)
    assert "54 left" not in text(phone)
    assert "move" not in phone.fields


def test_disputed_trick_leaves_no_trace_in_hand() -> None:
    phone = settling("out-1", "settle", "leads-3", "card-9H", "card-KH", "card-2H", "settle")
    assert heading(phone) == "Who ran out next?"
    assert Draft.objects.get().data == {"entry": {"out": [["1"]]}}


def test_disputed_trick_stops_at_pick_up() -> None:
    phone = settling("settle", "leads-1", "card-9H", "card-KH", "none", "take-KH")
    assert heading(phone) == "Bo wins, Bo leads"
    assert "House rule: a card that is picked up still counts for winning." in text(phone)
    phone.tap("back", "back")
    assert heading(phone).endswith("Bo follows: which card?")


def test_disputed_trick_allows_corrected_card() -> None:
    phone = settling("settle", "leads-1", "card-9H", "card-KH", "fix-0", "card-AH", "card-2H", "card-3H")
    assert heading(phone) == "Ana wins, Ana leads"


def test_disputed_trick_knows_no_earlier_cards() -> None:
    phone = settling("settle", "leads-2", "joker", "card-9H")
    assert phone.send("card-9H").status_code == 422
    phone.tap("card-AS", "joker")
    assert heading(phone) == "Bo wins, Bo leads"


@pytest.mark.parametrize("press", ["out-1", "mode-cards", "same", "leads-9", "card-KS", "back"])
def test_disputed_trick_refuses_other_keys(press: str) -> None:
    phone = settling("settle", "leads-1", "card-9H")
    assert phone.send(press).status_code == (200 if press == "back" else 422)


def test_disputed_trick_of_one_player_is_refused() -> None:
    phone = settling("out-1", "out-2", "out-3")
    assert "settle" not in phone.open_keys
    assert phone.send("settle").status_code == 422
    assert phone.send("leads-4").status_code == 422


def test_disputed_cards_that_no_longer_fit_are_asked_again() -> None:
    phone = settling("settle", "leads-1", "card-9H")
    draft = Draft.objects.get()
    draft.data["settle"]["data"]["entry"]["trick"] = [["1", "9H"], ["1", "KH"]]
    draft.save()
    assert heading(Phone(phone.desk)).endswith("Ana leads: which card?")


def test_disputed_trick_of_hand_begun_by_cards() -> None:
    phone = settling("mode-cards", "card-9H", "card-KH", "card-2H", "card-3H")
    phone.write()
    phone.tap("mode-result", "settle", "leads-2", "card-9H", "card-KH", "card-2H", "card-3H")
    assert heading(phone) == "Cleo wins, Cleo leads"

"""Order of cards with which a phone finds the winner of a trick: equal to the rules."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.forty_fives.offline_cards import cards_digest, plain_cards
from scorekeeper.games.forty_fives.presentation import PRESENTATION
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.cards import PACK, trumps
from tests.factories import SampleTable

OPTIONS = GAME.resolve({})


@given(
    st.sampled_from(PACK.suits), st.booleans(), st.lists(st.sampled_from(PACK.cards), min_size=2, unique=True)
)
def test_first_card_of_order_wins_as_by_the_rules(suit: str, ace_lowest: bool, trick: list[str]) -> None:
    """As `winnerOf` in `static/js/parts/round_cards.js`: trumps, then the suit led."""
    ranked = trumps(OPTIONS, suit, ace_lowest and suit != "H")
    order = [*ranked.order, *([] if trick[0] == "JK" else plain_cards(OPTIONS, trick[0][-1]))]
    assert next(card for card in order if card in trick) == trick[ranked.best(trick)]


@pytest.mark.django_db
@pytest.mark.parametrize("auction", [False, True])
def test_offline_tables_of_rounds_by_cards_are_small(auction: bool) -> None:
    names = ("Ana", "Bo", "Cleo", "Dev", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon")
    table = SampleTable("forty_fives", names, options={"auction": auction}).table
    text = PRESENTATION.offline_tables(table, cards_digest(table))
    assert text is not None
    assert len(gzip.compress(text)) < 4_000
    assert json.loads(text)["kind"] == "cards"

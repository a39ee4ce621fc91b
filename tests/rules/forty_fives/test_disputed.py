"""Forty-fives: a disputed trick is judged by itself, without the cards of the other tricks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.contract import MoveError
from scorekeeper.rules.forty_fives.disputed import Verdict, judge_trick

from .reference import PLAIN, TRUMPS
from .table import Table


def verdict(cards: str, leader: str = "A", options: dict[str, Any] | None = None, **partial: Any) -> Verdict:
    table = Table("ABC", **(options or {}))
    return judge_trick(table.state, {"trump": "S", **partial}, leader, cards.split())


@pytest.mark.parametrize(
    ("cards", "winner", "why"),
    [
        ("KD 2S QD", "B", "only_trump"),
        ("KS AH 5S", "C", "best_trump"),
        ("10C 2C KH", "B", "best_of_suit"),  # low beats high in black
        ("10D AD KH", "A", "best_of_suit"),  # the ace of diamonds is the lowest
    ],
)
def test_verdict_names_winner_and_rule(cards: str, winner: str, why: str) -> None:
    found = verdict(cards)
    assert (found.winner, found.why, found.next_player) == (winner, why, None)
    assert found.card in cards.split()
    assert found.card in found.order


def test_verdict_follows_order_of_play_from_leader() -> None:
    found = verdict("KD 2D", leader="B")
    assert found.plays == (("B", "KD"), ("C", "2D"))
    assert found.next_player == "A"
    assert found.winner == "B"
    assert "KD" not in found.cards
    assert "QD" in found.cards


def test_verdict_before_lead_is_open() -> None:
    found = verdict("")
    assert (found.winner, found.why, found.next_player, len(found.cards)) == (None, "", "A", 53)


def test_verdict_ace_has_two_winners_while_robbing_is_open() -> None:
    assert verdict("AS KS 2D")[3:] == ("A", "AS", "best_trump", verdict("AS").order, "B")
    assert verdict("AS KS 2D", options={"unrobbed_ace": "no_penalty"}).unrobbed is None
    answered = verdict("AS KS 2D", turned="7S", robbed=None)
    assert (answered.winner, answered.unrobbed) == ("B", None)


def test_verdict_lets_turned_card_show_while_robbing_is_open() -> None:
    assert verdict("7S KD 2D", turned="7S").winner == "A"
    with pytest.raises(MoveError, match="card_turned"):
        verdict("7S KD 2D", turned="7S", robbed=None)


@pytest.mark.parametrize(
    ("cards", "code"), [("KD KD", "card_twice"), ("1D", "unknown_card"), ("KD JK", "joker_not_played")]
)
def test_verdict_refuses_impossible_cards(cards: str, code: str) -> None:
    with pytest.raises(MoveError, match=code):
        verdict(cards, options={"joker": False})


def test_verdict_without_trumps_is_refused() -> None:
    with pytest.raises(MoveError, match="trump_needed"):
        judge_trick(Table("ABC").state, {}, "A", [])


@given(st.integers(0, 2**32), st.sampled_from("SHDC"))
def test_verdict_agrees_with_printed_tables(seed: int, suit: str) -> None:
    table = Table("ABC")
    cards = Random(seed).sample(judge_trick(table.state, {"trump": suit}, "A", []).cards, 3)
    ranks = (
        [*TRUMPS[suit].split(), *PLAIN[cards[0][-1:]].split()] if cards[0] != "JK" else TRUMPS[suit].split()
    )
    assert judge_trick(table.state, {"trump": suit}, "A", cards).card == min(
        (card for card in cards if card in ranks), key=ranks.index
    )

"""Générala: a disputed trick is judged by itself, as the referee judges the first trick of a hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorekeeper.rules.contract import IllegalMoveError
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.disputed import judge_trick, leader_if_out, trick_alone
from scorekeeper.rules.generala_cards.fields import TrickFields

from .table import Table


def verdict(cards: str, took: str = "", left: str = "ABCD", **options: Any) -> tuple[TrickFields, str | None]:
    """Return the fields of a whole trick that the first of `left` leads, and the leader if the winner is out."""
    alone = trick_alone(Table("ABCD", "D", **options).state, left, left[0])
    plays = [list(play) for play in zip(left, cards.split(), strict=False)]
    entry: dict[str, Any] = {"trick": plays}
    if took:
        entry["took"] = {"player": left[len(plays)], "card": took}
    return TrickFields.of(judge_trick(alone, entry)[0]), leader_if_out(alone, entry)


@pytest.mark.parametrize(
    ("cards", "took", "winner", "leads", "if_out"),
    [
        ("9H KH 2H 3H", "", "B", "B", "A"),
        ("9H JK1 JK2 3H", "", "B", "B", "C"),  # the first of two jokers
        ("JK1 KH AS 3H", "", "A", "A", "C"),  # after a joker the highest card of any suit
        ("9H KH", "KH", "B", "B", "A"),
        ("9H", "9H", "A", "A", "B"),  # only the player who picked up is left
    ],
)
def test_verdict_names_winner_and_next_leaders(
    cards: str, took: str, winner: str, leads: str, if_out: str
) -> None:
    fields, other = verdict(cards, took)
    assert fields.complete
    assert (fields.winner, fields.leads, other) == (winner, leads, if_out)
    assert (fields.trick, fields.cards, fields.over) == (0, {}, False)


def test_verdict_follows_house_rule_on_taken_card() -> None:
    fields, other = verdict("9H KH", "KH", winner_counts_taken_card=False)
    assert (fields.winner, other) == ("A", "C")
    assert "winner_counts_taken_card" in fields.house_rules


def test_verdict_skips_players_out_of_cards() -> None:
    fields, other = verdict("9H KH", left="BD")
    assert (fields.winner, other) == ("D", "B")


def test_verdict_refuses_card_that_does_not_follow() -> None:
    with pytest.raises(IllegalMoveError) as refused:
        verdict("9H KS 2H 3H")
    assert refused.value.code == "does_not_follow"


def test_verdict_equals_first_trick_of_hand() -> None:
    chance, state = random.Random(7), Table("ABCD", "D").state
    alone = trick_alone(state, "ABCD", "A")
    for _ in range(100):
        entry: dict[str, Any] = {"trick": []}
        while (choice := judge_trick(alone, entry)[0]).kind == "card":
            entry["trick"] = [*entry["trick"], [choice.player, chance.choice(choice.cards)]]
        found, known = TrickFields.of(choice), TrickFields.of(GAME.choices(state, partial=entry)[0])
        assert (found.winner, found.leads, found.leaves) == (known.winner, known.leads, known.leaves)

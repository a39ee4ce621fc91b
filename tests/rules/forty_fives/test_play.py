"""Forty-fives card by card: the order of play, by example."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table
from .tricks import SPADES, USUAL, instead


def test_round_by_cards_is_scored() -> None:
    table = Table()
    assert table.cards(*USUAL, **SPADES) == [25, 0]
    assert table.revokes == []


@pytest.mark.parametrize(
    ("tricks", "code"),
    [
        (instead(t1="B 2D KD"), "wrong_leader"),  # left of the dealer leads
        (instead(t2="B 3D QD"), "wrong_leader"),  # the winner leads
        (instead(t3="A JD"), "wrong_plays"),
        (instead(t5="A 9D"), "wrong_plays"),
        (instead(t1="A KD 2D 3S"), "wrong_plays"),
        (instead(t5="A 9D KD"), "card_twice"),
        (instead(t5="A 9D 11D"), "unknown_card"),
        (instead(t5="A 9D 9x"), "unknown_card"),
        (USUAL[:4], "bad_tricks"),
    ],
)
def test_malformed_plays_are_refused(tricks: tuple[str, ...], code: str) -> None:
    assert Table().refused_cards(*tricks, **SPADES) == code


@pytest.mark.parametrize(
    ("trick", "code"),
    [
        ([["A", "KD"], ["A", "2D"]], "wrong_order"),
        ([["A", "KD"], ["Z", "2D"]], "unknown_player"),
        ([["Z", "KD"], ["A", "2D"]], "unknown_player"),
        ([], "wrong_plays"),
        ([["A", "KD"], ["B"]], "bad_play"),
        ([["A", "KD"], "2D"], "bad_play"),
        ([["A", "KD"], ["B", "2D", 1]], "bad_play"),
        ([["A", "KD"], [None, "2D"]], "bad_play"),
        ([["A", "KD"], ["B", None]], "unknown_card"),
        ([["A", "KD"], ["B", ["2D"]]], "unknown_card"),
        ("A", "bad_tricks"),
        (None, "bad_tricks"),
    ],
)
def test_malformed_trick_is_refused(trick: Any, code: str) -> None:
    table = Table()
    assert table.refused({"trump": "S", "tricks": [trick, *table.tricks(*USUAL[1:])]}) == code


def test_play_passes_to_left_of_leader() -> None:
    table = Table("ABC")
    tricks = ("A KD 2D 3D", "A 4D QD 5D", "B JD 6D 7D", "B 10D 8D 9D", "B 2C 3C KC")
    assert table.cards(*tricks, **SPADES) == [10, 15, 0]
    table = Table("ABC")
    wrong = table.tricks(*tricks)
    wrong[2] = [["B", "JD"], ["A", "7D"], ["C", "6D"]]
    assert table.refused({"trump": "S", "tricks": wrong}) == "wrong_order"

"""Who sits where at Générala: each draws a card, from the highest to the lowest; equal ranks draw again."""

from __future__ import annotations

import pytest

from scorekeeper.rules.cards import RANKS, height, order_by_cards, pack

FROM_THE_HIGHEST = ("JK1", "AS", "KH", "QD", "JC", "10S", "9H", "8D", "7C", "6S", "5H", "4D", "3C", "2S")


def test_the_joker_is_highest_and_the_two_lowest() -> None:
    assert order_by_cards({card: (card,) for card in reversed(FROM_THE_HIGHEST)}) == tuple(
        (card,) for card in FROM_THE_HIGHEST
    )


@pytest.mark.parametrize("rank", RANKS)
def test_suits_never_matter(rank: str) -> None:
    assert len({height(rank + suit) for suit in "SHDC"}) == 1
    draws = {"A": (rank + "S",), "B": (rank + "H",)}
    assert order_by_cards(draws) == (("A", "B"),)


def test_every_card_has_a_height() -> None:
    assert sorted({height(card) for card in pack(jokers=2).cards}) == list(range(1, 15))


def test_both_jokers_are_equal() -> None:
    assert order_by_cards({"A": ("JK2",), "B": ("JK1",), "C": ("AS",)}) == (("A", "B"), ("C",))


def test_who_is_equal_draws_again() -> None:
    draws = {"A": ("7S",), "B": ("KD",), "C": ("7H",), "D": ("2C",)}
    assert order_by_cards(draws) == (("B",), ("A", "C"), ("D",))


def test_equals_stay_equal_until_all_of_them_have_drawn() -> None:
    assert order_by_cards({"A": ("7S",), "B": ("7H", "AS")}) == (("A", "B"),)


def test_a_second_card_only_parts_those_who_were_equal() -> None:
    draws = {"A": ("7S", "3H"), "B": ("KD",), "C": ("7H", "AS"), "D": ("8C",)}
    assert order_by_cards(draws) == (("B",), ("D",), ("C",), ("A",))


def test_equal_again_draws_a_third_card() -> None:
    draws = {"A": ("7S", "3H"), "B": ("7D", "3S"), "C": ("7H", "AS")}
    assert order_by_cards(draws) == (("C",), ("A", "B"))
    again = {"A": ("7S", "3H", "2H"), "B": ("7D", "3S", "4S"), "C": ("7H", "AS")}
    assert order_by_cards(again) == (("C",), ("B",), ("A",))


def test_nobody_has_drawn_yet() -> None:
    assert order_by_cards({"A": (), "B": ()}) == (("A", "B"),)

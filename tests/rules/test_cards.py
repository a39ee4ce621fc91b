"""Seating by cards: each player draws one, equal ranks draw again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import RANKS, height, order_by_cards, pack, to_draw

from .subjects import few

FROM_THE_HIGHEST = ("JK1", "AS", "KH", "QD", "JC", "10S", "9H", "8D", "7C", "6S", "5H", "4D", "3C", "2S")


def test_joker_is_highest_and_two_lowest() -> None:
    assert order_by_cards({card: (card,) for card in reversed(FROM_THE_HIGHEST)}) == tuple(
        (card,) for card in FROM_THE_HIGHEST
    )


@pytest.mark.parametrize("rank", RANKS)
def test_suits_never_matter(rank: str) -> None:
    assert len({height(rank + suit) for suit in "SHDC"}) == 1
    draws = {"A": (rank + "S",), "B": (rank + "H",)}
    assert order_by_cards(draws) == (("A", "B"),)


def test_every_card_has_height() -> None:
    assert sorted({height(card) for card in pack(jokers=2).cards}) == list(range(1, 15))


def test_both_jokers_are_equal() -> None:
    assert order_by_cards({"A": ("JK2",), "B": ("JK1",), "C": ("AS",)}) == (("A", "B"), ("C",))


def test_equal_ranks_draw_again() -> None:
    draws = {"A": ("7S",), "B": ("KD",), "C": ("7H",), "D": ("2C",)}
    assert order_by_cards(draws) == (("B",), ("A", "C"), ("D",))


def test_tied_draws_wait_for_all_players() -> None:
    assert order_by_cards({"A": ("7S",), "B": ("7H", "AS")}) == (("A", "B"),)


def test_only_last_cards_count() -> None:
    draws = {"A": ("7S", "3H"), "B": ("KD",), "C": ("7H", "AS"), "D": ("8C",)}
    assert order_by_cards(draws) == (("C",), ("B",), ("D",), ("A",))
    kings = {"Ana": ("KS", "2S"), "Bo": ("KH", "AS"), "Cleo": ("QS",)}
    assert order_by_cards(kings) == (("Bo",), ("Cleo",), ("Ana",))


def test_second_card_may_equal_first_card() -> None:
    draws = {"A": ("KS", "QH"), "B": ("KH", "AS"), "C": ("QS",)}
    assert order_by_cards(draws) == (("B",), ("A", "C"))
    assert to_draw(draws) == ("A", "C")
    assert order_by_cards(draws | {"A": ("KS", "QH", "3D"), "C": ("QS", "4D")}) == (("B",), ("C",), ("A",))


def test_to_draw_names_players_without_card() -> None:
    assert to_draw({"A": (), "B": ("KS",)}) == ("A",)
    assert to_draw({"A": ("KS",), "B": ("KH",), "C": ("QS",)}) == ("A", "B")
    assert to_draw({"A": ("KS", "QH"), "B": ("KH",), "C": ("QS",)}) == ("B",)
    assert to_draw({"A": ("KS", "2H"), "B": ("KH", "3H"), "C": ("QS",)}) == ()


@given(st.permutations(pack(jokers=2).cards), st.integers(2, 10))
@few
def test_drawing_ends_with_all_ranks_different(cards: list[str], players: int) -> None:
    """A pack is drawn card by card; a naive model computes the seats."""
    draws: dict[int, tuple[str, ...]] = dict.fromkeys(range(players), ())
    while waiting := to_draw(draws):
        for player in waiting:
            if not cards:
                return
            draws[player] = (*draws[player], cards.pop())
    last = [draws[player][-1] for player in range(players)]
    ranks = ["JK" if card.startswith("JK") else card[:-1] for card in last]
    assert len(set(ranks)) == players
    order = ["JK", "A", "K", "Q", "J", *map(str, range(10, 1, -1))]
    assert order_by_cards(draws) == tuple(
        (player,) for player in sorted(range(players), key=lambda each: order.index(ranks[each]))
    )


def test_equal_again_draws_third_card() -> None:
    draws = {"A": ("7S", "3H"), "B": ("7D", "3S"), "C": ("7H", "AS")}
    assert order_by_cards(draws) == (("C",), ("A", "B"))
    again = {"A": ("7S", "3H", "2H"), "B": ("7D", "3S", "4S"), "C": ("7H", "AS")}
    assert order_by_cards(again) == (("C",), ("B",), ("A",))


def test_order_before_any_draw() -> None:
    assert order_by_cards({"A": (), "B": ()}) == (("A", "B"),)

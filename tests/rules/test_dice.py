"""Rolls, and the order of play by the poker hands of an opening throw."""

from __future__ import annotations

import itertools

import pytest

from scorekeeper.rules.contract import InvalidMoveError
from scorekeeper.rules.dice import order_by_hand, partners, poker_hand, rolls


def dice(shown: str) -> list[int]:
    return [int(die) for die in shown]


@pytest.mark.parametrize(("count", "known"), [(3, 56), (5, 252)])
def test_every_roll_is_known(count: int, known: int) -> None:
    table = rolls(count)
    thrown = {tuple(sorted(each)) for each in itertools.product(range(1, 7), repeat=count)}
    assert set(table) == thrown
    assert len(table) == known
    for shown, roll in table.items():
        assert roll.total == sum(shown)
        assert [shown.count(face) for face in range(7)] == list(roll.counts)
        assert roll.alike == (shown[0] if len(set(shown)) == 1 else 0)


# From the lowest: nothing, pair, two pairs, three, straight, full house, four, five alike. Equal hands go by the
# face of the larger group, then of the smaller, then by the rest from the highest; ones are low.
LADDER = [
    "12346",  # nothing: the sixth highest decides, then the next
    "12356",
    "12456",
    "13456",
    "11234",
    "11236",
    "11246",
    "66345",
    "11223",
    "11226",
    "11332",
    "22331",
    "22334",
    "66554",
    "11123",
    "11156",
    "22234",
    "66645",
    "12345",
    "23456",
    "11122",
    "11166",
    "22211",
    "66655",
    "11112",
    "11116",
    "66665",
    "11111",
    "66666",
]


@pytest.mark.parametrize(("lower", "higher"), list(itertools.pairwise(LADDER)))
def test_hands_from_lowest(lower: str, higher: str) -> None:
    assert poker_hand(dice(lower)) < poker_hand(dice(higher))
    assert poker_hand(dice(lower[::-1])) == poker_hand(dice(lower))


def test_hands_want_five_dice() -> None:
    with pytest.raises(InvalidMoveError):
        poker_hand([1, 2, 3])


def test_order_of_play() -> None:
    throws = {"A": [dice("66554")], "B": [dice("12346")], "C": [dice("11111")], "D": [dice("11234")]}
    assert order_by_hand(throws) == (("B",), ("D",), ("A",), ("C",))


def test_equal_hands_throw_again() -> None:
    throws = {"A": [dice("11234")], "B": [dice("43211")], "C": [dice("12346")]}
    assert order_by_hand(throws) == (("C",), ("A", "B"))
    throws["A"].append(dice("66666"))
    assert order_by_hand(throws) == (("C",), ("A", "B"))  # until both have thrown again
    throws["B"].append(dice("12346"))
    assert order_by_hand(throws) == (("C",), ("B",), ("A",))


def test_partners_pair_lowest_against_highest() -> None:
    assert partners(("B", "D", "A", "C")) == (("B", "D"), ("A", "C"))

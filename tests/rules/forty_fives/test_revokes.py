"""Forty-fives card by card: revokes and what they cost, by example."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table
from .tricks import SPADES, instead

# (tricks, trumps, house rules, the revokes)
REVOKES: list[tuple[tuple[str, ...], dict[str, Any], list[tuple[str, int, str]]]] = [
    # a plain suit is led and neither followed nor trumped, though a later card follows
    (instead(t1="A KD 2C"), {}, [("B", 1, "2C")]),
    (instead(t1="A KD 2S", t2="B 3D QD"), {}, []),  # trumped: allowed
    (instead(t1="A KD 2S", t2="B 3D QD"), {"follow": "strict"}, [("B", 1, "2S")]),
    (
        instead(t1="A KD 2S", t2="B 3C QD", t3="B 4C JD", t4="B 6C 10D", t5="B 7C 9D"),
        {"follow": "strict"},
        [],
    ),
    (instead(t5="A 9D 7C"), {}, []),  # the last card proves nothing about itself
    (instead(t1="A KD 2C", t2="A QD 3C"), {}, [("B", 1, "2C"), ("B", 2, "3C")]),
    # trumps are led and a trump is shown later
    (instead(t1="A 10S 2D", t5="A 9D 2S"), {}, [("B", 1, "2D")]),
    (instead(t1="A 10S 2D", t5="A 9D JK"), {}, [("B", 1, "2D")]),
    # the five, the jack and the ace of hearts may be held back from a lower trump
    (instead(t1="A 10S 2D", t5="A 9D 5S"), {}, []),
    (instead(t1="A 10S 2D", t5="A 9D JS"), {}, []),
    (instead(t1="A 10S 2D", t5="A 9D AH"), {}, []),
    (instead(t1="A 10S 2D", t5="A 9D 5S"), {"renege": "5"}, []),
    (instead(t1="A 10S 2D", t5="A 9D JS"), {"renege": "5"}, [("B", 1, "2D")]),
    (instead(t1="A 10S 2D", t5="A 9D AH"), {"renege": "5"}, [("B", 1, "2D")]),
    (instead(t1="A 10S 2D", t5="A 9D JK"), {"renege": "5_J_AH_joker"}, []),
    (instead(t1="A AH 2D", t5="A 9D JK"), {"renege": "5_J_AH_joker"}, [("B", 1, "2D")]),
    # a higher trump led forces them out
    (instead(t1="A JS 2D", t5="A 9D AH"), {}, [("B", 1, "2D")]),
    (instead(t1="A 5S 2D", t5="A 9D JS"), {}, [("B", 1, "2D")]),
    (instead(t1="A AH 2D", t5="A 9D JS"), {}, []),
    # the joker and the ace of hearts led are trumps led; the ace of hearts does not follow hearts
    (instead(t1="A JK 2D", t5="A 9D 3S"), {}, [("B", 1, "2D")]),
    (instead(t1="A KH 2D", t5="A 9D AH"), {}, []),
    # a trump played to trumps led is never a revoke
    (instead(t1="A 10S 2S", t2="B 3D QD", t5="A 9D AS"), {}, []),
]


@pytest.mark.parametrize(("tricks", "options", "revokes"), REVOKES)
def test_revokes_by_example(tricks: tuple[str, ...], options: dict[str, Any], revokes: list[Any]) -> None:
    table = Table(**options)
    table.cards(*tricks, **SPADES)
    assert table.revokes == revokes


def test_revoke_names_card_that_proves_it() -> None:
    """A played the nine of spades to the eight of hearts, but has the four of hearts in trick 4."""
    table = Table("ABCD", dealer="B", revoke="lose_round")
    tricks = ("C KC 9C 4C 3H", "B QD 10D KD 2D", "D 8H 9S QH JH", "C AS 6S 4H KS", "A 8D 5C 6D JC")
    assert table.cards(*tricks, turned="7H") == [0, 5, 10, 5]
    (revoke,) = table.state.rounds[0].revokes
    assert revoke._asdict() == {
        "player": "A",
        "trick": 3,
        "card": "9S",
        "led": "8H",
        "why": "trumps_led",
        "proof": "4H",
        "proof_trick": 4,
    }


LATE_DIAMOND = ("A KD 2D 3D 4C", "A QD 2S 4D 6D", "B KC 2C 3C 6C", "B QC 4H 8C 7C", "B 3H 6H 2H 5H")


@pytest.mark.parametrize(("revoke", "gains"), [("none", [5, 20, 5, 0]), ("lose_round", [5, 0, 5, 0])])
def test_revoke_costs_side_its_round(revoke: str, gains: list[int]) -> None:
    """D revoked in the first trick; B is D's partner."""
    table = Table("ABCD", "AC BD", revoke=revoke)
    assert table.cards(*LATE_DIAMOND, **SPADES) == gains
    assert table.revokes == [("D", 1, "4C")]
    alone = Table("ABCD", revoke=revoke)
    assert alone.cards(*LATE_DIAMOND, **SPADES) == [5, 20, 5, 0]


@pytest.mark.parametrize(
    ("bidder", "gains"), [("B", [5, -15, 5, 0]), ("D", [5, 0, 5, -15]), ("A", [-15, 0, 5, 0])]
)
def test_revoke_undoes_bid(bidder: str, gains: list[int]) -> None:
    """B and D won 20, but score 0 for the round, so a bid of 15 of theirs is not made."""
    table = Table("ABCD", "AC BD", revoke="lose_round", auction=True)
    assert table.cards(*LATE_DIAMOND, **SPADES, bid={"player": bidder, "points": 15}) == gains


SWEEP = ("A KD 2D 4C 3D", "A JD 4D QD 6D", "C 5S 2H 2S 3H", "C JS 4H 3S 6H", "C KS 7H 4S 8H")


def test_sweep_with_revoke_wins_nothing() -> None:
    table = Table("ABCD", "AC BD", sweep_wins=True, revoke="lose_round")
    assert table.cards(*SWEEP, **SPADES) == [0, 0, 0, 0]
    assert (table.revokes, table.ended()) == ([("C", 1, "4C")], None)
    recorded = Table("ABCD", "AC BD", sweep_wins=True)
    assert recorded.cards(*SWEEP, **SPADES) == [5, 0, 25, 0]
    assert (recorded.revokes, recorded.ended()) == ([("C", 1, "4C")], ("sweep", "AC"))

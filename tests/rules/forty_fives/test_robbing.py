"""Forty-fives card by card: the joker, the turned card and robbing, each rule by example."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.forty_fives import GAME

from .table import Table
from .tricks import SPADES, USUAL, instead


def test_joker_at_table_without_joker_is_refused() -> None:
    table = Table(joker=False)
    assert table.refused_cards(*instead(t1="A JK 2D"), **SPADES) == "joker_not_played"
    assert table.refused_cards(*USUAL, turned=["JK", "2S"]) == "joker_not_played"
    discard = {"player": "A", "discarded": "JK"}
    assert table.refused_cards(*USUAL, turned="2S", robbed=discard) == "joker_not_played"
    assert Table().cards(*instead(t1="A JK 2D"), **SPADES) == [30, 0]


A_ROBS = {"player": "A"}
B_ROBS = {"player": "B"}

ROBBING: list[tuple[str, tuple[str, ...], dict[str, Any], str | None]] = [
    # the holder of the ace of trumps may take the turned card, and shows both by the fifth trick
    ("robbed", instead(t1="A AS 2D", t2="A 2S 3D"), {"turned": "2S", "robbed": A_ROBS}, None),
    ("the ace is not shown", instead(t2="A 2S 3D"), {"turned": "2S", "robbed": A_ROBS}, "must_show"),
    (
        "nor where another card went out",
        instead(t2="A 2S 3D"),
        {"turned": "2S", "robbed": {"player": "A", "discarded": "2H"}},
        "must_show",
    ),
    (
        "the ace cannot go out",
        instead(t2="A 2S 3D"),
        {"turned": "2S", "robbed": {"player": "A", "discarded": "AS"}},
        "bad_discard",
    ),
    ("the card taken is not shown", instead(t1="A AS 2D"), {"turned": "2S", "robbed": A_ROBS}, "must_show"),
    ("the other shows the card", instead(t1="A AS 2S"), {"turned": "2S", "robbed": A_ROBS}, "card_held"),
    ("the other shows the ace", instead(t1="A KD AS"), {"turned": "2S", "robbed": A_ROBS}, "card_held"),
    ("nobody robbed", instead(t2="A 2S 3D"), {"turned": "2S"}, "card_turned"),
    (
        "what went out is shown",
        instead(t1="A AS 2D", t2="A 2S 3D"),
        {"turned": "2S", "robbed": {"player": "A", "discarded": "7D"}},
        "card_discarded",
    ),
    (
        "the card taken cannot go out",
        USUAL,
        {"turned": "2S", "robbed": {"player": "A", "discarded": "2S"}},
        "bad_discard",
    ),
    ("nobody of that name", USUAL, {"turned": "2S", "robbed": {"player": "Z"}}, "unknown_player"),
    # a turned ace is the dealer's (B deals), without another ace
    (
        "the dealer takes the ace",
        instead(t1="A KD AS", t2="B 3D QD"),
        {"turned": "AS", "robbed": B_ROBS},
        None,
    ),
    ("not the other", instead(t1="A AS 2D"), {"turned": "AS", "robbed": A_ROBS}, "dealer_robs"),
    ("the dealer left it", instead(t1="A KD AS"), {"turned": "AS"}, "card_turned"),
    ("the dealer hides it", USUAL, {"turned": "AS", "robbed": B_ROBS}, "must_show"),
    # a joker turned is the dealer's too, and another card is turned
    ("the dealer takes the joker", instead(t1="A KD JK", t2="B 3D QD"), {"turned": ["JK", "2S"]}, None),
    ("and says so", instead(t1="A KD JK", t2="B 3D QD"), {"turned": ["JK", "2S"], "robbed": B_ROBS}, None),
    ("and hides it", USUAL, {"turned": ["JK", "2S"]}, "must_show"),
    ("the other shows it", instead(t1="A JK 2D"), {"turned": ["JK", "2S"]}, "card_held"),
    (
        "the joker cannot go out for itself",
        USUAL,
        {"turned": ["JK", "2S"], "robbed": {"player": "B", "discarded": "JK"}},
        "bad_discard",
    ),
    (
        "nor a card that was still to be turned",
        USUAL,
        {"turned": ["JK", "2S"], "robbed": {"player": "B", "discarded": "2S"}},
        "bad_discard",
    ),
    ("the second card lies there", instead(t1="A 2S JK"), {"turned": ["JK", "2S"]}, "card_turned"),
    # two took a card
    (
        "the ace takes the second card",
        ("A 2S JK", "B 3D QD", "A AS 4D", "A 10D 6D", "A 9D 7D"),
        {"turned": ["JK", "2S"], "robbed": [B_ROBS, A_ROBS]},
        None,
    ),
    (
        "the same, only the second named",
        ("A 2S JK", "B 3D QD", "A AS 4D", "A 10D 6D", "A 9D 7D"),
        {"turned": ["JK", "2S"], "robbed": A_ROBS},
        None,
    ),
    (
        "the dealer first",
        USUAL,
        {"turned": ["JK", "2S"], "robbed": [A_ROBS, B_ROBS]},
        "dealer_robs",
    ),
    (
        "the dealer takes both, and gives the joker out again",
        ("A KD AS", "B 2S QD", "B 4D JD", "A 10D 6D", "A 9D 7D"),
        {"turned": ["JK", "2S"], "robbed": [B_ROBS, {"player": "B", "discarded": "JK"}]},
        None,
    ),
    (
        "or perhaps does",
        ("A KD AS", "B 2S QD", "B 4D JD", "A 10D 6D", "A 9D 7D"),
        {"turned": ["JK", "2S"], "robbed": [B_ROBS, B_ROBS]},
        None,
    ),
    (
        "but only one card went out for the second",
        ("A KD 2S", "B 3D QD", "A JD 4D", "A 10D 6D", "A 9D 7D"),
        {"turned": ["JK", "2S"], "robbed": [B_ROBS, B_ROBS]},
        "must_show",
    ),
    (
        "the same card twice",
        USUAL,
        {"turned": ["JK", "2S"], "robbed": [B_ROBS | {"discarded": "2H"}, A_ROBS | {"discarded": "2H"}]},
        "bad_discard",
    ),
    (
        "the ace went out before",
        USUAL,
        {"turned": ["JK", "2S"], "robbed": [B_ROBS | {"discarded": "AS"}, A_ROBS]},
        "rob_without_ace",
    ),
    (
        "joker and ace are the dealer's",
        ("A KD AS", "B JK QD", "B 4D JD", "A 10D 6D", "A 9D 7D"),
        {"turned": ["JK", "AS"], "robbed": [B_ROBS, B_ROBS]},
        None,
    ),
    ("the ace is not the other's", USUAL, {"turned": ["JK", "AS"], "robbed": A_ROBS}, "dealer_robs"),
    # malformed
    ("two took one card", USUAL, {"turned": "2S", "robbed": [B_ROBS, A_ROBS]}, "bad_robbed"),
    ("a list of one", USUAL, {"turned": ["JK", "2S"], "robbed": [B_ROBS]}, "bad_robbed"),
    ("nobody is named", USUAL, {"turned": "2S", "robbed": {}}, "missing_field"),
    ("a name alone", USUAL, {"turned": "2S", "robbed": "A"}, "not_an_object"),
    ("nothing", USUAL, {"turned": "2S", "robbed": None}, "not_an_object"),
    ("nothing was turned", USUAL, {"trump": "S", "robbed": A_ROBS}, "missing_field"),
    ("trumps are what was turned", USUAL, {"trump": "H", "turned": "2S"}, "trump_differs"),
]


@pytest.mark.parametrize(
    ("tricks", "more", "code"), [row[1:] for row in ROBBING], ids=[row[0] for row in ROBBING]
)
def test_robbing_ranks_and_discards(tricks: tuple[str, ...], more: dict[str, Any], code: str | None) -> None:
    table = Table()
    if code is None:
        table.cards(*tricks, **more)
    else:
        assert table.refused_cards(*tricks, **more) == code


@pytest.mark.parametrize("robbed", [A_ROBS, {"player": "A", "discarded": "AS"}])
def test_robbing_of_version_1_lets_ace_go_out(robbed: dict[str, str]) -> None:
    table = Table(version=1)
    assert sum(table.cards(*instead(t2="A 2S 3D"), turned="2S", robbed=robbed)) == 30


def test_robbing_by_result_refuses_ace_as_discard() -> None:
    entry = {"turned": "7H", "tricks": list("AABBA"), "best": "A"}
    table = Table()
    assert table.refused(entry | {"robbed": {"player": "B", "discarded": "AH"}}) == "bad_discard"
    assert table.take(entry | {"robbed": {"player": "B", "discarded": "2C"}}) == [20, 10]


UNROBBED: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    # the ace of spades against the ten: spades turned, or only said to be trumps
    ({}, {"turned": "3S"}, "B"),
    ({}, {"trump": "S"}, "A"),  # trumps given without the turned card: the ace keeps its rank
    ({}, {"turned": "3S", "trump": "S"}, "B"),
    ({"unrobbed_ace": "no_penalty"}, {"turned": "3S"}, "A"),
]


@pytest.mark.parametrize(("options", "more", "winner"), UNROBBED)
def test_ace_that_did_not_rob(options: dict[str, Any], more: dict[str, Any], winner: str) -> None:
    table = Table(**options)
    rest = ("A QD 3D", "A JD 4D", "A 8D 6D", "A 9D 7D")
    if winner == "B":
        rest = ("B 3D QD", *rest[1:])
    table.cards("A AS 10S", *rest, **more)
    assert table.state.rounds[0].winners[0] == winner


def test_ace_of_hearts_did_not_rob() -> None:
    """Hearts are trumps: it is the lowest of them. Under other trumps it stays third best."""
    table = Table()
    table.cards("A AH 2H", "B 3D QD", *USUAL[2:], turned="9H")
    assert table.state.rounds[0].winners[0] == "B"
    table.state = GAME.start(table.options, table.state.seats)
    table.cards("A AH 4S", *USUAL[1:], turned="9S")
    assert table.state.rounds[0].winners[0] == "A"


def test_ace_that_robbed_keeps_its_rank() -> None:
    table = Table()
    table.cards("A AS 10S", "A 3S 3D", *USUAL[2:], turned="3S", robbed=A_ROBS)
    assert table.state.rounds[0].winners[0] == "A"

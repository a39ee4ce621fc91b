"""Choices of Forty-fives while a round is entered, by result and by cards."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from scorekeeper.rules.contract import IllegalMoveError, MoveError, Reason
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.deal import TakingFields
from scorekeeper.rules.forty_fives.fields import LedCard, RoundFields
from scorekeeper.rules.forty_fives.move import Bid
from scorekeeper.rules.forty_fives.play import BestTrump, Revoke, Shown
from scorekeeper.rules.forty_fives.state import Ending
from tests.rules.forty_fives.table import ask, by_cards, by_result

from .table import Table


def test_round_may_begin_either_way() -> None:
    table = Table("ABC")
    result, cards = GAME.choices(table.state)
    assert (result.kind, result.player, RoundFields.of(result).needs) == ("round", None, "trump")
    assert (cards.kind, cards.player, RoundFields.of(cards).needs) == ("card", None, "turned")
    assert len(cards.cards) == 53
    for choice in (result, cards):
        assert [getattr(RoundFields.of(choice), name) for name in ("number", "dealer", "leader")] == [
            1,
            "C",
            "A",
        ]
    result, cards = ask(table, turned="7H")
    assert (RoundFields.of(result).needs, RoundFields.of(result).trump) == ("trick", "H")
    assert (cards.kind, cards.player, RoundFields.of(cards).follow) == ("card", "A", None)
    assert len(cards.cards) == 52
    assert RoundFields.of(cards).closed == {"7H": Reason("card_turned", {"card": "7H"})}


def test_round_by_result_asks_its_fields() -> None:
    """Trumps, five tricks, the best trump: 25 of 30, then 30 of 30."""
    table = Table("ABC")
    fields = by_result(table, "AB")
    names = ("needs", "complete", "sum", "of_points", "best_choices")
    assert [getattr(fields, name) for name in names] == ["trick", False, 10, 30, ["A", "B"]]
    assert fields.points == {"A": 5, "B": 5, "C": 0}
    fields = by_result(table, "ABBCB")
    assert [getattr(fields, name) for name in names] == ["best", False, 25, 30, ["A", "B", "C"]]
    fields = by_result(table, "ABBCB", best="C")
    assert [getattr(fields, name) for name in names] == [None, True, 30, 30, ["A", "B", "C"]]
    assert fields.totals == fields.gains == {"A": 5, "B": 15, "C": 10}
    assert fields.entry == {"trump": "S", "tricks": list("ABBCB"), "best": "C"}
    assert (fields.ends, fields.best) == (None, "C")


@pytest.mark.parametrize(
    ("bonus", "expected"), [("none", (25, 25)), ("first_trick", (30, 30)), ("last_trick", (30, 30))]
)
def test_round_without_trumps(bonus: str, expected: tuple[int, int]) -> None:
    table = Table("ABC", no_trump_bonus=bonus)
    assert by_result(table, "ABBCB").sum == 25
    fields = by_result(table, "ABBCB", best=None)
    assert (fields.sum, fields.of_points) == expected
    assert fields.complete


def test_best_trump_requires_trick() -> None:
    table = Table("ABC")
    assert by_result(table, "AAAB", best="C").needs == "trick"  # C may still win the last one
    with pytest.raises(MoveError, match="best_without_trick"):
        by_result(table, "AAABB", best="C")


def test_complete_round_names_end_of_game() -> None:
    table = Table("ABC", target=30)
    fields = by_result(table, "AAAAA", best="A")
    assert fields.ends == Ending("target", ("A",), outright=False)
    fields = by_result(Table(sweep_wins=True), "BBBBB", best="B")
    assert (fields.ends, fields.sweep) == (Ending("sweep", ("B",), outright=True), ["B"])


def test_auction_comes_first() -> None:
    table = Table("ABC", auction=True)
    (choice,) = GAME.choices(table.state)
    assert (choice.kind, RoundFields.of(choice).needs, RoundFields.of(choice).bids) == (
        "round",
        "bid",
        [15, 20, 25, 30],
    )
    bid = {"player": "B", "points": 20}
    (choice,) = ask(table, bid=bid)
    assert (RoundFields.of(choice).needs, RoundFields.of(choice).bid) == ("trump", Bid("B", 20))
    result, cards = ask(table, bid=bid, trump="S")
    assert (RoundFields.of(result).needs, cards.kind) == ("trick", "card")
    fields = by_result(table, "AABBC", best="A", bid=bid)
    assert (fields.made, fields.gains) == (False, {"A": 15, "B": -20, "C": 5})
    assert by_result(table, "AABBC", best="A").needs == "bid"


@pytest.mark.parametrize(
    ("tricks", "best", "expected"),
    [
        ("", ..., (0, "open")),
        ("BBA", ..., (10, "open")),
        ("BBAA", ..., (10, "failed")),
        ("BBAAA", ..., (10, "failed")),
        ("BBBBA", ..., (20, "open")),
        ("BBBBA", "B", (25, "made")),
        ("BBBBA", "A", (20, "failed")),
        ("BBBBA", None, (20, "failed")),
    ],
)
def test_bid_progress_follows_tricks(tricks: str, best: Any, expected: tuple[int, str]) -> None:
    more = {} if best is ... else {"best": best}
    bid = {"player": "B", "points": 25}
    fields = RoundFields.of(
        ask(Table("ABC", auction=True), bid=bid, trump="S", tricks=list(tricks), **more)[0]
    )
    assert fields.bid_won == expected


def test_auction_is_asked_for_by_its_house_rule() -> None:
    assert Table().state.options["auction"] is False
    assert RoundFields.of(GAME.choices(Table().state)[0]).bids == []


def test_joker_is_turned() -> None:
    table = Table("ABC")
    result, cards = ask(table, turned="JK")
    assert (RoundFields.of(result).needs, RoundFields.of(cards).needs) == ("turned", "turned")
    assert "JK" not in cards.cards
    (taking,) = RoundFields.of(cards).takings
    assert (taking.card, taking.may, taking.by) == ("JK", ("C",), "C")
    *_, cards = ask(table, turned=["JK", "7H"])
    assert [each.card for each in RoundFields.of(cards).takings] == ["JK", "7H"]
    assert RoundFields.of(cards).closed["JK"] == Reason("card_held", {"card": "JK", "player": "C"})


def test_robbing_players_are_offered() -> None:
    table = Table("ABC")
    (taking,) = RoundFields.of(ask(table, turned="7H")[1]).takings
    stay = {key: ["AH", "7H"] for key in "ABC"}
    assert taking == TakingFields("7H", ("A", "B", "C"), "AH", None, None, asked=False, stay=stay)
    (taking,) = RoundFields.of(ask(table, turned="7H", robbed=None)[1]).takings
    assert taking == TakingFields("7H", ("A", "B", "C"), "AH", None, None, asked=True, stay=stay)
    (taking,) = RoundFields.of(ask(table, turned="AS")[1]).takings
    assert (taking.may, taking.ace) == (("C",), None)
    cards = ask(table, turned="7H", robbed={"player": "B", "discarded": "2C"})[1]
    assert RoundFields.of(cards).takings == [
        TakingFields("7H", ("A", "B", "C"), "AH", "B", "2C", asked=True, stay=stay)
    ]
    closed = {card: each.code for card, each in RoundFields.of(cards).closed.items()}
    assert closed == {"7H": "card_held", "AH": "card_held", "2C": "card_discarded"}


def test_discard_for_turned_card_is_limited() -> None:
    """The ace that robs stays in hand; only the dealer, who took the joker, may discard it."""
    *_, cards = ask(Table("AB"), turned=["JK", "7H"])
    assert RoundFields.of(cards).takings[1].stay == {"A": ["AH", "7H", "JK"], "B": ["AH", "7H"]}
    for player, cannot in RoundFields.of(cards).takings[1].stay.items():
        for card in ("AH", "JK", "7H", "2C"):
            robbed = [{"player": "B"}, {"player": player, "discarded": card}]
            if card in cannot:
                with pytest.raises(IllegalMoveError, match="bad_discard"):
                    ask(Table("AB"), turned=["JK", "7H"], robbed=robbed)
            else:
                assert ask(Table("AB"), turned=["JK", "7H"], robbed=robbed)
    (taking,) = RoundFields.of(ask(Table("AB"), turned="AS")[1]).takings
    assert taking.stay == {"B": ["AS"]}


def test_ace_that_did_not_rob_loses_its_rank() -> None:
    table = Table("ABC")
    assert RoundFields.of(ask(table, turned="7S")[1]).order.index("AS") == 4
    assert RoundFields.of(ask(table, turned="7S", robbed=None)[1]).order[-1] == "AS"
    assert RoundFields.of(by_cards(table, "A KD", turned="7S")).order[-1] == "AS"
    assert RoundFields.of(ask(table, turned="7S", robbed={"player": "A"})[1]).order.index("AS") == 4
    assert RoundFields.of(ask(table, trump="S")[1]).order.index("AS") == 4


def test_next_card_names_player_and_lead() -> None:
    table = Table("ABC")
    choice = by_cards(table, "A KD 2D", trump="S")
    assert (choice.player, RoundFields.of(choice).next, RoundFields.of(choice).needs) == ("C", "C", "card")
    assert RoundFields.of(choice).follow == LedCard("A", "KD", trump=False, suit="D")
    assert RoundFields.of(choice).closed["KD"] == Reason("card_twice", {"player": "A", "trick": 1})
    assert RoundFields.of(choice).shown == {"KD": Shown("A", 1), "2D": Shown("B", 1)}
    assert {"KD", "2D"}.isdisjoint(choice.cards)
    (trick,) = RoundFields.of(choice).tricks
    assert (trick.leader, trick.winner, trick.full) == ("A", "A", False)
    choice = by_cards(table, "A KD 2D 10S", trump="S")
    assert (choice.player, RoundFields.of(choice).follow) == ("C", None)
    assert RoundFields.of(choice).best_trump == BestTrump("C", "10S", 1)
    assert (RoundFields.of(choice).winners, RoundFields.of(choice).points) == (
        ["C"],
        {"A": 0, "B": 0, "C": 10},
    )
    assert [trick.leader for trick in RoundFields.of(choice).tricks] == ["A", "C"]
    choice = by_cards(table, "A KD 2D 10S", "C AH", trump="S")
    assert RoundFields.of(choice).follow == LedCard("C", "AH", trump=True, suit="S")
    # the better trump is in a trick without a winner yet
    assert RoundFields.of(choice).points == {"A": 0, "B": 0, "C": 5}


def test_empty_last_trick_is_lead() -> None:
    table = Table("ABC")
    (choice,) = ask(table, trump="S", tricks=[[]])
    assert (choice.kind, choice.player) == ("card", "A")
    (choice,) = ask(table, trump="S", tricks=[*table.tricks("A KD 2D 10S"), []])
    assert (choice.player, RoundFields.of(choice).follow) == ("C", None)


def test_taken_card_must_be_last() -> None:
    table = Table()
    tricks = ("A 2D 3D", "B 4D 6D", "A QD 7D", "A 10D 8D", "A 9D")
    choice = by_cards(table, *tricks, turned="AS", robbed={"player": "B"})
    assert choice.cards == ("AS",)
    assert RoundFields.of(choice).closed["KD"] == Reason("must_show", {"player": "B", "card": "AS"})


def test_revoke_is_reported_with_proving_card() -> None:
    table = Table("ABC", revoke="lose_round")
    choice = by_cards(table, "A KD 2C 3D", trump="S")
    assert RoundFields.of(choice).revokes == ()
    choice = by_cards(table, "A KD 2C 3D", "A QD 4D", trump="S")
    (revoke,) = RoundFields.of(choice).revokes
    assert revoke == Revoke("B", 1, "2C", "KD", "suit_led", "4D", 2)
    assert (RoundFields.of(choice).zeroed, RoundFields.of(choice).revoke) == (["B"], "lose_round")
    assert RoundFields.of(by_cards(Table("ABC"), "A KD 2C 3D", "A QD 4D", trump="S")).zeroed == []


WHOLE = ("A KD 2C 3D", "A QD 4D 6D", "A JD 7D 8D", "A 10D 9D KC", "A QC JC 10C")


def test_whole_round_may_be_written() -> None:
    table = Table("ABC", revoke="lose_round")
    choice = by_cards(table, *WHOLE, trump="S", note="so it was")
    assert (choice.kind, choice.player, RoundFields.of(choice).needs) == ("round", None, None)
    assert (RoundFields.of(choice).sum, RoundFields.of(choice).of_points, RoundFields.of(choice).next) == (
        25,
        25,
        None,
    )
    entry = RoundFields.of(choice).entry
    assert entry == {"trump": "S", "tricks": table.tricks(*WHOLE), "note": "so it was"}
    table.take(entry)
    assert table.scores == list(RoundFields.of(choice).totals.values()) == [25, 0, 0]


@pytest.mark.parametrize(
    "partial",
    [
        {"tricks": [["A", "KD"]]},
        {"trump": "S", "tricks": [[["A", "KD"]], [["A", "QD"]]]},
        {"trump": "S", "tricks": [[["B", "KD"]]]},
        {"trump": "S", "tricks": [[["A", "KD"], ["B", "KD"]]]},
        {"trump": "S", "tricks": [[["A", "KD"]]], "best": "A"},
        {"tricks": [[["A", "KD"]]]},
        {"trump": "S", "tricks": ["A"] * 6},
        {"trump": "S", "tricks": ["Z"]},
        {"trump": "S", "dealer": "A"},
        {"trump": "S", "bid": {"player": "A", "points": 15}},
        {"turned": "7S", "robbed": {"player": "Z"}},
        {"turned": "AS", "robbed": {"player": "A"}},
        {"robbed": {"player": "A"}},
        {"winner": "A"},
        {"tricks": {}},
        {"tricks": ["A", ["B"]]},
    ],
)
def test_first_entry_of_wrong_kind_is_refused(partial: dict[str, Any]) -> None:
    with pytest.raises(MoveError):
        ask(Table("ABC"), **partial)


def test_fields_can_be_dumped_as_json() -> None:
    table = Table("ABCD", "AC BD")
    for choice in (*GAME.choices(table.state), *ask(table, turned=["JK", "7S"])):
        assert json.dumps(asdict(RoundFields.of(choice)))
    choice = by_cards(table, "A KD 2C 3D 10S", "D 2H", turned=["JK", "7S"], robbed={"player": "D"})
    assert json.dumps(asdict(RoundFields.of(choice)))

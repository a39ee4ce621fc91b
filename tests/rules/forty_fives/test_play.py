"""Forty-fives card by card: order, robbing, implied hands, revokes. Each rule by example.

Two players, A leads. Unless an example says otherwise A wins every trick with diamonds from diamonds, spades being
trumps; a trick is "leader card card".
"""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.forty_fives import GAME

from .table import Table

FIRST, SECOND, THIRD, FOURTH, LAST = "A KD 2D", "A QD 3D", "A JD 4D", "A 10D 6D", "A 9D 7D"
USUAL = (FIRST, SECOND, THIRD, FOURTH, LAST)
SPADES = {"trump": "S"}


def instead(**tricks: str) -> tuple[str, ...]:
    """The usual tricks with some of them changed: `t1`, `t2`..."""
    return tuple(tricks.get(f"t{number}", trick) for number, trick in enumerate(USUAL, 1))


# --- order of play ---


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


# --- the joker and the turned card ---


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


# --- revokes ---

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

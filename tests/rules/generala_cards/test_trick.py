"""Tricks of Générala by example: order, legal cards, implied hands, winner and lead."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.generala_cards.fields import CardFields

from .table import RANKS, Table, four_tricks, hand, ten_players, trick

# --- the winner ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "SHDC")
def test_highest_of_suit_wins(suit: str) -> None:
    for place, rank in enumerate(RANKS[:-2]):
        lower, lowest = RANKS[place + 1], RANKS[place + 2]
        table = Table("ABC").take(trick(f"A {lower}{suit}", f"B {rank}{suit}", f"C {lowest}{suit}"))
        assert table.report["leader"] == "B"


WINNERS = [
    (("A 2S", "B JK1", "C AS"), "B"),
    (("A 2S", "B JK2", "C JK1"), "B"),  # two jokers: the first
    (("A JK2", "B JK1", "C AS"), "A"),
    (("A JK1", "B AS", "C AH"), "A"),
    (("A KS", "B QS", "C JS"), "A"),
]


@pytest.mark.parametrize(("plays", "winner"), WINNERS)
def test_jokers_win_first_before_second(plays: tuple[str, ...], winner: str) -> None:
    assert Table("ABC").take(trick(*plays)).report["leader"] == winner


def test_joker_later_does_not_change_suit() -> None:
    table = Table("ABC")
    assert table.refuses(trick("A 8H", "B JK1", "C 2S")) == (
        "does_not_follow",
        {"player": "C", "card": "2S", "suit": "H"},
    )
    assert CardFields.of(table.next({"trick": [["A", "8H"], ["B", "JK1"]]})).suit == "H"


def test_trick_after_joker_takes_any_card() -> None:
    table = Table("ABC").take(trick("A JK1", "B 2S", "C 3H"))
    assert table.report["leader"] == "A"
    assert Table("ABC").refuses(trick("A JK1", "B 2S", took="C 2S")) == ("joker_was_led", {"player": "C"})


# --- declining -------------------------------------------------------------------------------------------


def test_declining_stops_trick() -> None:
    """The others leave play, later players do not play, and the card is in a hand again."""
    table = Table("ABCD").take(trick("A KS", "B 2S", took="C 2S"))
    assert table.report["cards"] == {"A": 13, "B": 13, "C": 14, "D": 13}
    assert table.report["leader"] == "A"
    assert table.refuses(trick("A KS")) == ("card_is_gone", {"card": "KS"})
    assert table.refuses(trick("A 2S")) == ("card_held", {"card": "2S", "player": "C"})
    table.take(trick("A 3S", "B 4S", "C 2S", "D 5S"))


PICKS = [
    (trick("A KS", "B JK1", took="C JK1"), "joker_stays", {}),
    (trick("A KS", "B 2S", took="C 3S"), "not_in_the_trick", {"card": "3S"}),
    (trick("A KS", "B 2S", "C 3S", took="A KS"), "trick_is_full", {"player": "A"}),
    (trick("A KS", took="C KS"), "wrong_order", {"trick": 1, "turn": "B", "player": "C"}),
    (trick("A KS", took="A KS"), "wrong_order", {"trick": 1, "turn": "B", "player": "A"}),
]


@pytest.mark.parametrize(("entry", "code", "fields"), PICKS)
def test_pickable_cards_are_offered(entry: dict[str, Any], code: str, fields: dict[str, Any]) -> None:
    assert Table("ABC").refuses(entry) == (code, fields)


@pytest.mark.parametrize(("counts", "leader"), [(True, "B"), (False, "A")])
def test_winner_counts_taken_card(counts: bool, leader: str) -> None:
    table = Table("ABC", winner_counts_taken_card=counts).take(trick("A KS", "B AS", took="C AS"))
    assert table.report["leader"] == leader


@pytest.mark.parametrize(("counts", "leader"), [(True, "A"), (False, "B")])
def test_trick_without_winning_card_has_no_winner(counts: bool, leader: str) -> None:
    """Only one lay there, and it was picked up."""
    table = Table("ABC", winner_counts_taken_card=counts).take(trick("A KS", took="B KS"))
    assert table.report["leader"] == leader


@pytest.mark.parametrize("counts", [True, False])
def test_another_card_picked_up_changes_nothing(counts: bool) -> None:
    table = Table("ABC", winner_counts_taken_card=counts).take(trick("A KS", "B AS", took="C KS"))
    assert table.report["leader"] == "B"


# --- the lead after the winner has run out ---------------------------------------------------------------


def test_next_highest_with_cards_leads() -> None:
    """D wins with the last card; E played the next highest."""
    table = four_tricks("D").take(trick("D 4S", "E 3S", took="F 4S", out="D"))
    assert table.report["leader"] == "E"


@pytest.mark.parametrize(("counts", "leader"), [(True, "E"), (False, "F")])
def test_picked_up_card_passes_lead_only_if_it_counts(counts: bool, leader: str) -> None:
    """D wins with the last card, F picks up the only other one."""
    table = four_tricks("D", winner_counts_taken_card=counts)
    assert table.take(trick("D 4S", "E 3S", took="F 3S", out="D")).report["leader"] == leader


def test_trick_without_player_holding_cards() -> None:
    table = ten_players().take(trick("A 4C", "B 3C", took="C 4C", out="AB"))
    assert table.report["leader"] == "C"


def test_joker_wins_and_its_player_has_run_out() -> None:
    table = four_tricks("F").take(trick("F 4S", "G 3S", "H 2S", "I JK1", took="J 2S", out="I"))
    assert table.report["leader"] == "F"


def test_second_joker_ranks_next() -> None:
    plays = ("D JK1", "E JK2", "F 4S", "G 3S", "H 2S", "I 4H", "J 3H", "A 2H", "B 4D", "C 3D")
    assert four_tricks("D").take(trick(*plays, out="DIJABC")).report["leader"] == "E"


def test_highest_card_leads_after_joker_lead() -> None:
    """Of E to H, who still hold cards, F and H showed fours: the one played first leads."""
    plays = ("D JK1", "E 2S", "F 4H", "G 3S", "H 4D", "I 2H", "J 3H", "A 2D", "B 3D", "C 4S")
    assert four_tricks("D").take(trick(*plays, out="DIJABC")).report["leader"] == "F"


# --- the player of a card --------------------------------------------------------------------------------

ORDER = [
    (trick("B KS"), "wrong_leader", {"trick": 1, "leader": "A", "player": "B"}),
    (trick("A KS", "C 2S"), "wrong_order", {"trick": 1, "turn": "B", "player": "C"}),
    (trick("A KS", "B 2S"), "trick_unfinished", {"turn": "C"}),
    (trick("A KS", "B 2S", "C 3S", "A 4S"), "trick_is_full", {"player": "A"}),
    (trick("A KS", "B KS", "C 3S"), "card_twice", {"card": "KS"}),
    (trick("A KS", "X 2S", "C 3S"), "unknown_player", {}),
]


@pytest.mark.parametrize(("entry", "code", "fields"), ORDER)
def test_card_belongs_to_its_player(entry: dict[str, Any], code: str, fields: dict[str, Any]) -> None:
    assert Table("ABC").refuses(entry) == (code, fields)


def test_player_without_cards_is_skipped() -> None:
    table = ten_players()
    assert CardFields.of(table.next({"trick": []})).turn_order == ["A", "B", "C", "D"]
    assert table.refuses(trick("A 4C", "B 3C", "C 2C", "E JK2"))[0] == "wrong_order"


# --- hands implied by shown cards ------------------------------------------------------------------------


def test_card_that_belies_earlier_trick() -> None:
    """Found where the card is shown, whichever way the suit was not followed."""
    declined = Table("ABC").take(trick("A KS", took="B KS"), trick("A 2H", "B 3H", "C 4H"))
    shows = trick("C 5S", "A 6S", "B 7S")
    assert declined.refuses(shows) == (
        "could_not_follow",
        {"player": "B", "card": "7S", "suit": "S", "trick": 1},
    )
    joker = Table("ABC").take(trick("A KS", "B JK1", "C 2S"))
    assert joker.refuses(trick("B 7S", "C 8S", "A 9S")) == (
        "could_not_follow",
        {"player": "B", "card": "7S", "suit": "S", "trick": 1},
    )


def test_picked_up_card_proves_no_lack() -> None:
    table = Table("ABC").take(trick("A KS", took="B KS"), trick("A 2H", "B 3H", "C 4H"))
    table.take(trick("C 5S", "A 6S", "B KS"))
    assert table.report["leader"] == "B"


def test_picked_up_card_must_follow() -> None:
    table = Table("ABC").take(trick("A KS", took="B KS"))
    holds = ("holds_the_suit", {"player": "B", "suit": "S", "card": "KS", "trick": 1})
    assert table.refuses(trick("A QS", took="B QS")) == holds
    assert table.refuses(trick("A QS", "B JK1", "C 2S")) == holds


def test_joker_proves_no_lack() -> None:
    """Following with a joker says nothing of other suits."""
    table = Table("ABC").take(trick("A KS", "B JK1", "C 2S"), trick("B 7H", "C 8H", "A 9H"))
    assert table.report["leader"] == "A"


def test_card_is_deduced_when_one_holder_is_left() -> None:
    """Of two players B has no heart and no spade: A holds all of them, and no other suit."""
    table = Table("AB").take(trick("A KH", took="B KH"), trick("A KS", took="B KS"))
    assert table.refuses(trick("A KC", took="B KC")) == ("holds_the_suit", {"player": "B", "suit": "C"})
    table.take(trick("A 2C", "B 3C"))  # that was A's last card but hearts and spades
    assert table.refuses(trick("B 4D", "A 5D")) == ("cannot_hold", {"player": "A", "card": "5D"})
    assert "4D" in table.next({"trick": []}).cards
    follow = table.choices({"trick": [["B", "4D"]]})
    assert follow["card"].cards == ()
    assert follow["take"].cards == ("4D",)
    table.take(trick("B 4D", took="A 4D"))


def test_last_card_of_suit_is_located() -> None:
    """Four cards among ten players: the player without a club has the joker, others clubs."""
    table = ten_players().take(trick("A 4C", "B 3C", took="C 3C", out="AB"))
    assert table.refuses(trick("C JK2", "D 2H")) == ("card_is_gone", {"card": "2H"})
    assert table.next({"trick": [["C", "3C"]]}).cards == ("2C",)
    assert CardFields.of(table.next({"trick": [["C", "3C"]]})).has_suit is True
    assert table.refuses(trick("C 3C", took="D 3C")) == ("holds_the_suit", {"player": "D", "suit": "C"})


def test_next_hand_begins_with_whole_pack() -> None:
    table = Table("ABC").take(hand("A B"), trick("A KS", "B 2S"), trick("A QS", "B 3S"))
    assert table.refuses(trick("A KS", "B 4S")) == ("card_is_gone", {"card": "KS"})
    by_cards = ten_players().take(
        trick("A 4C", "B 3C", took="C 3C", out="AB"), trick("C 3C", "D 2C", out="D")
    )
    by_cards.take(trick("D KS", "E 2S", took="F 2S"))


# --- joker after joker -----------------------------------------------------------------------------------

AFTER = [("A KS", "B JK1", "C JK2"), ("A JK1", "B JK2", "C 2S")]


@pytest.mark.parametrize("plays", AFTER)
def test_joker_after_joker(plays: tuple[str, ...]) -> None:
    Table("ABC", joker_after_joker="allowed").take(trick(*plays))
    forbidden = Table("ABC", joker_after_joker="forbidden")
    assert forbidden.refuses(trick(*plays)) == (
        "joker_after_joker",
        {"player": plays[1 if "JK2" in plays[1] else 2][0]},
    )


def test_card_between_two_jokers_is_enough() -> None:
    Table("ABC", joker_after_joker="forbidden").take(trick("A JK1", "B 2S", "C JK2"))
    Table("ABCD", joker_after_joker="forbidden").take(trick("A KS", "B JK1", "C 2S", "D JK2"))


def test_player_without_other_cards_may_play_joker() -> None:
    """I holds one card, G two."""
    forbidden = four_tricks("F", joker_after_joker="forbidden")
    forbidden.take(trick("F 4S", "G 3S", "H JK1", "I JK2", "J 2S", took="A 4S", out="IJ"))
    forbidden = four_tricks("D", joker_after_joker="forbidden")
    two_left = trick("D 4S", "E 3S", "F JK1", "G JK2", took="H 4S", out="D")
    assert forbidden.refuses(two_left) == ("joker_after_joker", {"player": "G"})
    four_tricks("D").take(two_left)
    led = ("D JK1", "E JK2", "F 4S", "G 3S", "H 2S", "I 4H", "J 3H", "A 2H", "B 4D", "C 3D")
    assert forbidden.refuses(trick(*led, out="DIJABC")) == ("joker_after_joker", {"player": "E"})

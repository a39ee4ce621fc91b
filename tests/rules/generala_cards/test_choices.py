"""Choices of Générala at every point of an entry, by example."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.contract import IllegalMoveError, MoveError
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.fields import CardFields, EndFields, HandFields, TrickFields
from scorekeeper.rules.generala_cards.move import PACK

from .table import RANKS, Table, four_tricks, hand, ten_players, trick

# --- possible steps --------------------------------------------------------------------------------------


@pytest.mark.parametrize("partial", [None, {}, {"note": "so far"}])
def test_hand_starts_either_way(partial: dict[str, Any] | None) -> None:
    assert list(Table("ABC").choices(partial)) == ["hand", "trick"]
    assert list(Table("ABC", elimination=False).choices(partial)) == ["hand", "trick", "end"]


def test_hand_by_cards_continues_by_cards() -> None:
    table = Table("ABC", elimination=False).take(trick("A KS", "B 2S", "C 3S"))
    assert list(table.choices()) == ["trick", "hand", "end"]
    empty: dict[str, Any] = {"out": []}
    for partial in (empty, hand("A")):
        with pytest.raises(IllegalMoveError, match="hand_runs_by_cards"):
            table.choices(partial)


def test_rest_of_hand_says_who_is_out_and_who_is_left() -> None:
    fields = HandFields.of(ten_players().choices()["hand"])
    assert fields.rest is True
    assert (fields.ran_out, fields.left) == (list("EFGHIJ"), list("ABCD"))
    assert fields.cards["A"] == 1
    whole = HandFields.of(ten_players().choices(hand("A B C") | {"rest": True})["hand"])
    assert (whole.complete, whole.last, whole.lost) == (True, "D", "D")
    assert whole.entry == hand("A B C") | {"rest": True}


def test_end_says_who_would_have_won() -> None:
    table = Table("ABC", elimination=False).take(hand("A B"), hand("B C"))
    end = EndFields.of(table.choices({"end": "agreed"})["end"])
    assert end == EndFields(score={"A": 1, "B": 2, "C": 1}, winners=["B"])
    with pytest.raises(IllegalMoveError, match="played_to_the_champion"):
        Table("ABC").choices({"end": "agreed"})


def test_choices_are_same_for_every_player() -> None:
    table = Table("ABC").take(hand("A B"))
    for player in "ABC":
        assert GAME.choices(table.state, player=player) == GAME.choices(table.state)
    with pytest.raises(IllegalMoveError, match="unknown_player"):
        GAME.choices(table.state, player="X")


HOSTILE: list[Any] = [
    {"trick": 1},
    {"trick": [["A", "JK"]]},
    {"trick": [], "took": {"player": "A"}},
    {"trick": [["A", "KS"]], "took": {}},
    {"out": [[]]},
    {"out": [["X"]]},
    {"trick": [["X", "KS"]]},
    {"end": True},
    {"take": 1},
]


@pytest.mark.parametrize("partial", HOSTILE, ids=str)
def test_impossible_partial_entry_is_refused(partial: Any) -> None:
    with pytest.raises(MoveError):
        Table("ABC").choices(partial)


# --- a hand ----------------------------------------------------------------------------------------------


def test_hand_before_first_player_is_out() -> None:
    fields = HandFields.of(Table("ABCDE", dealer="B").choices({"out": []})["hand"])
    expected = HandFields(
        number=1,
        dealer="B",
        leader="C",
        players=["A", "B", "C", "D", "E"],
        dropped=[],
        order=["C", "D", "E", "A", "B"],
        cards={"A": 11, "B": 10, "C": 11, "D": 11, "E": 11},
        out=[],
        places={},
        left=["A", "B", "C", "D", "E"],
        complete=False,
        over=False,
        last=None,
        joins=False,
        rest=False,
        ran_out=[],
    )
    assert fields == expected


def test_choices_within_hand() -> None:
    fields = HandFields.of(Table("ABCDE").choices(hand("A CB"))["hand"])
    assert fields.places == {"A": 1, "C": 2, "B": 2}
    assert fields.left == ["D", "E"]
    assert not fields.complete
    assert (fields.last, fields.joins) == (None, False)


def test_choices_with_one_player_left() -> None:
    """The hand may be written, or the last one ran out as well."""
    fields = HandFields.of(Table("ABCDE").choices(hand("A CB D"))["hand"])
    assert fields.complete
    assert fields.over
    assert fields.entry == hand("A CB D")
    assert (fields.last, fields.joins) == ("E", True)
    assert (fields.lost, fields.drops, fields.all_out, fields.champion) == ("E", "E", False, None)
    assert (fields.next_dealer, fields.next_leader) == ("E", "A")
    assert fields.next_cards == {"A": 14, "B": 14, "C": 13, "D": 13}
    assert fields.house_rules == []


def test_choices_after_all_ran_out() -> None:
    fields = HandFields.of(Table("ABCD", all_out_dealer="next_right").choices(hand("A B CD"))["hand"])
    assert (fields.complete, fields.all_out, fields.lost, fields.drops) == (
        True,
        True,
        None,
        None,
    )
    assert (fields.next_dealer, fields.next_leader, fields.tie) == ("A", "B", False)
    assert fields.house_rules == ["all_out_dealer"]
    assert (fields.last, fields.joins) == (None, False)


def test_choices_name_champion() -> None:
    fields = HandFields.of(Table("ABC").take(hand("A B")).choices(hand("B"))["hand"])
    assert (fields.champion, fields.drops, fields.dropped) == ("B", "A", ["C"])
    assert (fields.next_dealer, fields.next_leader, fields.next_cards) == (None, None, None)


@pytest.mark.parametrize(("rule", "champion"), [("replay", None), ("first_to_play", "B")])
def test_last_two_together(rule: str, champion: str | None) -> None:
    fields = HandFields.of(Table("AB", final_tie=rule).choices(hand("BA"))["hand"])
    assert (fields.all_out, fields.tie, fields.champion) == (True, True, champion)
    assert fields.house_rules == ["final_tie", *(["two_player_deal"] if champion is None else [])]
    assert fields.next_dealer == ("A" if champion is None else None)


def test_loser_stays_without_drops() -> None:
    fields = HandFields.of(Table("ABC", elimination=False).choices(hand("A B"))["hand"])
    assert (fields.lost, fields.drops) == ("C", None)
    assert fields.next_cards == {"A": 18, "B": 18, "C": 18}


# --- a trick ---------------------------------------------------------------------------------------------


def test_lead_may_be_any_card() -> None:
    choices = Table("ABC").choices({"trick": []})
    assert list(choices) == ["card"]
    card = choices["card"]
    assert (card.player, len(card.cards)) == ("A", 54)
    assert CardFields.of(card).suit == ""
    assert CardFields.of(card).waiting == ["B", "C"]
    assert (CardFields.of(card).trick, CardFields.of(card).winner, CardFields.of(card).declines) == (
        1,
        None,
        False,
    )


def test_choices_follow_suit() -> None:
    choices = Table("ABC").choices(trick("A KS"))
    card, take = choices["card"], choices["take"]
    assert card.player == take.player == "B"
    assert set(card.cards) == {f"{rank}S" for rank in RANKS if rank != "K"} | {"JK1", "JK2"}
    assert take.cards == ("KS",)
    assert (CardFields.of(card).suit, CardFields.of(card).waiting, CardFields.of(card).winner) == (
        "S",
        ["C"],
        "A",
    )
    assert (CardFields.of(card).has_suit, CardFields.of(card).lacks_suit) == (False, False)
    assert CardFields.of(card).cards == {"A": 17, "B": 18, "C": 18}


def test_known_holder_of_suit_is_named() -> None:
    table = Table("ABC").take(trick("A KS", took="B KS"))
    choices = table.choices(trick("A QS"))
    assert list(choices) == ["card"]
    assert choices["card"].cards == ("KS",)
    assert CardFields.of(choices["card"]).has_suit
    assert CardFields.of(choices["card"]).held == {"B": ["KS"]}
    assert CardFields.of(choices["card"]).without == {"B": ["S"]}


def test_known_lack_of_suit_is_named() -> None:
    table = Table("ABC").take(trick("A KS", "B JK1", "C 2S"), trick("B 7H", "C 8H", "A 9H"))
    choices = table.choices(trick("A QS"))
    assert choices["card"].cards == ("JK2",)
    assert CardFields.of(choices["card"]).lacks_suit
    assert "take" in choices
    assert "KS" in CardFields.of(choices["card"]).gone


def test_picked_up_card_is_open_to_its_holder_only() -> None:
    table = Table("ABC").take(trick("A KS", "B 2S", took="C 2S"))
    lead = table.choices({"trick": []})["card"]
    assert lead.player == "A"
    assert not {"KS", "2S"} & set(lead.cards)
    assert table.choices(trick("A QS", "B 3S"))["card"].cards == ("2S",)


def test_choices_after_joker_was_led() -> None:
    choices = Table("ABC").choices(trick("A JK1"))
    assert list(choices) == ["card"]
    assert len(choices["card"].cards) == 53
    assert CardFields.of(choices["card"]).joker_led


@pytest.mark.parametrize(("rule", "refused"), [("allowed", None), ("forbidden", "joker_after_joker")])
def test_joker_right_after_joker(rule: str, refused: str | None) -> None:
    for plays in (("A KS", "B JK1"), ("A JK1",)):
        card = Table("ABC", joker_after_joker=rule).choices(trick(*plays))["card"]
        assert ("JK2" in card.cards) == (refused is None)
        assert CardFields.of(card).joker_refused == refused


def test_pick_up_without_card_is_asked_for() -> None:
    choices = Table("ABC").choices(trick("A KS", "B JK1", took="C"))
    assert list(choices) == ["take"]
    assert (choices["take"].player, choices["take"].cards) == ("C", ("KS",))


def test_choices_of_whole_trick() -> None:
    entry = trick("A KS", "B AS", "C 2S")
    fields = TrickFields.of(Table("ABC").choices(entry)["trick"])
    assert fields.complete
    assert fields.entry == entry
    assert (fields.winner, fields.winning_card, fields.leads, fields.leads_by) == (
        "B",
        "AS",
        "B",
        "winner",
    )
    assert fields.leaves == ["KS", "AS", "2S"]
    assert (fields.runs_out, fields.took, fields.over) == ([], None, False)
    assert fields.house_rules == []


@pytest.mark.parametrize(
    ("counts", "winner", "leads", "by"), [(True, "A", "A", "winner"), (False, None, "B", "took")]
)
def test_only_card_is_picked_up(counts: bool, winner: str | None, leads: str, by: str) -> None:
    table = Table("ABC", winner_counts_taken_card=counts)
    fields = TrickFields.of(table.choices(trick("A KS", took="B KS"))["trick"])
    assert (fields.winner, fields.leads, fields.leads_by) == (winner, leads, by)
    assert fields.card_counts == counts
    assert fields.house_rules == ["winner_counts_taken_card"]
    assert (fields.took, fields.leaves) == (("B", "KS"), [])


def test_lower_card_picked_up_decides_nothing() -> None:
    fields = TrickFields.of(Table("ABC").choices(trick("A KS", "B 2S", took="C 2S"))["trick"])
    assert (fields.card_counts, fields.house_rules) == (False, [])


def test_player_without_cards_is_found() -> None:
    """The entry to write names the player, unlike the draft."""
    partial = trick("D 4S", "E 3S", took="F 4S")
    fields = TrickFields.of(four_tricks("D").choices(partial)["trick"])
    assert fields.runs_out == ["D"]
    assert fields.entry == partial | {"out": ["D"]}
    assert (fields.leads, fields.leads_by) == ("E", "next_highest")
    assert fields.out == [["D"]]
    with pytest.raises(IllegalMoveError, match="wrong_out"):
        four_tricks("D").choices(partial | {"out": ["E"]})


def test_last_card_of_player() -> None:
    table = ten_players()
    assert CardFields.of(table.choices({"trick": []})["card"]).last_card
    assert not CardFields.of(Table("ABC").choices({"trick": []})["card"]).last_card


def test_trick_that_ends_hand() -> None:
    table = ten_players().take(trick("A 4C", "B 3C", took="C 3C", out="AB"))
    fields = TrickFields.of(table.choices(trick("C 3C", "D 2C"))["trick"])
    assert fields.over
    assert fields.out == [list("EFGHIJ"), ["A", "B"], ["D"]]
    assert fields.places["D"] == 9
    assert (fields.lost, fields.drops, fields.leads) == ("C", "C", None)
    assert (fields.next_dealer, fields.next_leader) == ("C", "D")
    assert GAME.apply(table.state, GAME.parse(fields.entry)).running is None


def test_choices_agree_with_accepted_cards() -> None:
    """Every card that is open is taken, every other one refused."""
    table = Table("ABC").take(trick("A KS", took="B KS"), trick("A 2H", "B 3H", "C 4H"))
    open_cards = table.choices({"trick": []})["card"].cards
    assert "QD" in open_cards
    for card in PACK.cards:
        partial = {"trick": [["C", card]]}
        if card in open_cards:
            assert table.choices(partial)["card"].player == "A"
        else:
            with pytest.raises(IllegalMoveError):
                table.choices(partial)

"""Forty-fives: what known cards say about a round by its result."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.known import trick_refusal

from .table import Table


def fields(table: Table, tricks: str, *played: str, trump: str | None = "C", **more: Any) -> RoundFields:
    """Return the round by its result; `played`: known tricks, "" where nothing is known."""
    partial = {"trump": trump, "tricks": list(tricks), "robbed": None, **more}
    known = [table.tricks(each)[0] if each else [] for each in played]
    return RoundFields.of(GAME.choices(table.state, partial=partial | {"played": known})[0])


def four() -> Table:
    return Table("ABCD", "AC BD")


def reason(table: Table, *known: Any, **more: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalMoveError) as caught:
        fields(table, *known, **more)
    return caught.value.code, caught.value.fields


def test_highest_trump_settles_the_best() -> None:
    found = fields(four(), "BAAAA", "B 5C 3C 4C 7D")
    assert found.known
    assert found.known.best
    assert (found.known.best.player, found.known.best.settled) == ("B", True)
    assert found.best_choices == ["B"]


@pytest.mark.parametrize("best", [None, "A"])
def test_contradicting_best_names_card_and_player(best: str | None) -> None:
    expected = ("card_beats", {"player": "B", "card": "5C"})
    assert reason(four(), "BAAAA", "B 5C 3C 4C 7D", best=best) == expected


def test_better_trump_may_come_in_another_trick() -> None:
    table = four()
    found = fields(table, "BACAA", "B KC 3C 4C 7D", "B 9D 8D 10D 3S")
    assert found.best_choices == ["A", "B", "C"]
    assert found.known
    assert found.known.best
    assert not found.known.best.settled
    assert reason(table, "BACAA", "B KC 3C 4C 7D", best=None)[0] == "card_beats"
    # D took the second trick only, whose cards are known
    assert fields(table, "BDCAA", "B KC 3C 4C 7D", "B 9D 8D KD 3S").best_choices == ["A", "B", "C"]


def test_trick_with_a_trump_excludes_none_whoever_took_it() -> None:
    assert reason(four(), "AAAAA", "", "", "A AH 3S", best=None) == (
        "card_beats",
        {"player": "A", "card": "AH"},
    )


def test_round_without_known_trump_stays_open() -> None:
    found = fields(four(), "BAAAA", "B KD 3D 4D 7D", best=None)
    assert found.complete
    assert found.known
    assert found.known.best is None


def test_all_cards_known_without_trump() -> None:
    plain = ["B KD 3D 4D 7D", "B KH 3H 4H 7H", "B QH 8H 9H 6H", "B QD 8D 9D 6D", "B KS 3S 4S 7S"]
    assert reason(four(), "BBBBB", *plain, best="B") == ("no_trump_known", {})
    assert fields(four(), "BBBBB", *plain, best=None).complete


def test_known_tricks_limit_their_winners() -> None:
    known = fields(four(), "", "B KC 3C", "B KD 3D 4D 7D", "B 5C 3S").known
    assert (
        [known.tricks[index].winners for index in range(3)] == [("A", "B", "D"), ("B",), ("B",)]
        if known
        else 0
    )
    refused = trick_refusal(known, 2, "D")
    assert refused
    assert (refused.code, refused.fields) == ("card_beats", {"player": "B", "card": "5C"})
    assert trick_refusal(known, 0, "D") is None
    assert trick_refusal(known, 3, "D") is None


def test_better_trumps_out_of_play_settle_the_best() -> None:
    table = four()
    # the five was turned and left: the jack is the best trump that can be played
    found = fields(table, "BAAAA", "B JC 3C", trump=None, turned="5C")
    assert found.best_choices == ["B"]


def test_taker_of_a_turned_card_has_played_it() -> None:
    robbed: dict[str, Any] = {"trump": None, "turned": "9C", "robbed": {"player": "B"}}
    found = fields(four(), "ABAAA", "A KD 3D 4D", **robbed)
    assert found.known
    assert found.known.best
    assert (found.known.best.player, found.known.best.card) == ("B", "AC")


def test_ace_of_open_rank_allows_what_either_rank_allows() -> None:
    table = four()
    known = [[["A", "AC"], ["B", "KC"], ["C", "2D"], ["D", "3D"]]]
    entry: dict[str, Any] = {"trump": "C", "tricks": ["A", "C", "C", "C", "C"], "played": known}
    (choice, *_others) = GAME.choices(table.state, partial=entry)
    found = RoundFields.of(choice)
    assert found.known
    assert found.known.tricks[0].winners == ("A", "B")
    assert found.best_choices == ["A", "C"]


def test_known_cards_are_shown_and_no_part_of_an_entry() -> None:
    found = fields(four(), "BAAAA", "B 5C 3C 4C 7D", best="B")
    assert found.shown["5C"] == ("B", 1)
    assert "played" not in found.entry
    with pytest.raises(InvalidMoveError):
        GAME.parse({"trump": "C", "tricks": ["A"] * 5, "best": "A", "played": []})


def test_known_cards_of_unknown_players_are_refused() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.choices(four().state, partial={"trump": "C", "played": [[["Z", "5C"]]]})
    assert caught.value.code == "unknown_player"

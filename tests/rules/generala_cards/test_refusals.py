"""Impossible and malformed entries of Générala."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.generala_cards import GAME

from .table import Table, hand, trick

NOT_SO: list[tuple[str, str, dict[str, Any]]] = [
    ("A", "hand_unfinished", {"player": ["B", "C"]}),
    ("A B C", "last_one_alone", {"player": "C"}),
    ("AB C", "last_one_alone", {"player": "C"}),
    ("A A", "named_twice", {"player": "A"}),
    ("AA", "named_twice", {"player": "A"}),
    ("A X", "unknown_player", {}),
]


@pytest.mark.parametrize(("groups", "code", "fields"), NOT_SO)
def test_hands_that_cannot_be(groups: str, code: str, fields: dict[str, Any]) -> None:
    assert Table("ABC").refuses(hand(groups)) == (code, fields)


def test_dropped_player_is_refused() -> None:
    table = Table("ABC").take(hand("A B"))
    assert table.refuses(hand("C")) == ("not_in_the_game", {"player": "C"})
    assert table.refuses(trick("C KS", "A 2S")) == ("not_in_the_game", {"player": "C"})


MALFORMED: list[tuple[Any, str]] = [
    ({"out": []}, "bad_out_groups"),
    ({"out": [[]]}, "bad_out_groups"),
    ({"out": [["A"], []]}, "bad_out_groups"),
    ({"out": ["A"]}, "bad_out_groups"),
    ({"out": [[1]]}, "bad_out_groups"),
    ({"out": "A"}, "bad_out_groups"),
    ({"out": None}, "bad_out_groups"),
    ({"out": [["A"]] * 11}, "bad_out_groups"),
    ({}, "hand_or_trick"),
    ({"note": "x"}, "hand_or_trick"),
    ({"took": {}}, "unknown_field"),
    ({"end": "champion"}, "unknown_end"),
    ({"end": ["agreed"]}, "unknown_end"),
    ({"end": "agreed", "out": [["A"]]}, "unknown_field"),
    ({"trick": []}, "bad_trick"),
    ({"trick": {}}, "bad_trick"),
    ({"trick": [["A", "KS"]] * 11}, "bad_trick"),
    ({"trick": ["A", "KS"]}, "bad_play"),
    ({"trick": [["A"]]}, "bad_play"),
    ({"trick": [["A", "KS", "QS"]]}, "bad_play"),
    ({"trick": [[["A"], "KS"]]}, "bad_play"),
    ({"trick": [["A", "1S"]]}, "unknown_card"),
    ({"trick": [["A", "KX"]]}, "unknown_card"),
    ({"trick": [["A", "JK"]]}, "unknown_card"),
    ({"trick": [["A", ["KS"]]]}, "unknown_card"),
    ({"trick": [["A", "KS"]], "took": "B"}, "not_an_object"),
    ({"trick": [["A", "KS"]], "took": None}, "not_an_object"),
    ({"trick": [["A", "KS"]], "took": {"player": "B"}}, "missing_field"),
    ({"trick": [["A", "KS"]], "took": {"card": "KS"}}, "missing_field"),
    ({"trick": [["A", "KS"]], "took": {"player": "B", "card": 1}}, "not_a_text"),
    ({"trick": [["A", "KS"]], "took": {"player": "B", "card": ""}}, "unknown_card"),
    ({"trick": [["A", "KS"]], "took": {"player": "B", "card": "KS", "note": ""}}, "unknown_field"),
    ({"trick": [["A", "KS"]], "out": [["A"]]}, "bad_out"),
    ({"trick": [["A", "KS"]], "out": "A"}, "bad_out"),
    ({"trick": [["A", "KS"]], "out": None}, "bad_out"),
    ({"trick": [["A", "KS"]], "winner": "A"}, "unknown_field"),
    ([], "not_an_object"),
]


@pytest.mark.parametrize(("entry", "code"), MALFORMED, ids=str)
def test_malformed_entries_are_refused(entry: Any, code: str) -> None:
    assert Table("ABC").refuses(entry)[0] == code


def test_empty_out_is_refused() -> None:
    move = GAME.parse({"trick": [["A", "KS"]], "out": []})
    assert GAME.dump(move) == {"trick": [["A", "KS"]]}
    assert GAME.parse(GAME.dump(move)) == move

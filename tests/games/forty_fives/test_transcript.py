"""Transcripts of Forty-fives: rounds displaced by a correction can be read again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.archive.replay_report import check
from scorekeeper.play.transcript import Transcript, read_transcript, write_transcript
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import MoveError, Seats

GAME = GAMES["forty_fives"]
ROUND = {"trump": "S", "tricks": ["A", "A", "B", "B", "A"], "best": "A"}
CARDS = [("KD", "2D"), ("QD", "3D"), ("JD", "4D"), ("10D", "6D"), ("9D", "7D")]


def by_cards(leader: str, other: str) -> dict[str, Any]:
    return {"trump": "S", "tricks": [[[leader, high], [other, low]] for high, low in CARDS]}


def written(*entries: dict[str, Any]) -> list[Any]:
    """The entries of the exported file, which is read again without a fault."""
    seats = Seats(("A", "B"))
    text = write_transcript(Transcript(GAME, GAME.resolve({}), seats, None, tuple(entries)))
    assert check(text.encode()).status == 0
    return [GAME.dump(GAME.parse(entry)) for entry in json.loads(text)["entries"]]


def test_rounds_in_order_stay_as_they_are() -> None:
    entries = [{"dealer": "B", **ROUND}, by_cards("B", "A"), ROUND]
    assert written(*entries) == entries


def test_displaced_round_is_marked() -> None:
    """The round before was taken back: A had dealt this one."""
    assert written({"dealer": "A", **ROUND}) == [{"dealer": "A", **ROUND, "out_of_turn": True}]
    assert written(by_cards("B", "A")) == [by_cards("B", "A") | {"out_of_turn": True}]
    # the deal passes on from there
    assert written(by_cards("B", "A"), {"dealer": "B", **ROUND})[1] == {"dealer": "B", **ROUND}


def test_errors_within_round_are_not_repaired() -> None:
    entry = by_cards("A", "B")
    entry["tricks"][2].reverse()
    with pytest.raises(MoveError, match="wrong_leader"):
        written(entry)


@pytest.mark.parametrize(
    ("kind", "amount", "transfers"),
    [
        ("per_point", "0.10", [("B", "3.00")]),
        ("pairwise", "0.10", [("B", "3.00")]),
        ("low_pays", "5", [("B", "5.00")]),
        ("ante", "1", [("B", "1.00")]),
        ("fixed", "2.50", [("B", "2.50")]),
    ],
)
def test_every_stake_is_settled(kind: str, amount: str, transfers: list[tuple[str, str]]) -> None:
    tree = {
        "format": "scorekeeper/1",
        "game": "forty_fives",
        "options": {"target": 30},
        "players": ["A", "B"],
        "stake": {"kind": kind, "amount": amount, "unit": "EUR"},
        "entries": [{"trump": "S", "tricks": ["A"] * 5, "best": "A"}],
    }
    data = json.dumps(tree).encode()
    assert read_transcript(data).game is GAME
    status, document = check(data)
    assert status == 0
    paid = [(each["from"], each["amount"]) for each in document["settlement"]["transfers"]]
    assert paid == transfers

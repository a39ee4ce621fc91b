"""Transcripts of Générala: stakes without points, exit codes, malformed files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.archive.replay_report import check
from scorekeeper.games.messages import TRANSCRIPT_MESSAGES
from scorekeeper.play.transcript import Transcript, read_transcript, write_transcript
from scorekeeper.rules.contract import MoveError
from scorekeeper.rules.generala_cards import GAME
from tests.playthrough_files import files_of
from tests.security.payloads import KEYS, VALUES, Raw

FILES = files_of("generala_cards")
CARDS = ("KS", "2S", "10H", "JK1", "JK2", "JK", "1S", "ks", "KX", "")
PARTS, CHANGED = 4, 500


def transcript(*entries: Any, **fields: Any) -> bytes:
    tree = {"format": "scorekeeper/1", "game": "generala_cards", "players": ["A", "B", "C"], **fields}
    return json.dumps(tree | {"entries": list(entries)}).encode()


CHAMPION = ({"out": [["A"], ["B"]]}, {"out": [["B"]]})  # C drops first, then A


# --- stakes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "amount", "transfers"),
    [
        ("fixed", "2", [("A", "B", "2.00"), ("C", "B", "2.00")]),
        ("ante", "0.50", [("A", "B", "0.50"), ("C", "B", "0.50")]),
        ("low_pays", "5", [("C", "B", "5.00")]),
    ],
)
def test_stakes_without_points(kind: str, amount: str, transfers: list[tuple[str, str, str]]) -> None:
    stake = {"kind": kind, "amount": amount, "unit": "EUR"}
    status, document = check(transcript(*CHAMPION, stake=stake))
    assert status == 0
    paid = [(each["from"], each["to"], each["amount"]) for each in document["settlement"]["transfers"]]
    assert paid == transfers
    assert check(transcript(CHAMPION[0], stake=stake)).document["settlement"] is None


@pytest.mark.parametrize(
    ("hands", "paid"),
    [
        ("A B, A B", [("C", "A", "2.50"), ("C", "B", "2.50")]),
        ("A B, C A", [("B", "A", "2.50"), ("C", "A", "2.50")]),
        ("A B, B C, C A", []),  # all lost once: all have won
    ],
)
def test_player_with_most_losses_pays_without_drops(hands: str, paid: list[tuple[str, str, str]]) -> None:
    entries = [{"out": [[player] for player in groups.split()]} for groups in hands.split(", ")]
    stake = {"kind": "low_pays", "amount": "5", "unit": "EUR"}
    data = transcript(*entries, {"end": "agreed"}, options={"elimination": False}, stake=stake)
    transfers = check(data).document["settlement"]["transfers"]
    assert [(each["from"], each["to"], each["amount"]) for each in transfers] == paid


@pytest.mark.parametrize("kind", ["per_point", "pairwise"])
@pytest.mark.parametrize("entries", [(), CHAMPION])
def test_stake_per_point_is_refused(kind: str, entries: tuple[Any, ...]) -> None:
    stake = {"kind": kind, "amount": "1", "unit": "EUR"}
    status, document = check(transcript(*entries, stake=stake))
    assert (status, document["error"]["code"]) == (2, "stake_needs_points")


# --- exit codes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"players": ["A"]},
        {"players": [str(number) for number in range(11)]},
        {"players": ["A", "B", "C", "D"], "teams": [["A", "C"], ["B", "D"]]},
        {"dealer": "X"},
        {"options": {"elimination": 1}},
        {"options": {"trumps": "S"}},
    ],
)
def test_malformed_transcript_is_refused(fields: dict[str, Any]) -> None:
    assert check(transcript(**fields)).status == 2


@pytest.mark.parametrize(
    "entry",
    [{}, [], None, 1, "out", {"out": 1}, {"trick": [["A", "K"]]}, {"end": 1}, {"out": [["A"]]}, {"x": 1}],
)
def test_malformed_entry_is_refused_with_its_code(entry: Any) -> None:
    status, document = check(
        transcript(CHAMPION[0], entry if entry != {"out": [["A"]]} else {"out": [["C"]]})
    )
    assert status == 1
    assert document["error"]["entry"] == 2
    assert document["scores"] == {"A": 1, "B": 1, "C": 0}


def test_messages_name_people_cards_and_suits() -> None:
    def message(*entries: Any) -> str:
        return str(check(transcript(*entries)).document["error"]["message"])

    assert (
        message({"trick": [["A", "KS"], ["B", "2H"]]})
        == "2♥ does not follow spades: B plays a joker or picks up."
    )
    assert message({"out": [["A"]]}) == "Only one can be left with cards: say who ran out of B, C."
    assert message({"trick": [["B", "KS"]]}) == "Trick 1: A leads, not B."


# --- hostile files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(PARTS))
def test_transcript_with_one_change_has_known_code(part: int) -> None:
    """Any value anywhere in an entry: one document, the right exit code, a known error code."""
    chance = Random(f"generala {part}")
    trees = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
    values = [value for value in VALUES if not isinstance(value, Raw)]
    refused = 0
    for number in range(CHANGED):
        tree = deepcopy(chance.choice(trees))
        place = chance.randrange(len(tree["entries"]))
        parent, key = chance.choice(list(places(tree["entries"][place])))
        change(parent, key, chance, [*values, *CARDS, *tree["players"]])
        data = json.dumps(tree).encode()
        where = f"{part}/{number}: {tree['entries'][place]!r:.500}"
        status, document = check(data)
        assert status in (0, 1), where
        if status == 1:
            refused += 1
            assert document["error"]["entry"] > place, where
            assert document["error"]["code"] in TRANSCRIPT_MESSAGES, where
            assert document["error"]["message"].endswith("."), where
    assert refused > CHANGED / 2


@pytest.mark.parametrize("part", range(2))
def test_arbitrary_partial_entry_has_choices_or_code(part: int) -> None:
    """The panel's partial entries are as hostile: choices, or a refusal with a known code."""
    chance = Random(f"partial {part}")
    trees = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
    for _ in range(CHANGED // 2):
        tree = chance.choice(trees)
        found = read_transcript(json.dumps(tree | {"entries": []}).encode())
        state = GAME.start(found.options, found.seats)
        entries = tree["entries"][: chance.randrange(len(tree["entries"]))]
        for entry in entries:
            state = GAME.apply(state, GAME.parse(entry))
        partial = deepcopy(tree["entries"][len(entries)])
        parent, key = chance.choice(list(places(partial)))
        change(
            parent, key, chance, [*CARDS, *tree["players"], *(v for v in VALUES if not isinstance(v, Raw))]
        )
        try:
            fits = bool(GAME.choices(state, partial=partial)) == (GAME.outcome(state) is None)
        except MoveError as error:
            fits = error.code in TRANSCRIPT_MESSAGES
        assert fits, partial


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place within an entry."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield tree, key
        yield from places(value)


def change(parent: Any, key: Any, chance: Random, values: list[Any]) -> None:
    """Another value, another key, one thing less or one thing more."""
    way = chance.random()
    if way < 0.7:
        parent[key] = chance.choice(values)
    elif way < 0.8:
        del parent[key]
    elif isinstance(parent, dict):
        parent[chance.choice((*KEYS, "out", "took", "trick", "end"))] = chance.choice(values)
    else:
        parent.insert(chance.randrange(len(parent) + 1), chance.choice(values))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_export_reads_as_it_was_written(path: Path) -> None:
    found = read_transcript(path.read_bytes())
    refused = check(path.read_bytes()).document["error"]
    entries = found.entries[: refused["entry"] - 1] if refused else found.entries
    text = write_transcript(Transcript(GAME, found.options, found.seats, found.stake, entries))
    again = read_transcript(text.encode())
    assert (again.options, again.seats, again.stake) == (found.options, found.seats, found.stake)
    assert again.entries == entries

"""Malformed entries of Generals and Majors: always refused with a code."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.archive.replay_report import check
from scorekeeper.games.messages import TRANSCRIPT_MESSAGES
from scorekeeper.rules.contract import Fields, IllegalMoveError, InvalidMoveError, Seats
from scorekeeper.rules.generals_and_majors import GAME
from tests.playthrough_files import files_of
from tests.rules.random_games import random_game

CARDS = ("AH", "2H", "1H", "10X", "KX", "JK1", "JK2", "JK", "2h", "11H", "X", "H", "", "ZZ", "2H ", "\u00b2H")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 10**400, 0.5, "", "A\0", "\ud800", "A", "B", "x" * 100_000, "no_cards"),
    *(
        "red",
        "black",
        "star",
        "army",
        "commander",
        [],
        {},
        [[]],
        [{}],
        [None],
        [[["2H"]]],
        {"a": 1},
        {"": None},
    ),
    *(
        CARDS[:8],
        list(CARDS),
        ["2H", "2H"],
        [{"card": "2H"}],
        {"card": []},
        {"card": "KX", "colour": ["red"]},
    ),
    *([{"mine": ["2H"], "theirs": ["2H"]}], [{"mine": [], "theirs": []}], {"mine": 1, "theirs": 2}),
    *(
        {"card": "JK1", "as": "army"},
        {"card": "JK1", "as": {}},
        [{"card": "JK1", "as": "army", "pays": "red"}],
    ),
)
KEYS = ("player", "commander", "armies", "cancel", "redeal", "concede", "end", "note", "group", "x", "", "\0")


def spoiled(entry: dict[str, Any], chance: Random) -> dict[str, Any]:
    """An entry with one or two things in it changed, at any depth."""
    found = deepcopy(entry)
    for _ in range(chance.choice((1, 1, 2))):
        places = list(walk(found))
        parent, key = (
            chance.choice(places) if places and chance.random() < 0.7 else (found, chance.choice(KEYS))
        )
        value = chance.choice((*VALUES, *CARDS))
        if isinstance(parent, dict) and chance.random() < 0.15:
            parent.pop(key, None)
        else:
            parent[key] = deepcopy(value)
    return found


def walk(tree: Any) -> Any:
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in list(items):
        yield tree, key
        yield from walk(value)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_malformed_entries_are_refused_with_codes(part: int) -> None:
    """Twelve thousand malformed entries: each is legal, or refused without a change.

    One of the two errors is raised.
    """
    chance = Random(f"hostile-{part}")
    taken = refused = 0
    for _ in range(15):
        played = random_game(GAME, chance.randrange(2**32), entries=chance.randrange(1, 16))
        state = GAME.start(played.options, played.seats)
        for entry in played.entries[:-1]:
            state = GAME.apply(state, GAME.parse(entry))
        before = repr(state)
        for _ in range(200):
            entry = spoiled(played.entries[-1], chance)
            if answered(state, entry):
                taken += 1
            else:
                refused += 1
        assert repr(state) == before
    assert refused > taken > 0


def answered(state: Any, entry: dict[str, Any]) -> bool:
    """Return whether the entry is taken; asked in all the ways in which a game is asked."""
    fields = refusal(lambda: ask(state, entry))
    more = refusal(
        lambda: [json.dumps(asdict(Fields.of(each))) for each in GAME.choices(state, partial=entry)]
    )
    assert json.dumps([fields, more])
    return fields is None


def ask(state: Any, entry: dict[str, Any]) -> None:
    move = GAME.parse(entry)
    assert GAME.parse(GAME.dump(move)) == move
    assert GAME.dump(move).keys() <= entry.keys()
    assert hash(move) == hash(GAME.parse(GAME.dump(move)))
    after = GAME.apply(state, move)
    assert json.dumps(GAME.report(after))
    assert len(GAME.sheet(after).rows) == 8


def refusal(asked: Callable[[], object]) -> dict[str, Any] | None:
    """The fields of the error, None where there was none."""
    try:
        asked()
    except (InvalidMoveError, IllegalMoveError) as error:
        return error.fields
    return None


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:30])
def test_field_with_any_value_is_handled(value: Any) -> None:
    state = GAME.start(GAME.resolve({}), Seats(("Ana", "Benoît")))
    for key in KEYS:
        for entry in ({key: value}, {"player": "Ana", key: value}):
            answered(state, entry)


@pytest.mark.parametrize("path", files_of(GAME.slug), ids=lambda path: str(path.stem))
def test_spoilt_files_have_answer(path: Path) -> None:
    """For a golden game with one malformed entry the exit code is the entry's, with a sentence."""
    chance, tree = Random(path.stem), json.loads(path.read_text(encoding="utf-8"))
    for _ in range(120):
        changed = deepcopy(tree)
        place = chance.randrange(len(changed["entries"]))
        changed["entries"][place] = spoiled(changed["entries"][place], chance)
        status, document = check(json.dumps(changed).encode())
        assert status in (0, 1)
        error = document["error"]
        assert (error is None) == (status == 0)
        if error is not None:
            assert error["code"] in TRANSCRIPT_MESSAGES
            assert error["message"].endswith(".")
            assert error["entry"] >= min(place + 1, len(tree["entries"]))

"""Malformed golden games of Forty-fives: one document, the right exit code.

Changes inside an entry are reported for it or a later one; changes outside for any. The same values go straight to
the rules, and to the choices of an entry panel.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from scorekeeper.rules.contract import InvalidMoveError, MoveError, Seats
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.move import Round
from tests.play.malformed_transcripts import answered
from tests.playthrough_files import files_of, read
from tests.security import payloads

GOLDEN = [read(path)[0] for path in files_of(GAME.slug)]
PARTS, CHANGES = 4, 1_000
WORDS = (
    "A",
    "Ana",
    "Bo",
    "S",
    "H",
    "KS",
    "AH",
    "JK",
    "10H",
    "2S",
    ["JK", "2S"],
    {"player": "Ana"},
    15,
    30,
    None,
)
FIELDS = ("trump", "turned", "robbed", "bid", "tricks", "best", "dealer", "out_of_turn", "note", "winner", "")


def changed(random: Random, tree: Any, within: tuple[Any, ...] = ()) -> tuple[Any, tuple[Any, ...]]:
    """The tree with one value replaced, left out, doubled or added, and where."""
    tree = deepcopy(tree)
    places = [
        path for path in payloads.paths(tree) if path[: len(within)] == within and len(path) > len(within)
    ]
    path = random.choice(places)
    parent, key = payloads.at(tree, path[:-1]), path[-1]
    way = random.random()
    value = deepcopy(random.choice((*payloads.VALUES, *WORDS, *WORDS)))
    if way < 0.2 and isinstance(parent, dict):
        parent[random.choice((*FIELDS, *payloads.KEYS))] = value
    elif way < 0.3 and isinstance(parent, list):
        parent.insert(key, deepcopy(random.choice((value, parent[key]))))
    elif way < 0.45:
        del parent[key]
    else:
        parent[key] = value
    return tree, path


def is_strict(value: Any) -> bool:
    """Return whether nothing in it is text that no JSON is."""
    if isinstance(value, dict):
        return all(map(is_strict, value.values()))
    if isinstance(value, list):
        return all(map(is_strict, value))
    return not (isinstance(value, payloads.Raw) and value in payloads.NOT_JSON)


@pytest.mark.parametrize("part", range(PARTS))
def test_spoilt_file_has_one_answer(part: int) -> None:
    random, met = Random(f"forty-fives {part}"), set()
    for number in range(CHANGES):
        whole = random.choice(GOLDEN)
        tree, path = changed(random, whole, random.choice(((), ("entries",), ("entries",))))
        where = f"part {part}, change {number}: {path}\n{payloads.written(tree)[:3000]}"
        status, document = answered(payloads.written(tree).encode("utf-8", "surrogatepass"), where)
        met.add(status)
        if not is_strict(tree) or (len(path) > 1 and path[0] == "entries"):
            assert status == 2 if not is_strict(tree) else status in (0, 1), where
        if status == 1 and len(path) > 1 and path[0] == "entries":
            assert document["error"]["entry"] > path[1], where
    assert met == {0, 1, 2}


@pytest.mark.parametrize("part", range(PARTS))
def test_rules_refuse_in_order(part: int) -> None:
    """For malformed values `parse`, `apply`, `choices` raise only the contract's two errors."""
    random = Random(f"rules {part}")
    for _ in range(CHANGES):
        whole = random.choice(GOLDEN)
        seats = Seats(tuple(whole["players"]), tuple(map(tuple, whole.get("teams", ()))), whole.get("dealer"))
        state = GAME.start(GAME.resolve(whole.get("options", {}), whole.get("rules")), seats)
        entry, _ = changed(random, random.choice(whole["entries"]))
        move = parsed(entry)
        if move is not None:
            assert GAME.parse(GAME.dump(move)) == move
            assert GAME.dump(move).keys() <= entry.keys()
            assert hash(move) == hash(GAME.parse(entry))
            was_taken(state, move)
        was_answered(state, entry)


def parsed(entry: Any) -> Any:
    try:
        return GAME.parse(entry)
    except InvalidMoveError:
        return None


def was_taken(state: Any, move: Any) -> bool:
    try:
        GAME.apply(state, move)
    except MoveError:
        return False
    return True


def was_answered(state: Any, entry: Any) -> bool:
    try:
        return bool(GAME.choices(state, partial=entry))
    except MoveError:
        return False


NOWHERE: tuple[Any, ...] = (
    10**5000,
    -(10**5000),
    [10**5000],
    "1" * 100_000,
    1e300,
    "\0",
    "\ud800",
    True,
    {},
)


@pytest.mark.parametrize("value", NOWHERE, ids=map(str, range(len(NOWHERE))))
@pytest.mark.parametrize("field", FIELDS)
def test_value_that_belongs_nowhere(field: str, value: Any) -> None:
    entry = {"trump": "S", "tricks": ["A", "A", "B", "B", "A"], "best": "A", field: value}
    if (field, value) == ("out_of_turn", True):
        move = GAME.parse(entry)
        assert isinstance(move, Round)
        assert move.out_of_turn
    elif not (field in {"dealer", "best", "note"} and isinstance(value, str)):
        with pytest.raises(InvalidMoveError):
            GAME.parse(entry)

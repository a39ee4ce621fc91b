"""Valid transcripts with one change, and the expected result, independent of the reader."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from scorekeeper.rules import GAMES
from tests.play.transcripts import Tree

Path = tuple[Any, ...]
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class Raw(str):
    """JSON text in place of a value."""

    __slots__ = ()


NOT_JSON = tuple(
    Raw(text) for text in ("NaN", "Infinity", "-Infinity", "[" * 25 + "]" * 25, '{"a":' * 21 + "0" + "}" * 21)
)
NUMBERS = tuple(
    Raw(text) for text in ("9" * 5000, "-" + "1" * 4301, "1e999", "-1e999", "1E+2", "1.0", "-0", "1" * 19)
)
VALUES: tuple[Any, ...] = (
    *(*NOT_JSON, *NUMBERS),
    *(None, True, False, 0, 1, -1, 7, 6, 2**31, 2**63, 2**64, 10**17, 10**30, 0.5, 4.0, -0.0, 1e300),
    *("", " ", "1", "\u0664", "\uff14", "\u56db", "0x1", "1e9", "-0", "NaN", "true", "null", "A\0", "\0"),
    *("\ud800", "a\udfffb", "\u202eabc", "\u2066", "\u2028", "\x7f", "\x85", "\x1b[2J", "\ufeff"),
    *("x" * 41, "y" * 100_000, " A", "A\u3000", "%s%n", "%(box)s", "{0}", "../..", "ones ", "ONES"),
    *("GENERAL", "0.001", "1,5", "+1", ".5", "5.", "-1.00", "\u221e"),
    *([], {}, [[]], [{}], {"a": 1}, {"": None}, [1], ["A"], [None], [[[[[[[[[[1]]]]]]]]]]),
    {"player": {"player": "A"}},
)
KEYS = (
    *("", "x", "Player", "box ", "dic\u00e9", "\0", "\ud800", "\u202e", "__proto__", "note2"),
    *("k" * 10_000, "dice ", "\uff2eote"),
)


class Change(NamedTuple):
    """A changed text: the possible exit codes, and the entry at fault (0: none, or a later one)."""

    text: str
    statuses: frozenset[int]
    entry: int
    exact: bool
    what: str


def change(random: Random, tree: Tree) -> Change:
    """Change a field of a valid transcript: its value, key, presence, or uniqueness."""
    tree = deepcopy(tree)
    path = random.choice(list(paths(tree)))
    parent = at(tree, path[:-1])
    way = random.choice(("value", "value", "value", "value", "key", "remove", "twice", "extra"))
    if way == "value" or not isinstance(parent, dict):
        value = random.choice(VALUES)
        wrong, strict = is_wrong(tree, path, value), not any(value is each for each in NOT_JSON)
        if type(value) is type(parent[path[-1]]) and value == parent[path[-1]]:
            return Change(written(tree), frozenset({0}), 0, False, f"{path} as before")
        parent[path[-1]] = value
        return judged(tree, path, wrong, strict, f"{path} = {value!r:.60}")
    text = None
    wrong = True
    if way == "key":
        key = random.choice(KEYS)
        items = [(key if each == path[-1] else each, value) for each, value in parent.items()]
        parent.clear()
        parent.update(items)
    elif way == "remove":
        del parent[path[-1]]
        wrong = must_stay(path)
    elif way == "extra":
        parent[random.choice(KEYS)] = random.choice(VALUES[len(NOT_JSON) :])
    else:
        text = written(tree, twice=path)
    if len(path) == 1:
        return Change(
            text or written(tree), frozenset({2} if wrong else {0, 1, 2}), 0, False, f"{way} {path}"
        )
    return judged(tree, path, wrong, way != "twice", f"{way} {path}", text)


def judged(tree: Tree, path: Path, wrong: bool, strict: bool, what: str, text: str | None = None) -> Change:
    """Return the change with its possible results."""
    text = written(tree) if text is None else text
    inside = path[0] == "entries" and len(path) > 1
    if not strict:
        return Change(text, frozenset({2}), 0, False, what)
    if inside:
        return Change(text, frozenset({1} if wrong else {0, 1}), path[1] + 1, wrong, what)
    if path == ("entries",) and isinstance(tree.get("entries"), list):
        entries = tree["entries"]
        return Change(text, frozenset({1} if entries else {0}), 1 if entries else 0, bool(entries), what)
    return Change(text, frozenset({2} if wrong else {0, 1, 2}), 0, False, what)


def paths(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of a tree below its root."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def at(tree: Any, path: Path) -> Any:
    """Return the value at a place."""
    for key in path:
        tree = tree[key]
    return tree


def written(value: Any, path: Path = (), twice: Path | None = None) -> str:
    """Return the JSON text; `twice`: a place whose key is given twice."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        parts = []
        for key, each in value.items():
            part = f"{json.dumps(key)}: {written(each, (*path, key), twice)}"
            parts += [part, part] if (*path, key) == twice else [part]
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written(each, (*path, place), twice) for place, each in enumerate(value)) + "]"
    return json.dumps(value)


# --- refusals --------------------------------------------------------------------------------------------


def must_stay(path: Path) -> bool:
    """Return whether a field may never be left out."""
    if len(path) == 1:
        return path[0] in ("format", "game", "players", "entries")
    if path[0] == "stake":
        return path[1:] != ("automatic_win",)
    return bool(path[0] == "entries" and path[-1] == "player")


def is_wrong(tree: Tree, path: Path, value: Any) -> bool:
    """Return whether the value is malformed here in any state; False if it may be legal."""
    if isinstance(value, Raw) and value != "-0":
        return True  # numbers that are not whole or far too large; -0 is 0
    value = 0 if isinstance(value, Raw) else value
    judges: dict[str, Callable[[Tree, Path, Any], bool]] = {
        "entries": _wrong_in_entries,
        "options": _wrong_option,
        "players": _wrong_player,
        "stake": _wrong_stake,
        "dealer": _nobody,
    }
    return path[0] not in judges or judges[path[0]](tree, path, value)


def is_name(value: Any) -> bool:
    """Return whether a text is a name: 1-40 visible characters, no blanks at the ends.

    Control characters and surrogates are not allowed.
    """
    if not isinstance(value, str) or not 1 <= len(value) <= 40 or value != value.strip():
        return False
    if all(unicodedata.category(each) in {"Cf", "Cn", "Co"} for each in value):
        return False
    return not any(each in BIDI or unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"} for each in value)


def _nobody(tree: Tree, path: Path, value: Any) -> bool:
    return value not in tree["players"]


def _wrong_player(tree: Tree, path: Path, value: Any) -> bool:
    if len(path) == 1:
        return bool(value != ["A"])
    return not is_name(value) or value in tree["players"] or "teams" in tree


def _wrong_option(tree: Tree, path: Path, value: Any) -> bool:
    if len(path) == 1:
        return bool(value != {})
    option = next(each for each in GAMES[tree["game"]].OPTIONS if each.name == path[1])
    return not any(type(each.value) is type(value) and each.value == value for each in option.values)


def _wrong_stake(tree: Tree, path: Path, value: Any) -> bool:
    if len(path) == 1 or path[1] == "kind" or not isinstance(value, str):
        return True
    if path[1] == "unit":
        return not is_name(value)
    return not re.fullmatch(r"[0-9]+(\.[0-9]+)?", value)


def _wrong_in_entries(tree: Tree, path: Path, value: Any) -> bool:
    if len(path) < 3:
        return len(path) == 2 or not isinstance(value, list)
    field, whole = path[2], type(value) is int
    if field == "dice":
        return len(path) == 3 or not (whole and 1 <= value <= 6)
    if field == "note":
        fits = isinstance(value, str) and len(value) <= 500 and "\0" not in value
        return not fits or any(unicodedata.category(each) == "Cs" for each in value)
    if field == "player":
        return _nobody(tree, path, value)
    legal = {
        "strike": isinstance(value, bool),
        "out_of_turn": isinstance(value, bool),
        "throws": whole and 1 <= value <= 9,
        "points": whole and 0 <= value <= 120,
        "box": False,
    }
    return not legal[field]

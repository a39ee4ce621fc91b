"""Every error code of the rules, with the fields that its message may use.

The codes are stable: pages and transcripts show them. Each is raised here once, and none is missing: the sources are
searched for raised codes.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scorekeeper.rules
from scorekeeper.rules import GAMES, dice, replay
from scorekeeper.rules.contract import Seats

from . import code_cases
from .card_code_cases import CARD_CASES, CARD_CODES

CODES = code_cases.CODES | CARD_CODES
CASES = code_cases.CASES + CARD_CASES
# raised for partial entries only, which a transcript cannot hold: see `forty_fives/test_known.py`
PARTIAL_CODES = {"card_beats", "no_trump_known"}


@pytest.mark.parametrize(("code", "slug", "options", "entries"), CASES, ids=[case[0] for case in CASES])
def test_codes_of_lines(code: str, slug: str, options: dict[str, Any], entries: list[Any]) -> None:
    slug, _, more = slug.partition("+")
    game = GAMES[slug]
    result = replay.replay(game, game.resolve(options), Seats(("A", *more)), entries)
    assert result.error is not None
    kind, fields = CODES[code]
    assert (result.error.code, type(result.error), set(result.error.fields)) == (code, kind, fields)
    assert result.taken == len(entries) - 1


SETUPS: list[tuple[str, Any]] = [
    ("bad_dealer", lambda: Seats(("A",), dealer="B")),
    ("bad_players", lambda: Seats(())),
    ("bad_teams", lambda: Seats(("A",), (("B",),))),
    ("bad_option", lambda: GAMES["yacht"].resolve({"four_of_a_kind": 4})),
    ("unknown_option", lambda: GAMES["yacht"].resolve({"joker": "free"})),
    (
        "bad_player_count",
        lambda: GAMES["yacht"].start(GAMES["yacht"].resolve({}), Seats(tuple(map(str, range(41))))),
    ),
    ("bad_dice", lambda: dice.poker_hand([])),
]


@pytest.mark.parametrize(("code", "cause"), SETUPS, ids=[code for code, _ in SETUPS])
def test_codes_of_setup(code: str, cause: Any) -> None:
    with pytest.raises(CODES[code][0]) as caught:
        cause()
    assert (caught.value.code, set(caught.value.fields)) == (code, CODES[code][1])


def test_codes_are_complete_and_all_raised() -> None:
    raised = codes_in_sources()
    assert raised <= set(CODES) | PARTIAL_CODES, f"say here what fields these have: {raised - set(CODES)}"
    assert set(CODES) | PARTIAL_CODES <= raised
    assert {case[0] for case in CASES} | {code for code, _ in SETUPS} == set(CODES)


def codes_in_sources() -> set[str]:
    """Return the codes of calls of the rules' XError("code") and of `refusal` results."""
    found: set[str] = set()
    for path in Path(str(scorekeeper.rules.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _is_rule_error(getattr(node.func, "id", "")):
                found |= set(texts(*node.args[:1]))
            elif isinstance(node, ast.FunctionDef) and node.name == "refusal":
                found |= {
                    text for each in ast.walk(node) if isinstance(each, ast.Return) for text in texts(each)
                }
    return found


def _is_rule_error(name: str) -> bool:
    return name.endswith("Error") and not hasattr(builtins, name)


def texts(*nodes: ast.AST) -> Iterator[str]:
    """The bare texts in an expression."""
    for node in nodes:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                yield inner.value

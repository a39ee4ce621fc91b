"""The rules are pure: standard library only, no clock, chance or files; marked texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorekeeper.rules
from scorekeeper.rules import GAMES

ROOT = Path(str(scorekeeper.rules.__file__)).parent
MODULES = sorted(ROOT.rglob("*.py"))
ALLOWED = {
    *("__future__", "ast", "bisect", "collections", "contextlib", "dataclasses", "enum", "functools"),
    *("heapq", "itertools", "math", "operator", "re", "types", "typing", "unicodedata"),
}
FORBIDDEN_CALLS = {"open", "print", "input", "eval", "exec", "__import__", "breakpoint", "id"}
# Labels that are the same in every language: numbers with their sign, and names that are proper names.
BARE = re.compile(r"^[+−\-·/0-9 ]*$")
PROPER_NAMES = {"Yahtzee", "Kniffel"}

every_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@every_module
def test_imports(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            assert {name.name.split(".")[0] for name in node.names} <= ALLOWED
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= 1
            ours = f"{node.module}.".startswith("scorekeeper.rules.")
            assert node.level == 1 or ours or str(node.module).split(".")[0] in ALLOWED


@every_module
def test_rules_do_no_input_output_and_hold_no_state(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS
        assert not isinstance(node, (ast.Global, ast.Nonlocal, ast.AsyncFunctionDef))


@every_module
def test_every_module_says_what_it_is(path: Path) -> None:
    doc = ast.get_docstring(tree(path))
    assert doc
    if path.stem in GAMES or (path.stem == "game" and path.parent.name in GAMES):
        assert "reading" in doc, "where does the reading come from?"
        assert len(doc.split()) > 40, "and what was decided?"


def labels(path: Path) -> Iterator[ast.expr]:
    """The texts for people in a module: of options, values, boxes, rows, and of the game itself."""
    places = {"Option": (1, 2), "Value": (1,), "yes_or_no": (1, 2), "Box": (1, 2), "Row": (1,)}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from (node.args[place] for place in places.get(node.func.id, ()) if place < len(node.args))
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("name", "summary"):
            yield node.value


def is_marked(node: ast.expr) -> bool:
    """N_("..."), a bare number or proper name; a text made elsewhere is judged where it is made."""
    if isinstance(node, ast.Constant):
        return bool(BARE.match(str(node.value))) or node.value in PROPER_NAMES
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        marked = node.func.id == "N_" and isinstance(node.args[0], ast.Constant)
        return marked or node.func.id == "str"
    return not isinstance(node, (ast.JoinedStr, ast.BinOp))


@every_module
def test_texts_are_marked_for_translation(path: Path) -> None:
    for node in labels(path):
        assert is_marked(node), f"{path.name}:{node.lineno}: {ast.unparse(node)}"


def test_check_of_texts_sees_them() -> None:
    assert sum(1 for path in MODULES for _ in labels(path)) > 100
    assert not is_marked(ast.parse('"Straight"', mode="eval").body)
    assert is_marked(ast.parse('N_("Straight")', mode="eval").body)
    assert is_marked(ast.parse('"25·20"', mode="eval").body)

"""Every fault that `verify` can report has a corruption that causes it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import scorekeeper
from tests.maintenance.broken_rules import BENT, TORN

from .corruptions import PLANTS

ROOT = Path(scorekeeper.__file__).parent
NAMED = [*(each.place + each.message for each in PLANTS), *(each.message for each in BENT), TORN]
FILLED_IN = "\0"
# upper case and comparisons are SQL
SQL = re.compile(r"\b[A-Z]{2,}\b| = | <> | - ")


def trees() -> Iterator[ast.AST]:
    """Yield modules of checks and SQL, and functions named "faults" that they use elsewhere."""
    names = ("verify*.py", "*_checks.py", "sql.py")
    files = sorted({file for name in names for file in ROOT.glob(f"*/{name}")})
    ours = [import_module(f"scorekeeper.{file.parent.name}.{file.stem}") for file in files]
    for module in ours:
        yield ast.parse(inspect.getsource(module))
    for module in {each: None for part in ours for each in asked(part) if each not in ours}:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.FunctionDef) and re.search("faults?$", node.name):
                yield node


def asked(module: ModuleType) -> Iterator[ModuleType]:
    """The modules that a module has its faults from."""
    for name, value in vars(module).items():
        if name.endswith("faults") or hasattr(value, "faults"):
            found = inspect.getmodule(value)
            assert found is not None, name
            yield found


def words(tree: ast.AST) -> dict[str, re.Pattern[str]]:
    """Return all sentences of a part of the source, each with a pattern of its final form.

    A part of a longer sentence matches anywhere; others end a line, or stand before the object of the fault.
    """
    nodes = list(ast.walk(tree))
    described = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    pieces = {id(piece) for node in nodes if isinstance(node, ast.JoinedStr) for piece in node.values}
    parts = {
        id(part)
        for node in nodes
        if isinstance(node, ast.Assign | ast.FormattedValue)
        for part in ast.walk(node)
    }
    found = {}
    for node in nodes:
        text = text_of(node)
        if id(node) in described | pieces or not is_sentence(text):
            continue
        end = "" if id(node) in parts else "($|[:,])"
        found[text] = re.compile(".+".join(map(re.escape, text.split(FILLED_IN))) + end)
    return found


def text_of(node: ast.AST) -> str:
    """A text of the source, plain or with places to be filled in; empty for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(each) or FILLED_IN for each in node.values)
    text = node.value if isinstance(node, ast.Constant) else ""
    return re.sub(r"\{\w*\}", FILLED_IN, text) if isinstance(text, str) else ""


def is_sentence(text: str) -> bool:
    return " " in text and bool(re.search("[a-z]{2}", text)) and not SQL.search(text)


def unnamed(tree: ast.AST) -> list[str]:
    """Return the sentences that no test has seen."""
    return [text for text, pattern in words(tree).items() if not any(map(pattern.search, NAMED))]


def test_fault_is_planted_and_named() -> None:
    found = list(trees())
    assert sum(len(words(tree)) for tree in found) > 70
    assert [text for tree in found for text in unnamed(tree)] == []


def test_fault_without_corruption_is_found() -> None:
    source = """
def faults(row):
    '''Docstrings say nothing.'''
    yield f"its {row} is upside down"
    yield f"its {row} cannot be read"
    yield "its totals cannot be"
    ask("SELECT row FROM table")
"""
    assert unnamed(ast.parse(source)) == [f"its {FILLED_IN} is upside down", "its totals cannot be"]

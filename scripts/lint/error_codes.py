"""Every error code that the source raises has a message with fields that the error provides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from scorekeeper.games.messages import MESSAGES
from scorekeeper.ledger.messages import stake_error_text
from scorekeeper.ledger.stake import StakeError

from .paths import PACKAGE, ROOT

ROOMS = ("rules", "play", "games", "table", "archive")
PAGE = ROOT / "docs" / "transcripts.md"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Raised(NamedTuple):
    """A raised code with its place and the names of its fields."""

    code: str | None  # None if it cannot be read
    fields: frozenset[str]
    place: str


def faults() -> Iterator[str]:
    """Yield codes without a message, messages without a code, and fields that a message lacks."""
    found = [each for room in ROOMS for each in raised(room, "RuleError")]
    for each in found:
        if each.code is None:
            yield f"{each.place}: the code of this error cannot be read"
        elif each.code not in MESSAGES:
            yield f"{each.place}: no message for {each.code}"
        elif missing := set(re.findall(r"%\((\w+)\)s", str(MESSAGES[each.code]))) - each.fields:
            yield f"{each.place}: {each.code} lacks {missing}"
    for code in sorted(MESSAGES.keys() - {each.code for each in found}):
        yield f"games/messages.py: {code} is never raised"
    yield from stake_faults()


def stake_faults() -> Iterator[str]:
    """Yield codes of stakes without a message or a row in docs/transcripts.md."""
    page = PAGE.read_text(encoding="utf-8").partition("## Codes")[2]
    for each in raised("ledger", "StakeError"):
        try:
            stake_error_text(StakeError(str(each.code), "amount", most=40, decimals=2, kind="", sign="."))
        except KeyError:
            yield f"{each.place}: no message for {each.code}"
        if f"| `{each.code}` |" not in page:
            yield f"{PAGE.name}: no row for {each.code}"


@cache
def raised(room: str, root: str) -> tuple[Raised, ...]:
    """Return every construction of `root` or a subclass in one room."""
    trees = {path: ast.parse(path.read_text()) for path in sorted((PACKAGE / room).rglob("*.py"))}
    calls = {path: list(_calls(tree, None)) for path, tree in trees.items()}
    everywhere = list(chain.from_iterable(calls.values()))
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    family = _family([node for node in nodes if isinstance(node, ast.ClassDef)], root)
    functions = [node for node in nodes if isinstance(node, Function)]
    found = []
    for path in trees:
        for function, call in calls[path]:
            if _name(call.func) in family and call.args:
                fields = frozenset(each.arg for each in call.keywords if each.arg)
                place = f"{path.relative_to(PACKAGE)}:{call.lineno}"
                codes = list(_codes(call.args[0], function, everywhere, functions)) or [None]
                found += [Raised(code, fields, place) for code in codes]
    return tuple(found)


def _family(classes: Sequence[ast.ClassDef], root: str) -> set[str]:
    """Return the names of a class and its subclasses."""
    family, size = {root}, 0
    while len(family) > size:
        size = len(family)
        family |= {each.name for each in classes if family.intersection(map(_name, each.bases))}
    return family


def _calls(node: ast.AST, function: Function | None) -> Iterator[tuple[Function | None, ast.Call]]:
    """Yield every call with the function around it."""
    for child in ast.iter_child_nodes(node):
        inner = child if isinstance(child, Function) else function
        if isinstance(child, ast.Call):
            yield inner, child
        yield from _calls(child, inner)


def _codes(
    argument: ast.expr,
    function: Function | None,
    calls: list[tuple[Function | None, ast.Call]],
    functions: Sequence[Function],
) -> Iterator[str | None]:
    """Yield the possible values of an argument.

    A literal, arguments of callers, or returned values of a hook.
    """
    if isinstance(argument, (ast.Constant, ast.IfExp)):
        yield from _texts(argument)
    elif isinstance(argument, ast.Name):
        names = [each.arg for each in function.args.args if each.arg != "self"] if function else []
        if function and argument.id in names:
            place = names.index(argument.id)
            for _, call in calls:
                if _name(call.func) == function.name and len(call.args) > place:
                    yield from _texts(call.args[place])
        else:
            yield from _returned(argument.id, functions)


def _returned(name: str, functions: Sequence[Function]) -> Iterator[str]:
    """Yield the texts that functions of this name return.

    A variable is named like the hook that fills it.
    """
    for node in functions:
        if node.name.lstrip("_") == name:
            for each in ast.walk(node):
                if isinstance(each, ast.Return) and each.value is not None:
                    yield from _texts(each.value)


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""

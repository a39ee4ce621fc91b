"""The error codes that the source raises, found by parsing it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Raised(NamedTuple):
    """A code where it is raised; `code` None: no text stands there. `fields`: what goes with it by name."""

    code: str | None
    fields: frozenset[str]
    place: str


@cache
def raised(room: str, root: str) -> tuple[Raised, ...]:
    """Every making of an error of the class `root`, or of one below it, in a part of the package."""
    trees = {path: ast.parse(path.read_text()) for path in sorted((PACKAGE / room).rglob("*.py"))}
    family = _family(trees.values(), root)
    calls = list(_calls(trees.values()))
    found = []
    for path, tree in trees.items():
        for function, call in _calls([tree]):
            if _name(call.func) in family and call.args:
                fields = frozenset(each.arg for each in call.keywords if each.arg)
                place = f"{path.relative_to(PACKAGE)}:{call.lineno}"
                codes = list(_codes(call.args[0], function, calls, list(trees.values()))) or [None]
                found += [Raised(code, fields, place) for code in codes]
    return tuple(found)


def _family(trees: object, root: str) -> set[str]:
    """The class and those below it, by name."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]  # type: ignore[attr-defined]
    family = {root}
    for _ in classes:
        family |= {each.name for each in classes if family.intersection(map(_name, each.bases))}
    return family


def _calls(trees: object) -> Iterator[tuple[Function | None, ast.Call]]:
    """Every call, with the function that it stands in."""
    for tree in trees:  # type: ignore[attr-defined]
        yield from _calls_within(tree, None)


def _calls_within(node: ast.AST, function: Function | None) -> Iterator[tuple[Function | None, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        inner = child if isinstance(child, Function) else function
        if isinstance(child, ast.Call):
            yield inner, child
        yield from _calls_within(child, inner)


def _codes(
    argument: ast.expr,
    function: Function | None,
    calls: list[tuple[Function | None, ast.Call]],
    trees: list[ast.Module],
) -> Iterator[str | None]:
    """The texts that an argument may stand for: its own, what callers hand over, what a hook returns."""
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
            yield from _returned(argument.id, trees)


def _returned(name: str, trees: list[ast.Module]) -> Iterator[str]:
    """What functions of this name return as texts: a variable is called as the hook that fills it."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, Function) and node.name.lstrip("_") == name:
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

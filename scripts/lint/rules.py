"""Lint: the rules are pure, standard library only, without state; their texts are marked.

The import contract forbids clock, chance and files as well; this list of allowed modules is shorter still.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from scorekeeper.rules import GAMES

from .paths import files, name

ALLOWED = {
    *("__future__", "ast", "bisect", "collections", "contextlib", "dataclasses", "enum", "functools"),
    *("heapq", "itertools", "math", "operator", "re", "types", "typing", "unicodedata"),
}
FORBIDDEN_CALLS = {"open", "print", "input", "eval", "exec", "__import__", "breakpoint", "id"}
STATE = (ast.Global, ast.Nonlocal, ast.AsyncFunctionDef)
# labels that are the same in every language: numbers with their sign, and proper names
BARE = re.compile(r"^[+−\-·/0-9 ]*$")
PROPER_NAMES = {"Yahtzee", "Kniffel"}
LABELS = {"Option": (1, 2), "Value": (1,), "yes_or_no": (1, 2), "Box": (1, 2), "Row": (1,)}


def faults() -> Iterator[str]:
    """Yield the faults of all modules of the rules."""
    yield from undocumented()
    for path in files("scorekeeper/rules", "*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (f"{name(path)}:{fault}" for fault in impure(tree))
        for node in labels(tree):
            if not is_marked(node):
                yield f"{name(path)}:{node.lineno}: not marked for translation: {ast.unparse(node)}"


def undocumented() -> Iterator[str]:
    """Yield games whose module does not name the source and the reading of its rules."""
    for game in GAMES.values():
        doc = sys.modules[type(game).__module__].__doc__ or ""
        if "reading" not in doc or len(doc.split()) <= 40:
            yield f"{type(game).__module__}: name the source of the rules and the chosen reading"


def impure(tree: ast.Module) -> Iterator[str]:
    """Yield imports, calls and statements that are not allowed, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and not {each.name.split(".")[0] for each in node.names} <= ALLOWED:
            yield f"{node.lineno}: import of {ast.unparse(node)}"
        if isinstance(node, ast.ImportFrom) and not node.level and not is_allowed(str(node.module)):
            yield f"{node.lineno}: import of {node.module}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            yield f"{node.lineno}: call of {node.func.id}"
        if isinstance(node, STATE):
            yield f"{node.lineno}: state or asynchronous code"


def is_allowed(module: str) -> bool:
    """Return whether the rules may import from a module."""
    return f"{module}.".startswith("scorekeeper.rules.") or module.split(".", maxsplit=1)[0] in ALLOWED


def labels(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the texts for users: of options, values, boxes, rows, and of the game itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from (node.args[place] for place in LABELS.get(node.func.id, ()) if place < len(node.args))
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("name", "summary"):
            yield node.value


def is_marked(node: ast.expr) -> bool:
    """Return whether a text is N_("..."), a number, a proper name, or made elsewhere."""
    if isinstance(node, ast.Constant):
        return bool(BARE.match(str(node.value))) or node.value in PROPER_NAMES
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        marked = node.func.id == "N_" and isinstance(node.args[0], ast.Constant)
        return marked or node.func.id == "str"
    return not isinstance(node, (ast.JoinedStr, ast.BinOp))

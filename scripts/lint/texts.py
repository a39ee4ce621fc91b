"""Lint: texts in Python are whole messages known to Babel; no punctuation between them.

A French colon has a space before it, and not every language has the English word order: see
`scorekeeper.core.i18n.punctuation`. Checked are the modules that import gettext.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from .paths import files, name

GETTEXT = {"_", "gettext", "ngettext", "pgettext", "npgettext", "gettext_lazy", "gettext_noop"}
IMPORTS = re.compile(
    r"^from django\.utils\.translation import .*\b(?:gettext|ngettext|pgettext)", re.MULTILINE
)
# a sign that ends a word, unlike "://", "12:30" and "&amp;"
BETWEEN = re.compile(r"[:;!?](?:\s|$)|, |[«»“”]")
SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b")
TAGS = re.compile(r"<[^>]*>|&\w+;")
LOGS = {"database_errors.py"}  # it joins lines of the server's log


def faults() -> Iterator[str]:
    """Yield the faults of all modules with texts."""
    for path in text_modules():
        nodes = list(ast.walk(ast.parse(path.read_text())))
        for node in [*pasted(nodes), *hidden(nodes)]:
            yield f"{name(path)}:{node.lineno}: not a whole message: {ast.unparse(node)}"


def text_modules() -> list[Path]:
    """Return the modules with texts for users."""
    return [
        path
        for path in files("scorekeeper", "*.py")
        if IMPORTS.search(path.read_text())
        and path.parent.name not in ("commands", "templatetags")
        and path.name not in LOGS
    ]


def hidden(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield calls of gettext inside f-strings, which Babel does not find."""
    for node in nodes:
        for each in ast.walk(node) if isinstance(node, ast.JoinedStr) else ():
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in GETTEXT:
                yield each


def pasted(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield f-strings, sums and joins that set punctuation between texts."""
    unread = {id(each) for node in nodes if is_for_developers(node) for each in ast.walk(node)}
    for node in nodes:
        if id(node) in unread:
            continue
        said = ""
        if isinstance(node, ast.JoinedStr):
            said = "".join(map(plain, node.values))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            said = "".join(map(plain, (node.left, node.right)))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            said = plain(node.func.value)
        if isinstance(node, ast.expr) and not SQL.match(said) and BETWEEN.search(TAGS.sub("", said)):
            yield node


def plain(node: ast.AST) -> str:
    """Return the text of a constant, or an x for any other expression."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "x"


def is_for_developers(node: ast.AST) -> bool:
    """Return whether a node raises an exception or writes to the log."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return isinstance(node.func.value, ast.Name) and node.func.value.id == "logger"
    return isinstance(node, ast.Raise)

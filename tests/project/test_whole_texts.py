"""Texts are whole messages: no sign of punctuation is set between two of them by hand, none hides from the catalogues.

A French colon has a blank before it, and not every language keeps our order: `scorekeeper.core.i18n.punctuation`.
Looked at are the modules that speak to people, which is those that import gettext, and the templates.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server_process import ROOT

GETTEXT = {"_", "gettext", "ngettext", "pgettext", "npgettext", "gettext_lazy", "gettext_noop"}
SPEAKS = re.compile(
    r"^from django\.utils\.translation import .*\b(?:gettext|ngettext|pgettext)", re.MULTILINE
)
# a sign that ends a word; "://", "12:30" and "&amp;" are none
BETWEEN = re.compile(r"[:;!?](?:\s|$)|, |[«»“”]")
SIGN = re.compile(r"[:;!?«»“”]")
TAGS = re.compile(r"<[^>]*>|&\w+;")
PARTS = re.compile(r"(\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})", re.DOTALL)
JOINED = re.compile(r"\|join:\s*.[^'\"]*[,;:·]")
LOGS = {"database_errors.py"}  # what it joins is a line of the server's log


def spoken_modules() -> list[Path]:
    found = sorted((ROOT / "scorekeeper").rglob("*.py"))
    unheard = ("commands", "templatetags")
    return [
        path
        for path in found
        if SPEAKS.search(path.read_text()) and path.parent.name not in unheard and path.name not in LOGS
    ]


def hidden(tree: ast.AST) -> Iterator[ast.expr]:
    """Calls of gettext inside f-strings, where Babel finds none."""
    for node in ast.walk(tree):
        for each in ast.walk(node) if isinstance(node, ast.JoinedStr) else ():
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in GETTEXT:
                yield each


def pasted(tree: ast.AST) -> Iterator[ast.expr]:
    """Where a sign of punctuation stands between what is said: in f-strings, sums of strings, joins."""
    unread = {id(each) for node in ast.walk(tree) if told_to_nobody(node) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        said = ""
        if isinstance(node, ast.JoinedStr):
            said = "".join(map(plain, node.values))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            said = "".join(map(plain, (node.left, node.right)))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            said = plain(node.func.value)
        if isinstance(node, ast.expr) and BETWEEN.search(TAGS.sub("", said)):
            yield node


def plain(node: ast.AST) -> str:
    """What a text says; an x for whatever is not known before."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "x"


def told_to_nobody(node: ast.AST) -> bool:
    """An error of ours, or a line of the server's log."""
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return isinstance(node, ast.Raise) or called.startswith("logger.")


def between(template: str) -> list[str]:
    """The texts of a template, outside of its messages, that hold a sign that a language sets in its own way."""
    within, said = False, []
    for part in PARTS.split(template):
        word = part[2:-2].split()[0] if part.startswith("{%") else ""
        if word.endswith("blocktranslate"):
            within = word == "blocktranslate"
        if not within:
            said.append("x" if part.startswith(("{{", "{%")) else part)
    return [
        text
        for text in re.split(r"<[^>]*>|[\w-]+=\"[^\"]*\"|&\w+;", "".join(said))
        if re.search(r"\w", text) and SIGN.search(text)
    ]


@pytest.mark.parametrize("path", spoken_modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_is_pasted_together(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert [f"{node.lineno}: {ast.unparse(node)}" for node in pasted(tree)] == []
    assert [f"{node.lineno}: {ast.unparse(node)}" for node in hidden(tree)] == []


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_no_template_sets_signs_between_texts(path: Path) -> None:
    source = path.read_text()
    assert between(source) == []
    assert JOINED.findall(source) == []


@pytest.mark.parametrize(
    "source",
    [
        'told = f"{label}: {value}"',
        'told = f"{name}, {what}"',
        'told = f"{question}?"',
        'told = "; ".join(rules)',
        'told = _("Only these may") + ": " + names',
        "told = name + ', ' + what",
    ],
)
def test_joined_texts_are_found(source: str) -> None:
    assert list(pasted(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        'raise ValueError(f"{name}: twice")',
        'logger.warning(f"{name}: {error}")',
        'address = f"?line={number}"',
        'html = f"<b>{points}</b>&nbsp;{unit}"',
        'told = _("%(label)s: %(value)s") % words',
        'told = "-".join(parts)',
    ],
)
def test_whole_texts_pass(source: str) -> None:
    assert not list(pasted(ast.parse(source)))


def test_text_that_hides_from_catalogues_is_found() -> None:
    assert list(hidden(ast.parse("told = f\"<b>{_('now')}</b>\"")))


def test_signs_between_texts_of_template_are_found() -> None:
    assert between("<p>{{ label }}: {{ value }}</p>")
    assert between('<p>{% translate "Which" %}?</p>')
    assert not between("<p>{% blocktranslate %}{{ label }}: {{ value }}{% endblocktranslate %}</p>")
    assert JOINED.search('{{ names|join:", " }}')
    assert not JOINED.search('{{ dice|join:" " }}')

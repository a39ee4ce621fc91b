"""The checks of `make lint` find faults and accept correct sources."""

from __future__ import annotations

import ast

import pytest

from scripts.lint import error_codes, rules, static_files, templates, texts
from scripts.lint.paths import files


@pytest.mark.parametrize(
    "bad",
    [
        "<script>alert(1)</script>",
        "<style>p {}</style>",
        '<p\n  style="color: red">',
        '<button onclick="go()">',
        '<button hx-on:click="go()">',
        "<button hx-vals='js:{a: 1}'>",
        '<button hx-trigger="click[ctrlKey]">',
        '<a href="//elsewhere.example">',
        "{{ name|safe }}",
    ],
)
def test_policy_faults_bad_template_is_found(bad: str) -> None:
    assert len(templates.policy_faults(f"\n{bad}")) == 1


def test_policy_faults_good_template_is_accepted() -> None:
    good = """<script src="{% static 'js/table.js' %}" defer></script><p class="on style">{{ name }}</p>
    <form hx-post="{% url 'x' %}" hx-trigger="submit" action="/save"></form><a href="/on=1">x</a>"""
    assert templates.policy_faults(good) == []


def test_between_finds_punctuation_between_texts() -> None:
    assert templates.between("<p>{{ label }}: {{ value }}</p>")
    assert templates.between('<p>{% translate "Which" %}?</p>')
    assert not templates.between("<p>{% blocktranslate %}{{ label }}: {{ value }}{% endblocktranslate %}</p>")
    assert templates.JOINED.search('{{ names|join:", " }}')
    assert not templates.JOINED.search('{{ dice|join:" " }}')


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
def test_pasted_joined_texts_are_found(source: str) -> None:
    assert list(texts.pasted(list(ast.walk(ast.parse(source)))))


@pytest.mark.parametrize(
    "source",
    [
        'raise ValueError(f"{name}: twice")',
        'logger.warning(f"{name}: {error}")',
        'address = f"?line={number}"',
        'html = f"<b>{points}</b>&nbsp;{unit}"',
        'told = _("%(label)s: %(value)s") % words',
        'told = "-".join(parts)',
        'query = f"SELECT a, b FROM c WHERE {clause}"',
    ],
)
def test_pasted_whole_texts_are_accepted(source: str) -> None:
    assert not list(texts.pasted(list(ast.walk(ast.parse(source)))))


def test_hidden_gettext_in_f_string_is_found() -> None:
    assert list(texts.hidden(list(ast.walk(ast.parse("told = f\"<b>{_('now')}</b>\"")))))


def test_text_modules_are_found() -> None:
    assert len(texts.text_modules()) > 50


@pytest.mark.parametrize(
    "source", ["import random", "from django.db import models", "open('x')", "def f():\n    global x"]
)
def test_impure_source_is_found(source: str) -> None:
    assert len(list(rules.impure(ast.parse(source)))) == 1


def test_impure_pure_source_is_accepted() -> None:
    assert not list(rules.impure(ast.parse("import re\nfrom . import cards\nfrom math import prod")))


def test_labels_of_rules_are_found() -> None:
    found = [
        each
        for path in files("scorekeeper/rules", "*.py")
        for each in rules.labels(ast.parse(path.read_text()))
    ]
    assert len(found) > 100


def test_is_marked_accepts_and_refuses_examples() -> None:
    assert not rules.is_marked(ast.parse('"Straight"', mode="eval").body)
    assert rules.is_marked(ast.parse('N_("Straight")', mode="eval").body)
    assert rules.is_marked(ast.parse('"25·20"', mode="eval").body)


def test_script_faults_by_example() -> None:
    assert len(list(static_files.script_faults("const a = `b\n/* c */\nd.toSorted();"))) == 3
    assert not list(static_files.script_faults("const a = `b`; // c\n"))


@pytest.mark.parametrize(
    "style",
    [
        "a { b: c",
        "a { mask: none; }",
        "p { print-color-adjust: exact; }",
        "@media (scripting: none) { a { b: c; } }",
    ],
)
def test_style_faults_bad_style_is_found(style: str) -> None:
    assert len(list(static_files.style_faults(style))) == 1


def test_undefined_custom_properties_are_found() -> None:
    sheets = {
        "a.css": ":root { --ink: #000 }",
        "b.css": "p { color: var(--ink); width: var(--w); height: var(--h, 1px) }",
    }
    assert list(static_files.undefined_properties(sheets)) == ["b.css: --w is set nowhere"]
    assert not list(static_files.undefined_properties(sheets, {"--w"}))


@pytest.mark.slow
def test_raised_codes_are_found() -> None:
    found = {each.code for room in error_codes.ROOMS for each in error_codes.raised(room, "RuleError")}
    assert {
        "unknown_option",
        "bad_dice",
        "joker_own_box",
        "box_filled",
        "unknown_format",
        "key_twice",
    } <= found
    assert {"bad_amount", "unknown_kind"} <= {
        each.code for each in error_codes.raised("ledger", "StakeError")
    }

"""What the content security policy would refuse in the browser is refused here, with the line.

htmx compiles `hx-on`, trigger filters and `js:` values into code, which the policy forbids: they would
fail without a word on somebody's phone.
"""

import re

import pytest

from tests.server_process import ROOT

FORBIDDEN = {
    "an inline script": r"<script(?![^>]*\ssrc=)(?![^>]*type=\"application/json\")[^>]*>",
    "an inline style sheet": r"<style\b",
    "a style attribute": r"<[^>]*\sstyle\s*=",
    "an event attribute": r"<[^>]*\son[a-z]+\s*=",
    "hx-on": r"\shx-on\b",
    "a value that is code": r"=\s*[\"'](?:js|javascript):",
    "a trigger filter": r"hx-trigger=\"[^\"]*\[",
    "a foreign address": r"(?:src|href|action)\s*=\s*[\"'](?:https?:)?//",
    "unescaped text": r"\|\s*safe\b|\{%\s*autoescape\s+off",
}


def faults(text: str) -> list[str]:
    """Name what is wrong, with its line."""
    return [
        f"line {text.count(chr(10), 0, hit.start()) + 1}: {what}"
        for what, pattern in FORBIDDEN.items()
        for hit in re.finditer(pattern, text)
    ]


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
def test_bad_is_found(bad: str) -> None:
    assert len(faults(f"\n{bad}")) == 1


def test_good_is_left_alone() -> None:
    good = """<script src="{% static 'js/table.js' %}" defer></script><p class="on style">{{ name }}</p>
    <form hx-post="{% url 'x' %}" hx-trigger="submit" action="/save"></form><a href="/on=1">x</a>"""
    assert faults(good) == []


def test_all_templates_keep_to_policy() -> None:
    found = [
        f"{path.relative_to(ROOT)}, {fault}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for fault in faults(path.read_text())
    ]
    assert found == []

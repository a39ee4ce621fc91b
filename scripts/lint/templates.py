"""Lint: templates obey the content security policy, with no punctuation between texts.

htmx compiles `hx-on`, trigger filters and `js:` values into code, which the policy forbids: they would fail silently
in the browser. Punctuation between two texts cannot be translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .paths import files, name

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
SIGN = re.compile(r"[:;!?«»“”]")
PARTS = re.compile(r"(\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})", re.DOTALL)
JOINED = re.compile(r"\|join:\s*.[^'\"]*[,;:·]")


def faults() -> Iterator[str]:
    """Yield the faults of all templates."""
    for path in files("templates", "*.html"):
        source = path.read_text()
        yield from (f"{name(path)}:{fault}" for fault in policy_faults(source))
        yield from (f"{name(path)}: punctuation between texts: {text.strip()}" for text in between(source))
        yield from (f"{name(path)}: punctuation between texts: {text}" for text in JOINED.findall(source))


def policy_faults(text: str) -> list[str]:
    """Return what the content security policy refuses, each with its line."""
    return [
        f"{text.count(chr(10), 0, hit.start()) + 1}: {what}"
        for what, pattern in FORBIDDEN.items()
        for hit in re.finditer(pattern, text)
    ]


def between(template: str) -> list[str]:
    """Return texts outside of messages that contain language-dependent punctuation."""
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

"""Template filters that join texts with the punctuation of the reader's language.

Safe texts stay as they are; others are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from scorekeeper.core.i18n import punctuation
from scorekeeper.core.web import numbers

register = template.Library()


@register.filter
def listed(parts: Iterable[object]) -> SafeString:
    """Names or words in a row: `{{ names|listed }}`."""
    return SafeString(punctuation.listed(map(_escaped, parts)))


@register.filter
def clauses(parts: Iterable[object]) -> SafeString:
    """Texts that may contain commas, joined by semicolons: `{{ rules|clauses }}`."""
    return SafeString(punctuation.clauses(map(_escaped, parts)))


@register.filter
def beside(text: object, other: object) -> SafeString:
    """A text and another after a comma, if there is one: `{{ game|beside:day }}`."""
    return listed([text, other or ""])


@register.filter
def also(text: object, other: object) -> SafeString:
    """A text and another after a semicolon, if there is one."""
    return clauses([text, other or ""])


@register.filter
def labelled(label: object, value: object) -> SafeString:
    """A label and its value: `{{ name|labelled:card }}`."""
    return SafeString(punctuation.labelled(_escaped(label), _escaped(value)))


@register.filter
def sentence(text: object) -> SafeString:
    """A text with a full stop."""
    return SafeString(punctuation.sentence(_escaped(text)))


@register.filter
def emphasised(parts: Iterable[tuple[object, bool]]) -> list[SafeString]:
    """Texts, in bold where their flag is set."""
    return [format_html("<b>{}</b>" if strong else "{}", text) for text, strong in parts]


@register.filter
def figure(points: object) -> object:
    """Points with a true minus sign; other values unchanged: `{{ side.total|figure }}`."""
    return numbers.figure(points) if isinstance(points, int) else points


def _escaped(part: object) -> SafeString:
    return part if isinstance(part, SafeString) else escape(str(part))

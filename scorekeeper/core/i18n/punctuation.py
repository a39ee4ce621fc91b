"""Punctuation between texts in the reader's language: "Target: 100", "Ana, Bo"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import gettext as _


def labelled(label: object, value: object) -> str:
    """A label and its value: "Target: 100"."""
    return _("%(label)s: %(value)s") % {"label": label, "value": value}


def listed(parts: Iterable[object]) -> str:
    """Texts in a row, without empty ones: "Ana, Bo, Cleo"."""
    return reduce(_comma, filter(None, map(str, parts)), "")


def clauses(parts: Iterable[object]) -> str:
    """Texts that may contain commas, without empty ones: "Target: 100; no jokers"."""
    return reduce(_semicolon, filter(None, map(str, parts)), "")


def sentence(text: object) -> str:
    """A text with a full stop, unless it ends with a mark of its own."""
    return str(text) if str(text).endswith((".", "?", "!", "…")) else _("%(text)s.") % {"text": text}


def _comma(some: str, more: str) -> str:
    return _("%(some)s, %(more)s") % {"some": some, "more": more} if some else more


def _semicolon(some: str, more: str) -> str:
    return _("%(some)s; %(more)s") % {"some": some, "more": more} if some else more

"""Punctuation between texts in the reader's language: "Target: 100", "Ana, Bo"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import gettext as _


def labelled(label: object, value: object) -> str:
    """A label and what it says: "Target: 100"."""
    return _("%(label)s: %(value)s") % {"label": label, "value": value}


def listed(parts: Iterable[object]) -> str:
    """What stands in a row: "Ana, Bo, Cleo"; empty texts are left out."""
    return reduce(_comma, filter(None, map(str, parts)), "")


def clauses(parts: Iterable[object]) -> str:
    """What may hold commas of its own: "Target: 100; no jokers"; empty texts are left out."""
    return reduce(_semicolon, filter(None, map(str, parts)), "")


def sentence(text: object) -> str:
    """A text that ends with a stop."""
    return _("%(text)s.") % {"text": text}


def bracketed(text: object, beside: object) -> str:
    """A text with a word beside it: "Bo pays Ana 5 € (paypal.me/ana)"."""
    return _("%(text)s (%(beside)s)") % {"text": text, "beside": beside}


def _comma(some: str, more: str) -> str:
    return _("%(some)s, %(more)s") % {"some": some, "more": more} if some else more


def _semicolon(some: str, more: str) -> str:
    return _("%(some)s; %(more)s") % {"some": some, "more": more} if some else more

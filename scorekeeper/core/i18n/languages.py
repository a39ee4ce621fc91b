"""What a language needs besides translated texts: capital nouns, decimal commas, dates with dots.

A new language that has one of these is added to its set.
"""

from __future__ import annotations

from collections.abc import Set

from django.utils.translation import get_language

CAPITAL_NOUNS = frozenset({"de"})
DECIMAL_COMMA = frozenset({"de", "es", "fr"})
DOTTED_DATES = frozenset({"de"})


def within(label: str) -> str:
    """Return a label for use within a sentence: "house", but "Haus" where nouns have capitals."""
    return label if _is_among(CAPITAL_NOUNS) else label[:1].lower() + label[1:]


def has_decimal_comma() -> bool:
    """Return whether the page's language writes 1,50 for one and a half."""
    return _is_among(DECIMAL_COMMA)


def has_dotted_dates() -> bool:
    """Return whether the page's language writes 02.05.2019 for the second of May."""
    return _is_among(DOTTED_DATES)


def _is_among(languages: Set[str]) -> bool:
    return (get_language() or "en").partition("-")[0] in languages

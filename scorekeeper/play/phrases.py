"""How sentences are put together, whatever they are about."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.punctuation import listed


def and_list(names: list[str]) -> str:
    """Names in a row: "Ana", "Ana and Bo", "Ana, Bo and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": listed(names[:-1]), "last": names[-1]}


def capitalised(text: str) -> str:
    """A text as it begins a line."""
    return text[:1].upper() + text[1:]


def within(label: str) -> str:
    """A label as it stands within a sentence: "full house"; in German nouns stay large: "Full House"."""
    return label if (get_language() or "").startswith("de") else label[:1].lower() + label[1:]

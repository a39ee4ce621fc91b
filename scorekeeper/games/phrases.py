"""Parts of sentences: lists, capitals, names of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.languages import within
from scorekeeper.core.i18n.punctuation import listed


def and_list(names: list[str]) -> str:
    """Join names: "Ana", "Ana and Bo", "Ana, Bo and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": listed(names[:-1]), "last": names[-1]}


def or_list(words: Sequence[str]) -> str:
    """Join words of which one is enough: "red", "black or star"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(some)s or %(last)s") % {"some": listed(words[:-1]), "last": words[-1]}


@lru_cache(maxsize=4096)
def place_of(name: str, label: str, _language: str) -> str:
    """Describe a cell by player and box, cached per language: a sheet has up to 200 cells."""
    return listed([name, _(label)])


def capitalised(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def box_name(label: str) -> str:
    """Return the translated name of a box for use within a sentence: "full house"."""
    return within(_(label))

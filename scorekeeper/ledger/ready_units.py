"""Units offered in the stake form, and shown in the reader's language.

Such a unit is stored by its English words, like any typed thing. So files need no version, older servers show it, and
who types the same words gets the same unit. In another language the words of the form are recognised.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override, pgettext_lazy

_ONE: Mapping[str, Promise] = {
    "a round of drinks": _("a round of drinks"),
    "a beer": _("a beer"),
    "a coffee": _("a coffee"),
    "an ice cream": _("an ice cream"),
}
_COUNTED: Mapping[str, Promise] = {
    "a round of drinks": ngettext_lazy("%(number)s round of drinks", "%(number)s rounds of drinks", "count"),
    "a beer": ngettext_lazy("%(number)s beer", "%(number)s beers", "count"),
    "a coffee": ngettext_lazy("%(number)s coffee", "%(number)s coffees", "count"),
    "an ice cream": ngettext_lazy("%(number)s ice cream", "%(number)s ice creams", "count"),
}
_NAMES: Mapping[str, Promise] = {
    "a round of drinks": pgettext_lazy("thing", "Rounds of drinks"),
    "a beer": pgettext_lazy("thing", "Beer"),
    "a coffee": pgettext_lazy("thing", "Coffee"),
    "an ice cream": pgettext_lazy("thing", "Ice cream"),
}

READY = tuple(_ONE)
_TIMES = "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}"


def one(unit: str, language: str) -> str:
    """Return one of a thing in a sentence: "a beer"; a typed thing unchanged."""
    with override(language):
        return str(_ONE.get(unit, unit))


def counted(unit: str, count: int, number: str, language: str) -> str:
    """Return some of a thing, the number beside its first word: "3 beers"; a typed thing as "3 × matches".

    `number`: the count in the writing of the language.
    """
    if unit not in READY:
        return f"{number}{_TIMES}{unit}"
    with override(language):
        return str(_COUNTED[unit] % {"count": count, "number": number}).replace(" ", "\N{NO-BREAK SPACE}", 1)


def name_of(unit: str) -> str:
    """Return the heading of a thing in the active language; a typed thing unchanged."""
    return str(_NAMES.get(unit, unit))


def recognised(typed: str) -> str:
    """Return the unit of words typed in the active language; other words unchanged."""
    words = typed.casefold()
    return next((unit for unit in READY if words in (unit, str(_ONE[unit]).casefold())), typed)

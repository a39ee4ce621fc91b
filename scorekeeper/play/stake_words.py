"""Which kinds of stake a game offers, and what they are called there: a game of cards has its own words."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.rules.core import Game

from .seating import places


class Words(NamedTuple):
    """A kind of stake on its key, at its amount, and with an amount of money as an example."""

    key: Promise
    label: Promise
    example: Promise | str = ""


_WORDS = {
    "none": Words(pgettext_lazy("stake", "None"), _("To the winner, a point")),
    "per_point": Words(_("Per point"), _("To the winner, a point")),
    "pairwise": Words(_("Every pair"), _("Between two, a point")),
    "low_pays": Words(_("Low pays"), _("The lowest pays"), _("The lowest pays %(amount)s to the winner.")),
    "ante": Words(_("Pot"), _("Everybody puts in")),
    "fixed": Words(_("Losers pay"), _("Each loser pays"), _("Each loser pays %(amount)s to the winner.")),
    "more": Words(pgettext_lazy("stake", "More"), _("Each loser pays")),
}
_AT_ONCE = _("For five alike at once, each loser pays instead (if agreed)")
_AT_ONCE_CARDS = _("For all five tricks, each loser pays instead (if agreed)")
_OWN_WORDS = {
    ("generala_cards", "low_pays"): Words(
        _("First to drop pays"),
        _("Who drops first pays"),
        _("Who drops first pays %(amount)s to the winner."),
    ),
    ("generals_and_majors", "fixed"): Words(
        _("Loser pays"), _("The loser pays"), _("The loser pays %(amount)s to the winner.")
    ),
}


def kinds(game: Game[Any, Any], *, stored: str = "none") -> tuple[str, ...]:
    """The keys that the set-up offers; "more" holds what is chosen seldom. `stored`: a kind that must be there."""
    if game.POINTS:
        return ("none", "per_point", "low_pays", "ante", "more")
    if places(game)[-1] == 2 and stored != "low_pays":
        return ("none", "fixed", "ante")  # between two the lowest is the loser
    return ("none", "fixed", "low_pays", "ante")


def key_text(game: Game[Any, Any], kind: str) -> str:
    """What stands on the key."""
    return str(_words(game, kind).key)


def label_text(game: Game[Any, Any], kind: str) -> str:
    """What the amount is for."""
    return str(_words(game, kind).label)


def example_text(game: Game[Any, Any], kind: str) -> str:
    """A sentence with `%(amount)s`; empty for a kind that is told otherwise."""
    return str(_words(game, kind).example)


def at_once_text(game: Game[Any, Any]) -> str:
    """What the sum is for that is agreed for a win at once."""
    return str(_AT_ONCE_CARDS if game.DEALS else _AT_ONCE)


def _words(game: Game[Any, Any], kind: str) -> Words:
    return _OWN_WORDS.get((game.slug, kind), _WORDS[kind])

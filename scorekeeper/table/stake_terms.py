"""Which kinds of stake a game offers, and what they are called there: a game of cards has its own words."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.play.seats import places
from scorekeeper.rules.contract import Game


class Words(NamedTuple):
    """A kind of stake on its key, at its amount, and as an example: with an amount of money, and with a thing."""

    key: Promise
    label: Promise
    example: Promise | str = ""
    thing: Promise | str = ""


_WORDS = {
    "none": Words(pgettext_lazy("stake", "None"), _("To the winner, a point")),
    "per_point": Words(_("Per point"), _("To the winner, a point")),
    "pairwise": Words(_("Every pair"), _("Between two, a point")),
    "low_pays": Words(
        _("Low pays"),
        _("The lowest pays"),
        _("The lowest pays %(amount)s to the winner."),
        _("The lowest buys the winner %(amount)s."),
    ),
    "low_buys": Words(
        _("Low buys for all"),
        _("The lowest pays everybody"),
        _("The lowest pays each of the others %(amount)s."),
        _("The lowest buys each of the others %(amount)s."),
    ),
    "ante": Words(_("Pot"), _("Everybody puts in")),
    "fixed": Words(_("Losers pay"), _("Each loser pays"), _("Each loser pays %(amount)s to the winner.")),
    "more": Words(pgettext_lazy("stake", "More"), _("Each loser pays")),
}
UNDER_MORE = {
    "pairwise": _("Every pair settles its difference"),
    "low_buys": _("The lowest buys for everybody"),
    "fixed": _("Each loser pays the winner a fixed sum"),
}
_AT_ONCE = _("For five alike at once, each loser pays instead (if agreed)")
_AT_ONCE_CARDS = _("For all five tricks, each loser pays instead (if agreed)")
_OWN_WORDS = {
    ("generala_cards", "low_pays"): Words(
        _("First to drop pays"),
        _("Who drops first pays"),
        _("Who drops first pays %(amount)s to the winner."),
        _("Who drops first buys the winner %(amount)s."),
    ),
    ("generala_cards", "low_buys"): Words(
        _("First to drop buys for all"),
        _("Who drops first pays everybody"),
        _("Who drops first pays each of the others %(amount)s."),
        _("Who drops first buys each of the others %(amount)s."),
    ),
    ("generals_and_majors", "fixed"): Words(
        _("Loser pays"), _("The loser pays"), _("The loser pays %(amount)s to the winner.")
    ),
}


def kinds(game: Game[Any, Any], *, stored: str = "none") -> tuple[str, ...]:
    """The keys that the set-up offers; "more" holds what is chosen seldom. `stored`: a kind that must be there."""
    if game.POINTS:
        return ("none", "per_point", "low_pays", "ante", "more")
    if places(game)[-1] == 2 and stored not in ("low_pays", "low_buys"):
        return ("none", "fixed", "ante")  # between two the lowest is the loser
    return ("none", "fixed", "low_pays", "low_buys", "ante")


def key_text(game: Game[Any, Any], kind: str) -> str:
    """What stands on the key."""
    return str(_words(game, kind).key)


def label_text(game: Game[Any, Any], kind: str) -> str:
    """What the amount is for."""
    return str(_words(game, kind).label)


def example_text(game: Game[Any, Any], kind: str, *, thing: bool = False) -> str:
    """A sentence with `%(amount)s`, of money or of a `thing`; empty for a kind that is told otherwise."""
    words = _words(game, kind)
    return str((thing and words.thing) or words.example)


def at_once_text(game: Game[Any, Any]) -> str:
    """What the sum is for that is agreed for a win at once."""
    return str(_AT_ONCE_CARDS if game.DEALS else _AT_ONCE)


def _words(game: Game[Any, Any], kind: str) -> Words:
    return _OWN_WORDS.get((game.slug, kind), _WORDS[kind])

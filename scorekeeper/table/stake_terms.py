"""The kinds of stake that a game offers, and their labels."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.games.base import StakeLabels
from scorekeeper.games.presentations import presentation_of
from scorekeeper.play.seats import player_counts
from scorekeeper.rules.contract import Game

_LABELS = {
    "none": StakeLabels(pgettext_lazy("stake", "None"), _("Per point, to the winner")),
    "per_point": StakeLabels(_("Per point"), _("Per point, to the winner")),
    "pairwise": StakeLabels(_("Every pair"), _("Per point, between each pair")),
    "low_pays": StakeLabels(
        _("Last pays"),
        _("Last place pays"),
        _("Last place pays %(amount)s to the winner."),
        _("Last place buys the winner %(amount)s."),
    ),
    "low_buys": StakeLabels(
        _("Last buys for all"),
        _("Last place pays everybody"),
        _("Last place pays each of the others %(amount)s."),
        _("Last place buys each of the others %(amount)s."),
    ),
    "ante": StakeLabels(_("Pot"), _("Everybody puts in")),
    "fixed": StakeLabels(
        _("Losers pay"), _("Each loser pays"), _("Each loser pays %(amount)s to the winner.")
    ),
    "more": StakeLabels(pgettext_lazy("stake", "More"), _("Each loser pays")),
}
UNDER_MORE = {
    "pairwise": _("Everyone settles with everyone"),
    "low_buys": _("Last place buys for everybody"),
    "fixed": _("Fixed amount: each loser pays the winner"),
}


def kinds(game: Game[Any, Any], *, stored: str = "none") -> tuple[str, ...]:
    """Return the kinds offered in a form, rare ones under "more".

    `stored`: a kind that must be among them.
    """
    if game.POINTS:
        return ("none", "per_point", "low_pays", "ante", "more")
    if player_counts(game)[-1] == 2 and stored not in ("low_pays", "low_buys"):
        return ("none", "fixed", "ante")  # of two players the lowest is the loser
    return ("none", "fixed", "low_pays", "low_buys", "ante")


def key_text(game: Game[Any, Any], kind: str) -> str:
    """Return the text of a kind's key."""
    return str(_labels(game, kind).key)


def label_text(game: Game[Any, Any], kind: str) -> str:
    """Return the label of the amount."""
    return str(_labels(game, kind).label)


def example_text(game: Game[Any, Any], kind: str, *, thing: bool = False) -> str:
    """Return a sentence with `%(amount)s` of money or a `thing`; empty for other kinds."""
    labels = _labels(game, kind)
    return str((thing and labels.thing) or labels.example)


def automatic_win_text(game: Game[Any, Any]) -> str:
    """Return the label of the amount for an automatic win."""
    return str(presentation_of(game).automatic_win_label)


def _labels(game: Game[Any, Any], kind: str) -> StakeLabels:
    return presentation_of(game).stake_labels.get(kind, _LABELS[kind])

"""Texts about the start of a game: the first player to throw, deal or play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.games.base import FirstPlayer
from scorekeeper.games.presentations import presentation_of
from scorekeeper.play.seats import has_turns, player_counts
from scorekeeper.rules.contract import Game

from .seating import Seating


class Beginning(NamedTuple):
    """The start of a game in words.

    `pattern`: text of the main button with `{}` for a name. `line`: the number of that name's line, 0 for the last.
    `notes`: text beside names by line number.
    """

    pattern: str
    line: int
    notes: dict[int, str]

    def button_text(self, names: Sequence[str]) -> str:
        """Return the text of the main button for the names typed so far."""
        if len(names) < max(1, self.line):
            return _("Start")
        return self.pattern.replace("{}", names[self.line - 1])


class Opening(NamedTuple):
    """The page that draws the order of play: its link in the form and its title."""

    link: str
    title: str


def beginning(game: Game[Any, Any], seating: Seating) -> Beginning:
    """Describe how a game would start with this seating."""
    if not game.DEALS:
        return Beginning(_("Start: %(player)s rolls first") % {"player": "{}"}, 1, {1: _("rolls first")})
    dealer, count = seating.dealer, len(seating.lines)
    notes = {dealer: _("deals")}
    if not has_turns(game.slug):
        return Beginning(_("Start: %(player)s deals") % {"player": "{}"}, seating.named_dealer, notes)
    leader = dealer % count + 1 if count > 1 else 1
    notes[leader] = _("plays first")
    return Beginning(_("Start: %(player)s plays first") % {"player": "{}"}, leader, notes)


def opening_of(game: Game[Any, Any]) -> Opening | None:
    """Return what is thrown or drawn before a game; None where players just name the dealer."""
    if presentation_of(game).first_player is FirstPlayer.CARD_DRAW:
        return Opening(_("draw for seats"), _("Draw for seats"))
    if presentation_of(game).first_player is FirstPlayer.NAMED_DEALER:
        return None
    return Opening(_("roll for the start"), _("Roll for the start"))


def order_hint(game: Game[Any, Any]) -> str:
    """Say how many players a game takes and in which order they are named."""
    allowed = player_counts(game)
    if len(allowed) == 1:
        return ngettext("For %(count)d player.", "For %(count)d players.", allowed[0]) % {"count": allowed[0]}
    if presentation_of(game).counter_clockwise:
        text = _("%(fewest)d to %(most)d players. Enter them in playing order, counter-clockwise.")
    else:
        text = _("%(fewest)d to %(most)d players. Enter them in playing order.")
    return text % {"fewest": allowed[0], "most": allowed[-1]}

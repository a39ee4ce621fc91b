"""Who begins a game, in words: the first throw of a dice game, the first deal of a card game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.play.seats import in_turns, places
from scorekeeper.rules.contract import Game

from .seating import Seating

COUNTER_CLOCKWISE = frozenset({"generala_cards"})
BY_CARDS = frozenset({"generala_cards"})  # seats and the first deal are drawn


class Beginning(NamedTuple):
    """What starting means: the words of the main button with `{}` for the name, whose line it speaks of (0: the
    last), and what stands beside the names, by the number of their line."""

    pattern: str
    line: int
    notes: dict[int, str]

    def told(self, names: Sequence[str]) -> str:
        """What the main button says while so much is typed."""
        if len(names) < max(1, self.line):
            return _("Start")
        return self.pattern.replace("{}", names[self.line - 1])


class Opening(NamedTuple):
    """The page that draws who begins, as the set-up names it and as its title."""

    link: str
    title: str


def beginning(game: Game[Any, Any], seating: Seating) -> Beginning:
    """How this game would begin with these people."""
    if not game.DEALS:
        return Beginning(_("Start: %(player)s throws first") % {"player": "{}"}, 1, {1: _("throws first")})
    dealer, count = seating.dealer, len(seating.lines)
    notes = {dealer: _("deals")}
    if not in_turns(game.slug):
        return Beginning(_("Start: %(player)s deals") % {"player": "{}"}, seating.named_dealer, notes)
    leader = dealer % count + 1 if count > 1 else 1
    notes[leader] = _("plays first")
    return Beginning(_("Start: %(player)s plays first") % {"player": "{}"}, leader, notes)


def opening_of(game: Game[Any, Any]) -> Opening | None:
    """What is thrown or drawn before this game begins; None where the table simply says who deals."""
    if game.slug in BY_CARDS:
        return Opening(_("draw for seats"), _("Draw for seats"))
    return None if game.DEALS else Opening(_("draw who starts"), _("Draw who starts"))


def order_hint(game: Game[Any, Any]) -> str:
    """How many play, and in which order they are named."""
    allowed = places(game)
    if len(allowed) == 1:
        return ngettext("For %(count)d player.", "For %(count)d players.", allowed[0]) % {"count": allowed[0]}
    if game.slug in COUNTER_CLOCKWISE:
        text = _("%(fewest)d to %(most)d players, in order of play: counter-clockwise.")
    else:
        text = _("%(fewest)d to %(most)d players, in order of play.")
    return text % {"fewest": allowed[0], "most": allowed[-1]}

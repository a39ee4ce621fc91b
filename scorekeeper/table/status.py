"""How far a game is, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scorekeeper.play.table import Table

# what a game that is no sheet of boxes counts
_WORDS = {
    "forty_fives": gettext_lazy("%(game)s, round %(turn)d"),
    "generala_cards": gettext_lazy("%(game)s, hand %(turn)d"),
}


def progress_told(table: Table) -> str:
    """ "General, turn 7 of 10", "Forty-fives, round 6"."""
    turn, turns = table.sheet.progress
    numbers = {"game": table.game_name, "turn": turn, "turns": turns}
    if turns is not None:
        return _("%(game)s, turn %(turn)d of %(turns)s") % numbers
    return str(_WORDS.get(table.game.slug, _("%(game)s, turn %(turn)d"))) % numbers


def next_told(table: Table) -> str:
    """Who is next: "Cleo writes", "Cleo deals"; empty where the game is over or nobody is."""
    if table.turn is not None:
        return pgettext("whose turn it is", "%(player)s writes") % {"player": table.name(table.turn)}
    dealer = None if table.outcome or table.session.ended else table.game.dealer(table.state)
    return _("%(player)s deals") % {"player": table.name(dealer)} if dealer else ""

"""The status of a game in a few words: progress, who is next, who leads."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presented
from scorekeeper.games.sides import sides_of
from scorekeeper.play.table import Table


def progress_text(table: Table) -> str:
    """Return the progress: "General, turn 7 of 10", "Forty-fives, round 6"."""
    turn, turns = table.sheet.progress
    numbers = {"game": table.game_name, "turn": turn, "turns": turns}
    if turns is not None:
        return _("%(game)s, turn %(turn)d of %(turns)s") % numbers
    return str(presented(table).unit.progress) % numbers


def next_text(table: Table) -> str:
    """Return who is next: "Cleo writes", "Cleo deals"; empty after the end."""
    if table.turn is not None:
        return pgettext("whose turn it is", "%(player)s’s turn") % {"player": table.name(table.turn)}
    dealer = None if table.outcome or table.session.ended else table.game.dealer(table.state)
    return _("%(player)s deals") % {"player": table.name(dealer)} if dealer else ""


# more names leave no room for the QR code, and each tile of a leader has a star
MOST_NAMES = 3


def lead_text(table: Table) -> str:
    """Return the leader: "Ana by 7, 3 turns left"; empty without points and after the end."""
    if table.outcome is not None or table.session.ended:
        return ""
    sides = sides_of(table)
    leading = [side for side in sides if set(side.players) & set(table.sheet.leaders)]
    if not leading or not any(total for side in sides for total in side.parts):
        return ""
    names = and_list([side.name for side in leading])
    if len(leading) > MOST_NAMES:
        count = sum(len(side.players) for side in leading)
        names = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    behind = [side.total for side in sides if side not in leading]
    if behind and max(behind) < leading[0].total:
        leaders = _("%(names)s by %(points)d") % {
            "names": names,
            "points": leading[0].total - max(behind),
        }
    else:
        leaders = names
    return listed([leaders, _left(table)])


def _left(table: Table) -> str:
    """Return the turns left after this one, where their number is known."""
    turn, turns = table.sheet.progress
    if turns is None:
        return ""
    left = turns - turn
    return (
        ngettext("%(count)d turn left", "%(count)d turns left", left) % {"count": left}
        if left
        else _("last turn")
    )

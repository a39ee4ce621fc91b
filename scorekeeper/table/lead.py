"""Who is in front, and how far the game has to go, where there is room for a few words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.phrases import and_list
from scorekeeper.games.sides import sides_of
from scorekeeper.play.table import Table


def lead_told(table: Table) -> str:
    """ "Ana by 7, 3 turns left"; empty before there is anything to lead with, and when it is over."""
    if table.outcome is not None or table.session.ended:
        return ""
    sides = sides_of(table)
    leading = [side for side in sides if set(side.players) & set(table.sheet.leaders)]
    if not leading or not any(total for side in sides for total in side.parts):
        return ""
    names = and_list([side.name for side in leading])
    behind = [side.total for side in sides if side not in leading]
    if behind and max(behind) < leading[0].total:
        front = _("%(names)s by %(points)d") % {
            "names": names,
            "points": leading[0].total - max(behind),
        }
    else:
        front = names
    return listed([front, _left(table)])


def _left(table: Table) -> str:
    """How many turns follow this one, where that is known."""
    turn, turns = table.sheet.progress
    if turns is None:
        return ""
    left = turns - turn
    return (
        ngettext("%(count)d turn left", "%(count)d turns left", left) % {"count": left}
        if left
        else _("last turn")
    )

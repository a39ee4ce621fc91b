"""Who is in front, and how far the game has to go, where there is room for a few words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.punctuation import listed

from .phrases import and_list
from .table import Table


def lead_told(table: Table) -> str:
    """ "Ana by 7, 3 turns left"; empty before there is anything to lead with, and when it is over."""
    if table.outcome is not None or table.session.ended:
        return ""
    scores = dict(zip(table.sheet.players, table.sheet.totals, strict=True))
    leaders = [key for key in scores if key in table.sheet.leaders]
    if not leaders or not any(scores.values()):
        return ""
    names = and_list([table.name(key) for key in leaders])
    behind = [score for key, score in scores.items() if key not in leaders]
    if behind and max(behind) < scores[leaders[0]]:
        front = _("%(names)s by %(points)d") % {
            "names": names,
            "points": scores[leaders[0]] - max(behind),
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

"""Prospects of the players of a dice sheet: needs for lead, win and bonus; spare throws."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from scorekeeper.games.sides import Side, sides_of
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Row
from scorekeeper.rules.dice import FACE_OF, FACES

from .pad import dice_game

FACE_DICE = 5  # dice that a face box can count
MOST_NEEDS = 4  # sentences beside the sheet, on a screen of 1280x720


def players_gone(table: Table) -> frozenset[str]:
    """Return the players who went home before the end."""
    return frozenset(
        line.first.data["home"] for line in table.replayed.lines if line.first.data.get("home") in table.names
    )


def spares_left(table: Table) -> dict[str, int]:
    """Return the spare throws that each player has left; empty for a game without them."""
    for row in table.sheet.rows:
        if row.kind == "spares":
            pairs = zip(table.sheet.players, row.cells, strict=True)
            return {player: (cell.points or 0) - (cell.total or 0) for player, cell in pairs}
    return {}


def needs(table: Table) -> dict[str, str]:
    """Return a sentence for each player, none before the first line and after the last."""
    bounds = table.game.bounds(table.state)
    if not bounds or table.outcome is not None or not table.replayed.lines:
        return {}
    sides = sides_of(table)
    if len(sides) < 2:
        return {}
    most = {side.players: sum(bounds[player][1] for player in side.players) for side in sides}
    # a win at once is open to everyone, however far behind
    decided = not dice_game(table).may_win_at_once(table.options)
    return {
        player: _need(side, [other for other in sides if other is not side], most, decided=decided)
        for side in sides
        for player in side.players
    }


def needs_in_short(table: Table) -> list[str]:
    """Return the sentences beside the sheet.

    With many players: those of the current one and of leaders.
    """
    found = needs(table)
    texts = list(dict.fromkeys(found.values()))
    if len(texts) <= MOST_NEEDS:
        return texts
    sides = sides_of(table)
    best = max(side.total for side in sides)
    leaders = [side.players[0] for side in sides if side.total == best]
    shown = [table.turn or leaders[0], *leaders]
    return list(dict.fromkeys(found[player] for player in shown))[:MOST_NEEDS]


def _need(side: Side, others: list[Side], most: Mapping[tuple[str, ...], int], *, decided: bool) -> str:
    best = max(other.total for other in others)
    if decided and most[side.players] < best:
        return _("%(player)s can no longer win.") % {"player": side.name}
    if decided and side.total > max(most[other.players] for other in others):
        return _("Nobody can catch %(player)s.") % {"player": side.name}
    if side.total > best:
        return _("%(player)s leads by %(points)d.") % {"player": side.name, "points": side.total - best}
    if side.total == best:
        return _("%(player)s is tied for the lead.") % {"player": side.name}
    return _("%(player)s needs %(points)d or more to lead.") % {
        "player": side.name,
        "points": best - side.total + 1,
    }


def bonus_gap(table: Table, row: Row, player: int) -> int | None:
    """Return the points missing for the upper bonus.

    `player`: the place of the column. None before the first face box, once the bonus is decided, and when it is out of
    reach.
    """
    game, upper = dice_game(table), row.cells[player].total
    if upper is None or row.cells[player].points is not None:
        return None
    faces = {FACE_OF[each.key]: each.cells[player] for each in table.sheet.rows if each.key in FACE_OF}
    written = sum(face for face, cell in faces.items() if cell.line is not None)
    whole = sum(FACE_OF[box] for box in FACES)
    reach = upper + FACE_DICE * (whole - written)
    if not written or not game.upper_bonus(table.options, reach):
        return None
    threshold = next(sum_ for sum_ in range(reach + 1) if game.upper_bonus(table.options, sum_))
    return threshold - upper

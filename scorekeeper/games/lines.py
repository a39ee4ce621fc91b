"""Texts of lines and standings, for the entry panel, the log and screen readers."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed, sentence
from scorekeeper.core.web.numbers import figure
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table

from .phrases import and_list
from .presentations import presented
from .sides import side_with, sides_of


def player_name(table: Table, line: Line) -> str:
    """Return the name of a line's player, "" for a line of the whole table."""
    keys = {presented(table).lines.player(move) for move in line.moves}
    key = keys.pop()
    return "" if key is None or keys else table.name(key)


def line_text(table: Table, line: Line) -> str:
    """Describe a line of the sheet: "Bo, full house 30", "round 3: Bo 20, Cleo 10"."""
    return listed([player_name(table, line), presented(table).lines.content(table, line)])


def said(table: Table) -> str:
    """Describe the last line and the next player, for screen readers."""
    last = table.last_line
    parts = []
    if last is not None:
        parts.append(sentence(line_text(table, last)))
    if table.turn is not None:
        parts.append(next_turn(table))
    elif table.outcome is not None:
        parts.append(winners_line(table))
    return " ".join(parts)


def next_turn(table: Table) -> str:
    """Name the next player, "" for a game without turns: "Bo’s turn."."""
    return "" if table.turn is None else _("%(player)s’s turn.") % {"player": table.name(table.turn)}


def winners_line(table: Table) -> str:
    """Describe the winners: "Cleo wins", "Cleo and Ana share it"."""
    outcome = table.outcome
    assert outcome is not None
    names = [table.name(key) for key in outcome.winners]
    if not names:
        return _("Nobody wins")
    winning_sides = [side for side in outcome.sides if set(side) <= set(outcome.winners)]
    if len(names) == 1:
        return _("%(player)s wins") % {"player": names[0]}
    if len(winning_sides) == 1:
        return _("%(players)s win") % {"players": and_list(names)}
    return _("%(players)s tie for the win") % {"players": and_list(names)}


def standing(table: Table, scores: dict[str, int], player: str) -> str:
    """Describe the standing of a player's side: "Ana 109, leads by 12".

    `scores`: every player's own total. Partners share a side: "Ana and Cleo 80, 24 behind Bo and Dev".
    """
    sides = sides_of(table, scores)
    own = side_with(sides, player)
    others = [side for side in sides if side is not own]
    if not others:
        return f"{own.name} {figure(own.total)}"
    best = max(others, key=lambda side: side.total)
    ahead = own.total - best.total
    numbers = {"player": own.name, "points": own.total, "distance": abs(ahead), "other": best.name}
    if ahead > 0:
        return _("%(player)s %(points)d, leads by %(distance)d") % numbers
    if ahead < 0:
        return _("%(player)s %(points)d, %(distance)d behind %(other)s") % numbers
    return _("%(player)s %(points)d, tied with %(other)s") % numbers


def counted_tricks(count: int) -> str:
    """Return a number of tricks in words."""
    return ngettext("%(count)d trick", "%(count)d tricks", count) % {"count": count}

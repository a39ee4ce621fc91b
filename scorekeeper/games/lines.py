"""A game in words: what a line wrote, who leads. Used by the entry panel, the log and what is spoken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed, sentence
from scorekeeper.core.web.numbers import figure
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Place, Table
from scorekeeper.rules.naming import labels_of

from .card_rounds.lines import LINES
from .phrases import and_list, within
from .sides import side_with, sides_of


def box_name(label: str) -> str:
    """A box in the middle of a sentence: "full house", not "Full house"."""
    return within(_(label))


def ordinal_throw(throws: int) -> str:
    """Which throw, in words: "third throw", "4th throw"."""
    words = ("", _("first throw"), _("second throw"), _("third throw"))
    return words[throws] if throws < len(words) else _("%(count)dth throw") % {"count": throws}


def what(table: Table, line: Line) -> str:
    """What a standing line wrote, without whose it is: "full house 30", "fours, struck"."""
    if table.game.slug in LINES:
        return LINES[table.game.slug].what(table, place_of(table, line), line.moves[0])
    if len(line.moves) > 1:
        return raw_count(line.moves)
    place = table.places.get((line.number, 0))
    if place is None:
        return _("five alike on the first throw")
    return written(place)


def written(place: Place) -> str:
    """What stands in a place: "full house 30", "fours, struck"."""
    box = box_name(place.row.label)
    if place.points == 0:
        return _("%(box)s, struck") % {"box": box}
    return f"{box} {place.points}"


def raw_count(moves: Sequence[dict[str, Any]]) -> str:
    """How many boxes somebody struck who went home."""
    return ngettext("%(count)d box struck", "%(count)d boxes struck", len(moves)) % {"count": len(moves)}


def label_of(table: Table, move: dict[str, Any]) -> str:
    """The label of a move's box, also of one that is no longer played; "" for an automatic win without a box."""
    key = move.get("box", "")
    boxes = table.game.BOXES
    printed = next((box.label for box in boxes if box.name == key), "")
    return labels_of(table.game, table.session.options).get(key, printed)


def raw_what(table: Table, moves: tuple[dict[str, Any], ...]) -> str:
    """What moves that no longer stand had written, told from themselves."""
    if table.game.slug in LINES:
        return LINES[table.game.slug].what(table, None, moves[0])
    if len(moves) > 1:
        return raw_count(moves)
    move = moves[0]
    label = label_of(table, move)
    if not label:
        return _("five alike on the first throw")
    if move.get("strike"):
        return _("%(box)s, struck") % {"box": box_name(label)}
    if "points" in move:
        return f"{box_name(label)} {move['points']}"
    return _("%(box)s with %(dice)s") % {"box": box_name(label), "dice": " ".join(map(str, move["dice"]))}


def place_of(table: Table, line: Line) -> int | None:
    """The index of a line's first move among all moves that stand."""
    return next((index for index, place in enumerate(table.replayed.places) if place[0] == line.number), None)


def seat_of(table: Table, move: dict[str, Any]) -> str | None:
    """The seat that a move is for; None where it is the whole table's."""
    if table.game.slug in LINES:
        return LINES[table.game.slug].whose(move)
    key: str = move["player"]
    return key


def whose(table: Table, line: Line) -> str:
    """The name of the player that a line is for, "" where it is the whole table's."""
    key = seat_of(table, line.moves[0])
    return "" if key is None else table.name(key)


def told(table: Table, line: Line) -> str:
    """A standing line: "Bo, full house 30", "round 3: Bo 20, Cleo 10"."""
    return listed([whose(table, line), what(table, line)])


def short(table: Table, line: Line) -> str:
    """A standing line as a key names it: "30", "full house, struck", "round 3"."""
    if table.game.slug in LINES:
        return LINES[table.game.slug].short(table, place_of(table, line), line.moves[0])
    told = what(table, line)
    points = told.rsplit(" ", 1)[-1]
    return points if points.isdigit() and len(line.moves) == 1 else told


def said(table: Table) -> str:
    """The last line and who is next, for the live region."""
    last = table.last_line
    parts = []
    if last is not None:
        parts.append(sentence(told(table, last)))
    if table.turn is not None:
        parts.append(_("%(player)s writes.") % {"player": table.name(table.turn)})
    elif table.outcome is not None:
        parts.append(winners_line(table))
    return " ".join(parts)


def winners_line(table: Table) -> str:
    """Who won: "Cleo wins", "Cleo and Ana share it"."""
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
    return _("%(players)s share it") % {"players": and_list(names)}


def standing(table: Table, scores: dict[str, int], player: str) -> str:
    """How a player's side stands with these scores: "Ana 109, leads by 12", "Ana and Cleo 80, 24 behind Bo and Dev"."""
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
    return _("%(player)s %(points)d, level with %(other)s") % numbers


def counted_tricks(count: int) -> str:
    """So many tricks."""
    return ngettext("%(count)d trick", "%(count)d tricks", count) % {"count": count}

"""The log of a table in words, newest first, under headings of turns.

Of a long log only the index (`LogIndex`) is read whole; entries are read for one page at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presented
from scorekeeper.games.sides import sides_of
from scorekeeper.play.loading import read_entries
from scorekeeper.play.log_index import LogIndex, read_log_index
from scorekeeper.play.models import Entry
from scorekeeper.play.table import Table

from .log_entries import LogEntry, describe_entry

Kind = Entry.Kind


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as a heading, with the leader after it."""

    title: str
    leader: str


@dataclass(frozen=True, slots=True)
class Log:
    """The log of a table, filtered.

    `entries`: (turn, entry number) of each, newest first.
    """

    table: Table
    entries: tuple[tuple[int, int], ...]
    index: LogIndex
    leaders: dict[int, str]
    last_turn: int

    def turns(self, page: Sequence[tuple[int, int]]) -> list[tuple[Turn, list[LogEntry]]]:
        """Describe a page of entries, grouped by turn."""
        lines = self.table.replayed.by_number
        newest = self.index.newest
        replaced = {number: self.index.replaced_entry(number) for _turn, number in page}
        earlier = {number: self.index.replaced_entry(number) for number in replaced.values()}
        asked = {*replaced, *earlier, *earlier.values()}
        stored = {each.number: each for each in read_entries(self.table.session, self.table.count, asked)}
        found = []
        for turn, group in groupby(page, key=lambda each: each[0]):
            texts = [
                describe_entry(
                    self.table,
                    stored[number],
                    (stored[replaced[number]], stored[earlier[replaced[number]]]),
                    lines,
                    newest,
                )
                for _turn, number in group
            ]
            found.append((self._heading(turn), texts))
        return found

    def _heading(self, number: int) -> Turn:
        title = _heading(self.table, number) if number else _("Before the first turn")
        if number == self.last_turn and self.table.turn is not None:
            return Turn(title, _("%(player)s is next") % {"player": self.table.name(self.table.turn)})
        return Turn(title, self.leaders.get(number, ""))


def _heading(table: Table, number: int) -> str:
    return presented(table).lines.heading(table, number - 1)


def read_log(table: Table, *, seat: str = "", only_table: bool = False) -> Log:
    """Read the log of a table.

    `seat`: only entries of that player; `only_table`: only changes of the table.
    """
    index = read_log_index(table)
    first_moves = _first_moves(table, index)
    # changes of the table belong to no player
    seats = {number: presented(table).lines.player(move) for number, move in first_moves.items()}
    rounds, leaders = _rounds(table, first_moves)
    found = []
    current = 0
    for number, kind, _target in index.rows.values():
        current = rounds.get(number, current)
        if only_table and kind != Kind.CHANGE:
            continue
        if seat and seats.get(index.line_number_of[number]) != seat:
            continue
        found.append((current, number))
    return Log(table, tuple(reversed(found)), index, leaders, max(rounds.values(), default=0))


def _first_moves(table: Table, index: LogIndex) -> dict[int, dict[str, Any]]:
    """Return the first move of every line by entry number, including lines taken back."""
    found = {line.number: line.moves[0] for line in table.replayed.lines}
    gone = [row.number for row in index.rows.values() if row.kind == Kind.APPEND and row.number not in found]
    if gone:
        rows = Entry.objects.filter(session=table.session, number__in=gone)
        found |= rows.values_list("number", "data__moves__0")
    return dict(sorted(found.items()))


def _rounds(table: Table, by_number: dict[int, dict[str, Any]]) -> tuple[dict[int, int], dict[int, str]]:
    """Return the turn of each line, and the leader after each turn.

    `by_number`: first move of each line by entry number.
    """
    state = table.game.start(table.options, table.state.seats)
    lines = table.replayed.by_number
    counts: dict[str, int] = {}
    rounds: dict[int, int] = {}
    leaders: dict[int, str] = {}
    for number, first in by_number.items():
        # in card games every line is a turn of its own
        player = first["player"] if table.game.BOXES else ""
        turn = counts.get(player, 0) + 1
        rounds[number] = turn
        line = lines.get(number)
        if line is None:
            continue
        counts[player] = turn
        for move in line.moves:
            state = table.game.apply(state, table.game.parse(move), check_order=False)
        if table.game.POINTS:
            leaders[turn] = _leader_text(table, table.game.scores(state))
    return rounds, leaders


def _leader_text(table: Table, scores: dict[str, int]) -> str:
    sides = sides_of(table, scores)
    ordered = sorted((side.total for side in sides), reverse=True)
    best = [side for side in sides if side.total == ordered[0]]
    names = [side.name for side in best]
    if len(best) > 1:
        if not best[0].alone and len(best) == len(sides):
            return _("The sides were tied at %(points)d") % {"points": ordered[0]}
        level = and_list(names) if best[0].alone else listed(names)
        return _("%(players)s tied") % {"players": level}
    ahead = ordered[0] - ordered[1] if len(ordered) > 1 else ordered[0]
    numbers = {"player": names[0], "distance": ahead}
    if best[0].alone:
        return _("%(player)s led by %(distance)d") % numbers
    return pgettext("partners", "%(player)s led by %(distance)d") % numbers

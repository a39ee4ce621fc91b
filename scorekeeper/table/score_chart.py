"""The course of a game: the running total of each side, as a chart and a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scorekeeper.charts.frame import data_table
from scorekeeper.charts.lines import MOST_LETTERS, Lines, Series, line_chart
from scorekeeper.core.i18n.rounding import half_up
from scorekeeper.games.presentations import presented
from scorekeeper.games.sides import Side, in_partnerships, sides_of
from scorekeeper.ledger import money
from scorekeeper.people.avatars import initials
from scorekeeper.people.names import isolated
from scorekeeper.play.table import Table, rule_seats

LEAST = 3  # fewest values of a line that show a course
STYLES = 10


@dataclass(frozen=True, slots=True)
class Course:
    """The chart and its table, as HTML."""

    chart: SafeString
    table: SafeString


def course_chart(table: Table) -> Course | None:
    """Return the course of a game, up to now if it runs.

    None where totals are no points, and for fewer than LEAST values.
    """
    if not has_course(table):
        return None
    sides = sides_of(table)
    totals = side_totals(running_totals(table), sides)
    length = max(map(len, totals))
    if length < LEAST:
        return None
    on_boxes = bool(table.game.BOXES)
    first = _("start")
    if on_boxes:
        last = pgettext("of the sheet", "turn %(turn)d") % {"turn": length - 1}
    else:
        last = presented(table).lines.heading(table, length - 2)
    winners = table.outcome.winners if table.outcome is not None else ()
    series = [
        side_series(table, side, values, won=bool(set(side.players) & set(winners)))
        for side, values in zip(sides, totals, strict=True)
    ]
    title = course_title(table)
    chart = Lines("went", title, _about(table), series, first, last, zero=min(map(min, totals)) < 0)
    rows = [[str(at), *(_cell_text(values, at) for values in totals)] for at in range(1, length)]
    heads = [pgettext("of the sheet", "turn") if on_boxes else _("line"), *(side.name for side in sides)]
    return Course(line_chart(chart, _number_text), data_table(_("as a table"), title, heads, rows))


def has_course(table: Table) -> bool:
    """Return whether a game has points, and a player or side has LEAST values."""
    least = len(table.seats) + 1 if table.game.BOXES else LEAST - 1
    return table.game.POINTS and len(table.replayed.lines) >= least


def course_title(table: Table) -> str:
    """Return the title of the chart: "How it goes" while the game runs."""
    return _("How it goes") if table.outcome is None else _("How it went")


def side_totals(totals: Mapping[str, Sequence[int]], sides: Sequence[Side]) -> list[list[int]]:
    """Return the running total of each side; a player with fewer lines keeps the last value."""
    found = []
    for side in sides:
        members = [totals[key] for key in side.players]
        length = max(map(len, members))
        found.append([sum(each[min(at, len(each) - 1)] for each in members) for at in range(length)])
    return found


def running_totals(table: Table) -> dict[str, list[int]]:
    """Return each player's totals from the start.

    Games with a deal have one after every line, others after the player's own lines. The boxes crossed out by a
    player who left, or by an early end, are no turn.
    """
    game = table.game
    state = game.start(table.options, rule_seats(table.seats))
    totals = {player: [points] for player, points in game.scores(state).items()}
    for line in table.replayed.lines:
        for move in line.moves:
            state = game.apply(state, game.parse(move), check_order=False)
        scores = game.scores(state)
        turn = [] if line.first.data.get("home") else [line.moves[0].get("player")]
        for player in turn if game.BOXES else scores:
            if player in totals:
                totals[player].append(scores[player])
    if game.BOXES:
        # another player's line may earn a bonus, and a win at once changes totals
        for player, points in game.scores(state).items():
            totals[player][-1] = points if len(totals[player]) > 1 else totals[player][-1]
    return totals


def _about(table: Table) -> str:
    """Describe the chart for screen readers."""
    if table.outcome is None:
        return _("The running total of each player or side, from the first line to the last.")
    if in_partnerships(table):
        return _(
            "The running total of each side, from the first line to the last. The ring marks the winner."
        )
    return _("The running total of each player, from the first line to the last. The ring marks the winner.")


def side_series(table: Table, side: Side, values: Sequence[float], *, won: bool) -> Series:
    """Draw the line of a side in its first player's colour; long partner names become initials."""
    seats = [table.seat(key) for key in side.players]
    name = isolated(" + ".join(seat.player.name for seat in seats))
    if not side.alone and len(name) > MOST_LETTERS:
        letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
        name = " + ".join(letters[key] for key in side.players)
    rings = frozenset([len(values) - 1]) if won else frozenset[int]()
    return Series(name, (seats[0].player.colour - 1) % STYLES + 1, values, rings)


def _number_text(value: float) -> str:
    return money.show_number(int(half_up(value)), get_language() or "en").replace("-", "−")


def _cell_text(values: list[int], at: int) -> str:
    return _number_text(values[at]) if at < len(values) else "–"

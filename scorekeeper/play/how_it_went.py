"""How a game that is over went: everybody's running total, line by line, as a chart and as a table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scorekeeper.charts.drawn import data_table
from scorekeeper.charts.lines import Lines, Series, line_chart
from scorekeeper.ledger import money
from scorekeeper.people.names import isolated

from .table import Table, rule_seats

LEAST = 3  # points on a line, below which there is nothing to see
STYLES = 10


@dataclass(frozen=True, slots=True)
class Course:
    """The chart and its table."""

    chart: SafeString
    table: SafeString


def how_it_went(table: Table) -> Course | None:
    """The course of a game; None while it runs, where totals are no points, and where it was over at once."""
    if table.outcome is None or not table.game.POINTS:
        return None
    totals = running_totals(table)
    length = max(map(len, totals.values()))
    if length < LEAST:
        return None
    dealt = table.game.DEALS
    first, last = (_("start"), _("line %(line)d") % {"line": length - 1})
    if not dealt:
        last = pgettext("of the sheet", "turn %(turn)d") % {"turn": length - 1}
    winners = set(table.outcome.winners)
    series = [
        Series(
            isolated(seat.player.name),
            (seat.player.colour - 1) % STYLES + 1,
            totals[seat.key],
            frozenset([len(totals[seat.key]) - 1]) if seat.key in winners else frozenset(),
        )
        for seat in table.seats
    ]
    title = _("How it went")
    about = _("The running total of each player, from the first line to the last. A ring: won.")
    chart = Lines("went", title, about, series, first, last, zero=min(map(min, totals.values())) < 0)
    rows = [[str(at), *(_told(totals[seat.key], at) for seat in table.seats)] for at in range(1, length)]
    heads = [_("line") if dealt else pgettext("of the sheet", "turn"), *(each.name for each in series)]
    return Course(line_chart(chart, _shown), data_table(_("as a table"), title, heads, rows))


def running_totals(table: Table) -> dict[str, list[int]]:
    """Everybody's total, beginning with the start: where cards are dealt after every line, else after his own."""
    game = table.game
    state = game.start(table.options, rule_seats(table.seats))
    totals = {player: [points] for player, points in game.scores(state).items()}
    for line in table.folded.lines:
        if line.taken_back is not None:
            continue
        for move in line.moves:
            state = game.apply(state, game.parse(move), check_order=False)
        scores = game.scores(state)
        for player in scores if game.DEALS else [line.moves[0].get("player")]:
            if player in totals:
                totals[player].append(scores[player])
    if not game.DEALS:
        # a bonus that somebody else's line brings, or a win at once, still stands at the end
        for player, points in game.scores(state).items():
            totals[player][-1] = points if len(totals[player]) > 1 else totals[player][-1]
    return totals


# --- inside ----------------------------------------------------------------------------------------------


def _shown(value: float) -> str:
    return money.show_number(round(value), get_language() or "en").replace("-", "−")


def _told(values: list[int], at: int) -> str:
    return _shown(values[at]) if at < len(values) else "–"

"""Charts of a game's review: the expected totals of the sides, and their chances of winning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.charts.frame import data_table
from scorekeeper.charts.lines import Lines, Series, line_chart
from scorekeeper.games.sides import Side, sides_of
from scorekeeper.history.charts import percent, tenths, whole
from scorekeeper.play.table import Table
from scorekeeper.table.score_chart import Course, side_series

from .game_review import GameReview, PlayerReview

Tell = Callable[[float], str]


def outlook_chart(table: Table, review: GameReview) -> Course:
    """Draw each side's expected total after each turn, at the end the total."""
    sides = sides_of(table)
    values = [_added([outlooks(review.players[key]) for key in side.players]) for side in sides]
    about = _("The total to expect after each turn, if each player goes on with the best choices.")
    return _drawn(table, "outlook", _("Expected totals"), about, values, (whole, tenths))


def winning_chart(table: Table, review: GameReview) -> Course | None:
    """Draw each side's chance of winning after each round of turns; None while it is not known."""
    sides, winning = sides_of(table), review.winning
    if winning is None or len(sides) < 2:
        return None
    rounds = [*winning.rounds, *([_final_shares(table)] if _is_cut_off(table) else [])]
    values = [[each[at] * 100 for each in rounds] for at in range(len(sides))]
    about = _("The chance of winning after each round of turns, if the players play independently.")
    return _drawn(table, "chance", _("Chance of winning"), about, values, (_percent, _percent))


def outlooks(player: PlayerReview) -> list[float]:
    """Return a player's expected total at the start and after each turn.

    If the game ended early for the player, the total follows.
    """
    found = [player.expected, *(turn.outlook for turn in player.turns)]
    return found if player.whole else [*found, player.total]


def _drawn(
    table: Table, key: str, title: str, about: str, values: Sequence[Sequence[float]], tell: tuple[Tell, Tell]
) -> Course:
    """Draw a line for each side; `tell`: formats a value of the axis, and one of the table."""
    sides, length = sides_of(table), max(map(len, values))
    winners = set(table.outcome.winners) if table.outcome is not None else set()
    series: list[Series] = [
        side_series(table, side, each, won=bool(winners & set(side.players)))
        for side, each in zip(sides, values, strict=True)
    ]
    last = (
        _("end") if _is_cut_off(table) else pgettext("of the sheet", "turn %(turn)d") % {"turn": length - 1}
    )
    chart = Lines(key, title, about, series, _("start"), last)
    names = [_("start"), *map(str, range(1, length))]
    if _is_cut_off(table):
        names[-1] = _("end")
    rows = [[name, *(_cell(each, at, tell[1]) for each in values)] for at, name in enumerate(names)]
    heads = [pgettext("of the sheet", "turn"), *_names(sides)]
    return Course(line_chart(chart, tell[0]), data_table(_("as a table"), title, heads, rows))


def _names(sides: Sequence[Side]) -> list[str]:
    return [side.name for side in sides]


def _is_cut_off(table: Table) -> bool:
    return table.outcome is not None and table.outcome.automatic


def _final_shares(table: Table) -> list[float]:
    """Return each side's share of the win as the game ended."""
    winners = set(table.outcome.winners) if table.outcome is not None else set()
    won = [bool(set(side) & winners) for side in table.state.seats.sides]
    return [each / max(1, sum(won)) for each in won]


def _added(members: Sequence[Sequence[float]]) -> list[float]:
    length = max(map(len, members))
    return [sum(each[min(at, len(each) - 1)] for each in members) for at in range(length)]


def _cell(values: Sequence[float], at: int, tell: Tell) -> str:
    return tell(values[at]) if at < len(values) else "–"


def _percent(value: float) -> str:
    return percent(round(value * 10), 1000)

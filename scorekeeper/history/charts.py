"""Charts of the history pages, each with a description and a data table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from babel.numbers import format_percent
from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from scorekeeper.charts.columns import Bin, column_chart
from scorekeeper.charts.frame import RING, data_table
from scorekeeper.charts.lines import Lines, Series, line_chart
from scorekeeper.core.i18n.dates import days_of_play, show_day, show_days
from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.core.i18n.rounding import Exact, half_up, root_half_up
from scorekeeper.ledger import money
from scorekeeper.ledger.presentation import unit_name

from .balance_history import BalanceHistory
from .presentation import ShownPlayer
from .recent_games import Last, Point


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart and its data table.

    `note`: a text about omitted data, empty for none. `title`: title of a folded chart.
    """

    chart: SafeString
    table: SafeString
    note: str = ""
    title: str = ""


def whole(value: Exact) -> str:
    """Format a number without decimals."""
    return money.show_number(int(half_up(value)), get_language() or "en").replace("-", "−")


def tenths(value: Exact) -> str:
    """Format a number with one decimal."""
    return _one_place(half_up(value, 1))


def deviation(variance: Fraction) -> str:
    """Format the standard deviation of a variance, with one decimal."""
    return _one_place(root_half_up(variance, 1))


def percent(part: int, of: int) -> str:
    """Format a share in whole percents."""
    share = half_up(Fraction(100 * part, of)) if of else Decimal(0)
    return format_percent(share.scaleb(-2), locale=money.locale_data(get_language() or "en"))


def of_games(count: int) -> str:
    """Return the size of a sample: "of 392 games"."""
    return ngettext("of %(count)s game", "of %(count)s games", count) % {"count": whole(count)}


def with_the_same(others: int) -> str:
    """Return the number of others that reached a record too: "and 4 more with the same"; empty for none."""
    text = ngettext("and %(count)s more with the same", "and %(count)s more with the same", others)
    return text % {"count": whole(others)} if others else ""


def points_text(points: int) -> str:
    """Return points with their unit: "89 points"."""
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": whole(points)}


def last_games_chart(title: str, last: Last, known: Mapping[int, ShownPlayer]) -> Drawing:
    """Draw the points of each side in the last games, with rings around wins."""
    series: list[Series] = []
    for side, points in last.points.items():
        members = [known[player] for player in side if player in known]
        if members:
            name = " + ".join(each.name for each in members)
            series.append(Series(name, _style(members, series), points, last.won[side]))
    days = show_days(day for day, _address in last.games)
    about = _("Points of each player, game by game, from %(first)s to %(last)s. A ring: won.")
    if any(len(side) > 1 for side in last.points):
        about = _("Points of each side, game by game, from %(first)s to %(last)s. A ring: won.")
    chart = Lines("last", title, about % {"first": days[0], "last": days[-1]}, series, days[0], days[-1])
    rows = [
        [day, *(_points(each.values[at], at in each.rings) for each in series)] for at, day in enumerate(days)
    ]
    table = data_table(_("as a table"), title, [_("day"), *(each.name for each in series)], rows)
    return Drawing(line_chart(chart, whole), table)


def ratings_chart(
    title: str, found: Mapping[int, Sequence[Point]], players: Sequence[ShownPlayer]
) -> Drawing:
    """Draw the ratings of players over time."""
    points = {each: found.get(each.number, ()) for each in players}
    shown = {each: known for each, known in points.items() if known}
    series = [
        Series(
            each.name,
            each.style,
            [point.rating for point in known],
            places=[point.at.timestamp() for point in known],
        )
        for each, known in shown.items()
    ]
    times = sorted((point.at, point.day) for known in shown.values() for point in known)
    about = _("The rating of each player from %(first)s to %(last)s.")
    days = show_day(times[0][1]), show_day(times[-1][1])
    words = about % {"first": days[0], "last": days[1]}
    chart = Lines("ratings", title, words, series, *days)
    rows = [
        [each.name, whole(known[0].rating), whole(known[len(known) // 2].rating), whole(known[-1].rating)]
        for each, known in shown.items()
    ]
    heads = [_("player"), pgettext("in a course", "first"), _("halfway"), _("now")]
    return Drawing(line_chart(chart, whole), data_table(_("as a table"), title, heads, rows))


def form_chart(
    title: str, points: Sequence[Point], who: ShownPlayer, mean: Fraction, *, side: bool = False
) -> Drawing:
    """Draw one player's last games with their mean as a dashed line.

    `side`: the points are totals of the player's side.
    """
    values = [point.points for point in points]
    rings = frozenset(at for at, point in enumerate(points) if point.won)
    days = show_days(point.day for point in points)
    about = _("Points of %(player)s, game by game. A ring marks a win, the dashes the average, %(mean)s.")
    if side:
        about = _(
            "Points of the side of %(player)s, game by game. A ring marks a win, the dashes the "
            "average, %(mean)s."
        )
    words = about % {"player": who.name, "mean": whole(mean)}
    series = [Series(who.name, who.style, values, rings)]
    chart = Lines("form", title, words, series, days[0], days[-1], level=float(mean), ends=True)
    rows = [
        [day, whole(point.points or 0), pgettext("a game", "won") if point.won else "–"]
        for day, point in zip(days, points, strict=True)
    ]
    table = data_table(_("as a table"), title, [_("day"), _("points"), ""], rows)
    return Drawing(line_chart(chart, whole), table)


def rating_chart(title: str, points: Sequence[Point], who: ShownPlayer) -> Drawing:
    """Draw one player's rating over time."""
    days = show_days(point.day for point in points)
    first, last = days[0], days[-1]
    about = _("The rating of %(player)s from %(first)s to %(last)s.")
    words = about % {"player": who.name, "first": first, "last": last}
    line = Series(
        who.name, who.style, [point.rating for point in points], places=[p.at.timestamp() for p in points]
    )
    chart = Lines("rating", title, words, [line], first, last, zero=True)
    rows = [[day, whole(point.nth), whole(point.rating)] for day, point in zip(days, points, strict=True)]
    table = data_table(_("as a table"), title, [_("day"), _("games"), _("rating")], rows)
    return Drawing(line_chart(chart, whole), table)


def balance_chart(
    key: str, unit: str, course: BalanceHistory, who: ShownPlayer, *, in_period: bool = False
) -> Drawing:
    """Draw one player's balance over time in one unit.

    `key`: id prefix of the chart. `in_period`: whether it stands beside figures of a period, which do not limit it.
    """
    known, language = course.points, get_language() or "en"

    def money_text(value: float) -> str:
        amount = int(half_up(value))
        return ("−" if amount < 0 else "") + money.show(abs(amount), unit, language)

    days = show_days(map(days_of_play(), (at for at, _amount in known)))
    first, last = days[0], days[-1]
    about = _("What %(player)s was owed from %(first)s to %(last)s; below zero what %(player)s owed.")
    words = about % {"player": who.name, "first": first, "last": last}
    places = [at.timestamp() for at, _amount in known]
    line = Series(who.name, who.style, [amount for _at, amount in known], places=places)
    heading = _("Balance over time, all time") if in_period else _("Balance over time")
    title = labelled(heading, unit_name(unit))
    chart = Lines(key, title, words, [line], first, last, zero=True)
    rows = [[day, money_text(amount)] for day, (_at, amount) in zip(days, known, strict=True)]
    table = data_table(_("as a table"), title, [_("day"), _("balance")], rows)
    return Drawing(line_chart(chart, money_text), table, _not_drawn(course), title)


def _not_drawn(course: BalanceHistory) -> str:
    """Describe the omitted part of a balance history."""
    return "" if course.whole else _("Older balances are in the ledger.")


def how_often_chart(title: str, found: Sequence[Bin], who: ShownPlayer) -> Drawing:
    """Draw how often a player had which points."""
    about = _("How often %(player)s had which points.") % {"player": who.name}
    rows = [[each.label, whole(each.times)] for each in found]
    table = data_table(_("as a table"), title, [_("points"), _("how often")], rows)
    return Drawing(column_chart("often", title, about, found, who.style), table)


def _style(members: Sequence[ShownPlayer], drawn: Sequence[Series]) -> int:
    """Return the first unused style among the members of a side."""
    taken = {each.style for each in drawn}
    return next((each.style for each in members if each.style not in taken), members[0].style)


def _one_place(value: Decimal) -> str:
    return formats.number_format(value, decimal_pos=1).replace("-", "−")


def _points(value: float | None, won: bool) -> str:
    if value is None:
        return "–"
    return _("%(points)s, won") % {"points": whole(value) + RING} if won else whole(value)

"""Charts of the looking-back pages: what is shown, in words and as a table beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from babel.numbers import format_percent
from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scorekeeper.charts.columns import Bin, column_chart
from scorekeeper.charts.drawn import data_table
from scorekeeper.charts.lines import Lines, Series, line_chart
from scorekeeper.history.balance import Course
from scorekeeper.history.form import Last, Point
from scorekeeper.ledger import money

STYLES = 10


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart and the same as a table. `note`: what of it is not drawn, empty where all is."""

    chart: SafeString
    table: SafeString
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A player on the pages that look back. `style`: of his line in charts."""

    number: int
    address: str
    name: str
    counter: SafeString
    style: int


def whole(value: float) -> str:
    """A number without places after the point."""
    return money.show_number(round(value), get_language() or "en").replace("-", "−")


def tenths(value: float) -> str:
    """A mean, with one place after the point."""
    return formats.number_format(value, decimal_pos=1)


def percent(part: int, of: int) -> str:
    """A share in whole percents."""
    return format_percent(part / of if of else 0, locale=money.locale_data(get_language() or "en"))


def day(at: datetime) -> str:
    """A day in few letters."""
    return formats.date_format(localtime(at), "MONTH_DAY_FORMAT")


def full_day(at: datetime) -> str:
    """A day with its year."""
    return formats.date_format(localtime(at), "DATE_FORMAT")


def last_games_chart(title: str, last: Last, players: Sequence[Shown]) -> Drawing:
    """Everybody's points in the last games; rings for who won."""
    series = [
        Series(each.name, each.style, last.points[each.number], last.won[each.number])
        for each in players
        if each.number in last.points
    ]
    days = [day(at) for at, _address in last.games]
    about = _("Points of each player, game by game, from %(first)s to %(last)s. A ring: won.")
    chart = Lines("last", title, about % {"first": days[0], "last": days[-1]}, series, days[0], days[-1])
    rows = [
        [each.name, *(_points(value, at in each.rings) for at, value in enumerate(each.values))]
        for each in series
    ]
    table = data_table(_("as a table"), title, [_("player"), *days], rows)
    return Drawing(line_chart(chart, whole), table)


def ratings_chart(title: str, found: Mapping[int, Sequence[Point]], players: Sequence[Shown]) -> Drawing:
    """Ratings over time, by the day."""
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
    times = sorted(point.at for known in shown.values() for point in known)
    about = _("The rating of each player from %(first)s to %(last)s.")
    days = full_day(times[0]), full_day(times[-1])
    words = about % {"first": days[0], "last": days[1]}
    chart = Lines("ratings", title, words, series, *days)
    rows = [
        [each.name, whole(known[0].rating), whole(known[len(known) // 2].rating), whole(known[-1].rating)]
        for each, known in shown.items()
    ]
    heads = [_("player"), pgettext("in a course", "first"), _("halfway"), _("now")]
    return Drawing(line_chart(chart, whole), data_table(_("as a table"), title, heads, rows))


def form_chart(title: str, points: Sequence[Point], who: Shown, mean: float) -> Drawing:
    """One player's last games, his mean dashed across them."""
    values = [point.points for point in points]
    rings = frozenset(at for at, point in enumerate(points) if point.won)
    days = [day(point.at) for point in points]
    about = _("Points of %(player)s, game by game. A ring: won. Dashes: the mean, %(mean)s.")
    words = about % {"player": who.name, "mean": whole(mean)}
    series = [Series(who.name, who.style, values, rings)]
    chart = Lines("form", title, words, series, days[0], days[-1], level=mean, ends=True)
    rows = [
        [full_day(point.at), whole(point.points or 0), pgettext("a game", "won") if point.won else "–"]
        for point in points
    ]
    table = data_table(_("as a table"), title, [_("day"), _("points"), ""], rows)
    return Drawing(line_chart(chart, whole), table)


def rating_chart(title: str, points: Sequence[Point], who: Shown) -> Drawing:
    """One player's rating over time."""
    first, last = full_day(points[0].at), full_day(points[-1].at)
    about = _("The rating of %(player)s from %(first)s to %(last)s.")
    words = about % {"player": who.name, "first": first, "last": last}
    line = Series(
        who.name, who.style, [point.rating for point in points], places=[p.at.timestamp() for p in points]
    )
    chart = Lines("rating", title, words, [line], first, last, zero=True)
    rows = [[full_day(point.at), whole(point.nth), whole(point.rating)] for point in points]
    table = data_table(_("as a table"), title, [_("day"), _("games"), _("rating")], rows)
    return Drawing(line_chart(chart, whole), table)


def balance_chart(key: str, unit: str, course: Course, who: Shown) -> Drawing:
    """What one player was owed over time, in one unit; below zero what he owed."""
    known, language = course.points, get_language() or "en"

    def tell(value: float) -> str:
        amount = round(value)
        return ("−" if amount < 0 else "") + money.show(abs(amount), unit, language)

    first, last = full_day(known[0][0]), full_day(known[-1][0])
    about = _("What %(player)s was owed from %(first)s to %(last)s; below zero what %(player)s owed.")
    words = about % {"player": who.name, "first": first, "last": last}
    places = [at.timestamp() for at, _amount in known]
    line = Series(who.name, who.style, [amount for _at, amount in known], places=places)
    title = _("Balance over time")
    chart = Lines(key, title, words, [line], first, last, zero=True)
    rows = [[full_day(at), tell(amount)] for at, amount in known]
    table = data_table(_("as a table"), title, [_("day"), _("balance")], rows)
    return Drawing(line_chart(chart, tell), table, _not_drawn(course))


def _not_drawn(course: Course) -> str:
    """What a course leaves out."""
    notes = []
    if len(course.points) < course.days:
        some = {"drawn": whole(len(course.points)), "days": whole(course.days)}
        notes.append(_("Drawn: %(drawn)s of %(days)s days with lines, from the first to the last.") % some)
    if not course.whole:
        notes.append(_("What is older stands in the book."))
    return " ".join(notes)


def how_often_chart(title: str, found: Sequence[Bin], who: Shown) -> Drawing:
    """How often a player had which points."""
    about = _("How often %(player)s had which points.") % {"player": who.name}
    rows = [[each.label, whole(each.times)] for each in found]
    table = data_table(_("as a table"), title, [_("points"), _("how often")], rows)
    return Drawing(column_chart("often", title, about, found, who.style), table)


def _points(value: float | None, won: bool) -> str:
    if value is None:
        return "–"
    return _("%(points)s, won") % {"points": whole(value)} if won else whole(value)

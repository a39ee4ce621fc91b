"""Periods of days that statistics are limited to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import ClassVar
from urllib.parse import urlencode

from django.db.models import Q
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.dates import YEARS, begins, show_day, today

A_DAY = timedelta(days=1)
ALWAYS = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)
LIMITS = dict.fromkeys(("least", "most", "first", "after", "dated_first", "dated_after"), datetime)


@dataclass(frozen=True, slots=True)
class Period:
    """Days of play in the reader's time zone, from the first to the last; None for no limit.

    `key`: value of the query parameter `period`: "year", "12m", a year such as "2025" or a season such as "s7"; empty
    for all time and for days that are chosen freely. `season`: name of the season.
    """

    THIS_YEAR: ClassVar[str] = "year"
    TWELVE_MONTHS: ClassVar[str] = "12m"
    SEASON: ClassVar[str] = "s"

    first: date | None = None
    last: date | None = None
    key: str = ""
    season: str = ""

    @classmethod
    def of_key(cls, key: str, seasons: Sequence[Period] = ()) -> Period:
        """Return the period of a query parameter, which may be that of a season; all time if it is unknown."""
        season = next((each for each in seasons if each.key == key), None)
        if season:
            return season
        if key == cls.TWELVE_MONTHS:
            now = today()
            return cls(year_before(now) + A_DAY, now, key)
        year = str(today().year) if key == cls.THIS_YEAR else key
        if len(year) == 4 and year.isascii() and year.isdecimal() and int(year) in YEARS:
            return cls(date(int(year), 1, 1), date(int(year), 12, 31), key)
        return ALL_TIME

    @property
    def is_all(self) -> bool:
        """Return whether all days are included."""
        return self.first is None and self.last is None

    @property
    def ended(self) -> bool:
        """Return whether the last day is past."""
        return self.last is not None and self.last < today()

    @property
    def fields(self) -> dict[str, str]:
        """Return the query parameters of this period; none for all time."""
        if self.key:
            return {"period": self.key}
        days = {"since": self.first, "until": self.last}
        return {name: day.isoformat() for name, day in days.items() if day is not None}

    @property
    def query(self) -> str:
        """Return the query string of this period, for links to other pages; empty for all time."""
        return urlencode(self.fields)

    @property
    def name(self) -> str:
        """Return the period in words."""
        if self.key in (self.THIS_YEAR, self.TWELVE_MONTHS):
            return _("This year") if self.key == self.THIS_YEAR else _("Last 12 months")
        if self.key:
            return self.season or self.key
        if self.first is None or self.last is None:
            return self._open_name()
        if self.first == self.last:
            return show_day(self.first)
        return _("%(first)s to %(last)s") % {"first": show_day(self.first), "last": show_day(self.last)}

    def _open_name(self) -> str:
        if self.first is not None:
            return _("since %(day)s") % {"day": show_day(self.first)}
        return _("until %(day)s") % {"day": show_day(self.last)} if self.last is not None else _("All time")

    def matches(self, path: str = "") -> Q:
        """Return the condition on results that ended in this period.

        `path`: lookup from the filtered table to the result, such as "result__".
        """
        return Q() if self.is_all else within(path, self.limits())

    def moments(self, *, dated: bool) -> tuple[datetime, datetime]:
        """Return the first moment and the moment after the last; far away without a limit.

        `dated`: as in `dates.day_of_play`.
        """
        start = _dated if dated else begins
        first = ALWAYS[0] if self.first is None else start(self.first)
        return first, ALWAYS[1] if self.last is None else start(self.last + A_DAY)

    def finished(self, *, dated: bool, path: str = "") -> Q:
        """Return the condition of `matches` for a variant, whose games are all dated or all timed.

        It needs no session.
        """
        first, after = self.moments(dated=dated)
        found = Q() if self.first is None else Q(**{f"{path}finished__gte": first})
        return found if self.last is None else found & Q(**{f"{path}finished__lt": after})

    def limits(self) -> dict[str, datetime]:
        """Return the values of `LIMITS`, the parameters of a query with the condition `within`."""
        (first, after), (dated_first, dated_after) = self.moments(dated=False), self.moments(dated=True)
        least, most = min(first, dated_first), max(after, dated_after)
        values = (least, most, first, after, dated_first, dated_after)
        return dict(zip(LIMITS, values, strict=True))

    def __contains__(self, day: date) -> bool:
        """Return whether a day belongs to the period."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


ALL_TIME = Period()


def within(path: str, limits: Mapping[str, datetime]) -> Q:
    """Return the condition of `Period.matches` for a compiled query.

    The first conditions let the database use an index.
    """
    timed, old = (Q(**{f"{path}session__imported_result__isnull": none}) for none in (True, False))
    timed &= Q(**{f"{path}finished__gte": limits["first"], f"{path}finished__lt": limits["after"]})
    old &= Q(**{f"{path}finished__gte": limits["dated_first"], f"{path}finished__lt": limits["dated_after"]})
    ends = Q(**{f"{path}finished__gte": limits["least"], f"{path}finished__lt": limits["most"]})
    return ends & (timed | old)


def offered(days: Sequence[date], chosen: Period, seasons: Sequence[Period] = ()) -> Sequence[Period]:
    """Return the periods to choose from.

    All time, this year, the last 12 months, seasons, earlier years.
    `days`: of the group's first and last game; none without games. A chosen year without games is offered too.
    """
    this_year = today().year
    years = {str(year) for year in range(days[0].year, min(days[-1].year + 1, this_year))} if days else set()
    if chosen.key.isdecimal():
        years.add(chosen.key)
    recent = map(Period.of_key, (Period.THIS_YEAR, Period.TWELVE_MONTHS))
    return [ALL_TIME, *recent, *seasons, *map(Period.of_key, sorted(years, reverse=True))]


def _dated(day: date) -> datetime:
    """Return the start of a day for results without a time of day, which are stored in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def year_before(day: date) -> date:
    """Return the same day of the year before; 28 February for 29 February."""
    return day.replace(year=day.year - 1, day=28 if (day.month, day.day) == (2, 29) else day.day)

"""Form and control of the period of a page, from its query string."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import YEARS, today
from scorekeeper.people.models import Group

from .models import Result, with_session
from .period import ALL_TIME, Period, offered
from .seasons import period_of, seasons_of

FIELDS = ("period", "since", "until")
SHORTCUTS = 2
_ENDS = CompiledQuery(
    lambda group: with_session(
        Result.objects.filter(
            Q(pk=Result.objects.filter(group=group).order_by("finished").values("pk")[:1])
            | Q(pk=Result.objects.filter(group=group).order_by("-finished").values("pk")[:1])
        )
    ).order_by("finished"),
    group=int,
)


class DayField(forms.DateField):
    """A day as browsers send it, 2026-11-21, in one of `YEARS`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], **options)

    def to_python(self, value: Any) -> date | None:
        """Return the day.

        Raises ValidationError if it is none, or far from all games.
        """
        day = super().to_python(value)
        if day is not None and day.year not in YEARS:
            years = {"first": YEARS[0], "last": YEARS[-1]}
            raise forms.ValidationError(_("Choose a day from %(first)s to %(last)s."), params=years)
        return day


class PeriodForm(forms.Form):
    """Fields of a period: a key, or the first and the last day."""

    period = forms.CharField(required=False)
    since = DayField(required=False)
    until = DayField(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a last day before the first."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since is not None and until is not None and until < since:
            self.add_error("until", _("The last day is before the first."))
        return self.cleaned_data

    def read(self, seasons: Sequence[Period] = ()) -> Period:
        """Return the chosen period; all time if the fields are invalid."""
        if not self.is_valid():
            return ALL_TIME
        since, until = self.cleaned_data["since"], self.cleaned_data["until"]
        if since or until:
            return Period(since, until)
        return Period.of_key(self.cleaned_data["period"], seasons)


@dataclass(frozen=True, slots=True)
class PeriodOption:
    """A period in the control; `href` keeps the page's other parameters."""

    name: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PeriodControl:
    """The control of a page's period, for `history/_period.html`.

    `shortcuts`: options that can be seen without opening the control. `since`, `until`: values of the date fields.
    `errors`: message by field. `others`: the page's other parameters. `running`: the open season of today.
    `days`: those of the group's first and last game, none without games.
    """

    period: Period
    options: Sequence[PeriodOption]
    shortcuts: Sequence[PeriodOption]
    since: str
    until: str
    errors: Mapping[str, str]
    others: Sequence[tuple[str, str]]
    running: Period | None
    days: Sequence[date]

    @property
    def since_id(self) -> str:
        """The id of the field of the first day: that of the control where the browser is to focus it."""
        return "period" if "since" in self.errors else "period-since"

    @property
    def until_id(self) -> str:
        """The id of the field of the last day, as `since_id`."""
        return "period" if set(self.errors) == {"until"} else "period-until"

    @property
    def start(self) -> str:
        """Return the query of the period for a link without other parameters."""
        return f"?{self.period.query}" if self.period.query else ""

    @property
    def more(self) -> str:
        """Return the query of the period for a link with other parameters."""
        return f"&{self.period.query}" if self.period.query else ""

    def href(self, period: Period) -> str:
        """Return the link to this page with another period."""
        return _href(period, self.others)


def read_period(request: HttpRequest, group: Group) -> PeriodControl:
    """Return the control with the period in a request's query.

    Two queries.
    """
    form, named = PeriodForm(request.GET), seasons_of(group)
    seasons = [period_of(season) for season in named]
    period = form.read(seasons)
    others = [(name, str(value)) for name, value in request.GET.items() if name not in FIELDS]
    days = days_of_games(group)
    options = {
        each: PeriodOption(each.name, _href(each, others), each == period)
        for each in offered(days, period, seasons)
    }
    running = [
        each for season, each in zip(named, seasons, strict=True) if not season.closed_at and today() in each
    ][:1]
    usual = (*running, ALL_TIME, *map(Period.of_key, (Period.THIS_YEAR, str(today().year - 1))))
    shortcuts = [options[each] for each in usual if each in options and each != period][:SHORTCUTS]
    given = {name: request.GET.get(name, "") for name in ("since", "until")}
    if form.is_valid():
        given = {"since": _iso(period.first), "until": _iso(period.last)}
    errors = {name: str(texts[0]) for name, texts in form.errors.items()}
    return PeriodControl(
        period,
        list(options.values()),
        shortcuts,
        given["since"],
        given["until"],
        errors,
        others,
        next(iter(running), None),
        days,
    )


def _href(period: Period, others: Sequence[tuple[str, str]]) -> str:
    return f"?{urlencode({**dict(others), **period.fields})}"


def days_of_games(group: Group) -> list[date]:
    """Return the days of the group's first and last game."""
    return [result.day for result in _ENDS(group=group.pk)]


def years_of(days: Sequence[date]) -> list[int]:
    """Return the years from the last game to the first; `days`: from `days_of_games`."""
    return list(range(days[-1].year, days[0].year - 1, -1)) if days else []


def _iso(day: date | None) -> str:
    return "" if day is None else day.isoformat()

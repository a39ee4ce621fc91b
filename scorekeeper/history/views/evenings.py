"""Evenings of a group: a month as calendar and list, the page of an evening, its picture."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from scorekeeper.core.i18n.dates import iso_day, show_day, show_month, today
from scorekeeper.history.evening_changes import changes_of
from scorekeeper.history.evening_svg import PictureRow, picture
from scorekeeper.history.evening_texts import (
    change_text,
    games_text,
    payments_text,
    rows_of,
    share_text,
    summary_text,
    there_text,
    wins_text,
)
from scorekeeper.history.evenings import Evening, Month, days_of_year, evening_of, month_of
from scorekeeper.history.period_form import days_of_games, years_of
from scorekeeper.history.presentation import ShownPlayer, evening_game_row, shown_players
from scorekeeper.history.variants import played_variants
from scorekeeper.ledger.money import locale_data
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.ledger.sums import balances
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.language import group_language
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group
from scorekeeper.rules import GAMES

WEEK = 7


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day in the calendar; `about` describes its games, empty for none."""

    number: int
    address: str
    about: str


@require_safe
def index(request: HttpRequest, group: str) -> HttpResponse:
    """List the evenings of a month, with a calendar, and the days of the other months of its year.

    A `year` in the query opens at its last month with games.
    """
    found = group_at(group, person_of(request))
    known = shown_players(ledger_players(found))
    chosen = iso_day(f"{request.GET.get('month', '')}-01")
    year = iso_day(f"{request.GET.get('year', '')}-12-01")
    ends = days_of_games(found)
    wanted = chosen or year or (ends[-1] if ends else today())
    days = days_of_year(found, wanted.year)
    month = month_of(found, days[0] if year and days and not chosen else wanted)
    context = {
        "group": found,
        "called": group_title(found),
        "title": show_month(month.first),
        "month": month,
        "weekdays": _weekdays(),
        "weeks": _weeks(month),
        "rows": [
            {
                "day": each.day,
                "about": summary_text(each),
                "who": [wins_text(each.won, known), there_text(each, known)],
            }
            for each in month.evenings
        ],
        "months": [
            (first, list(of_month))
            for first, of_month in groupby(days, lambda day: day.replace(day=1))
            if first != month.first
        ],
        "years": [year for year in years_of(ends) if year != month.first.year],
    }
    return render(request, "history/evenings.html", context)


@require_safe
def show(request: HttpRequest, group: str, day: str) -> HttpResponse:
    """Show an evening: players, games, money, changes, and its text to share."""
    found = group_at(group, person_of(request))
    evening = evening_of(found, _day_or_404(day))
    players = ledger_players(found)
    known = shown_players(players)
    called = {variant.number: variant.called for variant in played_variants(found)} if evening.games else {}
    owed = balances(found.pk) if evening.money else {}
    with override(group_language(found.language)):
        sent = share_text(evening, known, owed) if evening.games else ""
    context = {
        "group": found,
        "called": group_title(found),
        "evening": evening,
        "rows": rows_of(evening, known),
        "games": [
            evening_game_row(result, scores, known, called.get(result.variant_id, ""))
            for result, scores in evening.games
        ],
        "pays": payments_text(evening, known, owed),
        "changes": [change_text(change, known, called) for change in changes_of(found, evening)],
        "sent": sent,
        "has_dice": any(result.counted and GAMES[result.game].BOXES for result, _scores in evening.games),
    }
    return render(request, "history/evening.html", context)


@require_safe
def svg(request: HttpRequest, group: str, day: str) -> HttpResponse:
    """Return an evening as an SVG image, in the language of the group's shared texts."""
    found = group_at(group, person_of(request))
    evening = evening_of(found, _day_or_404(day))
    known = shown_players(ledger_players(found))
    with override(group_language(found.language)):
        drawn = _picture(found, evening, known)
    return HttpResponse(drawn, content_type="image/svg+xml")


def _picture(group: Group, evening: Evening, known: dict[int, ShownPlayer]) -> str:
    about = [show_day(evening.day, year=True), games_text(len(evening.games))]
    games: dict[str, int] = {}
    for result, _scores in evening.games:
        name = str(evening_game_row(result, (), known, "")["name"])
        games[name] = games.get(name, 0) + 1
    notes = [f"{name} × {count}" if count > 1 else name for name, count in games.items()]
    rows = [PictureRow(row.who.name, row.result, row.money) for row in rows_of(evening, known)]
    return picture(group_title(group), about, rows, [", ".join(notes)] if notes else [])


def _weeks(month: Month) -> list[list[CalendarDay | None]]:
    """Return the days of a month by weeks, None before the first and after the last."""
    games = {each.day: summary_text(each) for each in month.evenings}
    days: list[CalendarDay | None] = [None] * ((month.first.weekday() - _first_weekday()) % WEEK)
    day = month.first
    while day.month == month.first.month:
        about = f"{show_day(day)}: {games[day]}" if day in games else ""
        days.append(CalendarDay(day.day, day.isoformat(), about))
        day += timedelta(days=1)
    days += [None] * (-len(days) % WEEK)
    return [days[start : start + WEEK] for start in range(0, len(days), WEEK)]


def _weekdays() -> list[tuple[str, str]]:
    """Return (name, short name) of the days of the week in the order of the language."""
    names: Any = locale_data(_locale()).days["stand-alone"]
    order = [(_first_weekday() + each) % WEEK for each in range(WEEK)]
    return [(str(names["wide"][each]), str(names["abbreviated"][each]).rstrip(".")) for each in order]


def _first_weekday() -> int:
    return int(locale_data(_locale()).first_week_day)


def _locale() -> str:
    """Return the locale of the calendar; English weeks begin on Monday, as in British dates."""
    language = get_language() or "en"
    return "en_GB" if language == "en" else language


def _day_or_404(text: str) -> date:
    day = iso_day(text)
    if day is None:
        raise Http404
    return day

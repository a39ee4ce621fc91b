"""Days and times as readers see them, in the time zone of the phone.

A day of play begins at six in the morning, so that an evening that passes midnight is one evening everywhere. Reasons:
docs/decisions/time-zones.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache, partial
from threading import local
from zoneinfo import ZoneInfo, available_timezones

from babel.core import Locale
from babel.dates import format_date, format_skeleton
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from .punctuation import listed

COOKIE = "zone"
DAY_BEGINS = time(6)
YEARS = range(1900, 2200)  # of games, periods and seasons; others are typing errors
_NIGHT = timedelta(hours=DAY_BEGINS.hour)
DAYS = 4096  # days in words that are kept; the charts of a player show up to 100
# the regions that are offered; names such as "US/Pacific" and "Etc/GMT+3" are accepted as well
_REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")

_phone = local()


class ZoneMiddleware:
    """Use the time zone named by the phone's cookie; an unknown name is ignored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Activate the zone for this response only."""
        zone = zone_named(request.COOKIES.get(COOKIE, ""))
        _phone.zone, _phone.asks = zone, True
        try:
            with timezone.override(zone):
                return self.get_response(request)
        finally:
            _phone.zone, _phone.asks = None, False


def phone_zone() -> str:
    """The name of the zone in the cookie of this request; empty without one."""
    zone: ZoneInfo | None = getattr(_phone, "zone", None)
    return "" if zone is None else zone.key


def fall_back(name: str) -> None:
    """Use a group's own zone for a phone without a known one.

    Does nothing outside of requests.
    """
    if getattr(_phone, "asks", False) and not phone_zone():
        timezone.activate(zone_named(name) or UTC_ZONE)


def zone_named(name: str) -> ZoneInfo | None:
    """The time zone of an IANA name; None for any other text."""
    return ZoneInfo(name) if name in _names() else None


def zones() -> list[tuple[str, list[str]]]:
    """The time zones to choose from, by region."""
    known = sorted(_names())
    return [(region, [name for name in known if name.startswith(f"{region}/")]) for region in _REGIONS]


# --- days ------------------------------------------------------------------------------------------------


def day_of_play(at: datetime, *, dated: bool = False) -> date:
    """The day of play of a time in the reader's zone.

    `dated`: only the day is known, which is then the same in every zone.
    """
    if dated:
        return at.astimezone(UTC).date()
    return _day_in(timezone.get_current_timezone(), at)


def days_of_play() -> Callable[[datetime], date]:
    """The function `day_of_play` for many times of one reader, whose zone is looked up once."""
    return partial(_day_in, timezone.get_current_timezone())


def _day_in(zone: tzinfo, at: datetime) -> date:
    # arithmetic on the clock of the zone, whatever its clock does in between
    return (at.astimezone(zone) - _NIGHT).date()


def starts_of_play() -> Callable[[datetime], datetime]:
    """The function that returns, in UTC, the first moment of the day of play of a time; as `days_of_play`."""
    zone = timezone.get_current_timezone()
    return lambda at: datetime.combine(_day_in(zone, at), DAY_BEGINS, zone).astimezone(UTC)


def begins(day: date) -> datetime:
    """The first moment of a day of play in the reader's zone."""
    return datetime.combine(day, DAY_BEGINS, timezone.get_current_timezone())


def today() -> date:
    """The present day of play."""
    return day_of_play(timezone.now())


def iso_day(text: str) -> date | None:
    """The day of a text such as 2026-11-21; None for any other text and for years outside of `YEARS`."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.year in YEARS and found.isoformat() == text else None


def columns_of(at: datetime, *, dated: bool = False) -> tuple[str, str]:
    """The date and the time of a moment for tables of numbers, in the reader's zone.

    `dated`: only the day is known, so the time is empty.
    """
    if dated:
        return at.astimezone(UTC).date().isoformat(), ""
    there = timezone.localtime(at)
    return there.date().isoformat(), f"{there:%H:%M:%S}"


# --- words -----------------------------------------------------------------------------------------------


def show_day(day: date, *, weekday: bool = False, year: bool = False) -> str:
    """A day in the page's language, with its year unless it is this year.

    `weekday`: add the day of the week if the day is in this year; `year`: always add the year.
    """
    return _day_beside(None if year else today().year, day, weekday=weekday)


def show_days(days: Iterable[date]) -> list[str]:
    """Many days as `show_day` writes them, with one look at the clock."""
    this = today().year
    return [_day_beside(this, day) for day in days]


def _day_beside(this: int | None, day: date, *, weekday: bool = False) -> str:
    """Write a day, with its year unless it is in `this` one."""
    if day.year != this:
        return _written(day, "yMMMd")
    return _written(day, "MMMEd" if weekday else "MMMd")


def show_month(day: date) -> str:
    """The month of a day in the page's language, with its year unless it is this year."""
    return _formatted(day, "LLLL" if day.year == today().year else "LLLL y")


def show_clock(at: datetime) -> str:
    """The time of a moment in the reader's zone."""
    return f"{timezone.localtime(at):%H:%M}"


def show_moment(at: datetime) -> str:
    """A moment in words.

    This is its time alone on the present day of play, otherwise the day and the time.
    """
    day = day_of_play(at)
    return listed(["" if day == today() else show_day(day), show_clock(at)])


# --- internal --------------------------------------------------------------------------------------------

UTC_ZONE = ZoneInfo("UTC")


_FIRST = re.compile(r"\b1\b")


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(name for name in available_timezones() if name != "Factory")


def _written(day: date, skeleton: str) -> str:
    return _written_in(day, skeleton, get_language() or "en")


@lru_cache(maxsize=DAYS)
def _written_in(day: date, skeleton: str, language: str) -> str:
    text: str = format_skeleton(skeleton, datetime.combine(day, time()), locale=_locale(language))
    # the locale data write "1 sept."; French counts the first of a month and no other day
    return _FIRST.sub("1er", text, count=1) if language.startswith("fr") and day.day == 1 else text


def _formatted(day: date, pattern: str) -> str:
    text: str = format_date(day, pattern, locale=_locale(get_language() or "en"))
    return text


def _locale(language: str) -> Locale:
    """The locale of dates: British order in English, the day before the month."""
    return Locale("en", "GB") if language == "en" else Locale.parse(language.replace("-", "_"))

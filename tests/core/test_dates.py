"""Dates and time zones: the day of play, its text, and the list of zones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.i18n import dates

ZONES = ("Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Tokyo", "UTC", "Australia/Lord_Howe")
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    with patch.object(timezone, "now", lambda: NOW):
        yield


@given(MOMENTS, st.sampled_from(ZONES))
def test_day_of_play_lies_between_its_two_beginnings(at: datetime, zone: str) -> None:
    with timezone.override(zone):
        day = dates.day_of_play(at)
        assert dates.begins(day) <= at < dates.begins(day + timedelta(days=1))


@given(st.dates(date(1990, 1, 1), date(2090, 1, 1)), st.sampled_from(ZONES))
def test_day_of_play_begins_at_six_in_every_zone(day: date, zone: str) -> None:
    with timezone.override(zone):
        first = dates.begins(day)
        assert first.astimezone(ZoneInfo(zone)).hour == 6
        assert dates.day_of_play(first) == day
        assert dates.day_of_play(first - timedelta(seconds=1)) == day - timedelta(days=1)


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("Europe/Berlin", "2026-11-13T00:30+01:00", date(2026, 11, 12)),
        ("Europe/Berlin", "2026-11-13T05:59+01:00", date(2026, 11, 12)),
        ("Europe/Berlin", "2026-11-13T06:00+01:00", date(2026, 11, 13)),
        ("Europe/Berlin", "2026-03-29T03:30+02:00", date(2026, 3, 28)),
        ("Europe/Berlin", "2026-10-25T02:30+01:00", date(2026, 10, 24)),
        ("America/Argentina/Buenos_Aires", "2026-06-12T01:00+00:00", date(2026, 6, 11)),
        ("Asia/Tokyo", "2026-06-11T14:00+00:00", date(2026, 6, 11)),
        ("Asia/Tokyo", "2026-06-11T22:00+00:00", date(2026, 6, 12)),
    ],
)
def test_day_of_play_around_midnight_and_clock_changes(zone: str, at: str, day: date) -> None:
    with timezone.override(zone):
        assert dates.day_of_play(datetime.fromisoformat(at)) == day


@pytest.mark.parametrize("zone", [*ZONES, "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_day_alone_is_same_in_every_zone(zone: str) -> None:
    with timezone.override(zone):
        at = datetime(2025, 1, 10, 20, 0, 3, tzinfo=UTC)
        assert dates.day_of_play(at, dated=True) == date(2025, 1, 10)
        assert dates.columns_of(at, dated=True) == ("2025-01-10", "")


@pytest.mark.parametrize(
    ("language", "days"),
    [
        ("en", ["Fri 13 Nov", "27 Aug 2025", "13 Nov", "13 Nov 2026"]),
        ("de", ["Fr., 13. Nov.", "27. Aug. 2025", "13. Nov.", "13. Nov. 2026"]),
        ("es", ["vie, 13 nov", "27 ago 2025", "13 nov", "13 nov 2026"]),
        ("fr", ["ven. 13 nov.", "27 août 2025", "13 nov.", "13 nov. 2026"]),
    ],
)
def test_show_day_of_another_year_has_its_year(language: str, days: list[str]) -> None:
    this, before = date(2026, 11, 13), date(2025, 8, 27)
    with translation.override(language):
        shown = [
            dates.show_day(this, weekday=True),
            dates.show_day(before, weekday=True),
            dates.show_day(this),
            dates.show_day(this, year=True),
        ]
    assert shown == days


def test_show_day_in_french_counts_the_first_of_a_month() -> None:
    with translation.override("fr"):
        assert dates.show_day(date(2026, 9, 1), weekday=True) == "mar. 1er sept."
        assert dates.show_day(date(2025, 1, 1)) == "1er janv. 2025"
        assert dates.show_day(date(2026, 9, 11)) == "11 sept."


def test_show_day_on_new_years_night_is_of_old_year() -> None:
    with timezone.override("Europe/Berlin"), patch.object(timezone, "now", lambda: at("2027-01-01T01:00")):
        assert dates.show_day(date(2026, 12, 31)) == "31 Dec"
    with timezone.override("Europe/Berlin"), patch.object(timezone, "now", lambda: at("2027-01-01T07:00")):
        assert dates.show_day(date(2026, 12, 31)) == "31 Dec 2026"


def test_show_moment_of_this_evening_is_its_time_alone() -> None:
    with timezone.override("Europe/Berlin"), patch.object(timezone, "now", lambda: at("2026-11-13T00:40")):
        assert dates.show_moment(at("2026-11-12T23:50")) == "23:50"
        assert dates.show_moment(at("2026-11-13T00:30")) == "00:30"
        assert dates.show_moment(at("2026-11-12T00:30")) == "11 Nov, 00:30"
        assert dates.show_moment(at("2024-12-24T21:27")) == "24 Dec 2024, 21:27"


@pytest.mark.parametrize(
    "name", ["", "Factory", "Europe/Berlín", "../etc/passwd", "Europe", "x" * 5000, "\x00"]
)
def test_unknown_time_zone_is_none(name: str) -> None:
    assert dates.zone_named(name) is None


def test_zones_offer_every_region_and_only_zones() -> None:
    offered = dates.zones()
    assert "Europe/Berlin" in dict(offered)["Europe"]
    assert all(dates.zone_named(name) for _region, names in offered for name in names)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin"))

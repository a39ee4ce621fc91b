"""Periods: keys, names, days of readers in several zones, the form and its messages."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.http import QueryDict
from django.test import RequestFactory
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.core.i18n.dates import day_of_play, today
from scorekeeper.history.models import Result, Score
from scorekeeper.history.period import ALL_TIME, Period, offered
from scorekeeper.history.period_form import PeriodControl, PeriodForm, read_period
from scorekeeper.history.period_sums import scores_by_number
from tests.factories import Writer, new_writer
from tests.history.pages import group_of, won

pytestmark = pytest.mark.django_db
ZONES = ("UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Tokyo", "Pacific/Kiritimati")
days = st.dates(date(2019, 1, 1), date(2021, 12, 31))


def control(writer: Writer, query: str) -> PeriodControl:
    return read_period(RequestFactory().get(f"/?{query}"), group_of(writer))


def test_scores_by_number_are_unlimited() -> None:
    """SQLite refuses a condition of 1000 parts."""
    won("Ana", "Bo", writer=new_writer())
    score = Score.objects.get(player__name="Ana")
    asked = [(score.player_id, score.variant_id, number) for number in range(1, 2001)]
    assert scores_by_number(asked) == [score]


def test_period_keys_give_their_days() -> None:
    now = today()
    assert Period.of_key("") == ALL_TIME
    assert Period.of_key("2024") == Period(date(2024, 1, 1), date(2024, 12, 31), "2024")
    this_year = Period.of_key("year")
    assert (this_year.first, this_year.last) == (date(now.year, 1, 1), date(now.year, 12, 31))
    twelve = Period.of_key("12m")
    assert twelve.last == now
    assert twelve.first is not None
    assert 364 <= (now - twelve.first).days <= 365
    for key in ("x", "0", "1200", "9999", "20255", "²025", "season-1"):
        assert Period.of_key(key) == ALL_TIME


def test_last_12_months_on_29_february_begin_on_1_march() -> None:
    leap = datetime(2024, 2, 29, 12, tzinfo=UTC)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(timezone, "now", lambda: leap)
        assert Period.of_key("12m").first == date(2023, 3, 1)


def test_period_query_is_read_back_as_period() -> None:
    free = Period(date(2025, 3, 1), date(2025, 4, 30))
    for period in (ALL_TIME, Period.of_key("2024"), Period.of_key("12m"), free, Period(free.first)):
        assert PeriodForm(QueryDict(period.query)).read() == period


def test_period_names_say_days() -> None:
    first, last = date(2019, 3, 1), date(2019, 4, 30)
    assert ALL_TIME.name == "All time"
    assert Period.of_key("2024").name == "2024"
    assert Period(first, last).name == "1 Mar 2019 to 30 Apr 2019"
    assert Period(first).name == "since 1 Mar 2019"
    assert Period(None, last).name == "until 30 Apr 2019"
    assert Period(first, first).name == "1 Mar 2019"


def test_offered_years_are_those_from_first_to_last_game() -> None:
    this_year = today().year
    found = [each.key for each in offered([date(this_year - 2, 5, 1), today()], ALL_TIME)]
    assert found == ["", "year", "12m", str(this_year - 1), str(this_year - 2)]
    found = [each.key for each in offered([date(this_year - 3, 5, 1), date(this_year - 2, 1, 1)], ALL_TIME)]
    assert found == ["", "year", "12m", str(this_year - 2), str(this_year - 3)]
    assert "1999" in [each.key for each in offered([], Period.of_key("1999"))]


def test_oldest_result_that_is_accepted_has_a_period() -> None:
    """Results of 1900 and later can be imported."""
    for year in (1900, 1970, 2199):
        assert Period.of_key(str(year)).first == date(year, 1, 1)
    assert Period.of_key("1899") == Period.of_key("2200") == ALL_TIME


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ("since=2025-05-01&until=2025-04-01", "until", "The last day is before the first."),
        ("since=1200-05-01", "since", "Choose a day from 1900 to 2199."),
        ("until=9999-12-31", "until", "Choose a day from 1900 to 2199."),
        ("until=yesterday", "until", "Enter a valid date."),
    ],
)
def test_invalid_days_get_message_and_all_time(query: str, field: str, message: str) -> None:
    found = control(new_writer_with_table(), query)
    assert found.errors == {field: message}
    assert found.period == ALL_TIME


def new_writer_with_table() -> Writer:
    writer = new_writer()
    won("Ana", "Bo", writer=writer, at=datetime(2023, 6, 1, 20, tzinfo=UTC))
    return writer


def test_control_keeps_other_parameters_and_marks_choice() -> None:
    found = control(new_writer_with_table(), "variant=7&period=2024")
    assert [each.name for each in found.options if each.chosen] == ["2024"]
    assert {each.name: each.href for each in found.options}["All time"] == "?variant=7"
    assert {each.name: each.href for each in found.options}["2023"] == "?variant=7&period=2023"
    assert [each.href for each in found.shortcuts] == ["?variant=7", "?variant=7&period=year"]
    assert found.others == [("variant", "7")]


class PeriodsOfGames(TestCase):
    """The conditions of a period find the games whose day of play it contains."""

    def setUp(self) -> None:
        self.result = Result.objects.get(session=won("Ana", "Bo", writer=new_writer()).session)

    @settings(max_examples=60, deadline=None)
    @given(
        at=st.datetimes(datetime(2019, 1, 1), datetime(2021, 12, 31)),  # noqa: DTZ001 - UTC is added below
        first=st.none() | days,
        length=st.none() | st.integers(0, 400),
        zone=st.sampled_from(ZONES),
    )
    def test_conditions_agree_with_day_of_play(
        self, at: datetime, first: date | None, length: int | None, zone: str
    ) -> None:
        moment = at.replace(tzinfo=UTC)
        Result.objects.update(finished=moment)
        start = first or date(2020, 1, 1)
        period = Period(first, None if length is None else start + timedelta(days=length))
        with timezone.override(ZoneInfo(zone)):
            wanted = day_of_play(moment) in period
            assert Result.objects.filter(period.matches()).exists() == wanted
            assert Result.objects.filter(period.finished(dated=False)).exists() == wanted
            dated = moment.date() in period
            assert Result.objects.filter(period.finished(dated=True)).exists() == dated

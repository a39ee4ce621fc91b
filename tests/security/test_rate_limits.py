"""Rate limits: exact, by network, in total, and independent of clock changes."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from scorekeeper.core.web.networks import network_of
from scorekeeper.people import cleanup, rate_limits
from scorekeeper.people.models import RateLimitCounter
from scorekeeper.people.rate_limits import LIMITS, Limit

NOON = 1_800_000_000
TRIES, TRIES_IN_ALL = 9, 600


@pytest.fixture
def clock() -> Iterator[list[float]]:
    """The server's clock, to be set."""
    now = [float(NOON)]
    with (
        patch.object(time, "time", lambda: now[0]),
        patch.object(cleanup, "_last_cleanup", 0.0),
        patch.object(cleanup, "_last_hourly_cleanup", 0.0),
    ):
        yield now


def tries(who: str, count: int, *, most: int = TRIES, in_all: int | None = None) -> int:
    """How many of so many tries are taken."""
    with limited(most, in_all=in_all):
        return sum(bool(rate_limits.allow("code", who)) for _ in range(count))


def limited(most: int, window: int = 60, *, in_all: int | None = None) -> Any:
    """Codes may be tried so often."""
    return patch.dict(LIMITS, {"code": Limit(most, window, in_all=in_all)})


@pytest.mark.django_db
def test_nine_minute_and_tenth_waits(clock: list[float]) -> None:
    assert tries("192.0.2.1", 12) == 9  # D6: refused from the tenth on
    clock[0] += 20
    with limited(TRIES):
        assert rate_limits.allow("code", "192.0.2.1") == rate_limits.Verdict(40)
    clock[0] += 39
    with limited(TRIES):
        assert rate_limits.allow("code", "192.0.2.1").wait == 1
    clock[0] += 1
    assert tries("192.0.2.1", 10) == 9


@pytest.mark.django_db
def test_others_and_other_purposes_are_not_counted_along(clock: list[float]) -> None:
    tries("192.0.2.1", 11)
    assert tries("192.0.2.2", 1) == 1
    assert rate_limits.allow("passkey challenge", "192.0.2.1")


@pytest.mark.django_db
def test_refused_try_writes_nothing(clock: list[float]) -> None:
    tries("192.0.2.1", 10, in_all=30)
    before = sorted(RateLimitCounter.objects.values_list())
    tries("192.0.2.1", 50, in_all=30)
    assert sorted(RateLimitCounter.objects.values_list()) == before


@pytest.mark.django_db
def test_right_try_does_not_count(clock: list[float]) -> None:
    with limited(TRIES, in_all=12):
        for _ in range(25):
            verdict = rate_limits.allow("code", "192.0.2.1")
            assert verdict
            rate_limits.uncount(verdict)
    assert tries("192.0.2.1", 20, in_all=12) == TRIES
    assert sorted(RateLimitCounter.objects.values_list("count", flat=True)) == [
        TRIES - 1,
        TRIES,
    ]  # the first passed by the total limit


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("person 7", "person 7"),
    ],
)
def test_household_is_one_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_forwarded_header_of_client_is_ignored() -> None:
    forged = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "X-Real-IP": "203.0.113.9"}
    request = RequestFactory().get("/", headers=forged, REMOTE_ADDR="192.0.2.1")
    assert network_of(request) == "192.0.2.1"


@pytest.mark.django_db
def test_global_limit_logs_one_alarm(clock: list[float], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, rate_limits.__name__):
        taken = sum(tries(f"192.0.2.{each}", 12, in_all=100) for each in range(40))
        assert taken == 100 + 40
        assert caplog.messages == ["Too many tries at code in all: more than 100 in 60 seconds"]
        clock[0] += 60
        assert sum(tries(f"192.0.2.{each}", 12, in_all=100) for each in range(40)) == 100 + 40
    assert len(caplog.messages) == 2


@pytest.mark.slow
@pytest.mark.django_db
def test_ten_thousand_guesses_from_two_hundred_addresses(clock: list[float]) -> None:
    """D6: 50 guesses from each of 200 addresses in a minute; 600 and each first are checked."""
    taken = [tries(f"198.51.100.{each}", 50, in_all=TRIES_IN_ALL) for each in range(200)]
    assert taken == [9] * 75 + [1] * 125
    assert RateLimitCounter.objects.count() <= 200 + 2


@pytest.mark.django_db
@pytest.mark.parametrize("jump", [-86_400, 365 * 86_400, -1, 3600], ids=["-1 day", "+1 year", "-1 s", "+1 h"])
def test_rate_limit_survives_clock_jumps(clock: list[float], jump: int) -> None:
    tries("192.0.2.1", 10)
    clock[0] += jump
    assert tries("192.0.2.1", 30) == (0 if jump == -1 else TRIES)
    clock[0] += 2 * rate_limits.MINUTE
    assert tries("192.0.2.1", 30) == TRIES


@pytest.mark.django_db
def test_expired_tallies_are_deleted(clock: list[float]) -> None:
    for each in range(50):
        tries(f"192.0.2.{each}", 1)
    clock[0] += rate_limits.MINUTE
    tries("198.51.100.1", 1)
    assert RateLimitCounter.objects.count() == 1


@pytest.mark.django_db
def test_logins_that_have_long_been_over_are_thrown_away(clock: list[float]) -> None:
    """Not those that seem to be while a clock is wrong by a year: a guest has no other way back."""
    for name, days in (("long ago", -366), ("yesterday", -1), ("alive", 300)):
        at = datetime.fromtimestamp(NOON, UTC) + timedelta(days=days)
        Session.objects.create(session_key=name, session_data="", expire_date=at)
    tries("192.0.2.1", 1)
    assert sorted(Session.objects.values_list("session_key", flat=True)) == ["alive", "yesterday"]
    clock[0] += 365 * 86_400
    tries("192.0.2.1", 1)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["alive"]


@pytest.mark.django_db
def test_rate_limit_file_stores_no_addresses(clock: list[float]) -> None:
    tries("192.0.2.77", 1)
    row = RateLimitCounter.objects.get()
    assert "192.0.2.77" not in repr(row.__dict__)
    assert len(row.key) == 40


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("most", [1, 10])
def test_exact_under_32_tries_at_once(most: int) -> None:
    def attempt(_each: int) -> bool:
        try:
            return bool(rate_limits.allow("code", "192.0.2.1"))
        finally:
            connection.close()

    with limited(most, 600), ThreadPoolExecutor(32) as pool:
        assert sum(pool.map(attempt, range(32))) == most
    assert sorted(RateLimitCounter.objects.values_list("count", flat=True)) == [most]


@pytest.mark.django_db
def test_try_costs_two_questions_and_refusal_one(clock: list[float]) -> None:
    tries("192.0.2.1", 1)
    for taken, most in ((True, 2), (False, 1)):
        with limited(2), CaptureQueriesContext(connection) as asked:
            assert bool(rate_limits.allow("code", "192.0.2.1")) is taken
        assert len(asked) == most

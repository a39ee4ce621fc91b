"""Log lines: one event is one line, with any arguments."""

import logging

import pytest
from django.test import Client, RequestFactory

from scorekeeper.core.conf import log_formatting
from scorekeeper.core.conf.log_formatting import CalmFilter, LineFormatter, ShortFilter


def record(message: str) -> logging.LogRecord:
    return logging.LogRecord("scorekeeper.play", logging.WARNING, "", 0, message, None, None)


def test_name_cannot_forge_line() -> None:
    line = LineFormatter().format(record("joined: Ann\n2026-01-01 ERROR all lost\x1b[2J\u2028x"))
    assert "\n" not in line
    assert "\x1b" not in line
    assert "joined: Ann\\x0a2026-01-01 ERROR all lost\\x1b[2J\\x2028x" in line


def test_time_is_utc() -> None:
    one = record("x")
    one.created, one.msecs = 0.0, 7.0
    assert LineFormatter().format(one) == "1970-01-01T00:00:00.007Z WARNING scorekeeper.play x"


def test_short_filter_leaves_traceback_out() -> None:
    one = record("x")
    one.exc_info = (ValueError, ValueError(), None)
    assert ShortFilter().filter(one)
    assert "Error" not in LineFormatter().format(one)


def of_stranger(
    address: str, name: str = "django.security.csrf", level: int = logging.WARNING
) -> logging.LogRecord:
    one = logging.LogRecord(name, level, "", 0, "Forbidden (%s): %s", ("why", "/x"), None)
    one.request = RequestFactory().post("/x", REMOTE_ADDR=address)
    return one


def test_repeated_events_of_guests_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    """L10: 100 KB/s of lines of forms that were refused."""
    calm = CalmFilter()
    assert sum(calm.filter(of_stranger("192.0.2.1")) for _ in range(500)) == log_formatting.OF_NETWORK
    assert [each.name for each in caplog.records] == ["scorekeeper.core.conf.log_formatting"]
    assert calm.filter(of_stranger("192.0.2.2"))
    places = [f"2001:db8:77:{each:x}::1" for each in range(500)]
    assert sum(calm.filter(of_stranger(each)) for each in places) == log_formatting.OF_NETWORK  # one /48
    assert sum(calm.filter(of_stranger(f"198.51.100.{each}")) for each in range(256)) < 256
    assert sum(calm.filter(of_stranger(f"203.0.{each}.1")) for each in range(256)) == 0
    assert calm.filter(record("joined: Ana"))  # events of players are always logged
    assert all(calm.filter(of_stranger("192.0.2.1", "django.request", logging.ERROR)) for _ in range(500))


@pytest.mark.django_db
def test_forms_that_are_refused_fill_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the filter of the real handler."""
    [handler] = (
        each for each in logging.getLogger().handlers if any(isinstance(f, CalmFilter) for f in each.filters)
    )
    written: list[str] = []
    monkeypatch.setattr(handler, "filters", [CalmFilter()])
    monkeypatch.setattr(handler, "emit", lambda one: written.append(one.getMessage()))
    forger = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.66")
    for _ in range(200):
        assert forger.post("/groups/", {"do": "begin"}).status_code == 403
        assert forger.post("/groups/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert len(written) <= 4 * log_formatting.OF_NETWORK + 4
    assert sum("left out" in each for each in written) >= 2

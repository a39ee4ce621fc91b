"""One event is one line, whatever a stranger writes into it."""

import logging

from scorekeeper.logs import LineFormatter, ShortFilter


def record(message: str) -> logging.LogRecord:
    return logging.LogRecord("scorekeeper.play", logging.WARNING, "", 0, message, None, None)


def test_a_name_cannot_forge_a_line() -> None:
    line = LineFormatter().format(record("joined: Ann\n2026-01-01 ERROR all lost\x1b[2J\u2028x"))
    assert "\n" not in line
    assert "\x1b" not in line
    assert "joined: Ann\\x0a2026-01-01 ERROR all lost\\x1b[2J\\x2028x" in line


def test_the_time_is_utc() -> None:
    one = record("x")
    one.created, one.msecs = 0.0, 7.0
    assert LineFormatter().format(one) == "1970-01-01T00:00:00.007Z WARNING scorekeeper.play x"


def test_the_short_filter_leaves_the_traceback_out() -> None:
    one = record("x")
    one.exc_info = (ValueError, ValueError(), None)
    assert ShortFilter().filter(one)
    assert "Error" not in LineFormatter().format(one)

"""D13: log lines cannot be forged, and hold no credentials."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator

import pytest

from scorekeeper.core.conf.log_formatting import LineFormatter
from scorekeeper.play.models import Participation
from scorekeeper.play.permissions import Visitor
from scorekeeper.rules.contract import RuleError
from scorekeeper.table import host_decisions, participation
from tests.factories import new_writer
from tests.server_process import Server

from .cast import NAMES, dice_table
from .raw_http import ask
from .server_cast import TOKEN, RoleSessions

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO|WARNING|ERROR) [\w.]+ [^\n]+")
ALONE = "127.0.0.21"  # a network that no other test has filled the log from
EVIL = "2026-01-01T00:00:00.000Z ERROR scorekeeper.play all is lost"


@pytest.fixture
def lines() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    """Return a logger like ours, and its output."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(LineFormatter())
    logger = logging.getLogger("scorekeeper.test")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(handler)
    yield logger, written
    logger.removeHandler(handler)


@pytest.mark.parametrize(
    "name",
    [f"Ana\n{EVIL}", f"Ana\r{EVIL}", f"Ana\x85{EVIL}", f"Ana\u2028{EVIL}", "\x1b[2J\x1b[31mAna", "\x9b2JAna"],
)
def test_name_forges_no_line(lines: tuple[logging.Logger, io.StringIO], name: str) -> None:
    logger, written = lines
    logger.info("joined: %s", name)
    text = written.getvalue()
    assert text.count("\n") == 1
    assert LINE.fullmatch(text.strip("\n"))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", text)


@pytest.mark.parametrize(
    "path",
    [
        "/join/abcDEF123456/s3cret-t0ken/",
        "/join/abcDEF123456/s3cret-t0ken",
        "/live/s3cret:t0ken:x_-y",
        "/in/abcDEF123456/s3cret-t0ken/",
        "/move/?code=s3cret",
        "/carry/?code=s3cret",
    ],
)
def test_link_is_cut_off(lines: tuple[logging.Logger, io.StringIO], path: str) -> None:
    logger, written = lines
    logger.warning("Method Not Allowed (%s): %s", "PUT", path)
    assert "s3cret" not in written.getvalue()
    assert "Method Not Allowed (PUT): /" in written.getvalue()


def test_only_failures_log_tracebacks(lines: tuple[logging.Logger, io.StringIO]) -> None:
    logger, written = lines
    for level, traces in ((logging.WARNING, 0), (logging.ERROR, 1)):
        logger.log(level, "It cannot be read", exc_info=ValueError("the inside"))
        assert written.getvalue().count("ValueError") == traces


@pytest.mark.django_db
def test_joining_and_host_decisions_are_logged_by_ids(caplog: pytest.LogCaptureFixture) -> None:
    desk = dice_table()
    host, guest = (
        Visitor(desk.writer.person),
        Visitor(new_writer().person, {desk.address: desk.session.link_generation}),
    )
    with caplog.at_level(logging.INFO, "scorekeeper"):
        participation.take_seat(desk.address, guest, "2")
        phone = Participation.objects.get(session=desk.session).pk
        host_decisions.remove_phone(desk.address, host, phone)
        host_decisions.let_back(desk.address, host, phone)
        host_decisions.set_writers(desk.address, host, "own")
        host_decisions.change_link(desk.address, host)
        participation.leave(desk.address, guest)
        with pytest.raises(RuleError):
            participation.leave(desk.address, host)
    keeps, comes = (f"Table {desk.address}: person {each.number} " for each in (host, guest))
    assert caplog.messages == [
        f"{comes}sits down, seat 2",
        *(f"{keeps}sends phone {phone} away", f"{keeps}lets phone {phone} back"),
        *(f"{keeps}lets write: own", f"{keeps}changes the link", f"{comes}leaves"),
    ]
    assert not any(name in caplog.text for name in NAMES)


def test_server_log_holds_no_credentials(server: Server, cast: RoleSessions) -> None:
    before = len(server.log.read_bytes())
    cookie = cast.cookie(cast.host)
    secret = "q7secretq7"
    for path in ("/", f"/table/{cast.dice}/", f"/table/{cast.dice}/write/", f"/no/such/page?token={secret}"):
        for method in ("GET", "POST", "PUT"):
            body = b"a=1" if method == "POST" else None
            ask(server.port, method, path, headers=[cookie], body=body, source=ALONE)
    for path in (
        f"/join/{cast.dice}/{secret}/",
        f"/live/{secret}",
        f"/join/{cast.dice}/{secret}/?a=%0a{secret}",
    ):
        for method in ("GET", "PUT", "POST"):
            headers = [("Referer", f"http://localhost/join/{secret}/")]
            ask(server.port, method, path, headers=headers, source=ALONE)
    text = server.output(before)
    for word in (secret, cast.host, TOKEN):
        assert word not in text
    assert text.splitlines()
    assert all(LINE.fullmatch(line) for line in text.splitlines())

"""The core of a table in Firefox and WebKitGTK."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

import pytest

from tests.http_client import Visitor
from tests.server_process import Server

from . import engines
from .engines import Page, until

TURN = "document.querySelector('.sheet th.turn b')?.textContent"


@pytest.fixture(params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> str:
    """The name of another engine."""
    return str(request.param)


@pytest.fixture
def page(engine: str) -> Iterator[Page]:
    """A page of another engine; without one the test is skipped, or fails where one is required."""
    if reason := engines.missing(engine):
        if os.environ.get("SCOREKEEPER_REQUIRE_ENGINES"):
            pytest.fail(reason)
        pytest.skip(reason)
    with getattr(engines, engine)() as found:
        yield found


def tap(page: Page, selector: str) -> None:
    """Tap a thing that is there."""
    until(page, f"Boolean(document.querySelector({selector!r}))")
    page.run(f"(document.querySelector({selector!r}).click(), true)")


def dice(page: Page, faces: str, box: str) -> None:
    """A line by its dice."""
    for face in faces:
        tap(page, f".faces .key[data-face='{face}']")
    until(page, f"document.querySelector('button#{box}')?.textContent.trim()")
    tap(page, f"button#{box}")


@pytest.mark.thorough
@pytest.mark.slow
def test_phone_of_another_engine(page: Page, new_server: Callable[..., Server]) -> None:
    """It joins by the link, sees others' entries, writes, and loses nothing in an outage."""
    server = new_server().start()
    host = Visitor(server).begin("Ana", "Bo")
    link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
    assert link is not None
    page.goto(server.url + link[0])
    until(page, f"{TURN} === 'Ana'")
    assert page.run("location.pathname") == host.table
    until(page, "document.querySelector('#signal').className === 'live'")
    host.write(1, "ones")
    until(page, f"{TURN} === 'Bo'", 4)

    tap(page, ".watch button[value='2'], button[name=seat][value='2']")
    until(
        page,
        "document.querySelector('.js .faces') && document.querySelector('#signal.live')?.matches('.js *')",
    )
    dice(page, "44441", "fours")
    until(page, f"{TURN} === 'Ana'")
    assert 'data-version="3"' in host.look().text  # a line, a seat, a line

    until(page, "document.querySelector('#signal').className === 'live'")
    # offline scripts load when the page is idle
    until(page, "performance.getEntriesByType('resource').some(each => each.name.includes('/points/'))")
    server.kill()
    until(page, "document.querySelector('#signal').className === 'lost'")
    until(page, "Boolean(document.querySelector('button#twos'))")
    tap(page, "button#twos")
    until(page, "Boolean(document.querySelector('.values button'))")
    tap(page, ".values button")
    until(page, "document.querySelectorAll('td.wait').length === 1")
    server.start()
    until(page, "document.querySelectorAll('td.wait').length === 0")
    until(page, "document.querySelector('#signal').className === 'live'")
    assert len(re.findall(r"<td[^>]*><a", host.look().text)) == 3
    assert server.manage("verify").returncode == 0

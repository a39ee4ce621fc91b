"""Bytes that a phone without a cache fetches to see a new table: heads and bodies, with gzip."""

from __future__ import annotations

import http.client
import re
from urllib.parse import urljoin

import pytest

from scorekeeper.rules import DICE_GAMES, GAMES
from tests.http_client import Visitor
from tests.server_process import Server

NAMES = ["Ana", "Bo", "Cleo", "Dev"]
DICE_LIMIT, CARD_LIMIT = 40_000, 48_000
WITHOUT_SCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)
# everything fetched with the page; tables of points come later
PARTS = re.compile(r'<(?:link rel="(?:stylesheet|icon)" href|(?:script|img)[^>]* src)="([^"]+)"')


def weigh(visitor: Visitor, path: str) -> int:
    """Return the bytes of one response on the wire: status line, head and body."""
    connection = http.client.HTTPConnection("127.0.0.1", visitor.server.port, timeout=20)
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Cookie": cookie})
    answer = connection.getresponse()
    size = sum(len(name) + len(value) + 4 for name, value in answer.getheaders()) + 19 + len(answer.read())
    connection.close()
    assert answer.status == 200, path
    return size


@pytest.mark.parametrize("slug", GAMES)
def test_first_view_of_new_table_is_light(server: Server, slug: str) -> None:
    players = max(count for count in GAMES[slug].PLAYERS if count <= len(NAMES))
    visitor = Visitor(server).begin(*NAMES[:players], game=slug)
    page = WITHOUT_SCRIPT.sub("", visitor.ask("GET", visitor.table).text)
    parts = dict.fromkeys(PARTS.findall(page))
    assert len(parts) >= 4, parts
    sizes = {path: weigh(visitor, urljoin(visitor.table, path)) for path in ["", *parts]}
    assert sum(sizes.values()) <= (DICE_LIMIT if slug in DICE_GAMES else CARD_LIMIT), sizes

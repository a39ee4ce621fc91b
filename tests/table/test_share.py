"""The page to share a finished game."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scorekeeper.play.access_links import token_of
from tests.factories import SampleTable
from tests.security.cast import with_pass

pytestmark = pytest.mark.django_db


def won() -> SampleTable:
    """A game that Ana wins with the first roll."""
    desk = SampleTable("general", ["Ana", "Bo"])
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def test_share_page_has_text_link_and_picture() -> None:
    desk = won()
    page = desk.writer.client().get(desk.url("share")).content.decode()
    text = page.partition("<textarea")[2].partition("</textarea>")[0]
    assert re.search(r"General, [^:]+: Ana wins at once: five 5s on the first roll\. Ana 0, Bo 0\.", text)
    assert text.endswith(f"/join/{desk.address}/{token_of(desk.session)}/")
    assert desk.url("sheet_svg") in page


def test_share_text_says_how_all_tricks_won_at_once() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo", "Cleo"], options={"sweep_wins": True})
    desk.entry(trump="H", tricks=["2"] * 5, best="2")
    page = desk.writer.client().get(desk.url("share")).content.decode()
    assert "Bo wins at once, with all five tricks. Bo 30, Ana 0, Cleo 0." in page


def test_share_page_is_not_compressed() -> None:
    desk = won()
    response = desk.writer.client().get(desk.url("share"), headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in response.headers
    table = desk.writer.client().get(desk.url(), headers={"Accept-Encoding": "gzip"})
    assert table.headers["Content-Encoding"] == "gzip"


def test_share_page_of_running_game_leads_to_table() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    response = desk.writer.client().get(desk.url("share"))
    assert (response.status_code, response["Location"]) == (302, desk.url())


def test_share_page_opens_for_visitors_of_table_only() -> None:
    desk = won()
    assert with_pass(Client(), desk).get(desk.url("share")).status_code == 200
    assert Client().get(desk.url("share")).status_code == 404

"""The course of a running game: a page, and an image beside the sheet."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from re import DOTALL, search
from xml.etree import ElementTree as ET

import pytest

from tests.factories import SampleTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    """A game in its second turn."""
    found = SampleTable()
    found.line(1, "fours", points=12)
    found.line(2, "fives", points=10)
    return found


def page(desk: SampleTable, name: str = "table") -> str:
    return desk.writer.client().get(desk.url(name)).text


def test_course_before_second_turn_says_so(desk: SampleTable) -> None:
    assert "Too few lines for a chart yet." in page(desk, "course")
    assert desk.url("course_image") not in page(desk)
    assert "class=" not in page(desk, "course_image").split("</style>")[1]


def test_course_of_running_game_draws_each_player(desk: SampleTable) -> None:
    desk.line(1, "ones", points=3)
    shown = page(desk, "course")
    assert "How it goes" in shown
    assert "A ring: won" not in shown
    assert '<th scope="col">Ana</th><th scope="col">Bo</th>' in shown
    assert "<td>15</td><td>–</td>" in shown
    assert f"{desk.url('course_image')}?3" in page(desk)


def test_image_is_document_with_allowed_style(desk: SampleTable) -> None:
    desk.line(1, "ones", points=3)
    client = desk.writer.client()
    client.cookies["look"] = "dark"
    response = client.get(desk.url("course_image"))
    assert response["Content-Type"] == "image/svg+xml"
    assert ET.fromstring(response.text).get("data-theme") == "dark"
    style = search(r"<style>(.*?)</style>", response.text, DOTALL)
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in response["Content-Security-Policy"]


def test_image_of_card_game_is_below_sheet() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo", "Cleo"], options={"auction": False})
    for _round in range(2):
        desk.entry(trump="H", tricks=["1", "1", "2", "2", "3"], best="1")
    assert desk.url("course_image") in page(desk)
    assert search(r"<td[^>]*>30</td>", page(desk, "course"))

"""The way from a phone to a television, and back."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from scorekeeper.play.access_links import token_of
from tests.factories import SampleTable

pytestmark = pytest.mark.django_db


def watching(desk: SampleTable) -> Client:
    """Return a phone that has opened the link."""
    client = Client()
    client.get(f"/join/{desk.address}/{token_of(desk.session)}/")
    return client


def test_menu_of_player_explains_television_with_code() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    page = client.get(desk.url()).text
    assert re.search(rf'<button form="invite" formaction="{desk.url("television")}">', page)
    assert "The code works" not in client.get(desk.url("television")).text
    answer = client.post(desk.url("television"))
    assert (answer.status_code, answer.headers["Location"]) == (303, desk.url("television"))
    page = client.get(desk.url("television")).text
    assert '<p class="site">testserver/tv/</p>' in page
    assert "The code works for 15 more minutes; the link keeps working." in page


def test_spectator_cannot_open_code_for_television() -> None:
    desk = SampleTable()
    client = watching(desk)
    page = client.get(desk.url("television"))
    assert page.status_code == 200
    assert "Show a code to type" not in page.text
    assert client.post(desk.url("television")).status_code == 404


def test_code_typed_on_television_opens_big_screen() -> None:
    desk = SampleTable()
    desk.writer.client().post(desk.url("television"))
    page = desk.writer.client().get(desk.url("television")).text
    code = "".join(re.findall(r'<p class="code"><span>(\w+)</span> <span>(\w+)</span>', page)[0])
    television = Client()
    page = television.get("/tv/").text
    assert "Show the scores" in page
    # a remote control has no keys to reach the field
    assert re.search(r'<input [^>]*name="code"[^>]* autofocus>', page)
    assert television.post("/tv/", {"code": "nonsense?"}).status_code == 422
    answer = television.post("/tv/", {"code": code})
    assert (answer.status_code, answer.headers["Location"]) == (303, desk.url("big_screen"))
    assert television.get(desk.url("big_screen")).status_code == 200


def test_link_for_tablet_opens_big_screen() -> None:
    desk = SampleTable()
    page = desk.writer.client().get(desk.url("television")).text
    link = unescape(re.findall(r'data-link="http://testserver([^"]+)"', page)[0])
    answer = Client().get(link)
    assert (answer.status_code, answer.headers["Location"]) == (302, desk.url("big_screen"))


def test_phone_of_player_has_way_back_at_every_size() -> None:
    desk = SampleTable()
    back = rf'<a class="tv-back{{}}" href="{desk.url()}"\s+aria-label="Back to the sheet">'
    assert re.search(back.format(" always"), desk.writer.client().get(desk.url("big_screen")).text)
    page = watching(desk).get(desk.url("big_screen")).text
    assert re.search(back.format(""), page)

"""The first sentence on an empty sheet, until this phone has written a line."""

from __future__ import annotations

import pytest

from tests.factories import SampleTable

pytestmark = pytest.mark.django_db

SENTENCE = "Tap the dice Ana rolled, or a box to enter points."


def test_guidance_on_empty_sheet_names_player() -> None:
    desk = SampleTable()
    assert SENTENCE in desk.writer.client().get(desk.url()).content.decode()


def test_guidance_ends_with_first_line_of_phone() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    client.post(desk.url("write"), desk.form(player="1", box="ones", points=3))
    again = SampleTable(writer=desk.writer)
    page = client.get(again.url())
    assert "or a box to enter points" not in page.content.decode()
    assert SENTENCE in desk.writer.client().get(again.url()).content.decode()


def test_guidance_is_missing_beside_lines_and_questions() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    assert SENTENCE not in client.get(desk.url() + "?box=ones").content.decode()
    desk.line(1, "ones")
    assert "or a box to enter points" not in client.get(desk.url()).content.decode()

"""The response to the line that ends a game, and the page that is loaded after it."""

from __future__ import annotations

import pytest

from tests.factories import SampleTable

pytestmark = pytest.mark.django_db

LATER = ("data-text=", "All lines", "How it was played", "Note and place", "The group")


def test_end_of_game_response_leaves_links_to_next_load() -> None:
    desk = SampleTable(stake={"kind": "fixed", "amount": "5.10", "unit": "EUR"})
    client, htmx = desk.writer.client(), {"HX-Request": "true"}
    form = desk.form(player="1", box="fives", dice="55555", throws="1")
    answer = client.post(desk.url("write"), form, headers=htmx).text
    page = client.get(desk.url(), headers=htmx).text
    assert [text for text in LATER if text in answer] == []
    assert [text for text in LATER if text not in page] == []
    for text in ("Ana wins", "€5.10", 'id="share"', "See the sheet", "Rematch"):
        assert text in answer
        assert text in page

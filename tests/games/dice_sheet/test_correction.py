"""A correction by dice starts from the written dice and throw."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.factories import HTMX, SampleTable, hidden

pytestmark = pytest.mark.django_db


def look(desk: SampleTable, query: str) -> str:
    """The table as htmx is answered, asked with this query."""
    return desk.writer.client().get(desk.url() + query, headers=HTMX).content.decode()


def dice_link(page: str) -> str:
    """Return the link of the key "Dice" of a correction."""
    found = re.search(r'href="(\?line=[^"]*right=dice[^"]*)"', page)
    assert found
    return unescape(found[1])


def change_key(page: str) -> str:
    """The text of the key that writes the correction."""
    found = re.search(r'<button[^>]*class="key go".*?</button>', page, re.DOTALL)
    assert found
    return re.sub(r"<[^>]+>", " ", found[0]).strip()


def straight() -> SampleTable:
    """A table where Ana wrote a straight on the first throw."""
    desk = SampleTable()
    desk.line(1, "straight", dice=[1, 2, 3, 4, 5], throws=1)
    return desk


def test_dice_key_keeps_dice_and_throw() -> None:
    desk = straight()
    link = dice_link(look(desk, "?line=1&right=1"))
    assert link == "?line=1&right=dice&dice=12345&throws=1"
    fields = hidden(look(desk, link))
    assert (fields["dice"], fields["throws"]) == ("12345", "1")


def test_correction_of_dice_opens_with_dice_and_throw() -> None:
    desk = straight()
    page = look(desk, "?line=1")
    assert dice_link(page) == "?line=1&right=dice&dice=12345&throws=1"
    page = look(desk, dice_link(page))
    assert change_key(page) == "What should it be?"
    assert 'href="?line=1&amp;right=1"' in page, "points can be written instead"
    assert 'href="?line=1&amp;right=1&amp;strike=1"' in page


def test_correction_of_points_opens_with_points() -> None:
    desk = SampleTable()
    desk.line(1, "straight", points=25, throws=1)
    assert 'href="?line=1&amp;right=1"' in look(desk, "?line=1")


def test_dice_key_of_line_by_points_keeps_its_throw() -> None:
    desk = SampleTable()
    desk.line(1, "straight", points=25, throws=1)
    assert dice_link(look(desk, "?line=1&right=1")) == "?line=1&right=dice&throws=1"


def test_unchanged_dice_offer_nothing_to_write() -> None:
    page = look(straight(), "?line=1&right=dice&dice=54321&throws=1")
    assert change_key(page) == "What should it be?"


def test_throw_alone_can_be_corrected() -> None:
    desk = straight()
    page = look(desk, "?line=1&right=dice&dice=12345&throws=3")
    assert page.count('name="throws" value=') >= 3, "the throw can still be chosen"
    assert change_key(page).startswith("Change 25 to 20")
    sent = {name: value for name, value in hidden(page).items() if name in ("line", "box", "dice", "throws")}
    desk.writer.client().post(desk.url("correct"), desk.form(**sent | {"player": "1"}))
    assert desk.points(1, "straight") == 20


def test_die_taken_off_offers_faces_again() -> None:
    desk = straight()
    assert 'class="keys faces"' not in look(desk, "?line=1&right=dice&dice=12345&throws=1")
    page = look(desk, "?line=1&right=dice&dice=1234&throws=1")
    assert 'class="keys faces"' in page
    assert hidden(page)["dice"] == "1234"

"""Stale and refused writes: the current sheet, the reason and the input."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.factories import HTMX, SampleTable, hidden, new_key

pytestmark = pytest.mark.django_db

LINK_FIELDS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])


def answered(desk: SampleTable, answer: Any, status: int, headers: dict[str, str]) -> str:
    """Assert the form of a refusal: page without script, else the table; the sheet is newest."""
    assert answer.status_code == status
    assert "HX-Request" in answer.headers["Vary"]
    assert ("<!doctype html>" in answer.text) == (not headers)
    assert hidden(answer.text)["seen"] == str(desk.table.count)
    assert "Not entered." in answer.text or "That would break" in answer.text
    text: str = answer.text
    return text


def send(desk: SampleTable, name: str, headers: dict[str, str], status: Any = 409, **fields: Any) -> str:
    """Post a form that has not seen the last line. Nothing may be written; gives the page."""
    before = desk.entries
    form = {"seen": desk.table.count - 1, "key": new_key(), **fields}
    answer = desk.writer.client().post(desk.url(name), form, headers=headers)
    assert desk.entries == before
    assert answer.headers["X-Ack"] == form["key"]
    return answered(desk, answer, status, headers)


def open_box(page: str, box: str) -> str:
    """The button of a pencilled box."""
    found = re.search(rf'<button form="(?:write|pad)" name="box" value="{box}"[^>]*>', page)
    return found[0] if found else ""


@LINK_FIELDS
@pytest.mark.parametrize(
    "fields", [{"dice": "44412", "throws": "2"}, {"dice": "444", "throws": "1"}, {"value": "12x2"}]
)
def test_late_dice_are_not_offered_to_next_player(
    desk: SampleTable, headers: dict[str, str], fields: dict[str, str]
) -> None:
    desk.line(2, "ones", points=2)
    page = send(desk, "write", headers, player="2", box="fours", **fields)
    assert "Bo has ones 2 now." in page
    assert "Cleo’s turn" in page
    assert not hidden(page)["dice"]
    assert "box" not in hidden(page)


@LINK_FIELDS
@pytest.mark.parametrize("strike", [{}, {"strike": "1"}])
def test_late_for_box_that_is_used_now(
    desk: SampleTable, headers: dict[str, str], strike: dict[str, str]
) -> None:
    desk.line(2, "ones", points=2)
    desk.line(3, "ones")
    page = send(desk, "write", headers, 422, player="1", box="ones", **strike)
    assert "box" not in hidden(page)
    assert "Ana’s turn" in page


@LINK_FIELDS
def test_late_out_of_turn(desk: SampleTable, headers: dict[str, str]) -> None:
    desk.line(1, "twos", points=2)
    fields = {"player": "1", "box": "fours", "dice": "44412", "throws": "3", "out_of_turn": "1"}
    page = send(desk, "write", headers, **fields)
    sent = hidden(page)
    assert (sent["player"], sent["out_of_turn"], sent["dice"]) == ("1", "1", "44412")


@LINK_FIELDS
def test_late_with_correction(desk: SampleTable, headers: dict[str, str]) -> None:
    desk.line(2, "ones", points=2)
    page = send(desk, "correct", headers, line="1", player="1", box="ones", points="2")
    sent = hidden(page)
    assert (sent["line"], sent["points"]) == ("1", "2")
    assert "Change 3 to 2" in page
    # by its dice: they lie there still, in the correction and not in a new line
    fields = {"line": "1", "player": "1", "box": "ones", "dice": "11234", "throws": "2"}
    page = send(desk, "correct", headers, **fields)
    sent = hidden(page)
    assert (sent["line"], sent["right"], sent["dice"], sent["throws"]) == ("1", "dice", "11234", "2")
    assert "Change 3 to 2" in page
    page = send(desk, "correct", headers, line="1", player="1", box="ones", strike="1")
    assert hidden(page)["strike"] == "1"


@LINK_FIELDS
def test_conflicting_correction_shows_both_values(desk: SampleTable, headers: dict[str, str]) -> None:
    desk.amend(1, box="ones", points=4)
    page = send(desk, "correct", headers, line="1", player="1", box="ones", points="2")
    assert "Change 4 to 2" in page
    assert "Ana has ones 4 now." in page


@LINK_FIELDS
def test_stale_correction_of_undone_line_is_refused(desk: SampleTable, headers: dict[str, str]) -> None:
    desk.void(1)
    page = send(desk, "correct", headers, line="1", player="1", box="ones", points="2")
    assert "line" not in hidden(page)
    assert "points" not in hidden(page)


@LINK_FIELDS
def test_late_to_take_back(desk: SampleTable, headers: dict[str, str]) -> None:
    desk.line(2, "ones", points=2)
    page = send(desk, "undo", headers, entry="1", player="2", dice="44412", throws="1")
    assert "Bo has ones 2 now." in page
    page = send(desk, "go_home", headers, player="1")
    assert "Cleo’s turn" in page


@LINK_FIELDS
def test_late_after_end(desk: SampleTable, headers: dict[str, str]) -> None:
    desk.line(2, "fives", dice=[5] * 5, throws=1)
    page = send(desk, "write", headers, player="2", box="fours", dice="44412", throws="2")
    assert "Bo wins" in page


@LINK_FIELDS
def test_late_after_change_alone(headers: dict[str, str]) -> None:
    desk = SampleTable()
    desk.change(order=[2, 1])
    page = send(desk, "write", headers, 422, player="1", box="fours", dice="44412", throws="2")
    assert "It is Bo’s turn, not Ana’s." in page
    page = send(desk, "go_home", headers, player="1")
    assert "The table was changed meanwhile." in page


@LINK_FIELDS
@pytest.mark.parametrize(
    ("fields", "why", "kept"),
    [
        (
            {"player": "2", "box": "fours", "value": "13"},
            "Fours: 13 is not possible with those rolls, only 4, 8, 12, 16, 20.",
            {"box": "fours"},
        ),
        ({"player": "2", "box": "fours", "dice": "44"}, "Enter 5 dice, each from 1 to 6.", {"dice": "44"}),
        (
            {"player": "3", "box": "fours", "dice": "44412"},
            "It is Bo’s turn, not Cleo’s.",
            {},
        ),
        (
            {"player": "1", "box": "ones", "dice": "11123", "out_of_turn": "1"},
            "Ones already holds 3.",
            {"dice": "11123", "player": "1", "out_of_turn": "1"},
        ),
        (
            {"player": "2", "box": "fours", "dice": "44412", "throws": "4"},
            "At most 3 rolls here.",
            {"dice": "44412", "throws": "3"},
        ),
        ({"player": "2", "dice": "44412"}, "These dice do not win the game: name a box.", {"dice": "44412"}),
    ],
)
def test_stale_line_that_is_illegal_is_refused(
    desk: SampleTable, headers: dict[str, str], fields: Any, why: str, kept: dict[str, str]
) -> None:
    before = desk.entries
    answer = desk.writer.client().post(desk.url("write"), desk.form(**fields), headers=headers)
    page = answered(desk, answer, 422, headers)
    assert why in page
    assert desk.entries == before
    assert hidden(page).items() >= kept.items()


@LINK_FIELDS
def test_stale_correction_that_is_illegal_is_refused(desk: SampleTable, headers: dict[str, str]) -> None:
    desk.line(2, "ones", points=2)
    form = desk.form(line="1", player="1", box="ones", points="6")
    page = answered(desk, desk.writer.client().post(desk.url("correct"), form, headers=headers), 422, headers)
    assert "Ones: 6 is not possible with those rolls, only 1, 2, 3, 4, 5." in page
    form = desk.form(line="1", player="1", dice="55555", throws="1")
    page = answered(desk, desk.writer.client().post(desk.url("correct"), form, headers=headers), 422, headers)
    assert "That would break turn 1 of Bo." in page
    sent = hidden(page)
    assert (sent["line"], sent["dice"], sent["throws"]) == ("1", "55555", "1")


def test_refusal_without_script_leads_back(desk: SampleTable) -> None:
    # the refusal is at the address of the write, and its links are relative
    client = desk.writer.client()
    for name in ("write", "correct", "undo", "go_home"):
        answer = client.get(desk.url(name) + "?line=1&right=1", follow=True)
        assert answer.redirect_chain == [(desk.url() + "?line=1&right=1", 302)]
        assert answer.status_code == 200
        assert client.head(desk.url(name)).status_code == 302
        assert client.put(desk.url(name)).status_code == 405


@LINK_FIELDS
def test_form_without_its_token_is_refused(desk: SampleTable, headers: dict[str, str]) -> None:
    before = desk.entries
    fields = {"player": "2", "box": "fours", "dice": "44412", "throws": "2"}
    for spoilt in ({"seen": ""}, {"seen": "x"}, {"seen": "-1"}, {"key": ""}, {"key": "x" * 36}):
        form = {**desk.form(**fields), **spoilt}
        page = answered(
            desk, desk.writer.client().post(desk.url("write"), form, headers=headers), 422, headers
        )
        assert "This page is incomplete." in page
        assert hidden(page)["dice"] == "44412"
    assert desk.entries == before

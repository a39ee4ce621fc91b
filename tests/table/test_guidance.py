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


def test_first_card_sheet_says_how_to_enter_round() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo"])
    client = desk.writer.client()
    assert "Tap the answer to each question." in client.get(desk.url()).text
    client.post(desk.url("draft"), desk.form(line="0", step="0", press="trump-H"))
    assert "Tap the answer to each question." not in client.get(desk.url()).text
    desk.entry(trump="H", tricks=["1", "1", "2", "2", "1"], best="1")
    assert "Tap the answer to each question." not in client.get(desk.url()).text


def won_for_money() -> SampleTable:
    desk = SampleTable(stake={"kind": "fixed", "amount": "1", "unit": "EUR"})
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def test_result_with_debts_asks_for_phones_player() -> None:
    desk = won_for_money()
    client = desk.writer.client()
    assert "Whose phone is this?" in client.get(desk.url()).text
    response = client.post(desk.url("take_seat"), {"seat": "2"})
    assert (response.status_code, desk.table.permissions.seat) == (303, "2")
    assert "Whose phone is this?" not in client.get(desk.url()).text


def test_question_for_phones_player_comes_once() -> None:
    desk = won_for_money()
    client = desk.writer.client()
    tag = client.get(desk.url())["ETag"]
    client.post(desk.url("take_seat"), {"seat": ""})
    answer = client.get(desk.url(), headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "Whose phone is this?" not in answer.text


def test_result_without_stake_asks_nothing() -> None:
    desk = SampleTable()
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    assert "Whose phone is this?" not in desk.writer.client().get(desk.url()).text

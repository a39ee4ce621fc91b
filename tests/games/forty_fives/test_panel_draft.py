"""Forty-fives: drafts shared by phones, and keys that are refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.play.models import Draft
from scorekeeper.rules.forty_fives.fields import WrittenRow
from tests.factories import SampleTable, new_writer
from tests.games.draft_client import Phone
from tests.games.forty_fives.rounds import FOUR, RESULT, desk, played

pytestmark = pytest.mark.django_db


def test_draft_survives_reload_and_is_shared() -> None:
    table = desk()
    Phone(table).tap("trump-D", "took-2")
    again = Phone(table, client=new_writer(table.group).client())
    assert "Who took trick 2?" in again.page
    again.tap("took-4")
    assert Draft.objects.get().data["entry"] == {"trump": "D", "tricks": ["2", "4"]}


def test_draft_of_two_phones_is_not_overwritten() -> None:
    table = desk()
    first, second = Phone(table), Phone(table)
    first.tap("trump-D")
    answer = second.send("trump-S")
    assert answer.status_code == 409
    assert "This is being entered on another phone, too" in second.page
    assert Draft.objects.get().data["entry"] == {"trump": "D"}
    second.tap("took-2")  # from there it goes on
    assert Draft.objects.get().step == 2


def test_draft_tap_sent_again_counts_once() -> None:
    """The response to the first attempt was lost, or two phones agree."""
    table = desk()
    first, second = Phone(table), Phone(table)
    first.tap("trump-D")
    assert second.send("trump-D").status_code == 200
    assert Draft.objects.get().step == 1
    assert "another phone" not in second.page


def test_round_written_meanwhile_is_reported() -> None:
    table = desk()
    phone = Phone(table).tap("trump-D")
    table.entry(**RESULT)
    answer = phone.send("took-1")
    assert answer.status_code == 409
    assert "It now reads round 1: Ana 5, Cleo 20, Dev 5." in phone.page


def test_draft_started_after_resend_stays() -> None:
    table = desk()
    phone = Phone(table).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3")
    form = {name: phone.fields[name] for name in ("seen", "move", "draft")} | {
        "key": "0" * 8 + "-0000" * 3 + "-" + "0" * 12
    }
    for _ in range(2):
        answer = phone.client.post(table.url("write"), form, headers=phone.headers)
        assert answer.status_code == 200
        Phone(table).tap("trump-S")
    assert table.table.count == 1
    assert Draft.objects.get().step == 2


@pytest.mark.parametrize(
    "press",
    [
        "",
        "x",
        "trump-X",
        "trump-",
        "took-9",
        "took-",
        "off-7",
        "off--1",
        "off-²",
        "off-" + "9" * 5000,
        "fix-0-" + "9" * 5000,
        "best-2",
        "card-7H",
        "card-XX",
        "fix-0-0",
        "fix-²-²",
        "fix-9-9",
        "rob-9",
        "robbed",
        "naming",
        "bid-15",
        "bidder-1",
        "back",
        "mode-x",
        "took-1\0",
        "best-" + "9" * 5000,
    ],
)
def test_unknown_key_is_refused(press: str) -> None:
    table = desk()
    phone = Phone(table).tap("trump-H", "took-1")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before
    assert "Who took trick 2?" in phone.page


@pytest.mark.parametrize("field", ["seen", "line", "step"])
@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "²"])
def test_tap_with_odd_fields_is_refused(field: str, value: str) -> None:
    phone = Phone(desk())
    assert phone.send("trump-H", **{field: value}).status_code in (404, 409, 422)
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "move", ["", "x", "[]", "1", '{"trump": "H"', '{"a": NaN}', "{" * 50, '"' + "x" * 20_000 + '"']
)
def test_form_without_its_round_is_refused(move: str) -> None:
    table = desk()
    phone = Phone(table)
    answer = phone.client.post(table.url("write"), table.form(move=move, draft="1"), headers=phone.headers)
    assert answer.status_code == 422
    assert table.table.count == 0


def test_tap_without_script_returns_to_table() -> None:
    table = desk()
    phone = Phone(table, htmx=False).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3")
    assert "30 of 30" in phone.page
    answer = phone.client.post(
        table.url("write"),
        {name: phone.fields[name] for name in ("seen", "move", "draft")} | {"key": phone.fields["key"]},
    )
    assert answer.status_code == 302
    assert table.table.count == 1


def test_round_keeps_its_dealer_after_earlier_take_back() -> None:
    table = desk()
    Phone(table).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3").write()
    phone = Phone(table).tap("mode-cards", "card-7H", "robbed")  # Ana deals, Bo leads
    played(phone, "KC 2C 3C 4C", "QS 4S 5S 7S", "JD 2D 3D 4D", "JS 6S 8S 9S", "9D 10D 8D 7D").write()
    table.void(1)
    assert [WrittenRow.of(row).dealer for row in table.table.sheet.rows] == ["1"]


@pytest.mark.parametrize(
    ("game", "names", "entry", "press"),
    [
        ("forty_fives", FOUR, {"trump": "H", "tricks": ["1"] * 5, "best": "1"}, "trump-H"),
        ("generala_cards", FOUR[:2], {"out": [["1"]]}, "out-1"),
        ("generals_and_majors", FOUR[:2], {"player": "1", "concede": True}, "card-AH"),
    ],
)
def test_game_that_is_over_takes_no_tap(game: str, names: Any, entry: dict[str, Any], press: str) -> None:
    table = SampleTable(game, names, options={"target": 30} if game == "forty_fives" else {})
    phone = Phone(table)
    fields = {name: phone.fields[name] for name in ("line", "step")}
    table.entry(**entry)
    answer = phone.client.post(
        table.url("draft"), {**fields, "seen": "1", "press": press}, headers=phone.headers
    )
    assert answer.status_code == 422
    assert not Draft.objects.exists()


def test_tap_without_permission_is_refused() -> None:
    table = desk()
    form = {"seen": "0", "line": "0", "step": "0", "press": "trump-H"}
    for client, status in ((Client(), 401), (new_writer().client(), 404)):
        assert client.post(table.url("draft"), form).status_code == status
    assert not Draft.objects.exists()


def test_draft_that_no_longer_fits_is_reported() -> None:
    table = desk(options={"auction": True})
    phone = Phone(table).tap("bidder-2", "bid-20", "trump-C")
    table.change(options={"auction": False})
    phone.look()
    assert "The unfinished entry no longer fits." in phone.page
    assert phone.send("trump-S").status_code == 422  # a page from before still has its keys
    phone.tap("clear")
    assert "Round 1: which suit is trumps?" in phone.page


def test_way_to_win_names_bid_it_takes() -> None:
    phone = Phone(desk(options={"auction": True, "target": 60}))
    assert "Ana: 5 tricks and the best trump, after bidding 30" in phone.page
    phone.tap("bidder-1", "bid-30")
    assert "Ana: 5 tricks and the best trump<" in phone.page
    assert "after bidding" not in phone.page


def test_write_key_names_lost_bid_of_side_that_revoked() -> None:
    table = desk(options={"auction": True, "revoke": "lose_round"}, teams=(0, 1, 0, 1))
    phone = Phone(table).tap("bidder-4", "bid-20", "trump-D", "mode-cards")
    played(phone, "KC 4C 3D 9C", "9D 10S 2D 4D", "AD QD QS KS", "5C 6C 7C JC", "KH JD 8C QC")
    assert re.search(r"Write round 1, Bo 0, Dev −20\s*<small>", phone.page)
    phone.write()
    assert [cell.points for cell in table.table.sheet.rows[0].cells][1::2] == [0, -20]


@pytest.mark.parametrize(("rule", "is_refused"), [("lose_round", True), ("none", False)])
def test_round_with_revoke_that_costs_points_stays_by_cards(rule: str, is_refused: bool) -> None:
    phone = Phone(desk(options={"revoke": rule})).tap("mode-cards", "card-8D", "robbed")
    played(phone, "KC 4C 3D 9C", "9D 10S 2D 4D", "AD QD QS KS")
    assert "Dev revoked in trick 2" in phone.page
    assert phone.send("mode-result").status_code == (422 if is_refused else 200)
    assert ("enter the rest of the round by cards too" in phone.page) is is_refused
    assert ("Dev revoked in trick 2" in phone.page) is is_refused

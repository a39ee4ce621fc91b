"""Générala: drafts shared by phones, and keys that are refused."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.play.models import Draft
from tests.factories import new_writer
from tests.games.draft_client import Phone

from .desk import FIVE, TWO, cards, desk, entry
from .hands import hand_after, state_of

pytestmark = pytest.mark.django_db


def test_draft_survives_reload_and_is_shared() -> None:
    table = desk()
    Phone(table).tap("out-3", "out-1", "same")
    other = Phone(table, client=new_writer(table.group).client())
    assert "4 still hold cards" not in other.page
    assert "Bo, Dev and Eva still hold cards" in other.page
    other.tap("same")
    assert entry() == {"out": [["3"], ["1"]]}


def test_draft_of_two_phones_is_not_overwritten() -> None:
    table = desk()
    first, second = Phone(table), Phone(table)
    first.tap("out-3")
    assert second.send("out-1").status_code == 409
    assert "This is being entered on another phone, too" in second.page
    assert entry() == {"out": [["3"]]}


def test_trick_written_meanwhile_is_reported() -> None:
    table = desk()
    phone = Phone(table).tap("out-3")
    table.entry(trick=[["1", "9H"]], took={"player": "2", "card": "9H"})
    assert phone.send("out-1").status_code == 409
    assert "The unfinished entry no longer fits." in phone.look()
    phone.tap("clear")
    assert "Hand 1, trick 2" in phone.page


def test_tap_without_script_returns_to_table() -> None:
    table = desk(TWO)
    phone = Phone(table, htmx=False).tap("out-2")
    assert "Bo is champion" in phone.page
    answer = phone.client.post(
        table.url("write"),
        {name: phone.fields[name] for name in ("seen", "move", "draft")} | {"key": phone.fields["key"]},
    )
    assert answer.status_code == 302
    assert table.table.outcome is not None


BAD = [
    "",
    "x",
    "out-",
    "out-9",
    "out-3",
    "out-3\0",
    "off-9",
    "off-1",
    "same",
    "end",
    "back",
    "joker",
    "none",
    "take-9H",
    "card-9H",
    "fix-0",
    "mode-x",
    "mode-cards",
    "out-" + "9" * 5000,
]


BAD_IN_TRICK = [
    "",
    "out-1",
    "off-1",
    "card-9H",
    "card-XX",
    "card-",
    "card-2S",
    "take-9H",
    "fix-1",
    "fix--1",
    "fix-²",
    "fix-" + "9" * 5000,
    "end",
    "same",
]


@pytest.mark.parametrize("press", BAD)
def test_unknown_key_is_refused(press: str) -> None:
    phone = Phone(desk()).tap("out-3")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before
    assert "still hold cards" in phone.page


@pytest.mark.parametrize("press", BAD_IN_TRICK)
def test_key_that_is_not_in_trick_is_refused(press: str) -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before
    assert "Bo follows" in phone.page


@pytest.mark.parametrize("press", ["take-2S", "take-JK1", "take-", "card-2H", "none", "joker"])
def test_only_card_of_trick_is_picked_up(press: str) -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H KH").tap("none")
    assert phone.send(press).status_code == 422, phone.page
    assert "Which card does Cleo pick up?" in phone.page


def test_tap_without_permission_is_refused() -> None:
    table = desk()
    form = {"seen": "0", "line": "0", "step": "0", "press": "out-1"}
    for client, status in ((Client(), 401), (new_writer().client(), 404)):
        assert client.post(table.url("draft"), form).status_code == status
    assert not Draft.objects.exists()


def test_next_hand_is_entered_as_the_last_one_in_order_of_play() -> None:
    """Not as the hand that was corrected last."""
    table = desk(FIVE[:4])
    first = {"out": [["3"], ["1"], ["2"]]}
    number = table.entry(**first)
    assert "out-1" in Phone(table).open_keys
    for trick in hand_after(state_of(4, [first]), most=80):
        table.entry(**trick)
    assert table.table.state.running is None
    table.amend(number, out=[["1"], ["3"], ["2"]])
    phone = Phone(table)
    assert "out-1" not in phone.open_keys
    assert "leads: which card?" in phone.page

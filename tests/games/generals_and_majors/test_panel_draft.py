"""Generals and Majors: drafts of turns, and keys that are refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from scorekeeper.play.models import Draft
from tests.factories import new_writer
from tests.games.draft_client import Phone
from tests.games.generals_and_majors.turns import MANY, MIDDLE, desk

pytestmark = pytest.mark.django_db


def test_draft_survives_reload_and_second_phone() -> None:
    table = desk(MIDDLE)
    first = Phone(table).tap("card-AC")
    second = Phone(table, client=new_writer(table.group).client())
    assert "off-AC" in second.open_keys
    first.tap("card-7S")
    assert second.send("card-2C").status_code == 409
    assert "This is being entered on another phone, too" in second.page
    assert Draft.objects.get().data["entry"]["armies"] == ["7S"]


def test_draft_of_one_player_is_not_others() -> None:
    table = desk(MIDDLE)
    phone = Phone(table).tap("card-AC")
    table.void(table.table.last_line.latest.number)  # type: ignore[union-attr]
    phone.look()
    assert "The unfinished entry no longer fits." in phone.page
    phone.tap("clear")
    assert "Ana plays" in phone.page


def test_turn_without_card_belongs_to_no_player() -> None:
    table = desk(MIDDLE)
    phone = Phone(table).tap("card-AC", "off-AC")
    table.void(table.table.last_line.latest.number)  # type: ignore[union-attr]
    assert "The unfinished entry no longer fits." not in phone.look()


def test_tap_without_script_returns_to_table() -> None:
    table = desk(MIDDLE)
    phone = Phone(table, htmx=False).tap("card-AC", "card-6S")
    assert "6♠ cancels the 6" in phone.page
    assert phone.write().status_code == 302
    assert table.table.count == len(MIDDLE) + 1


HOSTILE = [
    "",
    "x",
    "card-",
    "card-ZZ",
    "card-AH",
    "card-KH",
    "card-JK1",
    "card-6S\0",
    "role-army",
    "bind-red",
    "off-9S",
    "off-",
    "look-x",
    "take-",
    "take--",
    "take-6S",
    "take-6S-6S",
    "take-.-.",
    "take-7S-6D",
    "group-",
    "group-take",
    "group-mine-6S",
    "group-theirs-",
    "other-redeal-1",
    "other-concede-9",
    "other-end-1",
    "other-",
    "back",
    "take-6S-" + "6D." * 3000,
]


@pytest.mark.parametrize("press", HOSTILE)
def test_unknown_key_is_refused(press: str) -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC", "card-7S")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before


def test_odd_keys_in_group_role_and_colour_are_refused() -> None:
    phone = Phone(desk(MANY, options={"cancel": "group_vs_group", "cancel_choice": "optional", "lead": 40}))
    phone.tap("card-6S", "group-begin")
    for press in ("group-begin", "group-theirs-ZZ", "group-mine-4S-", "group-other-6S", "group-take"):
        assert phone.send(press).status_code == 422, press
    joker = Phone(desk(options={"edition": "kalosi"})).tap("card-JK1")
    for press in ("role-x", "card-AH", "role-"):
        assert joker.send(press).status_code == 422, press
    star = Phone(desk(options={"hard": True})).tap("card-KX")
    for press in ("bind-star", "card-AH", "look-close", "take-2H-"):
        assert star.send(press).status_code == 422, press


def test_tap_without_permission_is_refused() -> None:
    table = desk()
    form = {"seen": "0", "line": "0", "step": "0", "press": "card-AH"}
    for client, status in ((Client(), 401), (new_writer().client(), 404)):
        assert client.post(table.url("draft"), form).status_code == status
    assert not Draft.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"hard": True, "cancel": "group_vs_group", "cancel_choice": "optional"},
        {"edition": "kalosi", "command_limit": "cumulative", "groups": True},
    ],
)
def test_every_shown_key_can_be_tapped(options: dict[str, Any]) -> None:
    """Random keys: each has a response, and each complete turn is written."""
    chance = Random(7)
    table = desk(options=options)
    phone = Phone(table)
    for _ in range(70):
        if table.table.outcome is not None:
            break
        if "move" in phone.fields and chance.random() < 0.8:
            assert phone.write().status_code == 200, phone.page
            continue
        keys = sorted(key for key in phone.open_keys if not key.startswith(("other-concede", "other-end")))
        verb = chance.choice(sorted({key.partition("-")[0] for key in keys}))
        press = chance.choice([key for key in keys if key.startswith(verb)])
        assert phone.send(press).status_code in (200, 422), press
    assert table.table.count > 5

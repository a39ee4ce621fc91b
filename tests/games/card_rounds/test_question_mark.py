"""Question mark of a card game: each panel opens the help page at the rule of its question."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from tests.factories import SampleTable
from tests.games.draft_client import Phone
from tests.games.generals_and_majors.turns import AHEAD, MIDDLE

pytestmark = pytest.mark.django_db

Entries = list[dict[str, Any]]
FORTY_FIVES: list[tuple[dict[str, Any], str, str]] = [
    ({}, "", "trumps"),
    ({}, "turning", "deal"),
    ({}, "trump-H", "winning"),
    ({}, "took-1 took-1 took-1 took-2 took-2", "trumps"),
    ({}, "trump-H took-1 took-1 took-1 took-2 took-2", "points"),
    ({}, "trump-H took-1 took-1 took-1 took-2 took-2 best-1", "points"),
    ({}, "settle", "trumps"),
    ({}, "trump-H settle card-KD", "winning"),
    ({}, "trump-H settle card-KD card-2D card-3D", "winning"),
    ({"auction": True}, "", "auction"),
    ({"auction": True}, "bidder-1", "auction"),
    ({"auction": True}, "bidder-1 bid-20", "auction"),
    ({"auction": True}, "bidder-1 bid-20 trump-H took-1 bid-again", "auction"),
    ({"auction": True}, "bidder-1 bid-20 trump-H mode-cards", "winning"),
    ({}, "mode-cards", "deal"),
    ({}, "mode-cards card-JK", "joker_turned"),
    ({}, "mode-cards card-9H", "robbing"),
    ({}, "mode-cards card-9H rob-2 naming", "robbing"),
    ({}, "mode-cards card-9H robbed", "winning"),
    ({}, "mode-cards card-9H robbed card-KD", "follow"),
    ({}, "mode-cards card-9H robbed card-KH", "trumps_led"),
    ({}, "mode-cards card-9H robbed card-KD fix-0-0", "winning"),
    ({}, "mode-cards card-9H robbed card-KD card-2D fix-0-1", "follow"),
    ({}, "mode-cards card-9H robbed card-KH card-2H fix-0-1", "trumps_led"),
    ({}, "mode-cards card-9H robbed card-KD card-2C card-3D card-4D card-5D", "revoke"),
]


@pytest.mark.parametrize(("options", "keys", "rule"), FORTY_FIVES)
def test_forty_fives_opens_at_question(options: dict[str, Any], keys: str, rule: str) -> None:
    assert asked_rule(SampleTable("forty_fives", ("Ana", "Bo", "Cleo"), options=options), keys) == rule


GENERALA: list[tuple[dict[str, Any], Entries, str, str]] = [
    ({}, [], "", "out"),
    ({}, [], "out-1", "out"),
    ({}, [], "out-1 out-2", "elimination"),
    ({}, [], "out-1 out-2 same out-3", "all_out_dealer"),
    ({}, [], "mode-cards", "first_lead"),
    ({}, [], "mode-cards card-KH", "follow"),
    ({}, [], "mode-cards card-KH fix-0", "first_lead"),
    ({}, [], "mode-cards card-KH card-2H fix-1", "follow"),
    ({}, [], "mode-cards card-5H card-KH none", "without"),
    ({}, [], "mode-cards card-5H card-KH none take-5H", "without"),
    ({}, [], "mode-cards card-5H card-KH none take-KH", "winner_counts_taken_card"),
    ({}, [], "mode-cards joker", "jokers"),
    ({"joker_after_joker": "forbidden"}, [], "mode-cards card-KH joker", "joker_after_joker"),
    ({}, [], "mode-cards card-KH card-2H card-3H", "follow"),
    ({"elimination": False}, [{"out": [["1"], ["2"]]}], "end", "elimination"),
]


@pytest.mark.parametrize(("options", "entries", "keys", "rule"), GENERALA)
def test_generala_opens_at_question(options: dict[str, Any], entries: Entries, keys: str, rule: str) -> None:
    table = SampleTable("generala_cards", ("Ana", "Bo", "Cleo"), options=options)
    for entry in entries:
        table.entry(**entry)
    assert asked_rule(table, keys) == rule


BATTLE: list[tuple[dict[str, Any], Entries, str, str]] = [
    ({}, [], "", "turn"),
    ({}, [], "look-close", "turn"),
    ({}, [], "card-AH", "command_limit"),
    ({}, [], "card-AH card-2H", "command_limit"),
    ({}, [], "look-close other-redeal-1", "deal"),
    ({}, [], "look-close other-concede-1", "concede"),
    ({"hard": True}, [], "card-KX", "hard"),
    ({"edition": "kalosi"}, [], "card-JK1", "edition"),
    ({}, MIDDLE, "card-AC card-6S", "cancel"),
    ({"cancel_choice": "optional"}, MIDDLE, "card-AC card-6S", "cancel_choice"),
    ({}, AHEAD[:-1], "card-JH card-9D", "lead"),
    ({}, AHEAD, "", "lead"),
    ({}, AHEAD, "card-QH card-2D", "lead"),
    ({}, AHEAD, "card-QC card-5C", "cancel"),
]


@pytest.mark.parametrize(("options", "entries", "keys", "rule"), BATTLE)
def test_generals_and_majors_opens_at_question(
    options: dict[str, Any], entries: Entries, keys: str, rule: str
) -> None:
    table = SampleTable("generals_and_majors", ("Ana", "Bo"), options=options)
    for number, entry in enumerate(entries):
        table.entry(player=str(number % 2 + 1), **entry)
    assert asked_rule(table, keys) == rule


def asked_rule(table: SampleTable, keys: str) -> str:
    """Tap the keys, and return the rule of the panel; the help page must have it."""
    phone = Phone(table).tap(*keys.split())
    found = re.search(r'data-rule="(box-(\w+))"', phone.source)
    assert found is not None
    assert f'id="{found[1]}"' in phone.client.get(table.url("rules")).content.decode()
    return found[2]


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("forty_fives", {}),
        ("forty_fives", {"auction": True, "joker": False}),
        ("generala_cards", {"elimination": False, "joker_after_joker": "forbidden"}),
        ("generals_and_majors", {"edition": "kalosi", "hard": True, "cancel": "group_vs_group"}),
    ],
)
def test_every_panel_opens_at_rule_of_page(slug: str, options: dict[str, Any]) -> None:
    """Keys by chance: the rule of each panel is on the help page of the table."""
    chance = Random(4)
    table = SampleTable(slug, ("Ana", "Bo"), options=options)
    phone = Phone(table)
    rules = set(re.findall(r'id="box-(\w+)"', phone.client.get(table.url("rules")).content.decode()))
    seen = set()
    for _ in range(60):
        found = re.search(r'data-rule="box-(\w+)"', phone.source)
        assert found is not None, phone.page
        seen.add(found[1])
        if "move" in phone.fields and chance.random() < 0.7:
            phone.write()
        else:
            phone.send(chance.choice(sorted(phone.open_keys)))
        if table.table.outcome is not None:
            break
    assert seen <= rules
    assert len(seen) > 3

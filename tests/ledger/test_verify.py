"""Ledger faults reported by `verify`, and concurrent writes that are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection

from scorekeeper.ledger.models import PairBalance
from scorekeeper.ledger.payments import undo
from scorekeeper.ledger.verify import ledger_faults
from scorekeeper.people import groups
from scorekeeper.people.models import Group

from .indebted_group import IndebtedGroup, ask

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        ("UPDATE ledger_owed SET amount = '509'", "by its lines, 509 is stored"),
        ("UPDATE ledger_owed SET amount = 'much'", "by its lines, much is stored"),
        ("DELETE FROM ledger_owed", "by its lines, 0 is stored"),
        ("UPDATE ledger_posting SET amount = 511 WHERE kind = 'game'", "by its lines, "),
        ("UPDATE ledger_posting SET session = 'nowhere' WHERE kind = 'game'", "its game is not known"),
        ("UPDATE ledger_posting SET session = '' WHERE kind = 'game'", "its kind does not fit its game"),
        (
            "UPDATE ledger_posting SET kind = 'gift' WHERE kind = 'payment'",
            "its kind does not fit its game",
        ),
        (
            "UPDATE ledger_posting SET amount = 1 WHERE kind = 'undo'",
            "it does not undo a payment of the same players and amount",
        ),
        (
            "UPDATE people_player SET group_id = :other WHERE name = 'Ana'",
            "it names a player of another group",
        ),
    ],
)
def test_planted_fault_is_named(spoilt: str, message: str) -> None:
    crowd = IndebtedGroup()
    crowd.game("one", (crowd.bo, crowd.ana, 510))
    undo(crowd.group, crowd.pays(crowd.bo, crowd.ana, 200).pk, crowd.person)
    assert {what for _where, what in ledger_faults(ask)} == {"its game is not known"}
    other = Group.objects.create()
    with connection.cursor() as cursor:
        cursor.execute(spoilt.replace(":other", str(other.pk)))
    assert any(message in what for _where, what in ledger_faults(ask))


@pytest.mark.parametrize("before", [True, False])
def test_concurrent_write_is_no_fault(before: bool) -> None:
    crowd = IndebtedGroup()
    if before:
        crowd.game("one", (crowd.bo, crowd.ana, 510))
    asked: list[str] = []

    def ask_while_a_game_ends(query: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        if "FROM ledger_owed" in query and not asked:
            asked.append(query)
            crowd.game("two", (crowd.bo, crowd.ana, 20), (crowd.cleo, crowd.dev, 3))
        return ask(query, values)

    found = [what for _where, what in ledger_faults(ask_while_a_game_ends)]
    assert asked
    assert not [what for what in found if what != "its game is not known"]


def test_group_is_held_while_its_sums_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No write happens between the two queries, and other groups are not queried again."""
    spoilt, crowd, done = IndebtedGroup(), IndebtedGroup(), []
    for each in (spoilt, crowd):
        each.game(f"game {each.group.pk}", (each.bo, each.ana, 510))
    PairBalance.objects.filter(group=spoilt.group).update(amount="509")
    monkeypatch.setattr(groups, "lock_group", lambda group: done.append(f"hold {group}"))

    def ask_and_tell(query: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        if "FROM ledger_owed" in query:
            done.append(f"sums {values}")
        return ask(query, values)

    found = [each for each in ledger_faults(ask_and_tell) if each[1] != "its game is not known"]
    group = spoilt.group.pk
    owes = f"player {spoilt.ana} owes player {spoilt.bo} -510 (EUR) by its lines, 509 is stored"
    assert found == [(f"the ledger of group {group}", owes)]
    assert done == ["sums []", f"hold {group}", f"sums [{group}]"]

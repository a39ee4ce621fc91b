"""The migration that adds clearings to earlier payments, and its reverse."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.ledger.models import Clearing, PairBalance
from scorekeeper.ledger.payments import undo
from scorekeeper.ledger.sums import debts
from scorekeeper.ledger.verify import ledger_faults

from .indebted_group import IndebtedGroup, ask

BEFORE = [("ledger", "0003_clearings")]


def sums() -> set[tuple[int, int, str]]:
    rows = PairBalance.objects.exclude(amount="0").values_list("one_id", "other_id", "amount")
    return set(rows)


@pytest.mark.django_db(transaction=True)
def test_migration_finds_what_payments_cleared() -> None:
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    crowd = IndebtedGroup()
    with transaction.atomic():
        crowd.game("one", (crowd.bo, crowd.ana, 500), (crowd.ana, crowd.cleo, 300))
        crowd.pays(crowd.bo, crowd.cleo, 300)
        undo(crowd.group, crowd.pays(crowd.bo, crowd.ana, 100).pk, crowd.person)
        crowd.game("two", (crowd.cleo, crowd.bo, 50))
        undo(crowd.group, crowd.pays(crowd.cleo, crowd.ana, 50).pk, crowd.person)
    open_, kept = debts(crowd.group.pk), sums()
    rows = list(Clearing.objects.values_list("posting", "debtor", "creditor", "amount"))
    assert len(rows) == 2 + 2 * 2
    try:
        MigrationExecutor(connection).migrate(BEFORE)
        assert Clearing.objects.count() == 0
        assert {each for _where, each in ledger_faults(ask)} == {"its game is not known"}
        assert sums() != kept
    finally:
        MigrationExecutor(connection).migrate(latest)
    assert list(Clearing.objects.values_list("posting", "debtor", "creditor", "amount")) == rows
    assert sums() == kept
    assert debts(crowd.group.pk) == open_

"""The migration that gives each player an address."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE = [("people", "0005_groups_that_last")]
AFTER = [("people", "0006_player_address")]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_migration_gives_every_player_address() -> None:
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    try:
        apps = executor.loader.project_state(BEFORE).apps
        group = apps.get_model("people", "Group").objects.create()
        players = apps.get_model("people", "Player").objects
        for name in ("Ana", "Bo", "Cleo"):
            players.create(group=group, name=name, folded=name.casefold(), colour=1)
        executor = MigrationExecutor(connection)
        executor.migrate(AFTER)
        rows = executor.loader.project_state(AFTER).apps.get_model("people", "Player").objects
        addresses = list(rows.order_by("pk").values_list("address", flat=True))
        assert len(set(addresses)) == 3
        assert {len(each) for each in addresses} == {12}
    finally:
        MigrationExecutor(connection).migrate(latest)

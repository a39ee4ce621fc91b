"""Rebuild of results after an upgrade: recorded by a migration, run by `migrate` or `serve`.

A migration sees only the models of its time and cannot replay logs. It inserts a `PendingRebuild` row instead. A
rebuild deletes the row at its end; after an interruption the next start runs it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from .models import PendingRebuild
from .results import Rebuilt, rebuild

TABLE = "history_owedrebuild"


class RunDeferred(Operation):
    """Migration operation that runs the deferred statements within the migration's transaction.

    Without it, Django records a migration with deferred statements after its transaction. A migration interrupted
    between the two was applied a second time: "table already exists".
    """

    reduces_to_sql = False

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Leave the state unchanged."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Execute and clear the deferred statements, as the schema editor does on exit."""
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement, None)
        schema_editor.deferred_sql.clear()


def before_migrate(sender: object, *, plan: Sequence[tuple[Migration, bool]] = (), **_: Any) -> None:
    """Make each migration of the plan run its deferred statements in its own transaction."""
    for migration, backwards in plan:
        if migration.atomic and not backwards:
            cast("list[Operation]", migration.operations).append(RunDeferred())


def after_migrate(sender: object, *, using: str = DEFAULT_DB_ALIAS, verbosity: int = 0, **_: Any) -> None:
    """Run an owed rebuild on the migrated database, which may be a backup to be restored."""
    done = do_owed(using)
    if done is not None and verbosity:
        sys.stdout.write(f"  {summary(done)}\n")


def do_owed(using: str = DEFAULT_DB_ALIAS) -> Rebuilt | None:
    """Rebuild all results if an upgrade recorded it; None if not, or if migrations are missing."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return None
    if not PendingRebuild.objects.using(using).exists():
        return None
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    return rebuild(using=using)


def summary(done: Rebuilt) -> str:
    """Describe a rebuild in one line."""
    return f"Made the results of {done.results} games; {done.unread} could not be read."

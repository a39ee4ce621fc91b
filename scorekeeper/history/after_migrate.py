"""Work that an upgrade leaves to be done after its migrations: recorded by them, done by `migrate` or `serve`.

A migration knows the models of its time and no rules, so it cannot read a log. It records that results have to be made
again (`OwedRebuild`). A rebuild deletes that row at its end; after an interruption the next start does it.
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

from .models import OwedRebuild
from .results import Rebuilt, rebuild

TABLE = "history_owedrebuild"


class RunDeferred(Operation):
    """Run the deferred statements of a migration within its transaction.

    Django records a migration that has any after its transaction. Interrupted between the two, it was applied a second
    time: "table already exists".
    """

    reduces_to_sql = False

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Leave the models alone."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Do what the schema editor does when it closes."""
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement, None)
        schema_editor.deferred_sql.clear()


def before_migrate(sender: object, *, plan: Sequence[tuple[Migration, bool]] = (), **_: Any) -> None:
    """Have every migration that is about to run recorded in its own transaction."""
    for migration, backwards in plan:
        if migration.atomic and not backwards:
            cast("list[Operation]", migration.operations).append(RunDeferred())


def after_migrate(sender: object, *, using: str = DEFAULT_DB_ALIAS, verbosity: int = 0, **_: Any) -> None:
    """Do what is owed, on whatever database that was: also a backup that is brought up to date to be put back."""
    done = do_owed(using)
    if done is not None and verbosity:
        sys.stdout.write(f"  {told(done)}\n")


def do_owed(using: str = DEFAULT_DB_ALIAS) -> Rebuilt | None:
    """Make the results again where an upgrade owes them; None where none are owed or migrations are missing."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return None
    if not OwedRebuild.objects.using(using).exists():
        return None
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    return rebuild(using=using)


def told(done: Rebuilt) -> str:
    """What was done, in one line."""
    return f"Made the results of {done.results} games; {done.unread} could not be read."

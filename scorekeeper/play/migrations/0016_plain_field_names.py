"""Rename fields of sessions.

Their columns keep their names, so no SQL is run.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

FIELDS: dict[str, tuple[str, models.Field[Any, Any]]] = {
    "given": ("imported_result", models.JSONField(null=True, blank=True, db_column="given")),
    "blanked": ("note_redactions", models.PositiveIntegerField(default=0, db_column="blanked")),
    "link": ("link_generation", models.PositiveIntegerField(default=1, db_column="link")),
    "joining": ("code_expires", models.DateTimeField(null=True, blank=True, db_column="joining")),
}


class Migration(migrations.Migration):
    dependencies = [("play", "0015_entries_about_covering")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                operation
                for old, (new, field) in FIELDS.items()
                for operation in (
                    migrations.AlterField("session", old, field),
                    migrations.RenameField("session", old, new),
                )
            ]
        )
    ]

"""Rename fields of uploads and imports.

Their columns keep their names, so no SQL is run.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

FIELDS: list[tuple[str, str, str, models.Field[Any, Any]]] = [
    ("upload", "room", "estimated_kib", models.PositiveIntegerField(default=0, db_column="room")),
    (
        "upload",
        "around",
        "wider_network",
        models.CharField(max_length=40, blank=True, default="", db_index=True, db_column="around"),
    ),
    ("upload", "made", "uploaded_at", models.DateTimeField(auto_now=True, db_index=True, db_column="made")),
    ("import", "made", "stored", models.PositiveIntegerField(default=0, db_column="made")),
    ("import", "why", "error", models.TextField(blank=True, default="", db_column="why")),
    ("import", "worked", "worked_at", models.DateTimeField(null=True, blank=True, db_column="worked")),
]


class Migration(migrations.Migration):
    dependencies = [("archive", "0004_waiting_room")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                operation
                for model, old, new, field in FIELDS
                for operation in (
                    migrations.AlterField(model, old, field),
                    migrations.RenameField(model, old, new),
                )
            ]
        )
    ]

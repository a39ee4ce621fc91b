"""Rename fields of groups and players.

Their columns keep their names, so no SQL is run.
"""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def renamed(
    model: str, old: str, new: str, field: models.Field[Any, Any]
) -> list[migrations.operations.base.Operation]:
    return [migrations.AlterField(model, old, field), migrations.RenameField(model, old, new)]


class Migration(migrations.Migration):
    dependencies = [("people", "0015_person_account_fields")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("player", "one_player_per_name"),
                *renamed(
                    "player", "folded", "folded_name", models.CharField(max_length=120, db_column="folded")
                ),
                *renamed(
                    "player",
                    "was",
                    "former_claimant",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        on_delete=django.db.models.deletion.SET_NULL,
                        null=True,
                        blank=True,
                        related_name="+",
                        db_column="was_id",
                    ),
                ),
                *renamed(
                    "group",
                    "arriving",
                    "import_progress_at",
                    models.DateTimeField(null=True, blank=True, db_index=True, db_column="arriving"),
                ),
                *renamed(
                    "group",
                    "link",
                    "link_generation",
                    models.PositiveIntegerField(default=1, db_column="link"),
                ),
                migrations.AddConstraint(
                    "player",
                    models.UniqueConstraint(
                        fields=["group", "folded_name"],
                        condition=models.Q(merged_into=None),
                        name="one_player_per_name",
                    ),
                ),
            ]
        )
    ]

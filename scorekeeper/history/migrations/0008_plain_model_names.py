"""Rename models of sums and of pending work, and a field of frequencies.

The tables and the column keep their names, so no SQL is run.
"""

from __future__ import annotations

from django.db import migrations, models

MODELS = {
    "Played": "VariantCount",
    "Meeting": "HeadToHead",
    "Behind": "RatingBacklog",
    "OwedRebuild": "PendingRebuild",
}


class Migration(migrations.Migration):
    dependencies = [("history", "0007_owed_rebuild")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                operation
                for old, new in MODELS.items()
                for operation in (
                    migrations.AlterModelTable(old, f"history_{old.lower()}"),
                    migrations.RenameModel(old, new),
                )
            ]
            + [
                migrations.AlterField("frequency", "served", models.IntegerField(db_column="served")),
                migrations.RenameField("frequency", "served", "first_throw"),
            ]
        )
    ]

"""Rename the model of participations; its table keeps its name, so no SQL is run."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PARENTS = {"session": "play.session", "person": settings.AUTH_USER_MODEL}


class Migration(migrations.Migration):
    dependencies = [("play", "0017_first_player_of_rematch")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("Phone", "play_phone"),
                migrations.RenameModel("Phone", "Participation"),
                *(
                    migrations.AlterField(
                        "participation",
                        name,
                        models.ForeignKey(
                            parent,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="participations",
                        ),
                    )
                    for name, parent in PARENTS.items()
                ),
                migrations.AlterField(
                    "participation",
                    "seat",
                    models.ForeignKey(
                        "play.seat",
                        null=True,
                        blank=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="participations",
                    ),
                ),
            ]
        )
    ]

"""Rename the model of rate limits and fields of players.

The table and the columns keep their names, so no SQL is run.
"""

from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0016_plain_field_names")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("Tally", "people_tally"),
                migrations.RenameModel("Tally", "RateLimitCounter"),
                migrations.AlterField(
                    "player", "left", models.DateTimeField(null=True, blank=True, db_column="left")
                ),
                migrations.RenameField("player", "left", "left_at"),
                migrations.AlterField(
                    "player", "links", models.TextField(blank=True, default="", db_column="links")
                ),
                migrations.RenameField("player", "links", "payment_links"),
                migrations.AlterField(
                    "group",
                    "members",
                    models.ManyToManyField(
                        settings.AUTH_USER_MODEL, through="people.Member", related_name="+"
                    ),
                ),
            ]
        )
    ]

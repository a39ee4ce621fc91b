"""Table of rebuilds that an upgrade requires.

One rebuild is recorded, because rebuilds required by earlier upgrades were not.
"""

from django.db import migrations, models


def _owe(apps, schema_editor):  # type: ignore[no-untyped-def]
    using = schema_editor.connection.alias
    if apps.get_model("play", "Session").objects.using(using).filter(finished__isnull=False).exists():
        apps.get_model("history", "OwedRebuild").objects.using(using).create(reason="0007_owed_rebuild")


class Migration(migrations.Migration):
    dependencies = [("history", "0006_side_points")]

    operations = [
        migrations.CreateModel(
            name="OwedRebuild",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=80)),
            ],
        ),
        migrations.RunPython(_owe, migrations.RunPython.noop),
    ]

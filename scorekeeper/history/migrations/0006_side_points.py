"""Add the total of the side to each score.

A rebuild after the upgrade computes the totals of partners from the logs.
"""

from django.db import migrations, models
from django.db.models import F


def _alone(apps, schema_editor):  # type: ignore[no-untyped-def]
    """Copy the points of players without partners, who are sides of their own."""
    scores = apps.get_model("history", "Score").objects.using(schema_editor.connection.alias)
    scores.filter(points__isnull=False).update(side_points=F("points"))


class Migration(migrations.Migration):
    dependencies = [("history", "0005_scores_of_a_player")]

    operations = [
        migrations.AddField(model_name="score", name="side_points", field=models.BigIntegerField(null=True)),
        migrations.RunPython(_alone, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="score", name="scores_by_points"),
        migrations.AddIndex(
            model_name="score",
            index=models.Index(fields=["player", "variant", "side_points"], name="scores_by_points"),
        ),
    ]

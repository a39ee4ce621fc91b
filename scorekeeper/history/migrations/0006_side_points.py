"""Scores say what their side came to; where partners play `upgrade` works that out of the logs."""

from django.db import migrations, models
from django.db.models import F


def _alone(apps, schema_editor):  # type: ignore[no-untyped-def]
    """A player alone is a side: its points are the player's."""
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

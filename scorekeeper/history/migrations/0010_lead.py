"""Add the largest lead to each score, and record the rebuild that computes those of finished games."""

from django.db import migrations, models

REASON = "0010_lead"


def _owe(apps, schema_editor):  # type: ignore[no-untyped-def]
    using = schema_editor.connection.alias
    if apps.get_model("history", "Result").objects.using(using).exists():
        apps.get_model("history", "PendingRebuild").objects.using(using).create(reason=REASON)


class Migration(migrations.Migration):
    dependencies = [("history", "0009_seasons")]

    operations = [
        migrations.AddField(model_name="score", name="lead", field=models.BigIntegerField(null=True)),
        migrations.RunPython(_owe, migrations.RunPython.noop),
    ]

from typing import Any

from django.db import migrations, models


def forget(apps: Any, schema_editor: Any) -> None:
    """Delete earlier uploads: they have no summary, expire within a day, and can be repeated."""
    apps.get_model("archive", "Upload").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("archive", "0001_uploads"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="upload",
            name="summary",
            field=models.JSONField(default=dict),
        ),
    ]

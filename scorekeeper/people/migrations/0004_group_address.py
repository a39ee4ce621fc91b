from typing import Any

from django.db import migrations, models

import scorekeeper.people.models


def give(apps: Any, _editor: Any) -> None:
    """Give each existing group an address."""
    groups = apps.get_model("people", "Group")
    for group in groups.objects.filter(address=None).iterator():
        groups.objects.filter(pk=group.pk).update(address=scorekeeper.people.models.new_address())


class Migration(migrations.Migration):
    dependencies = [("people", "0003_carry_code")]

    operations = [
        migrations.AddField("group", "address", models.CharField(max_length=12, null=True)),
        migrations.RunPython(give, migrations.RunPython.noop),
        migrations.AlterField(
            "group",
            "address",
            models.CharField(default=scorekeeper.people.models.new_address, max_length=12, unique=True),
        ),
    ]

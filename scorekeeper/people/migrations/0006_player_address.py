from typing import Any

from django.db import migrations, models

import scorekeeper.people.models


def give(apps: Any, _editor: Any) -> None:
    """Give each existing player an address."""
    players = apps.get_model("people", "Player")
    for player in players.objects.filter(address=None).iterator():
        players.objects.filter(pk=player.pk).update(address=scorekeeper.people.models.new_address())


class Migration(migrations.Migration):
    dependencies = [("people", "0005_groups_that_last")]

    operations = [
        migrations.AddField("player", "address", models.CharField(max_length=12, null=True)),
        migrations.RunPython(give, migrations.RunPython.noop),
        migrations.AlterField(
            "player",
            "address",
            models.CharField(default=scorekeeper.people.models.new_address, max_length=12, unique=True),
        ),
    ]

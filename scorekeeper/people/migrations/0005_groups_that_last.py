import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0004_group_address")]

    operations = [
        migrations.AddField("group", "link", models.PositiveIntegerField(default=1)),
        migrations.AddField("group", "house_rules", models.JSONField(default=dict)),
        migrations.AddField("group", "stake", models.JSONField(default=dict)),
        migrations.AddField("group", "currency", models.CharField(blank=True, max_length=3, default="")),
        migrations.AddField("group", "language", models.CharField(blank=True, max_length=16, default="")),
        migrations.AddField(
            "person",
            "current",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="people.group",
            ),
        ),
        migrations.AddField(
            "member",
            "player",
            models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="member",
                to="people.player",
            ),
        ),
        migrations.AddField("player", "left", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("player", "links", models.TextField(blank=True, default="")),
        migrations.AddField(
            "player",
            "merged_into",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="merged",
                to="people.player",
            ),
        ),
        migrations.RemoveConstraint("player", "one_player_per_name"),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                condition=models.Q(("merged_into", None)),
                fields=("group", "folded"),
                name="one_player_per_name",
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0011_player_was")]

    operations = [
        migrations.AddField("group", "zone", models.CharField(blank=True, default="", max_length=64)),
    ]

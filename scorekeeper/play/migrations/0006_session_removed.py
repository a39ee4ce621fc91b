from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0005_phones_at_the_table")]

    operations = [
        migrations.AddField("session", "removed", models.DateTimeField(blank=True, null=True)),
    ]

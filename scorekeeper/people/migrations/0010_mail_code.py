import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0009_arriving"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailCode",
            fields=[
                ("key", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("address", models.CharField(max_length=254)),
                ("digest", models.CharField(max_length=64)),
                ("ends", models.BigIntegerField(db_index=True)),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]

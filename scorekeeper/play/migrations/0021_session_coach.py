from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0020_session_notes"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="coach",
            field=models.BooleanField(default=False),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0021_session_coach"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(("ended__isnull", False)), fields=["group"], name="ended_tables"
            ),
        ),
    ]

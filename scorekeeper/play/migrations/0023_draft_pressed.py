from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0022_ended_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="pressed",
            field=models.TextField(default=""),
        ),
    ]

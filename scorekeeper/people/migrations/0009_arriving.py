from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0008_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="group",
            name="arriving",
            field=models.DateTimeField(blank=True, db_index=True, null=True),
        ),
    ]

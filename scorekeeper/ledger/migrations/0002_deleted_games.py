from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_postings")]

    operations = [
        migrations.AlterField(
            model_name="posting",
            name="kind",
            field=models.CharField(
                choices=[
                    ("game", "Game"),
                    ("correction", "Correction"),
                    ("payment", "Payment"),
                    ("undo", "Undo"),
                    ("deleted", "Deleted"),
                    ("returned", "Returned"),
                ],
                max_length=10,
            ),
        ),
    ]

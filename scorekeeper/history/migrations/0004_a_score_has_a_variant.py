import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("history", "0003_counted_by_the_session")]

    operations = [
        migrations.AlterField(
            model_name="score",
            name="variant",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="history.variant",
            ),
        ),
    ]

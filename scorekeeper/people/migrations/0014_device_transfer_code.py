"""Rename the model of transfer codes.

Its table keeps its name, so no SQL is run.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("people", "0013_group_key")]

    operations = [
        migrations.AlterModelTable(name="CarryCode", table="people_carrycode"),
        migrations.RenameModel(old_name="CarryCode", new_name="DeviceTransferCode"),
    ]

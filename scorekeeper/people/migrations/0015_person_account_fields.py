"""Rename fields of persons.

Their columns keep their names, so no SQL is run.
"""

from django.db import migrations, models

RENAMED = {"kept": "has_account", "hushed": "account_prompt_dismissed"}


class Migration(migrations.Migration):
    dependencies = [("people", "0014_device_transfer_code")]

    operations = [
        operation
        for old, new in RENAMED.items()
        for operation in (
            migrations.AlterField("person", old, models.BooleanField(default=False, db_column=old)),
            migrations.RenameField("person", old, new),
        )
    ]

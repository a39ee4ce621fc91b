"""Rename the model of stored sums; its table keeps its name, so no SQL is run."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_cleared_payments")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("Owed", "ledger_owed"),
                migrations.RenameModel("Owed", "PairBalance"),
            ]
        )
    ]

"""The ledger room as a Django app."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Names the app and its tables."""

    name = "scorekeeper.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

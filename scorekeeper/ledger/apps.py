"""The ledger room as a Django app."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Names the app and its tables, and registers what it has of players."""

    name = "scorekeeper.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register; nothing here may touch the database."""
        from scorekeeper.people import doubles  # noqa: PLC0415 - models can be imported only now

        from . import players  # noqa: PLC0415

        doubles.register(players.Lines())

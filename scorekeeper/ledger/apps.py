"""The ledger room as a Django app."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Names the app and its tables, and registers what it has of players."""

    name = "scorekeeper.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register; nothing here may touch the database."""
        from scorekeeper.people import player_merge  # noqa: PLC0415 - models can be imported only now

        from . import merge_players  # noqa: PLC0415

        player_merge.register(merge_players.Lines())

"""The ledger room as a Django app."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Configuration of the ledger app: its label and its player merge hook."""

    name = "scorekeeper.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the player merge hook; the database may not be used yet."""
        from scorekeeper.people import player_merge  # noqa: PLC0415 - models can be imported only now

        from . import merge_players  # noqa: PLC0415

        player_merge.register(merge_players.PostingsMerge())

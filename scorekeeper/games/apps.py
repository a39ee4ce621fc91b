"""The app of what each game brings to the table."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Names the app and registers its checks."""

    name = "scorekeeper.games"
    label = "games"

    def ready(self) -> None:
        """Load the checks; nothing here may touch the database."""
        from . import checks  # noqa: F401, PLC0415 - registering is the point

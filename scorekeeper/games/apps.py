"""Django app of the presentations of games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """App configuration that registers the system checks of games."""

    name = "scorekeeper.games"
    label = "games"

    def ready(self) -> None:
        """Register the system checks.

        The database is not used here.
        """
        from . import checks  # noqa: F401, PLC0415 - the import registers the checks

"""The project itself as an app: it brings the commands and the system checks."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """Registers the checks of `scorekeeper.checks`."""

    name = "scorekeeper"

    def ready(self) -> None:
        """Load the checks; nothing here may touch the database."""
        from scorekeeper import checks  # noqa: F401, PLC0415 - registering is the point

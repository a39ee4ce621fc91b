"""The play room as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Names the app and its tables, and registers its checks."""

    name = "scorekeeper.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the checks; nothing here may touch the database."""
        from scorekeeper.play import checks  # noqa: F401, PLC0415 - registering is the point

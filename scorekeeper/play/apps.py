"""The play room as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Names the app and its tables, and registers its checks."""

    name = "scorekeeper.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the checks; nothing here may touch the database."""
        from scorekeeper.people.leaving import PHONE_COOKIES  # noqa: PLC0415 - models are ready only now
        from scorekeeper.play import bringing, checks, passes  # noqa: F401, PLC0415 - registering is the point

        PHONE_COOKIES.add(passes.COOKIE)

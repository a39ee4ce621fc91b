"""The archive room as a Django app."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """Names the app and its tables."""

    name = "scorekeeper.archive"
    label = "archive"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Begin to listen; nothing here may touch the database."""
        from scorekeeper.people.merging import merged  # noqa: PLC0415 - models can be imported only now

        from .incoming import drop_of_guest  # noqa: PLC0415

        merged.connect(drop_of_guest, dispatch_uid="archive")

"""The archive room as a Django app."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """Configuration of the archive app: its label and its receivers."""

    name = "scorekeeper.archive"
    label = "archive"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers; the database may not be used yet."""
        from scorekeeper.people.cleanup import cleaning_up  # noqa: PLC0415
        from scorekeeper.people.guest_merge import guest_merged  # noqa: PLC0415 - models can be imported only now

        from .pending_imports import sweep_dead  # noqa: PLC0415
        from .uploads import drop_of_guest, sweep  # noqa: PLC0415

        guest_merged.connect(drop_of_guest, dispatch_uid="archive")
        cleaning_up.connect(sweep_dead, dispatch_uid="archive arrivals")
        cleaning_up.connect(sweep, dispatch_uid="archive uploads")

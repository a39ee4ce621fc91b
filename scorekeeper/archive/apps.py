"""The archive room as a Django app."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """Names the app and its tables."""

    name = "scorekeeper.archive"
    label = "archive"
    default_auto_field = "django.db.models.BigAutoField"

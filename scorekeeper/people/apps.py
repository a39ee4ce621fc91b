"""The people room as a Django app."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Names the app and its tables."""

    name = "scorekeeper.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"

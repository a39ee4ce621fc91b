"""App configuration of people."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """App of persons, groups and players."""

    name = "scorekeeper.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"

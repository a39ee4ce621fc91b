"""The maintenance room as a Django app."""

from django.apps import AppConfig


class MaintenanceConfig(AppConfig):
    """App config of the management commands; the room has no models."""

    name = "scorekeeper.maintenance"
    label = "maintenance"

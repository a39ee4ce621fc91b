"""The maintenance room as a Django app."""

from django.apps import AppConfig


class MaintenanceConfig(AppConfig):
    """Provides the management commands; it has no models."""

    name = "scorekeeper.maintenance"
    label = "maintenance"

"""System check of the project: the durability of the database."""

from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from . import database


@register(Tags.database)
def check_durability(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Check the live connection, because misplaced options are silently ignored."""
    if app_configs is not None:
        return []
    return [
        Error(f"The database '{alias}' is not durable: {fault}.", id="scorekeeper.E001")
        for alias in databases or []
        for fault in database.faults(connections[alias])
    ]

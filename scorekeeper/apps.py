"""The project itself as an app with commands, system checks and translations."""

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from scorekeeper.core.i18n import compiler


class ScorekeeperConfig(AppConfig):
    """App config: registers the checks of `core.db.checks` and compiles changed translations."""

    name = "scorekeeper"

    def ready(self) -> None:
        """Load the checks.

        Must not use the database.
        """
        from scorekeeper.core.db import checks  # noqa: F401, PLC0415 - registering is the point

        compiler.refresh(settings.CATALOGUES, Path(settings.LOCALE_PATHS[0]))

"""The project itself as an app: it brings the commands, the system checks and the translations."""

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from scorekeeper.core.i18n import compiler


class ScorekeeperConfig(AppConfig):
    """Registers the checks of `scorekeeper.core.db.checks`, compiles translations that are new."""

    name = "scorekeeper"

    def ready(self) -> None:
        """Load the checks; nothing here may touch the database."""
        from scorekeeper.core.db import checks  # noqa: F401, PLC0415 - registering is the point

        compiler.refresh(settings.CATALOGUES, Path(settings.LOCALE_PATHS[0]))

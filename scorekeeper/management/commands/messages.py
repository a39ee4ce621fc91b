"""Update the message catalogues from the texts in code and templates."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.core.i18n import catalogs, compiler


class Command(BaseCommand):
    """Extract, update and compile the texts; or only check them."""

    help = "Collect the texts to translate into locale/, bring the translations up to date and compile them."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check."""
        parser.add_argument("--check", action="store_true", help="fail when locale/ is out of date")

    def handle(self, *_: Any, check: bool, **__: Any) -> None:
        """Update the catalogues, or with `check` fail if they are out of date."""
        if check:
            path = catalogs.template_path(settings.BASE_DIR)
            wanted = catalogs.template_text(catalogs.extract(settings.BASE_DIR))
            if not path.exists() or path.read_bytes() != wanted:
                raise CommandError("locale/ is out of date: run 'make messages'.")
            return
        languages = [code for code, _name in settings.LANGUAGES]
        catalogs.refresh(settings.BASE_DIR, [code for code in languages if code != settings.LANGUAGE_CODE])
        compiler.refresh(settings.CATALOGUES, Path(settings.LOCALE_PATHS[0]))
        self.stdout.write(f"Texts collected; languages: {', '.join(languages)}.")

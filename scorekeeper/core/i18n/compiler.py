"""Compile the translations in `locale/` for Django whenever they change; Babel is enough.

This is done while Django starts, so that every way of starting includes it. Setting up a server runs some commands
first (`make ready`), which may write to folders where the server itself may not.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

logger = logging.getLogger(__name__)


def refresh(catalogues: Path, target: Path) -> None:
    """Compile each language of `catalogues` into `target` that is missing or out of date.

    A compiled file has the modification time of its source.
    """
    for source in catalogues.glob("*/LC_MESSAGES/django.po"):
        made = target / source.relative_to(catalogues).with_suffix(".mo")
        if made.exists() and made.stat().st_mtime_ns == source.stat().st_mtime_ns:
            continue
        try:
            _compile(source, made)
        except OSError as error:
            logger.warning("The translations in %s cannot be compiled: %s", source, error)


def _compile(source: Path, made: Path) -> None:
    """Write the compiled file atomically with the time of its source.

    So parallel starts do no harm.
    """
    from . import catalogs  # noqa: PLC0415 - few starts need Babel's tools

    changed = source.stat().st_mtime_ns
    data = catalogs.compiled(source, source.parent.parent.name)
    made.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=made.parent, suffix=".new", delete=False) as file:
        file.write(data)
    path = Path(file.name)
    path.chmod(0o644)
    os.utime(path, ns=(changed, changed))
    path.replace(made)

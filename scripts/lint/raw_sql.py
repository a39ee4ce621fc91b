"""Plain SQL is written only in the modules that docs/decisions/raw-sql.md lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .paths import PACKAGE, ROOT, files

PAGE = ROOT / "docs" / "decisions" / "raw-sql.md"
SQL = re.compile(r"\.cursor\(\)|\.raw\(|import rows_of\b|RawSQL\(")


def faults() -> Iterator[str]:
    """Yield modules with plain SQL that the page lacks, and listed ones without."""
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in files("scorekeeper", "*.py")
        if "migrations" not in path.parts and SQL.search(path.read_text())
    }
    listed = set(re.findall(r"`([\w/]+\.py)`", PAGE.read_text()))
    yield from (f"scorekeeper/{each}: plain SQL, not in {PAGE.name}" for each in sorted(found - listed))
    yield from (f"{PAGE.name}: {each} has no plain SQL" for each in sorted(listed - found))

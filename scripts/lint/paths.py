"""Source files of the repository."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "scorekeeper"


def files(folder: str, pattern: str) -> list[Path]:
    """Return the files below a folder of the repository; at least one has to match."""
    found = sorted((ROOT / folder).rglob(pattern))
    if not found:
        raise FileNotFoundError(f"no {pattern} below {folder}")
    return found


def name(path: Path) -> str:
    """Return the path of a file within the repository."""
    return path.relative_to(ROOT).as_posix()

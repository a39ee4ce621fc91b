"""Golden games: transcripts in tests/playthroughs/, each with the expected replay beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorekeeper.rules.contract import Seats

FOLDER = Path(__file__).with_name("playthroughs")
FILES = sorted(path for path in FOLDER.rglob("*.json") if not path.name.endswith(".expected.json"))


def files_of(slug: str) -> list[Path]:
    """The golden games of one game."""
    return [path for path in FILES if path.parent.name == slug]


def read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A transcript and its expected replay."""
    found = json.loads(path.read_text(encoding="utf-8"))
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    return found, expected


def seats_of(found: dict[str, Any]) -> Seats:
    """The seats that a transcript names."""
    teams = tuple(tuple(team) for team in found.get("teams", ()))
    return Seats(tuple(found["players"]), teams, found.get("dealer"))

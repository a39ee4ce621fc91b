"""Golden games, checked by hand, replayed through the command.

A file holds a transcript; the expected output is beside it in a file that ends in `.expected.json`, or both are in
one file as `transcript` and `expected`, which may then name only some of the fields.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.playthrough_files import FILES, FOLDER


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_golden_game_replays_to_its_report(path: Path, tmp_path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    beside = path.with_name(path.name.removesuffix(".json") + ".expected.json")
    if "transcript" in found:
        path = tmp_path / "transcript.json"
        path.write_text(json.dumps(found["transcript"]), encoding="utf-8")
        printed = replay(path)
        assert {field: printed[field] for field in found["expected"]} == found["expected"]
    else:
        assert replay(path) == json.loads(beside.read_text(encoding="utf-8"))


def replay(path: Path) -> dict[str, Any]:
    """Return the output of the command; assert its exit status."""
    out, status = io.StringIO(), 0
    try:
        call_command("replay", path, stdout=out)
    except SystemExit as end:
        status = int(end.code or 0)
    document: dict[str, Any] = json.loads(out.getvalue())
    error = document["error"]
    assert status == (0 if error is None else 2 if error["entry"] is None else 1)
    return document

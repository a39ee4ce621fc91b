"""Run the replay command in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.server_process import ROOT, environment


class CommandLine:
    """The command line on a machine without a database."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def environment(self, **settings: str) -> dict[str, str]:
        """Return the environment of the process: warnings as errors, no UTF-8 mode."""
        variables = environment(SCOREKEEPER_DATA=str(self.data)) | settings
        return {name: value for name, value in variables.items() if name != "PYTHONUTF8"}

    def __call__(
        self, arguments: Sequence[str | bytes | Path], stdin: bytes = b"", **settings: str
    ) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run(
            [sys.executable, "manage.py", "replay", *arguments],
            cwd=ROOT,
            env=self.environment(**settings),
            input=stdin,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done

    def shell(self, redirection: str, *files: Path, **settings: str) -> subprocess.CompletedProcess[bytes]:
        """Run it with its streams bent by a shell."""
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$0" manage.py replay "$@" {redirection}', sys.executable, *files],
            cwd=ROOT,
            env=self.environment(**settings),
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert b"Traceback" not in done.stderr + done.stdout, done
        return done


def documents(output: bytes) -> list[dict[str, Any]]:
    """The documents, one a line, in UTF-8."""
    text = output.decode("utf-8")
    assert text.endswith("\n")
    assert len(text.splitlines()) == text.count("\n"), "nothing within a document breaks its line"
    return [json.loads(each) for each in text.splitlines()]


BOXES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("straight", "full_house", "four_of_a_kind", "small_general"),
)

"""The Makefile on machines that lack something: one clear line and exit code 2."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.running import ROOT


def make_environment(folder: Path, python: str) -> "subprocess.CompletedProcess[str]":
    shutil.copy(ROOT / "Makefile", folder)
    fake = folder / "python3"
    fake.write_text(f"#!/bin/sh\n{python}\n")
    fake.chmod(0o755)
    command = ["make", "--no-print-directory", ".venv/.made", f"PYTHON={fake}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("python", "said"),
    [
        ('[ "$2" != venv ]', "apt install python3-venv"),
        ("exit 1", "needs Python 3.11 or newer"),
        ("exit 127", "needs Python 3.11 or newer"),
    ],
)
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, python: str, said: str) -> None:
    done = make_environment(tmp_path, python)
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[0]
    assert not (tmp_path / ".venv").exists()

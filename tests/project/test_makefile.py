"""The Makefile on machines without some tool: one clear line and exit code 2."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server_process import ROOT


def make_environment(folder: Path, python: str) -> "subprocess.CompletedProcess[str]":
    shutil.copy(ROOT / "Makefile", folder)
    fake = folder / "python3"
    fake.write_text(f"#!/bin/sh\n{python}\n")
    fake.chmod(0o755)
    command = ["make", "--no-print-directory", ".venv/.made", f"PYTHON={fake}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("python", "message"),
    [
        ('[ "$2" != venv ]', "apt install python3-venv"),
        ("exit 1", "needs Python 3.11 or newer"),
        ("exit 127", "needs Python 3.11 or newer"),
    ],
)
def test_missing_tool_is_named_in_one_line(tmp_path: Path, python: str, message: str) -> None:
    done = make_environment(tmp_path, python)
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[0]
    assert not (tmp_path / ".venv").exists()


def test_static_root_may_be_another_folder(tmp_path: Path) -> None:
    """The marker of collected files is where make looks."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for made in (".venv/.made", ".venv/.runtime", "requirements.lock"):
        (tmp_path / made).touch()
    (tmp_path / ".venv" / "bin" / "python").symlink_to("/bin/true")
    command = ["make", "--no-print-directory", "-o", ".venv/.runtime", "build/static/staticfiles.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "build" / "static" / "staticfiles.json").exists()


def test_upgrade_backs_up_with_former_release() -> None:
    """A newer one may want columns that are not there yet, or a library that is not installed."""
    page = (ROOT / "docs" / "deploy.md").read_text()
    (commands,) = re.findall(r"## Upgrades\n\n```\n(.*?)```", page, flags=re.DOTALL)
    steps = [
        commands.index(step) for step in ("manage.py backup", "git pull", "make ready", "systemctl restart")
    ]
    assert steps == sorted(steps)
    assert len(re.findall(r"&& (?:git pull|make ready|\\\nsudo systemctl)", commands)) == 3


def test_pasted_command_works_from_any_folder_and_twice() -> None:
    """The service's user cannot enter the caller's home; no backup overwrites another."""
    page = (ROOT / "docs" / "deploy.md").read_text()
    pasted = [line for line in page.splitlines() if line.startswith("sudo -u") and "manage.py" in line]
    assert len(pasted) == 4
    assert all("sh -c 'cd /srv/scorekeeper/app && " in line for line in pasted)
    assert "\ncd " not in page
    named = re.findall(r"\$\(date \+(\S+)\)\.backup", page)
    assert [each.replace("%%", "%") for each in named] == ["%F-%H%M%S"] * 3

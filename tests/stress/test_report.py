"""The report of the stress run: missed goals, stored output, skipped cases, durations."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import postgres, server_process

from . import __main__ as runner
from . import case, pytest_cases, report
from .case import Result, Run, StressCase
from .disk import SKIPPED, disk
from .place import POSTGRES, SQLITE, Place
from .run_case import run_case

FAILING = """
def test_three():
    print("a word before")
    assert 1 + 1 == 3, "so it is"
"""


@pytest.fixture
def stressed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StressCase:
    """A case that stores its history in a temporary folder."""
    monkeypatch.setattr(case, "HISTORIES", tmp_path / "kept")
    return StressCase(Place(tmp_path, tmp_path, tmp_path), "X1", 7)


def test_missed_case_says_why_and_where_its_history_lies(
    stressed: StressCase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(stressed: StressCase) -> Result:
        stressed.history.invoke(0, "table", {"key": "a"})
        result = stressed.result("a case", "one")
        result.miss("a is lost")
        return result

    run_case(stressed, run)
    kept = tmp_path / "kept" / "X1-sqlite-7.jsonl"
    assert '"key": "a"' in kept.read_text()
    assert f"missed (seed 7, kept in {kept}):\n    a is lost\n" in capsys.readouterr().err


def test_output_of_missed_case_is_stored(
    stressed: StressCase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "test_sums.py"
    path.write_text(FAILING)
    result = run_case(stressed, lambda stressed: pytest_cases.tests(stressed, "sums", "one", str(path)))
    kept = tmp_path / "kept" / "X1-sqlite-7.txt"
    assert "a word before" in kept.read_text()
    first, name, *why = result.faults
    assert first == f"{path}: 1 failed in {first.rpartition(' in ')[2]}"
    assert name.startswith("FAILED ")
    assert why[0].split() == ["E", "AssertionError:", "so", "it", "is"]
    assert f"kept in {kept}):\n    {first}\n    {name}\n    {why[0]}\n" in capsys.readouterr().err


def test_disk_that_is_left_out_is_not_called_well(
    stressed: StressCase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(SKIPPED, "1")
    assert run_case(stressed, lambda stressed: disk(stressed, 10)).faults == []
    assert "| sqlite | left out |" in capsys.readouterr().err


def test_skipped_disk_case_is_reported() -> None:
    """The test settings drop the shell's Scorekeeper variables, except this one."""
    code = f"import os, tests.settings; print(os.environ['{SKIPPED}'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=server_process.ROOT, env=os.environ | {SKIPPED: "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "1\n"


# --- all of it ---

All = Callable[..., int]


@pytest.fixture
def run_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> All:
    """Run one immediately successful case on the available databases; return the exit code."""

    @contextmanager
    def place(_folder: Path, database: str) -> Iterator[Place]:
        yield Place(tmp_path, tmp_path, tmp_path, database)

    def cases(*_: object) -> dict[str, Run]:
        return {"X1": lambda stressed: stressed.result("a case", "one")}

    def run(*arguments: str, slack: float = 1) -> int:
        for module in (runner, case, report):
            monkeypatch.setattr(module, "SLACK", slack)
        monkeypatch.setattr(sys, "argv", ["fire", *arguments])
        return runner.main()

    monkeypatch.setattr(runner, "place", place)
    monkeypatch.setattr(runner, "cases", cases)
    monkeypatch.setattr(server_process, "COMMAND_PATIENCE", server_process.COMMAND_PATIENCE)
    monkeypatch.setattr(postgres, "missing", lambda: None)
    return run


def test_success_on_both_databases_is_reported(run_all: All, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_all() == 0
    output = capsys.readouterr().out
    assert all(f"| {database} | ok |" in output for database in (SQLITE, POSTGRES))
    assert "\nIt took 0.0 minutes.\n" in output


def test_missed_goals_are_last() -> None:
    """A build shows the end of its output only, and the table is long."""
    good, bad = Result("A1", "kills", "20 rounds", seed=7), Result("A5", "disk full", "10 tries", seed=7)
    bad.miss(
        "Traceback\n" + "a line of it\n" * 1000 + "OSError: no space\n", *(f"fault {n}" for n in range(9))
    )
    end = report.table({SQLITE: [bad, good]}, ["It took 1.0 minutes."]).rpartition("It took 1.0 minutes.\n")[
        2
    ]
    assert end.startswith("A5 on sqlite missed (seed 7):\n    ")
    assert "OSError: no space\n    fault 0\n" in end
    assert "A1" not in end
    assert len(end) < 1000


def test_missing_postgresql_is_reported(
    run_all: All, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres, "missing", lambda: "none here")
    monkeypatch.delenv(postgres.REQUIRED, raising=False)
    assert run_all() == 0
    assert "not run on PostgreSQL: none here." in capsys.readouterr().out
    monkeypatch.setenv(postgres.REQUIRED, "1")
    assert run_all() == 1
    assert run_all("--on", SQLITE) == 0


@pytest.mark.parametrize(
    ("arguments", "slack", "minutes", "line"),
    [
        ([], 1, 31, "\n**Missed**: it took 31.0 minutes, 30 are promised.\n"),
        ([], 3, 31, "\nIt took 31.0 minutes.\n"),
        ([], 3, 91, "\n**Missed**: it took 91.0 minutes, 90 are promised.\n"),
        (["--only", "X1"], 1, 31, "\nIt took 31.0 minutes.\n"),
        (["--on", SQLITE], 1, 31, "\nIt took 31.0 minutes.\n"),
    ],
)
def test_late_case_is_missed(
    run_all: All,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    slack: float,
    minutes: int,
    line: str,
) -> None:
    """Only the whole run has a time limit; on a machine declared slow it is extended."""
    clock = iter([0, 60 * minutes])
    monkeypatch.setattr(runner, "time", SimpleNamespace(time=time.time, monotonic=lambda: next(clock)))
    assert run_all(*arguments, slack=slack) == int("Missed" in line)
    assert line in capsys.readouterr().out


def test_promised_minutes_may_be_used_up() -> None:
    assert not report.is_late(60 * 30, 30)
    assert report.is_late(60 * 30 + 1, 30)
    assert not report.is_late(60 * 30 + 1, 0)

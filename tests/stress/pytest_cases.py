"""Cases that run existing tests with larger counts, in a pytest process of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence

from tests import postgres, server_process

from .case import YIELDING, Result, StressCase

SEEDS = (
    "EVENING_SEED",
    "TAPS_SEED",
    "WALL_SEED",
)  # each run has a random seed of its own, unless one is given


def histories(case: StressCase, examples: int, steps: int) -> Result:
    """B3: compare random evenings with a model in plain Python; each seed gives other evenings."""
    result = case.result(
        "random histories against a reference model", f"{examples:,} evenings of {steps} steps"
    )
    counts = {"EVENINGS": str(examples), "EVENING_STEPS": str(steps)}
    _pytest(case, result, "tests/play/test_permission_histories.py", YIELDING, **counts)
    return result


def tests(case: StressCase, what: str, asked: str, path: str, **settings: str) -> Result:
    """Run a test as a case: a path for pytest, and the variables that enlarge it."""
    result = case.result(what, asked)
    if (server_process.ROOT / path.partition("::")[0]).exists():
        _pytest(case, result, path, **settings)
    else:
        result.miss(f"there is no {path}")
    return result


def _pytest(case: StressCase, result: Result, path: str, prefix: Sequence[str] = (), **settings: str) -> None:
    if case.place.postgres:
        settings[postgres.ADDRESS] = case.place.postgres
    # chosen cases are not left out
    settings |= {"SCOREKEEPER_ALL_TESTS": "1", "SCOREKEEPER_ALL_EXAMPLES": "1"}
    settings |= {name: str(case.seed) for name in SEEDS}
    asked = "postgres or database" if case.place.postgres else "not postgres"  # as `make test` asks
    plain = ["-q", "-p", "no:randomly", "--timeout=0", "--force-reruns=0"]  # a single failure counts
    command = [*prefix, sys.executable, "-m", "pytest", *plain, "-m", asked, path]
    done = subprocess.run(
        command,
        cwd=server_process.ROOT,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    case.output = done.stdout + done.stderr
    last = (done.stdout.strip().splitlines() or [done.stderr.strip()[-200:]])[-1]
    result.figures = re.sub(r" in [0-9.]+s.*", "", last)
    if done.returncode or "passed" not in last:
        result.miss(f"{path}: {last}", *failures(case.output))


def failures(output: str) -> list[str]:
    """Return the failures in pytest's output: the names first."""
    lines = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR", "E  "))]
    return sorted(lines, key=lambda line: line.startswith("E  "))

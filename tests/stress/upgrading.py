"""Interrupted upgrades of SQLite files within one process: the child of case F3.

`python -m tests.stress.upgrading cut FOLDER SEED POINTS` upgrades FOLDER/whole, and copies its files to FOLDER/NUMBER
before statements that chance draws: what other processes see of a file at a moment is what `kill -9` leaves of it.
It prints how many statements there were.
`... kill FOLDER NUMBER` upgrades FOLDER and kills itself before that statement.
`... next FOLDER ...` starts each of these as an operator does, and prints what is wrong afterwards.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import django

django.setup()

from django.core.management import CommandError, call_command  # noqa: E402
from django.db import connections  # noqa: E402

from scorekeeper.history.after_migrate import do_owed  # noqa: E402
from scorekeeper.maintenance.verify import Verified, verify  # noqa: E402
from scorekeeper.management.commands.serve import Command as Serve  # noqa: E402

FILE = "scorekeeper.sqlite3"


def upgrade(folder: Path, before: Callable[[int], None]) -> int:
    """Migrate a database; return the number of statements. `before`: called with each number."""
    number = 0

    def count(execute: Callable[..., Any], *asked: Any) -> Any:
        nonlocal number
        number += 1
        before(number)
        return execute(*asked)

    work_on(folder)
    with connections["default"].execute_wrapper(count):
        call_command("migrate", interactive=False, verbosity=0)
    connections["default"].close()
    return number


def work_on(folder: Path) -> None:
    """Let Django open another database file."""
    connections["default"].close()
    connections.databases["default"]["NAME"] = str(folder / FILE)
    del connections["default"]


def start(folder: Path) -> str:
    """Start an interrupted upgrade again; return how it completed."""
    work_on(folder)
    refused = ""
    try:
        Serve().refuse_unfinished_setup()
    except CommandError as error:
        refused = str(error)
    if refused:
        assert "run 'manage.py migrate' first" in refused, refused
        call_command("migrate", interactive=False, verbosity=0)
        way = "migrated"
    else:  # the next step of `serve`
        way = "served, nothing was owed" if do_owed() is None else "served after a rebuild"
    found = [str(fault) for fault in verify(Verified())]
    assert found == [], found
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM history_result")
        assert cursor.fetchone() == (4,), "results are missing"
    return way


def apart(do: Callable[[], object]) -> int:
    """Call a function in a child process, as Django caches parts of a database."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        do()
        sys.stdout.flush()
        os._exit(0)
    except BaseException:
        print(traceback.format_exc(), flush=True)
        os._exit(1)


def cut(folder: Path, seed: int, points: int) -> None:
    """Upgrade once to count the statements, and once to copy the files before some of them."""
    counted = folder / "counted"
    shutil.copytree(folder / "whole", counted)
    total = upgrade(counted, lambda number: None)
    wanted = set(Random(seed).sample(range(1, total + 1), min(points, total)))

    def copy(number: int) -> None:
        if number in wanted:
            shutil.copytree(folder / "whole", folder / str(number))

    upgrade(folder / "whole", copy)
    print(total)


def kill(folder: Path, at: int) -> None:
    """Upgrade, and exit as at a power cut."""
    upgrade(folder, lambda number: os.kill(os.getpid(), signal.SIGKILL) if number == at else None)


def main() -> None:
    """Run the command of the module's docstring."""
    what, folder, *more = sys.argv[1:]
    if what == "cut":
        cut(Path(folder), int(more[0]), int(more[1]))
    elif what == "kill":
        kill(Path(folder), int(more[0]))
    else:
        for each in (folder, *more):
            apart(lambda each=each: print(f"{each}: {start(Path(each))}"))  # type: ignore[misc]


if __name__ == "__main__":
    main()

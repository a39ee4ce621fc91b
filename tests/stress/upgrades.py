"""F3: an interrupted upgrade of the oldest supported version completes at the next start.

It completes or names the command that does. On SQLite, whose files can be copied in the middle of a transaction.
"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from tests import server_process

from .case import YIELDING, Result, StressCase
from .place import Place

FILE = "scorekeeper.sqlite3"
OLDEST = Path(__file__).with_name("oldest.sql")
WORKERS = 2
# Queries whose result no upgrade changes, for the oldest schema.
SAME = (
    "SELECT session_id, number, kind, target, data, author_id, device_id, key, at FROM play_entry ORDER BY id",
    "SELECT id, address, game, options, stake, started, finished FROM play_session ORDER BY id",
    "SELECT id, session_id, number, position, player_id, team FROM play_seat ORDER BY id",
    "SELECT id, kind, amount, unit, debtor_id, creditor_id FROM ledger_posting ORDER BY id",
    "SELECT session_key, session_data, expire_date FROM django_session",
    "SELECT id, person_id, group_id, owner FROM people_member ORDER BY id",
)


def upgrades(case: StressCase, points: int, kills: int) -> Result:
    """Interrupt before `points` statements, and compare with `kills` real kills."""
    result = case.result(
        "an upgrade from the oldest version is killed", f"{points} statements, {kills} by kill -9 itself"
    )
    with tempfile.TemporaryDirectory(prefix="upgrades-", dir=case.place.folder) as name:
        folder = Path(name)
        _make_oldest(folder / "whole")
        same = _rows(folder / "whole", *SAME)
        total = int(_upgrading(case.place, "cut", str(folder), str(case.seed), str(points)))
        states: dict[str, Path] = {}
        numbers = sorted(int(each.name) for each in folder.iterdir() if each.name.isdigit())
        for number in numbers:
            states.setdefault(_content(folder / str(number)), folder / str(number))
        for number in case.chance.sample(numbers, kills):
            _make_oldest(killed := folder / f"killed-{number}")
            _upgrading(case.place, "kill", str(killed), str(number), code=-signal.SIGKILL)
            if _outline(killed) != _outline(folder / str(number)):
                result.miss(f"killed before statement {number} it is not what was copied there")
            states[f"killed {number}"] = killed
        ways = _started(case.place, result, list(states.values()))
        for each in states.values():
            if _rows(each, *SAME) != same:
                result.miss(f"{each.name}: lines, seats, debts or cookies are not what they were")
    result.figures = f"{len(numbers)} of {total} statements left {len(states)} databases; {ways}"
    return result


def _started(place: Place, result: Result, folders: list[Path]) -> str:
    """Start all interrupted upgrades; return the number of each way to completion."""
    shares = [[str(each) for each in folders[number::WORKERS]] for number in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as pool:
        output = "".join(pool.map(lambda share: _upgrading(place, "next", *share), shares))
    went: dict[str, int] = {}
    for each in folders:
        found = next((line for line in output.splitlines() if line.startswith(f"{each}: ")), None)
        if found is None:
            result.miss(f"interrupted before statement {each.name} it does not start again")
        else:
            way = found.removeprefix(f"{each}: ")
            went[way] = went.get(way, 0) + 1
    if result.faults:
        result.miss(output)
    return ", ".join(f"{count} {way}" for way, count in sorted(went.items()))


def _make_oldest(folder: Path) -> None:
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as file:
        file.executescript(OLDEST.read_text())


def _upgrading(place: Place, *arguments: str, code: int = 0) -> str:
    """Return the output of the child."""
    done = subprocess.run(
        [*YIELDING, sys.executable, "-m", "tests.stress.upgrading", *arguments],
        cwd=server_process.ROOT,
        env=server_process.environment(
            SCOREKEEPER_DATA=str(Path(arguments[1]).parent / "django"),
            SCOREKEEPER_STATIC_ROOT=str(place.static),
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def _content(folder: Path) -> str:
    """Return all rows after an interrupted upgrade, once SQLite has rolled back."""
    with closing(sqlite3.connect(folder / FILE)) as file:
        return sha256("\n".join(file.iterdump()).encode()).hexdigest()


def _outline(folder: Path) -> list[object]:
    """Return the comparable parts of an upgrade: tables, indexes, migrations and row counts."""
    with closing(sqlite3.connect(folder / FILE)) as file:
        tables = file.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        counts = [
            file.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()
            for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        ]
        return [tables, counts, file.execute("SELECT app, name FROM django_migrations").fetchall()]


def _rows(folder: Path, *queries: str) -> list[object]:
    with closing(sqlite3.connect(folder / FILE)) as file:
        return [file.execute(query).fetchall() for query in queries]

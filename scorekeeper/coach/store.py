"""The tables of this installation: in memory, on disk, or computed in the background.

Pages call `table_of`, which never computes: it returns None and starts one process of low priority. Commands call
`solved`, which computes where nothing is stored.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from scorekeeper.core.bounded_cache import BoundedCache
from scorekeeper.rules.contract import Options
from scorekeeper.rules.dice_sheet.game import SheetGame

from . import table_file
from .build import BUSY
from .dice_steps import Array
from .model import Model
from .solver import Table, solve

MOST_IN_MEMORY = 4  # 12 MiB for Yahtzee with bonuses, 0.3 MiB at most for the others
RETRY_SECONDS = 600  # until a computation that failed is tried again
MOST_CHANCES = 3  # 27 MiB for Goldene Fünfzig with saved throws, 2 to 10 MiB for the others

_tables: BoundedCache[str, Table] = BoundedCache(MOST_IN_MEMORY)
_chances: BoundedCache[str, Array] = BoundedCache(MOST_CHANCES)
_lock = threading.Lock()


@dataclass
class Running:
    """The process that computes for this one, and its task."""

    process: subprocess.Popen[bytes] | None = None
    asked: str = ""
    failed: dict[str, float] = field(default_factory=dict)  # when each failed (`time.monotonic`)

    def has_failed(self, asked: str) -> bool:
        """Return whether a computation failed, and is not tried again yet."""
        return time.monotonic() - self.failed.get(asked, -RETRY_SECONDS) < RETRY_SECONDS


_running = Running()


@lru_cache(maxsize=8)
def model_of(game: SheetGame, options: Options) -> Model:
    """Return the arrays of a game under its house rules, read once: 0.01 to 0.2 s."""
    return Model(game, options)


def folder() -> Path:
    """Return the folder of the stored tables; it may be deleted at any time."""
    return Path(settings.DATA_DIR) / "coach"


def table_at_hand(game: SheetGame, options: Options) -> Table | None:
    """Return the table if it is at hand, else None."""
    return _stored(model_of(game, options))


def table_of(game: SheetGame, options: Options) -> Table | None:
    """Return the table if it is at hand; else start to compute it, and return None."""
    table = table_at_hand(game, options)
    if table is None:
        _compute_later(game, options)
    return table


def chances_of(table: Table) -> Array | None:
    """Return the chances of all sheets of a table; None, and start to compute them, if missing.

    For a table with too many sheets (`chances.fits`) there are none.
    """
    model, name = table.model, table.model.digest
    known = _chances.get(name)
    if known is not None:
        return known
    rows = table_file.read_chances(folder(), name)
    if rows is None:
        _compute_later(model.game, model.options, chances=True)
        return None
    _chances.put(name, rows)
    return rows


def has_failed(game: SheetGame, options: Options) -> bool:
    """Return whether the table or its chances could not be computed a short time ago.

    Waiting is useless then.
    """
    with _lock:
        return any(_running.has_failed(_asked(game, options, chances=which)) for which in (False, True))


def solved(game: SheetGame, options: Options) -> Table:
    """Return the table, computed and stored here if need be: up to 20 s for Yahtzee."""
    model = model_of(game, options)
    table = _stored(model)
    if table is None:
        table = solve(model)
        with contextlib.suppress(OSError):  # a folder that cannot be written costs time only
            table_file.write(folder(), model.digest, table)
        _remember(table)
    return table


def delete_all() -> int:
    """Delete every stored table; return how many."""
    _tables.clear()
    _chances.clear()
    table_file.prune(folder(), tables=0, suffix=table_file.CHANCES)
    return table_file.prune(folder(), tables=0)


def _stored(model: Model) -> Table | None:
    name = model.digest
    known = _tables.get(name)
    if known is not None:
        return replace(known, model=model)  # house rules that score alike share a table
    table = table_file.read(folder(), name, model)
    if table is not None:
        _remember(table)
    return table


def _remember(table: Table) -> None:
    _tables.put(table.model.digest, table)


def _compute_later(game: SheetGame, options: Options, *, chances: bool = False) -> None:
    """Start the process that computes a table, unless one of this process is running.

    `chances`: compute those of its sheets too.
    A table that failed, on a full disk for example, is tried again after `RETRY_SECONDS`.
    """
    asked = _asked(game, options, chances=chances)
    with _lock:
        if _running.process is not None:
            status = _running.process.poll()
            if status is None:
                return
            if status not in (0, BUSY):
                _running.failed[_running.asked] = time.monotonic()
            _running.process = None
        if not _running.has_failed(asked):
            _running.process, _running.asked = _start(asked), asked


def _asked(game: SheetGame, options: Options, *, chances: bool = False) -> str:
    """Return what the process is asked for, as JSON."""
    wanted = {"game": game.slug, "options": dict(options), "version": options.version}
    return json.dumps(wanted | ({"chances": True} if chances else {}))


class _Unattended(subprocess.Popen[bytes]):
    """A process that may outlive this one; its end is asked for, not awaited."""

    def __del__(self) -> None:
        """Leave a running process alone, without the warning of Popen when the server stops."""


def _start(asked: str) -> subprocess.Popen[bytes]:
    return _Unattended(
        [sys.executable, "-m", "scorekeeper.coach.build", str(folder()), asked],
        cwd=settings.BASE_DIR,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )

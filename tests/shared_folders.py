"""Folders that all workers of a run share."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.rules import DICE_GAMES

SOLVED = ("crag", "goldene_fuenfzig")  # 0.2 and 1 s on an idle machine


def made_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder that the workers of a run share: the first one makes it, the others wait."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    with (folder.parent / f"{name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.fstat(lock.fileno()).st_size:
            make(folder)
            lock.write("made")
    return folder


def coach_tables(folder: Path) -> None:
    """Write the coach's tables of `SOLVED` under their usual rules."""
    from scorekeeper.coach import store, table_file
    from scorekeeper.coach.solver import solve

    for game in map(DICE_GAMES.__getitem__, SOLVED):
        model = store.model_of(game, game.resolve({}))
        table_file.write(folder, model.digest, solve(model))

"""Process that computes one table: `python -m scorekeeper.coach.build FOLDER JSON`.

It imports neither Django nor the database. A lock, which the kernel releases with the process, lets one compute at a
time; another ends at once, and the next page that asks starts it again.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from scorekeeper.rules import DICE_GAMES

from . import table_file
from .chances import all_chances, fits
from .model import Model
from .solver import solve

try:
    import fcntl
except ImportError:  # Windows has no fcntl; two processes then compute the same table
    fcntl = None  # type: ignore[assignment]

NICENESS = 10
BUSY = 3  # exit status: another process computes


def main(folder: Path, asked: str) -> int:
    """Compute and store the table for these house rules; `BUSY` if another process computes."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return BUSY
        table_file.delete_partial(folder)
        return build(folder, json.loads(asked))


def build(folder: Path, asked: dict[str, object]) -> int:
    """Compute and store a table, and the chances of its sheets if asked, where they are missing."""
    game, options, version = DICE_GAMES[str(asked["game"])], asked["options"], asked["version"]
    assert isinstance(options, dict)
    assert isinstance(version, int)
    model = Model(game, game.resolve(options, version))
    name = model.digest
    table = table_file.read(folder, name, model)
    if table is None:
        table = solve(model)
        table_file.write(folder, name, table)
    if asked.get("chances") and fits(model) and table_file.read_chances(folder, name) is None:
        table_file.write_chances(folder, name, all_chances(table))
    return 0


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))

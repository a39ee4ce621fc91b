"""Stored tables: found again, bounded, deletable, and unharmed by kills and damage."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings

from scorekeeper.coach import build, store, table_file
from scorekeeper.coach.model import Model
from scorekeeper.coach.solver import Table, solve
from scorekeeper.rules import DICE_GAMES
from tests.server_process import ROOT

ASKED = '{"game": "crag", "options": {"crag_as_thirteen": false}, "version": 1}'
LONG = '{"game": "yahtzee", "options": {}, "version": 1}'


@pytest.fixture
def folder(tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty data folder, no tables in memory and no process started."""
    monkeypatch.setattr(store, "_running", store.Running())
    settings.DATA_DIR = tmp_path
    store.delete_all()
    yield store.folder()
    if store._running.process is not None:
        store._running.process.wait(60)


def crag(value: bool) -> Model:
    game = DICE_GAMES["crag"]
    return store.model_of(game, game.resolve({"crag_as_thirteen": value}))


def tables(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob(f"*{table_file.SUFFIX}"))


def wait_for(path: Path, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.05)
    return path.exists()


def test_page_gets_table_once_it_is_computed(folder: Path) -> None:
    model = crag(False)
    assert store.table_of(model.game, model.options) is None
    name = model.digest
    assert wait_for(folder / f"{name}{table_file.SUFFIX}")
    table = store.table_of(model.game, model.options)
    assert table is not None
    assert np.array_equal(table.values, solve(model).values)


def test_solved_table_is_stored_and_read_again(folder: Path) -> None:
    model = crag(True)
    table = store.solved(model.game, model.options)
    name = model.digest
    assert tables(folder) == [f"{name}{table_file.SUFFIX}"]
    read = table_file.read(folder, name, model)
    assert read is not None
    assert np.array_equal(read.values, table.values)
    assert read.deviation == table.deviation
    assert not read.values.flags.writeable


def test_house_rules_that_score_alike_share_table(folder: Path) -> None:
    game = DICE_GAMES["general"]
    rules = [game.resolve({"big_general_wins": how}) for how in ("always", "never")]
    found = [store.solved(game, each) for each in rules]
    assert [table.model.options for table in found] == rules
    assert len(tables(folder)) == 1
    assert found[0].model.digest != crag(True).digest


@pytest.mark.parametrize("keep", [0, 20, -30])
def test_damaged_table_counts_as_missing(folder: Path, keep: int) -> None:
    model = crag(True)
    name = model.digest
    table_file.write(folder, name, solve(model))
    path = folder / f"{name}{table_file.SUFFIX}"
    path.write_bytes(path.read_bytes()[:keep])
    assert table_file.read(folder, name, model) is None


def test_oldest_tables_are_deleted_beyond_limits(folder: Path) -> None:
    folder.mkdir(parents=True)
    for age in range(5):
        path = folder / f"{age}{table_file.SUFFIX}"
        path.write_bytes(b"x" * 10)
        os.utime(path, (1000 - age, 1000 - age))
    assert table_file.prune(folder, tables=4) == 1
    assert tables(folder) == [f"{age}{table_file.SUFFIX}" for age in range(4)]
    assert table_file.prune(folder, size=25) == 2
    assert store.delete_all() == 2
    assert tables(folder) == []


def test_memory_holds_few_tables(folder: Path) -> None:
    model = crag(True)
    small = np.zeros(model.shape)
    for box in range(store.MOST_IN_MEMORY + 3):
        other = Model(model.game, model.options)
        other.points[0, 0, 0, 0] = box + 1
        store._remember(Table(other, small, 0.0, small))
    assert len(store._tables) == store.MOST_IN_MEMORY


def test_killed_process_leaves_nothing_behind(folder: Path) -> None:
    process = subprocess.Popen([sys.executable, "-m", "scorekeeper.coach.build", str(folder), LONG], cwd=ROOT)
    assert wait_for(folder / "lock")
    time.sleep(1)
    # another one does not compute at the same time
    busy = subprocess.run(
        [sys.executable, "-m", "scorekeeper.coach.build", str(folder), ASKED], check=False, cwd=ROOT
    )
    assert busy.returncode == build.BUSY
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert tables(folder) == []
    (folder / f"half.1{table_file.PARTIAL}").write_bytes(b"half")
    assert build.main(folder, ASKED) == 0
    assert len(tables(folder)) == 1
    assert list(folder.glob(f"*{table_file.PARTIAL}")) == []


def test_kill_in_the_middle_of_writing_leaves_no_table(folder: Path) -> None:
    """A process killed while it writes beside the final name: the next one deletes and computes."""
    killed = "import os, sys; from pathlib import Path; from scorekeeper.coach import build"
    killed += "; os.fsync = lambda file: os.kill(os.getpid(), 9); build.main(Path(sys.argv[1]), sys.argv[2])"
    done = subprocess.run([sys.executable, "-c", killed, str(folder), ASKED], check=False, cwd=ROOT)
    assert done.returncode == -signal.SIGKILL
    assert tables(folder) == []
    assert len(list(folder.glob(f"*{table_file.PARTIAL}"))) == 1
    assert build.main(folder, ASKED) == 0
    assert len(tables(folder)) == 1
    assert list(folder.glob(f"*{table_file.PARTIAL}")) == []


def test_folder_that_cannot_be_written_costs_time_only(folder: Path) -> None:
    folder.write_text("a file is in the way")
    model = crag(True)
    assert store.solved(model.game, model.options).expected > 100


def test_table_that_failed_is_tried_again_later(folder: Path) -> None:
    folder.write_text("a file is in the way")
    model = crag(False)
    assert store.table_of(model.game, model.options) is None
    process = store._running.process
    assert process is not None
    assert process.wait(60) not in (0, build.BUSY)
    assert not store.has_failed(model.game, model.options)
    assert store.table_of(model.game, model.options) is None
    assert store._running.process is None
    assert store.has_failed(model.game, model.options)
    store._running.failed = dict.fromkeys(store._running.failed, time.monotonic() - store.RETRY_SECONDS)
    assert not store.has_failed(model.game, model.options)
    assert store.table_of(model.game, model.options) is None
    assert store._running.process is not None


def test_web_process_does_not_import_numpy() -> None:
    asked = "import django, sys; django.setup(); import scorekeeper.urls; sys.exit('numpy' in sys.modules)"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    subprocess.run([sys.executable, "-c", asked], check=True, cwd=ROOT, env=environment)

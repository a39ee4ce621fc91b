"""Counts of the cases: few with `make test`, more in a build, many with `make fire`, most with `make drill`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from tests.sampling import ALL_EXAMPLES

from .backups import backups
from .case import Run
from .disk import disk
from .edits import edits
from .flaky import flaky
from .huge import huge
from .kills import kills
from .locks import locks
from .place import SQLITE
from .pytest_cases import histories, tests
from .replays import replays
from .strangers import strangers
from .streams import streams
from .upgrades import upgrades
from .writers import writers


@dataclass(frozen=True)
class Counts:
    """The counts of one run.

    `timed`: it is long enough for meaningful times. `minutes`: the time limit of the whole run.
    """

    kills: tuple[int, int]
    disk: int
    locks: tuple[int, int]
    restarts: int
    writers: int
    keys: int
    races: int
    histories: tuple[int, int]
    lines: tuple[int, int]
    backups: int
    upgrades: tuple[int, int]
    evenings: tuple[int, int] = (0, 0)
    offline: tuple[int, int] = (0, 0)
    taps: tuple[int, int] = (0, 1)
    fuzz: int = 0
    strangers: float = 1.0
    timed: bool = True
    minutes: int = 0

    def share(self, part: float) -> Counts:
        """Return a share of the counts for a shorter run, but never less than shows anything."""
        return replace(
            self,
            kills=(_of(self.kills[0], part, 20), _of(self.kills[1], part, 2000)),
            locks=(self.locks[0], _of(self.locks[1], part, 3)),
            restarts=_of(self.restarts, part, 3),
            writers=_of(self.writers, part, 3200),
            keys=_of(self.keys, part, 200),
            races=_of(self.races, part, 200),
            histories=(_of(self.histories[0], part, 30), self.histories[1]),
            backups=_of(self.backups, part, 5),
            upgrades=(_of(self.upgrades[0], part, 20), _of(self.upgrades[1], part, 3)),
            evenings=(_of(self.evenings[0], part, 30), self.evenings[1]),
            offline=(_of(self.offline[0], part, 3), self.offline[1]),
            taps=(_of(self.taps[0], part, 100), self.taps[1]),
            fuzz=_of(self.fuzz, part, 80),
            minutes=0,
        )


def _of(count: int, part: float, least: int) -> int:
    return max(min(least, count), int(count * part))


SMALL = Counts(
    kills=(1, 20), disk=10, locks=(2, 0), restarts=1, writers=32, keys=2, races=5, histories=(1, 20),
    lines=(60, 1), backups=1, upgrades=(10 if ALL_EXAMPLES else 4, 1), timed=False,
)  # fmt: skip
BUILD = Counts(
    kills=(5, 500), disk=50, locks=(5, 1), restarts=2, writers=800, keys=60, races=100, histories=(10, 200),
    lines=(10_000, 3), backups=2, upgrades=(3, 1), evenings=(4, 50), offline=(1, 20), taps=(40, 5), fuzz=20,
)  # fmt: skip
FIRE = Counts(
    kills=(20, 2000), disk=200, locks=(20, 3), restarts=3, writers=3200, keys=1000, races=1000, histories=(30, 200),
    lines=(10_000, 10), backups=5, upgrades=(60, 3), evenings=(300, 50), offline=(3, 20), taps=(100, 5), fuzz=200,
    strangers=5, minutes=30,
)  # fmt: skip
DRILL = Counts(
    kills=(300, 30_000), disk=200, locks=(20, 20), restarts=30, writers=20_000, keys=1000, races=1000,
    histories=(500, 200), lines=(10_000, 50), backups=100, upgrades=(600, 20), evenings=(300, 100), offline=(20, 120),
    taps=(2000, 20), fuzz=5000,
    strangers=15, minutes=90,
)  # fmt: skip
SIZES = {"small": SMALL, "build": BUILD, "fire": FIRE, "drill": DRILL}
OFFLINE, FUZZ = "tests/browser/test_offline.py", "tests/security/test_fuzz.py"
TAPS = "tests/browser/test_bad_network.py"
# Cases with processes of their own that mostly wait or need one core, without a time goal: beside the others.
APART = ("B3", "C1", "C2", "F3")
# As long as the three others together.
LONG_APART = ("B3",)
# The longest in a drill, and the least demanding.
WAITING = ("C1", "C2")
# A case with one process and time goals that needs little other load; on SQLite it uses the idle core.
BESIDE = ("D7",)
# Cases whose goals are waiting times: during a lock or an outage, and under many writes.
PROMPT, TIMED = ("A6", "A8"), ("B1", "B9", "D8")
# Cases of a quarter of an hour and more in a drill, the longest first.
LONG = ("B4", "A1", "B3")


def cases(counts: Counts, database: str) -> dict[str, Run]:
    """Return every case by its name, with its counts."""
    found: dict[str, Run] = {
        "A1": partial(kills, rounds=counts.kills[0], acked=counts.kills[1]),
        "A6": partial(locks, short=counts.locks[0], long=counts.locks[1]),
        "A8": partial(streams, restarts=counts.restarts),
        "B1": partial(writers, entries=counts.writers, timed=counts.timed),
        "B2": partial(replays, keys=counts.keys),
        "B4": partial(flaky, histories=counts.histories[0], writes=counts.histories[1]),
        "B8": partial(edits, races=counts.races),
        "B9": partial(huge, lines=counts.lines[0], looks=counts.lines[1], timed=counts.timed),
        "D8": partial(strangers, seconds=counts.strangers, timed=counts.timed),
        "F1": partial(backups, count=counts.backups),
    }
    if counts.timed:
        # `make test` runs these by themselves
        found["B3"] = partial(histories, examples=counts.evenings[0], steps=counts.evenings[1])
        found["D7"] = partial(
            tests,
            what="every route fuzzed",
            asked=f"{counts.fuzz:,} requests a route",
            path=FUZZ,
            WALL_ROUNDS=str(counts.fuzz),
        )
    if counts.timed and database == SQLITE:
        # the phone is under test; its server has the available database
        (runs, seconds), (taps, phones) = counts.offline, counts.taps
        found["C1"] = partial(
            tests, what="taps on a flaky network", asked=f"{taps:,} taps on {phones} phones", path=TAPS,
            TAPS=str(taps), TAPS_PHONES=str(phones),
        )  # fmt: skip
        found["C2"] = partial(
            tests, what="a phone offline and rebooted", asked=f"{runs} runs of {seconds} s", path=OFFLINE,
            OFFLINE_RUNS=str(runs), OFFLINE_SECONDS=str(seconds),
        )  # fmt: skip
    if database == SQLITE:
        # the small disk holds SQLite's file; PostgreSQL's own is not ours to fill
        found["A5"] = partial(disk, tries=counts.disk)
        # files that can be copied in the middle of a transaction
        found["F3"] = partial(upgrades, points=counts.upgrades[0], kills=counts.upgrades[1])
    return dict(sorted(found.items()))

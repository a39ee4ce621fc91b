"""Run all stress cases (`make fire`, `make drill`), print one table, fail on a missed goal.

`python -m tests.stress [small | build | fire | drill] [--only A1,B2] [--on sqlite,postgresql] [--seed N]`
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from tests import postgres, server_process  # noqa: E402

from .case import SLACK, Result, Run, StressCase  # noqa: E402
from .counts import APART, BESIDE, LONG, LONG_APART, PROMPT, SIZES, TIMED, WAITING, cases  # noqa: E402
from .place import POSTGRES, SQLITE, place  # noqa: E402
from .report import foot, is_late, table  # noqa: E402
from .run_case import run_case  # noqa: E402

PlannedCase = tuple[StressCase, Run]
Lane = tuple[int, str]
Results = dict[str, list[Result]]  # by database
BOTH = f"{SQLITE},{POSTGRES}"
# Stages of lanes in order: a stage starts after the one before, except that BROWSERS run beside all later ones.
PROMPT_ONES, BROWSERS, QUIETEST, QUIET, LAST = range(5)
# Lanes of the last stage in parallel; more of them only compete for the two cores.
ABREAST = 5
ON_POSTGRES = 1 / 10  # PostgreSQL's own guarantees are tested elsewhere; our code is the same


def main() -> int:
    """Run the chosen cases; return 1 if a goal was missed."""
    asked = arguments()
    databases = asked.on.split(",")
    missing = postgres.missing() if POSTGRES in databases else None
    if missing:
        print(f"Not run on PostgreSQL: {missing}", file=sys.stderr)
        if os.environ.get(postgres.REQUIRED):
            return 1
        databases.remove(POSTGRES)
    server_process.COMMAND_PATIENCE = 3600  # hundreds of tables are made, and verified
    seed = asked.seed if asked.seed is not None else int(time.time())
    counts = SIZES[asked.size]
    began = time.monotonic()
    results = run_on(databases, asked, seed)
    spent = time.monotonic() - began
    whole = not asked.only and asked.on == BOTH
    promised = counts.minutes * SLACK if whole else 0
    print(table(results, foot(seed, spent, promised, missing)))
    missed = any(each.faults for column in results.values() for each in column)
    return int(missed or is_late(spent, promised))


def run_on(databases: list[str], asked: argparse.Namespace, seed: int) -> Results:
    """Run the chosen cases on these databases."""
    counts = SIZES[asked.size]
    with tempfile.TemporaryDirectory(prefix="scorekeeper-fire-") as folder, contextlib.ExitStack() as places:
        lanes: dict[Lane, list[PlannedCase]] = {}
        for database in databases:
            here = places.enter_context(place(Path(folder), database))
            much = counts if asked.size == "small" or database != POSTGRES else counts.share(ON_POSTGRES)
            for name, run in wanted(cases(much, database), asked.only).items():
                lane = lane_of(name, database, drill=asked.size == "drill")
                lanes.setdefault(lane, []).append((StressCase(here, name, seed), run))
        return run_all(lanes)


def lane_of(name: str, database: str, *, drill: bool) -> Lane:
    """Return the stage and the lane of a case.

    Times are most meaningful without other load. A drill would take too long that way, so there only cases with a
    time goal run alone, before the others.
    """
    if not drill:
        shared = database if SLACK > 1 else "here"
        return LAST, name if name in LONG_APART else "apart" if name in APART else shared
    if name in PROMPT:
        return PROMPT_ONES, database
    if name in WAITING:
        return BROWSERS, name
    if name in TIMED or (name in BESIDE and database == POSTGRES):
        # two processes and a PostgreSQL server suffer most from other load
        return (QUIETEST if database == POSTGRES else QUIET), "alone"
    if name in BESIDE:
        return QUIET, name
    return LAST, f"{name} {database}" if name in LONG else database


def wanted(known: dict[str, Run], only: str) -> dict[str, Run]:
    """Return the requested cases by their comma-separated names; all cases if none is named."""
    return {name: run for name, run in known.items() if not only or name in only.split(",")}


def run_all(lanes: dict[Lane, list[PlannedCase]]) -> Results:
    """Run the cases of each lane one after the other, and the lanes of a stage in parallel."""
    results: Results = {}
    with ThreadPoolExecutor(max(1, len(lanes))) as pool, ThreadPoolExecutor(ABREAST) as last:
        running: list[Future[list[tuple[StressCase, Result]]]] = []
        for when in range(LAST + 1):
            here = sorted((lane for lane in lanes if lane[0] == when), key=shortness)
            started = [(last if when == LAST else pool).submit(run_lane, lanes[lane]) for lane in here]
            running += started
            if when != BROWSERS:
                wait(started)
        for case, result in [each for done in running for each in done.result()]:
            results.setdefault(case.place.database, []).append(result)
    return results


def shortness(lane: Lane) -> tuple[bool, int]:
    """Return a sort key: the longest cases first, on SQLite."""
    name, _space, database = lane[1].partition(" ")
    return database == POSTGRES, LONG.index(name) if name in LONG else len(LONG)


def run_lane(lane: list[PlannedCase]) -> list[tuple[StressCase, Result]]:
    """Run one case after the other."""
    return [(case, run_case(case, run)) for case, run in lane]


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.stress", description=__doc__)
    parser.add_argument("size", nargs="?", choices=SIZES, default="fire", help="how large the counts are")
    parser.add_argument("--only", default="", help="names of cases, with commas")
    parser.add_argument("--on", default=BOTH, help="databases, with commas")
    parser.add_argument("--seed", type=int, help="a seed that was printed")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

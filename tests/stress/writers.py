"""B1: many phones write on one table, from four processes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from typing import Any

from tests import server_process

from .case import SLACK, Result, StressCase, part
from .history import OK, REFUSED, UNKNOWN, Write
from .place import faults, make_tables, stored
from .swarm import READY
from .tables import BEFORE

PROCESSES, PHONES = 4, 8
PAUSE = 3.0  # most seconds between two writes of a phone, far faster than any player
USUAL, LATEST = 100, 1500  # milliseconds: p50 and p99


def writers(case: StressCase, entries: int, *, timed: bool = True) -> Result:
    """Send `entries` entries from four processes; each is decided.

    Where time limits are extended (`SLACK`), 32 phones may be more than the machine can serve: response times mean
    nothing then, and a write may wait until the server asks to send it again (503).
    """
    asked = f"{entries:,} entries sent in by {PROCESSES} x {PHONES} phones, to one table"
    result = case.result("concurrent writers", asked)
    quiet = SLACK == 1
    with case.place.server(several=True) as server:
        made = make_tables(server, 1, writers=PROCESSES * PHONES)
        server.start()
        plan = {"port": server.port, "seed": case.seed, "addresses": made.addresses, "pause": PAUSE}
        plan["each"] = -(-entries // (PROCESSES * PHONES))
        swarms = [
            _start(plan | {"first": first, "cookies": made.cookies[first : first + PHONES]})
            for first in range(0, PROCESSES * PHONES, PHONES)
        ]
        outcomes = _all_at_once(swarms)
        written = [[Write(**write) for write in each["writes"]] for each in outcomes]
        case.history.writes = [write for each in written for write in each]
        (address,) = made.addresses
        server.stop()
        result.miss(*case.history.faults(address, stored(server, address), BEFORE))
        result.miss(*(fault for fault in faults(server) if quiet or "the log says 'locked'" not in fault))
    count = {outcome: case.history.count(outcome) for outcome in (OK, REFUSED, UNKNOWN)}
    statuses = Counter(status for each in outcomes for status in each["statuses"])
    times = [took for each in outcomes for took in each["times"]]
    result.miss(*(stuck for each in outcomes for stuck in each["stuck"]))
    failures = {status: number for status, number in statuses.items() if status >= 500}
    if not quiet:
        failures.pop(503, None)
    result.miss(*(f"{number} answers were {status}" for status, number in failures.items()))
    if count[UNKNOWN] or sum(count.values()) < entries:
        result.miss(f"of {entries} entries {count[UNKNOWN]} were not decided")
    if timed and max(each[0].sent for each in written) > min(each[-1].sent for each in written):
        result.miss("the processes wrote one after the other")
    if timed and quiet:
        result.within("p50", part(times, 0.5), USUAL)
        result.within("p99", part(times, 0.99), LATEST)
    result.figures = (
        f"{count[OK]:,} saved, {count[REFUSED]:,} refused as late or filled;"
        f" p50 {part(times, 0.5):.0f} ms, p99 {part(times, 0.99):.0f} ms"
    )
    return result


def _start(plan: dict[str, object]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.stress.swarm", json.dumps(plan)],
        cwd=server_process.ROOT, env=server_process.environment(DJANGO_SETTINGS_MODULE="tests.settings"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def _all_at_once(swarms: list[subprocess.Popen[str]]) -> list[dict[str, Any]]:
    """Start all writers once the last one is ready; return their outcomes."""
    for swarm in swarms:
        assert swarm.stdout is not None
        assert swarm.stdout.readline() == READY
    for swarm in swarms:
        assert swarm.stdin is not None
        swarm.stdin.close()
    outcomes = []
    for swarm in swarms:
        with swarm:
            assert swarm.stdout is not None
            outcomes.append(json.load(swarm.stdout))
    return outcomes

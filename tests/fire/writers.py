"""B1: many phones write on one table, out of four processes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

from tests import running

from .case import Fire, Result, part
from .history import OK, REFUSED, UNKNOWN, Write
from .place import faults, make_tables, stored
from .tables import BEFORE

PROCESSES, PHONES = 4, 8
PAUSE = 0.2  # seconds at most between two writes of a phone: still far quicker than any thumb
USUAL, LATEST = 100, 1500  # milliseconds: p50 and p99


def writers(fire: Fire, entries: int, *, timed: bool = True) -> Result:
    """So many entries are sent in, and each is decided."""
    asked = f"{entries:,} entries sent in by {PROCESSES} x {PHONES} phones, to one table"
    result = fire.result("concurrent writers", asked)
    with fire.place.server(several=True) as server:
        made = make_tables(server, 1)
        server.start()
        plan = {"port": server.port, "cookie": made.cookies[0], "addresses": made.addresses, "pause": PAUSE}
        plan |= {"phones": PHONES, "each": -(-entries // (PROCESSES * PHONES))}
        swarms = [
            _start(plan | {"seed": fire.seed + each, "first": each * PHONES}) for each in range(PROCESSES)
        ]
        told = [json.loads(swarm.communicate()[0]) for swarm in swarms]
        fire.history.writes = [Write(**write) for each in told for write in each["writes"]]
        (address,) = made.addresses
        server.stop()
        result.miss(*fire.history.faults(address, stored(server, address), BEFORE), *faults(server))
    count = {said: fire.history.count(said) for said in (OK, REFUSED, UNKNOWN)}
    statuses = Counter(status for each in told for status in each["statuses"])
    times = [took for each in told for took in each["times"]]
    result.miss(*(stuck for each in told for stuck in each["stuck"]))
    result.miss(*(f"{number} answers were {status}" for status, number in statuses.items() if status >= 500))
    if count[UNKNOWN] or sum(count.values()) < entries:
        result.miss(f"of {entries} entries {count[UNKNOWN]} were not decided")
    if timed:
        result.within("p50", part(times, 0.5), USUAL)
        result.within("p99", part(times, 0.99), LATEST)
    result.figures = (
        f"{count[OK]:,} saved, {count[REFUSED]:,} refused as late or filled;"
        f" p50 {part(times, 0.5):.0f} ms, p99 {part(times, 0.99):.0f} ms"
    )
    return result


def _start(plan: dict[str, object]) -> subprocess.Popen[str]:
    swarm = subprocess.Popen(
        [sys.executable, "-m", "tests.fire.swarm"],
        cwd=running.ROOT, env=running.environment(DJANGO_SETTINGS_MODULE="tests.settings"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert swarm.stdin is not None
    swarm.stdin.write(json.dumps(plan))
    swarm.stdin.flush()
    return swarm

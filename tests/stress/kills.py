"""A1: all server processes are killed repeatedly while eight phones write on three tables."""

from __future__ import annotations

import time

from .case import SLACK, Result, StressCase
from .history import OK
from .phone import Phone
from .place import faults, make_tables, stored
from .swarm import Swarm
from .tables import BEFORE

PHONES, TABLES = 8, 3
FRESH = 5  # rounds after which the tables change, so that a log stays as short as an evening's
PAUSE = 0.3  # most seconds between two writes of a phone; without pauses they only wait for each other
HURRY = (0.1, 0.3)  # seconds without pauses before a kill, which is to hit requests in flight
PATIENCE = 120 * SLACK  # seconds for the writes of one round


def kills(case: StressCase, rounds: int, acked: int) -> Result:
    """Kill all processes in each round, until `acked` writes are acknowledged."""
    asked = f"{rounds} rounds, at least {acked:,} acknowledged"
    result = case.result("kill -9 during writes", f"{asked}, two processes" if case.place.postgres else asked)
    with case.place.server(several=True) as server:
        made = make_tables(server, TABLES * -(-rounds // FRESH), writers=PHONES)
        server.start()
        phones = [Phone(server.port, made.cookies[number], number, patience=5) for number in range(PHONES)]
        swarm = Swarm(case.history, phones, case.seed, PAUSE)
        per_round = -(-acked // rounds)
        for number in range(rounds):
            if number % FRESH == 0:
                if number:
                    swarm.end()
                first = TABLES * (number // FRESH)
                swarm.start(made.addresses[first : first + TABLES])
            _wait(swarm, per_round * (number + 1))
            swarm.pause = 0
            time.sleep(case.chance.uniform(*HURRY))
            server.kill()
            swarm.pause = PAUSE
            server.start()
        swarm.end()
        server.stop()
        result.miss(*swarm.stuck)
        for address in made.addresses:
            result.miss(*case.history.faults(address, stored(server, address), BEFORE))
        result.miss(*faults(server))
    resent = sum(write.tries > 1 and write.outcome == OK for write in case.history.writes)
    result.figures = f"{swarm.acked:,} acknowledged, {resent:,} of them after more than one try"
    if swarm.acked < acked:
        result.miss(f"only {swarm.acked:,} were acknowledged")
    return result


def _wait(swarm: Swarm, acked: int) -> None:
    end = time.monotonic() + PATIENCE
    while swarm.acked < acked and time.monotonic() < end:
        time.sleep(0.05)

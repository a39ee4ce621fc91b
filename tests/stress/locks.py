"""A6: another process holds the lock of the database, for a moment or a minute."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests import server_process
from tests.server_process import Server

from .case import Result, StressCase
from .history import OK
from .phone import NOTHING, Phone
from .place import faults, make_tables, stored
from .tables import BEFORE, any_write

SHORT, LONG = 2, 60  # seconds
PATIENCE = 10  # seconds that a write waits for the lock
PHONES = 5  # phones that write during the lock
BEATS = 0.5  # seconds between two looks at the table

# Holds the lock from another process, as a backup or a database browser would.
HOLD = """
import json, sys, time
plan = json.load(sys.stdin)
if plan["postgres"]:
    import psycopg
    connection = psycopg.connect(plan["postgres"])
    connection.execute("SELECT id FROM play_session FOR UPDATE")
else:
    import sqlite3
    connection = sqlite3.connect(plan["file"], isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(plan["seconds"])
connection.rollback()
connection.close()
"""


def locks(case: StressCase, short: int, long: int) -> Result:
    """Write during locks of 2 s, and during parallel locks of 60 s."""
    asked = f"{short} writes against {SHORT} s; {long} times {LONG} s, {PHONES} phones each"
    result = case.result("lock held by another process", asked)
    _short(case, result, short)
    worst: list[float] = []
    for first in range(0, long, 10):
        sides = [
            threading.Thread(target=_long, args=(case, result, worst))
            for _ in range(first, min(long, first + 10))
        ]
        for side in sides:
            side.start()
        for side in sides:
            side.join()
    result.figures = (
        f"the longest wait for an answer was {max(worst, default=0):.1f} s" if long else "none refused"
    )
    if long:
        result.within("the longest wait", max(worst), PATIENCE + 1, "s")
    return result


@contextmanager
def held(server: Server, seconds: float) -> Iterator[None]:
    """Hold the lock while the context lasts, and for `seconds` at least."""
    plan = {
        "postgres": server.settings.get("SCOREKEEPER_DATABASE_URL"),
        "file": str(server.database),
        "seconds": seconds,
    }
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        env=server_process.environment(),
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    holder.stdin.write(json.dumps(plan))
    holder.stdin.close()
    assert holder.stdout.readline() == "held\n"
    yield
    holder.wait(seconds + 30)
    holder.stdout.close()


def _short(case: StressCase, result: Result, short: int) -> None:
    """Assert that every write waits and succeeds, with one table per phone."""
    with case.place.server() as server:
        made = make_tables(server, PHONES, writers=PHONES)
        server.start()
        phones = [Phone(server.port, made.cookies[number], number) for number in range(PHONES)]
        for turn in range(-(-short // PHONES)):
            with held(server, SHORT):
                _each(
                    phones,
                    lambda phone, seen=BEFORE + turn: _once(
                        case, result, phone, made.addresses[phone.number], seen
                    ),
                )
        _close(case, result, server, made.addresses, phones)


def _long(case: StressCase, result: Result, worst: list[float]) -> None:
    """Assert that writes are answered with "retry" in time and saved once later; reading works."""
    with case.place.server() as server:
        made = make_tables(server, PHONES, writers=PHONES)
        server.start()
        phones = [Phone(server.port, made.cookies[number], number) for number in range(PHONES)]
        over = threading.Event()
        looker = threading.Thread(
            target=_look, args=(server, made.cookies[0], made.addresses[0], over, result, worst)
        )
        with held(server, LONG):
            looker.start()
            _each(phones, lambda phone: _until_saved(case, result, phone, made.addresses[phone.number]))
        over.set()
        looker.join()
        worst += [took for phone in phones for took in phone.times]
        _close(case, result, server, made.addresses, phones)


def _once(case: StressCase, result: Result, phone: Phone, address: str, seen: int) -> None:
    name, form = any_write(case.chance, seen)
    write = case.history.invoke(phone.number, address, form)
    answer = phone.try_once(name, write)
    if write.outcome != OK:
        result.miss(f"{SHORT} s: a write was answered {answer.status}")


def _until_saved(case: StressCase, result: Result, phone: Phone, address: str) -> None:
    """Repeat the same write until it is decided, as the outbox does."""
    name, form = any_write(case.chance, BEFORE)
    write, end = case.history.invoke(phone.number, address, form), time.monotonic() + LONG + 60
    while write.outcome != OK and time.monotonic() < end:
        answer = phone.try_once(name, write)
        if write.outcome != OK:
            if answer.status != 503:
                result.miss(f"{LONG} s: a write was answered {answer.status or 'nothing'}")
            time.sleep(BEATS)
    if write.outcome != OK:
        result.miss(f"{LONG} s: a write was never saved")


def _look(
    server: Server, cookie: str, address: str, over: threading.Event, result: Result, worst: list[float]
) -> None:
    """Assert that reading works during the lock."""
    phone = Phone(server.port, cookie)
    while not over.is_set():
        answer = phone.look(address)
        worst.append(answer.took)
        if answer.status != 200:
            result.miss(f"{LONG} s: a look was answered {answer.status or NOTHING}")
        over.wait(BEATS)
    phone.hang_up()


def _each(phones: list[Phone], do: object) -> None:
    assert callable(do)
    threads = [threading.Thread(target=do, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _close(
    case: StressCase, result: Result, server: Server, addresses: list[str], phones: list[Phone]
) -> None:
    for phone in phones:
        phone.hang_up()
    for address in addresses:
        result.miss(*case.history.faults(address, stored(server, address), BEFORE))
    result.miss(*(fault for fault in faults(server) if "the log says 'locked'" not in fault))

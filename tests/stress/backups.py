"""F1: back up the database while eight phones write, and restore it on another server."""

from __future__ import annotations

from pathlib import Path

from tests.server_process import Server

from .case import Result, StressCase
from .history import OK
from .phone import Phone
from .place import make_tables, must, stored
from .swarm import Swarm
from .tables import BEFORE

PHONES, TABLES = 8, 4
FRESH = 25  # backups after which other tables are written on
PAUSE = 0.05


def backups(case: StressCase, count: int) -> Result:
    """Back up `count` times; restore and verify each backup."""
    result = case.result("backup while 8 phones write, restore elsewhere", f"{count} backups")
    with case.place.server() as server, case.place.server() as elsewhere:
        made = make_tables(server, TABLES * -(-count // FRESH), writers=PHONES)
        server.start()
        phones = [Phone(server.port, made.cookies[number], number) for number in range(PHONES)]
        swarm = Swarm(case.history, phones, case.seed, PAUSE)
        for number in range(count):
            if number % FRESH == 0:
                if number:
                    swarm.end()
                first = TABLES * (number // FRESH)
                swarm.start(made.addresses[first : first + TABLES])
            _copy(case, result, server, elsewhere, made.addresses)
        swarm.end()
        result.miss(*swarm.stuck)
    result.figures = (
        f"{swarm.acked:,} lines were written meanwhile, none that stood before a backup was missing in it"
    )
    return result


def _copy(case: StressCase, result: Result, server: Server, elsewhere: Server, addresses: list[str]) -> None:
    """Assert that the backup has every earlier acknowledged entry, in order, without faults."""
    before = {write.key for write in list(case.history.writes) if write.outcome == OK}
    file = server.data / "copy"
    must(server.manage("backup", str(file)))
    must(elsewhere.manage("restore", "--yes", str(file)))
    copied = {address: stored(elsewhere, address) for address in addresses}
    now = {address: stored(server, address) for address in addresses}
    missing = before - {entry[1] for entries in copied.values() for entry in entries}
    result.miss(*(f"{key} stood before the backup and is not in it" for key in missing))
    for address, entries in copied.items():
        if entries != now[address][: len(entries)] or len(entries) < BEFORE:
            result.miss(f"{address}: the copy is not a beginning of the log")
    file.unlink()
    for kept in Path(elsewhere.data).glob("*.before-*"):
        kept.unlink()

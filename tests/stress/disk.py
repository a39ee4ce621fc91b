"""A5: a full disk. Nothing is lost, pages load, and writes resume without a restart."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .case import Result, StressCase
from .history import OK, REFUSED, History
from .phone import Phone
from .place import faults, make_tables, stored
from .tables import BEFORE, correction

SMALL, LARGE = "4m", "32m"
SKIPPED = "SCOREKEEPER_SKIP_DISK"  # where mounting is impossible, skipping has to be requested
AFTER = 20  # writes once there is room again
# reads and exports that still work: of a table, and of its group
LOOKS = ("", "lines/", "paper/", "sheet.svg", "transcript/")
FILES = ("export/", "export/group.json", "export/results.csv", "export/ledger.csv")
GROUP = "SELECT g.address FROM people_group g JOIN play_session s ON s.group_id = g.id WHERE s.address = %s"


def disk(case: StressCase, tries: int) -> Result:
    """Fill a small disk, try `tries` writes, free space, and write again."""
    result = case.result("disk full", f"{tries} refused tries, {AFTER} writes after")
    if os.environ.get(SKIPPED):
        result.left_out, result.figures = True, f"{SKIPPED} says so"
        return result
    folder = case.place.folder / "small-disk"
    folder.mkdir(exist_ok=True)
    if not _mounted(folder):
        result.miss(f"no small disk can be mounted here; {SKIPPED}=1 leaves this out")
        return result
    try:
        _run(case, result, folder, tries)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    return result


def _mounted(folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@contextmanager
def _full(folder: Path) -> Iterator[None]:
    """Fill the disk to the last byte while the context lasts."""
    filler = os.open(folder / "filler", os.O_CREAT | os.O_WRONLY)
    for size in (1 << 16, 1 << 12, 1):
        try:
            while os.write(filler, b"x" * size) == size:
                pass
        except OSError:
            continue
    yield
    subprocess.run(["mount", "-o", f"remount,size={LARGE}", str(folder)], check=True)
    os.close(filler)


def _run(case: StressCase, result: Result, folder: Path, tries: int) -> None:
    with case.place.server(folder / "data") as server:
        server.log = case.place.folder / "small-disk.log"
        (address,), (cookie, _other) = vars(make_tables(server, 1)).values()
        server.start()
        phone = Phone(server.port, cookie)
        for number in range(AFTER):
            _write(case, result, phone, address, BEFORE + number)
        ((group,),) = server.rows(GROUP, address)
        with _full(folder):
            for number in range(tries):
                _refused(case, result, phone, address, BEFORE + AFTER)
                if number % 10 == 0:
                    _look(result, phone, address, group)
        for number in range(AFTER):
            _write(case, result, phone, address, BEFORE + AFTER + number)
        phone.hang_up()
        result.miss(*case.history.faults(address, stored(server, address), BEFORE))
        result.miss(*(fault for fault in faults(server) if "full" not in fault))
    result.figures = f"{case.history.count(OK)} saved, {tries} refused by 503, none lost"


def _write(case: StressCase, result: Result, phone: Phone, address: str, seen: int) -> None:
    name, form = correction(case.chance, seen)
    write = case.history.invoke(0, address, form)
    answer = phone.try_once(name, write)
    if write.outcome != OK:
        result.miss(f"with room on the disk a write was answered {answer.status}")


def _refused(case: StressCase, result: Result, phone: Phone, address: str, seen: int) -> None:
    name, form = correction(case.chance, seen)
    write = case.history.invoke(0, address, form)
    answer = phone.try_once(name, write)
    if answer.status != 503 or "retry-after" not in answer.headers:
        result.miss(f"with a full disk a write was answered {answer.status}, and how to go on is not said")
    History.decide(write, REFUSED)  # nothing of it may be there later


def _look(result: Result, phone: Phone, table: str, group: str) -> None:
    """Assert that reading and exporting work."""
    paths = [f"/table/{table}/{each}" for each in LOOKS] + [f"/group/{group}/{each}" for each in FILES]
    for path in paths:
        status = phone.ask("GET", path).status
        if status != 200:
            result.miss(f"with a full disk {path} was answered {status}")

"""B9: a session of ten thousand entries, mostly corrections, ten players, twenty phones."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from scorekeeper.table.views.log import ENTRIES_A_PAGE
from tests.server_process import Server

from .case import Result, StressCase, part
from .history import OK
from .phone import Answer, Phone
from .place import faults, make_tables, must, stored
from .tables import BEFORE, correction

PHONES = 20
PAUSE = 1.0  # seconds at most between two reads of a phone: more often than at any real table
PAGE, EXPORT, JOIN = 300, 2000, 500  # milliseconds
SIZE, GROWTH = 200, 50  # KB of a page, MB of the server

# Run in the server's own environment: many corrections, as the log would have written them.
FILL = """
from random import Random
from django.db import connection
from scorekeeper.play.models import Session
from tests.stress.create_tables import corrections
corrections(Session.objects.get(address=ADDRESS), LINES, Random(SEED))
"""
# Number of database queries of a page and of the log.
ASK = """
import json
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
client = Client(headers={"host": "localhost"})
client.cookies["sessionid"] = COOKIE
counts = []
for path in ("", "", "lines/", "lines/"):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/table/{ADDRESS}/{path}").status_code == 200
    counts.append(len(asked.captured_queries))
print(json.dumps(counts))
"""


@dataclass
class Measured:
    """The measurements; `writes` in seconds, `join` and `transcript` in milliseconds.

    `queries`: of a short game and of the long one, for the page twice and the log twice.
    `first`: the first response to a phone. `reads`: pages of the log. `growth`: in MB.
    """

    queries: list[list[int]]
    first: Answer
    looks: list[Answer]
    reads: list[Answer]
    writes: list[float]
    join: float
    growth: float
    transcript: float


def huge(case: StressCase, lines: int, looks: int, *, timed: bool = True) -> Result:
    """Fill a long log; read on every phone at once while another reads the log and one writes."""
    result = case.result("huge session", f"{lines:,} entries, 10 players, {PHONES} phones")
    with case.place.server() as server:
        made = make_tables(server, 2, writers=PHONES + 1)
        large = made.addresses[1]
        _shell(server, FILL, ADDRESS=large, LINES=lines - BEFORE, SEED=case.seed)
        asks = [_shell(server, ASK, ADDRESS=each, COOKIE=made.cookies[0]) for each in made.addresses]
        server.start()
        before = memory(server)
        everybody = [Phone(server.port, cookie, number) for number, cookie in enumerate(made.cookies)]
        *phones, reader, writer = everybody
        first = phones[0].look(large)
        with ThreadPoolExecutor(PHONES + 1) as pool:
            looking = [pool.submit(_looks, case, phone, large, looks) for phone in phones]
            reading = pool.submit(_reads, case, reader, large, lines, looks)
            writes = _writes(case, result, writer, large, range(lines, lines + looks))
            seen = [answer for each in looking for answer in each.result()]
        join = _join(result, server, phones[0], large)
        growth = memory(server) - before
        for phone in everybody:
            phone.hang_up()
        transcript = _transcript(result, server, phones[0], large)
        result.miss(*case.history.faults(large, stored(server, large), lines), *faults(server))
    if first.seen != lines:
        result.miss(f"the page shows {first.seen} entries of {lines}")
    queries = [json.loads(each) for each in asks]
    measured = Measured(queries, first, seen, reading.result(), writes, join, growth, transcript)
    _judge(result, measured, timed=timed)
    return result


def _judge(result: Result, measured: Measured, *, timed: bool) -> None:
    """Compare the measurements with the goals."""
    answers = (*measured.looks, *measured.reads)
    result.miss(*(f"a look was answered {answer.status}" for answer in answers if answer.status != 200))
    short, long = measured.queries
    if any(abs(one - other) > 2 for one, other in zip(short, long, strict=True)):
        result.miss(f"a page asks {short} questions of a short log and {long} of a long one")
    page, write = part([answer.took for answer in measured.looks], 0.95), part(measured.writes, 0.95)
    read = part([answer.took for answer in measured.reads], 0.95)
    size, log = (
        max(len(answer.page.encode()) for answer in each) / 1000 for each in (measured.looks, measured.reads)
    )
    if timed:
        result.within("p95 of a page", page, PAGE)
        result.within("p95 of the log", read, PAGE)
        result.within("p95 of a write", write, PAGE)
        result.within("the transcript", measured.transcript, EXPORT)
        result.within("joining", measured.join, JOIN)
    result.within("a page", size, SIZE, "KB")
    result.within("a page of the log", log, SIZE, "KB")
    result.within("what the server grew by", measured.growth, GROWTH, "MB")
    result.figures = (
        f"page p95 {page:.0f} ms and {size:.0f} KB, the first one {1000 * measured.first.took:.0f} ms;"
        f" log p95 {read:.0f} ms and {log:.0f} KB;"
        f" write p95 {write:.0f} ms; queries {short} and {long}; transcript {measured.transcript:.0f} ms;"
        f" joining {measured.join:.0f} ms; memory +{measured.growth:.0f} MB"
    )


def memory(server: Server) -> float:
    """Return the memory of the server in megabytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1000


def _shell(server: Server, code: str, **names: object) -> str:
    assignments = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    return must(server.manage("shell", "--no-imports", "-c", assignments + code))


def _looks(case: StressCase, phone: Phone, address: str, looks: int) -> list[Answer]:
    """Read the table on one phone, with random pauses."""
    chance, answers = Random(f"{case.seed} {phone.number}"), []
    for _ in range(looks):
        time.sleep(chance.uniform(0, PAUSE))
        answers.append(phone.ask("GET", f"/table/{address}/"))
    return answers


def _reads(case: StressCase, phone: Phone, address: str, lines: int, looks: int) -> list[Answer]:
    """Read pages of the log at random."""
    chance, answers = Random(f"{case.seed} {phone.number}"), []
    for _ in range(looks):
        time.sleep(chance.uniform(0, PAUSE))
        page = chance.randint(1, -(-lines // ENTRIES_A_PAGE))
        answers.append(phone.ask("GET", f"/table/{address}/lines/?page={page}"))
    return answers


def _writes(
    case: StressCase, result: Result, phone: Phone, address: str, numbers: Iterable[int]
) -> list[float]:
    """Write corrections while all others read; return the seconds of each."""
    times = []
    for seen in numbers:
        time.sleep(case.chance.uniform(0, PAUSE))
        name, form = correction(case.chance, seen)
        write = case.history.invoke(phone.number, address, form)
        answer = phone.try_once(name, write)
        times.append(answer.took)
        if write.outcome != OK:
            result.miss(f"a write was answered {answer.status}")
    return times


def _transcript(result: Result, server: Server, phone: Phone, address: str) -> float:
    """Return the milliseconds of exporting the whole game from a fresh server."""
    server.stop()
    server.start()
    answer = phone.ask("GET", f"/table/{address}/transcript/")
    phone.hang_up()
    if answer.status != 200 or not json.loads(answer.page)["entries"]:
        result.miss(f"the transcript was answered {answer.status}")
    return 1000 * answer.took


def _join(result: Result, server: Server, host: Phone, address: str) -> float:
    """Join with a new phone, see the sheet and take a seat; return the milliseconds."""
    page = host.ask("GET", f"/table/{address}/invite/").page
    link = re.search(rf"/join/{address}/[a-z0-9]+/", page)
    if link is None:
        result.miss("the page with the QR code has no link")
        return 0.0
    guest, began = Phone(server.port, ""), time.perf_counter()
    guest.ask("GET", link[0])
    seen = guest.ask("GET", f"/table/{address}/")
    sat = guest.ask("POST", f"/table/{address}/sit/", {"seat": "3"})
    took = 1000 * (time.perf_counter() - began)
    guest.hang_up()
    if seen.status != 200 or sat.status not in (200, 302, 303):
        result.miss(f"joining was answered {seen.status} and {sat.status}")
    return took

"""B9: a session of ten thousand lines, most of them corrections, ten players, twenty phones."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from tests.running import Server

from .case import Fire, Result, part
from .history import OK
from .phone import Phone
from .place import faults, make_tables, must
from .tables import BEFORE, put_right

PHONES = 20
PAGE, EXPORT, JOIN = 300, 2000, 500  # milliseconds
SIZE, GROWTH = 200, 50  # KB of a page, MB of the server

# Run in the server's own environment: many corrections, as the log would have written them.
FILL = """
from random import Random
from django.db import connection
from scorekeeper.play.models import Session
from tests.fire.made import corrections
corrections(Session.objects.get(address=ADDRESS), LINES, Random(SEED))
"""
# How many questions a page asks the database, and how long the transcript of the whole session takes.
ASK = """
import json, time
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from scorekeeper.play.models import Session
from scorekeeper.play.table import forget
from tests.fire.made import exported
client = Client(headers={"host": "localhost"})
client.cookies["sessionid"] = COOKIE
counts = []
for cold in (True, False):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/table/{ADDRESS}/").status_code == 200
    counts.append(len(asked.captured_queries))
forget()
began = time.perf_counter()
size = len(exported(ADDRESS))
print(json.dumps({"counts": counts, "export": time.perf_counter() - began, "size": size}))
"""


def huge(fire: Fire, lines: int, looks: int, *, timed: bool = True) -> Result:
    """So many lines; every phone looks so often."""
    result = fire.result("huge session", f"{lines:,} entries, 10 players, {PHONES} phones")
    with fire.place.server() as server:
        made = make_tables(server, 2)
        _small, large = made.addresses
        _shell(server, FILL, ADDRESS=large, LINES=lines - BEFORE, SEED=fire.seed)
        asked = {
            address: json.loads(_shell(server, ASK, ADDRESS=address, COOKIE=made.cookies[0]))
            for address in made.addresses
        }
        server.start()
        phones = [Phone(server.port, made.cookies[0], number) for number in range(PHONES)]
        first = phones[0].look(large)
        before = memory(server)
        answers = [phone.ask("GET", f"/table/{large}/") for _ in range(looks) for phone in phones]
        writes = [_write(fire, result, phones[0], large, lines + number) for number in range(looks)]
        growth = memory(server) - before
        join = _join(result, server, phones, large)
        for phone in phones:
            phone.hang_up()
        result.miss(*faults(server))
    times, size = [answer.took for answer in answers], max(len(answer.page.encode()) for answer in answers)
    result.miss(*(f"a look was answered {answer.status}" for answer in answers if answer.status != 200))
    if first.seen != lines:
        result.miss(f"the page shows {first.seen} entries of {lines}")
    counts = [asked[address]["counts"] for address in made.addresses]
    if any(abs(one - other) > 2 for one, other in zip(*counts, strict=True)):
        result.miss(f"a page asks {counts[0]} questions of a short log and {counts[1]} of a long one")
    export = 1000 * asked[large]["export"]
    if timed:
        result.within("p95 of a page", part(times, 0.95), PAGE)
        result.within("p95 of a write", part(writes, 0.95), PAGE)
        result.within("the transcript", export, EXPORT)
        result.within("joining", join, JOIN)
    result.within("a page", size / 1000, SIZE, "KB")
    result.within("what the server grew by", growth, GROWTH, "MB")
    result.figures = (
        f"page p95 {part(times, 0.95):.0f} ms and {size / 1000:.0f} KB, the first one {1000 * first.took:.0f} ms;"
        f" write p95 {part(writes, 0.95):.0f} ms; queries {counts[0]} and {counts[1]}; transcript {export:.0f} ms;"
        f" joining {join:.0f} ms; memory +{growth:.0f} MB"
    )
    return result


def memory(server: Server) -> float:
    """Megabytes that the server holds."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1000


def _shell(server: Server, code: str, **names: object) -> str:
    said = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    return must(server.manage("shell", "--no-imports", "-c", said + code))


def _write(fire: Fire, result: Result, phone: Phone, address: str, seen: int) -> float:
    name, form = put_right(fire.chance, seen)
    write = fire.history.invoke(0, address, form)
    answer = phone.try_once(name, write)
    if write.said != OK:
        result.miss(f"a write was answered {answer.status}")
    return answer.took


def _join(result: Result, server: Server, phones: list[Phone], address: str) -> float:
    """A new phone scans the link and sees the sheet, then sits down; milliseconds for all of it."""
    page = phones[0].ask("GET", f"/table/{address}/invite/").page
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

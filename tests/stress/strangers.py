"""D8: strangers request the costliest pages of a full group while others read and write."""

from __future__ import annotations

import http.client
import re
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from threading import Event

from tests.security.routes import routes
from tests.server_process import Server

from .case import Result, StressCase, part
from .history import OK
from .phone import TOKEN, Phone
from .place import faults, make_tables, must
from .tables import correction

STRANGERS = 3
PAUSE = 0.03  # seconds between two reads of the others
LEAST = 60  # reads of others in a timed attack: the two while the server learns which page is slow are not in its p95
OTHERS, GROWTH = 100, 150  # milliseconds; MB that a nested file may take
LARGEST, SMALL = (1000, 30, 5000), (100, 10, 300)  # players, units, pairs
NESTED = 16_000_000
WIDE = "\ufdfa" * 40_000  # one letter of which comparing makes eighteen

# Run in the server's environment: a group of a stranger's own, with old results, and its owner.
FILL = """
from scorekeeper.archive.group_import import import_group
from scorekeeper.archive.group_parser import parse
from scorekeeper.archive.results_parser import read
from tests.archive.large_groups import crowded
from tests.archive.old_results import import_results
from tests.factories import new_writer
stranger = new_writer()
group = import_group(parse(crowded(*SIZE)), stranger.person)
game = "2019-05-02,yacht,Player {},{}\\n2019-05-02,yacht,Player {},1\\n"
rows = "".join(game.format(each % SIZE[0], each % 300, (each + 1) % SIZE[0]) for each in range(GAMES))
import_results(read("date,game,player,points\\n" + rows), group)
print(stranger.client().cookies["sessionid"].value, group.address, group.players.first().address)
"""


def strangers(case: StressCase, seconds: float, *, timed: bool = True) -> Result:
    """Run each attack for `seconds`."""
    size, games = (LARGEST, 4000) if timed else (SMALL, 50)
    result = case.result("hostile strangers", f"{STRANGERS} at once, {size[1]} units, {size[2]:,} pairs")
    with case.place.server() as server:
        made = make_tables(server, 1)
        names = f"SIZE, GAMES = {size}, {games}\n"
        words = must(server.manage("shell", "--no-imports", "-c", names + FILL)).split()
        cookie, group, player = words[-3:]
        server.start()
        _csv(result, server, cookie)
        texts = []
        for name, paths in _attacks(group, player).items():
            looks, writes, statuses = _attacked(
                case,
                server,
                made.cookies[0],
                made.addresses[0],
                cookie,
                paths,
                seconds,
                LEAST if timed else 1,
            )
            texts.append(f"{name}: {part(looks, 0.95):.0f} and {part(writes, 0.95):.0f} ms")
            result.miss(
                *(f"{name} was answered {each}" for each in statuses if each not in (200, 302, 303, 307, 429))
            )
            if not looks:
                result.miss(f"nobody was answered during {name}")
            if timed:
                result.within(f"p95 of others during {name}", part([*looks, *writes], 0.95), OTHERS)
        grown = _nested(result, server, cookie)
        result.within("what the server grew by for a nested file", grown, GROWTH, "MB")
        result.miss(*faults(server))
    result.figures = f"p95 of looks and writes of others: {'; '.join(texts)}; a nested file +{grown:.0f} MB"
    return result


def _attacks(group: str, player: str) -> dict[str, list[str]]:
    """Return the attacked pages in order: four costly ones, then every page of the group."""
    paths = [each.path(group=group, player=player) for each in routes() if each.pattern.startswith("group/")]
    return {
        "a preview": ["/import/preview/"],
        "money": [f"/group/{group}/money/"],
        "money of a unit": [f"/group/{group}/money/?in=thing+1&part=2"],
        "an export": [f"/group/{group}/export/group.json"],
        "results": [f"/group/{group}/export/results.csv"],
        "every page": ["/", *paths],
    }


def _attacked(
    case: StressCase,
    server: Server,
    own: str,
    table: str,
    cookie: str,
    paths: list[str],
    seconds: float,
    least: int,
) -> tuple[list[float], list[float], Counter[int]]:
    """Return the durations of other reads and writes, and the responses to strangers."""
    end, over = time.monotonic() + seconds, Event()
    with ThreadPoolExecutor(STRANGERS) as pool:
        asking = [
            pool.submit(_asks, server, cookie, paths[each:] + paths[:each], over) for each in range(STRANGERS)
        ]
        phone = Phone(server.port, own)
        looks: list[float] = []
        writes: list[float] = []
        try:
            while time.monotonic() < end or len(looks) < least:
                answer = phone.look(table)
                looks.append(answer.took)
                if len(looks) % 5 == 0:
                    name, form = correction(case.chance, phone.seen)
                    write = case.history.invoke(phone.number, table, form)
                    writes.append(phone.try_once(name, write).took)
                    assert write.outcome == OK
                time.sleep(PAUSE)
        finally:
            over.set()
        phone.hang_up()
        return looks, writes, sum((each.result() for each in asking), Counter[int]())


def _asks(server: Server, cookie: str, paths: Sequence[str], over: Event) -> Counter[int]:
    phone, statuses = Phone(server.port, cookie), Counter[int]()
    for path in cycle(paths):
        if over.is_set():
            phone.hang_up()
            return statuses
        statuses[phone.ask("GET", path).status] += 1
    return statuses


def _csv(result: Result, server: Server, cookie: str) -> None:
    """Return a table with cells that are costly to compare, stored until confirmed."""
    rows = "".join(f"2019-05-02,yacht,{WIDE},{each}\n" for each in range(120))
    status = _sent(server, cookie, "a.csv", f"date,game,player,points\n{rows}".encode())
    if status != 303:
        result.miss(f"a table with long cells was answered {status}")


def _nested(result: Result, server: Server, cookie: str) -> float:
    """Return the growth of the server in MB while it refuses a file of nested lists."""
    before = _peak(server, "VmRSS")
    nest = "[" * 18 + "]" * 18 + ","
    data = '{"format":"scorekeeper-group/1","games":[' + nest * (NESTED // len(nest)) + "1]}"
    status = _sent(server, cookie, "a.json", data.encode())
    if status != 422:
        result.miss(f"a nested file was answered {status}")
    return _peak(server, "VmHWM") - before


def _sent(server: Server, cookie: str, name: str, data: bytes) -> int:
    """Return the status of the response to a file."""
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/plain\r\n\r\n'
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    sent = {
        "Cookie": f"sessionid={cookie}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "multipart/form-data; boundary=b",
    }
    connection.request("POST", "/import/", head.encode() + data + b"\r\n--b--\r\n", sent)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def _peak(server: Server, name: str) -> float:
    """Return the server's memory in megabytes: now (`VmRSS`) or at most (`VmHWM`)."""
    assert server.process is not None
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1000

"""A8: the server restarts while twenty phones listen and one writes."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable
from random import Random

from .case import SLACK, Result, StressCase
from .history import OK
from .phone import HTMX, Phone
from .place import faults, make_tables, stored
from .swarm import Swarm
from .tables import BEFORE, correction

LISTENERS = 20
STOP, CATCH_UP = 5, 5  # seconds
LINES = 3  # written before and after the phones are connected
AGAIN = (0.05, 0.5)  # seconds until a phone tries to connect again
LIVE, VERSION = re.compile(r'data-live="([^"]+)"'), re.compile(r'data-version="(\d+)"')


class Listener(threading.Thread):
    """A phone that reloads its table at each event of its stream; `seen`: the entries it shows."""

    def __init__(self, port: int, cookie: str, address: str, number: int) -> None:
        super().__init__(daemon=True)
        self.phone = Phone(port, cookie, number, patience=5)
        self.port, self.address = port, address
        self.chance = Random(number)
        self.over = threading.Event()
        self.etag = self.token = ""
        self.version = self.seen = 0
        self.connected = False
        self.faults: list[str] = []

    def run(self) -> None:
        """Load the table, listen, and start again when the stream ends."""
        while not self.over.is_set():
            if not (self.look() and self.listen()):
                self.over.wait(self.chance.uniform(*AGAIN))
        self.phone.hang_up()

    def look(self) -> bool:
        """Fetch the table if it is newer; return whether there was a response."""
        known = {"If-None-Match": self.etag} if self.etag else {}
        answer = self.phone.ask("GET", f"/table/{self.address}/", headers=HTMX | known)
        if answer.status == 304:
            self.token = answer.headers["x-live"]
            return True
        if answer.status != 200:
            return False
        version = int(VERSION.findall(answer.page)[0])
        if version < self.version:
            self.faults.append(f"listener {self.phone.number} went back from {self.version} to {version}")
        self.version, self.seen = version, answer.seen or 0
        self.etag, self.token = answer.headers["etag"], LIVE.findall(answer.page)[0]
        return True

    def listen(self) -> bool:
        """Read a stream until it ends; return whether there was one."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
                line.sendall(f"GET /live/{self.token}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                line.settimeout(0.25)
                return self.hear(line)
        except OSError:
            return False
        finally:
            self.connected = False

    def hear(self, line: socket.socket) -> bool:
        """Load the table at every event with a newer version."""
        heard, began = b"", False
        while not self.over.is_set():
            try:
                more = line.recv(4096)
            except TimeoutError:
                continue
            if not more:
                break
            heard += more
            if not began and b"\r\n\r\n" in heard:
                if not heard.startswith(b"HTTP/1.1 200"):
                    return False
                began = self.connected = True
            versions = [int(each) for each in re.findall(rb"data: (\d+)\n", heard)]
            if versions:
                heard = b""
                if max(versions) == 0 or max(versions) > self.version:
                    self.look()
        return began


def streams(case: StressCase, restarts: int) -> Result:
    """Restart the server `restarts` times, every other time by kill -9."""
    asked = f"{restarts} restarts, {LISTENERS} streams open"
    result = case.result("restart amid streams", f"{asked}, two processes" if case.place.postgres else asked)
    with case.place.server(several=True) as server:
        made = make_tables(server, 1, writers=LISTENERS)
        (address,) = made.addresses
        server.start()
        listeners = [Listener(server.port, made.cookies[each], address, each) for each in range(LISTENERS)]
        for listener in listeners:
            listener.start()
        writer = Swarm(case.history, [Phone(server.port, made.cookies[-1])], case.seed)
        stops = [0.0]
        slowest = _one_life(case, result, writer, address, listeners)
        for number in range(restarts):
            if number % 2:
                server.kill()
            else:
                stops.append(server.stop())
            server.start()
            slowest = max(slowest, _one_life(case, result, writer, address, listeners))
        for listener in listeners:
            listener.over.set()
        for listener in listeners:
            listener.join(10)
            result.miss(*listener.faults)
        result.miss(
            *writer.stuck, *case.history.faults(address, stored(server, address), BEFORE), *faults(server)
        )
        writer.phones[0].hang_up()
    result.within("the longest stop", max(stops), STOP, "s")
    caught_up = f"all {LISTENERS} up to date within {slowest:.1f} s"
    result.figures = f"{writer.acked} lines; longest stop {max(stops):.1f} s; {caught_up}"
    return result


def _one_life(
    case: StressCase, result: Result, writer: Swarm, address: str, listeners: list[Listener]
) -> float:
    """Write while the phones connect to the server, and again when all of them are connected.

    Return the longest time until all of them were up to date, in seconds.
    """

    def is_current(listener: Listener) -> bool:
        return listener.seen == BEFORE + writer.acked

    _write(case, writer, address)
    first = _until_all(result, listeners, "up to date", is_current)
    _until_all(result, listeners, "connected", lambda listener: listener.connected)
    _write(case, writer, address)
    return max(first, _until_all(result, listeners, "up to date", is_current))


def _write(case: StressCase, writer: Swarm, address: str) -> None:
    """Write a few lines, each until it is decided."""
    (phone,) = writer.phones
    for _ in range(LINES):
        phone.seen = BEFORE + writer.history.count(OK)
        name, form = correction(case.chance, phone.seen)
        writer.until_decided(phone, name, case.history.invoke(phone.number, address, form), case.chance)


def _until_all(
    result: Result, listeners: list[Listener], state: str, reached: Callable[[Listener], bool]
) -> float:
    """Wait until every phone has reached a state; return the seconds."""
    began, patience = time.monotonic(), CATCH_UP * SLACK
    while time.monotonic() < began + patience:
        if all(map(reached, listeners)):
            return time.monotonic() - began
        time.sleep(0.01)
    behind = [f"{each.phone.number} with {each.seen} entries" for each in listeners if not reached(each)]
    result.miss(f"{patience:g} s later {len(behind)} phones are not {state}: {', '.join(behind[:3])}")
    return time.monotonic() - began

"""A8: the server restarts while twenty phones listen and one writes."""

from __future__ import annotations

import re
import socket
import threading
import time
from random import Random

from .case import Result, StressCase
from .history import OK
from .phone import HTMX, Phone
from .place import faults, make_tables, stored
from .swarm import Swarm
from .tables import BEFORE, correction

LISTENERS = 20
STOP, CATCH_UP = 5, 5  # seconds
LINES = 3  # written before and after every restart
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
        self.streams = 0
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
                began = True
                self.streams += 1
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
        slowest, stops = 0.0, [0.0]
        for number in range(restarts):
            _write(case, writer, address)
            slowest = max(slowest, _all_see(result, listeners, BEFORE + writer.acked))
            if number % 2:
                server.kill()
            else:
                stops.append(server.stop())
            server.start()
            _write(case, writer, address)
            slowest = max(slowest, _all_see(result, listeners, BEFORE + writer.acked))
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
    opened = sum(listener.streams for listener in listeners)
    if opened < LISTENERS * (restarts + 1):
        result.miss(f"only {opened} streams were opened in {restarts + 1} lives of the server")
    caught_up = f"all {LISTENERS} up to date within {slowest:.1f} s"
    result.figures = f"{writer.acked} lines; longest stop {max(stops):.1f} s; {caught_up}"
    return result


def _write(case: StressCase, writer: Swarm, address: str) -> None:
    """Write a few lines, each until it is decided."""
    (phone,) = writer.phones
    for _ in range(LINES):
        phone.seen = BEFORE + writer.history.count(OK)
        name, form = correction(case.chance, phone.seen)
        writer.until_decided(phone, name, case.history.invoke(phone.number, address, form), case.chance)


def _all_see(result: Result, listeners: list[Listener], count: int) -> float:
    """Wait until every phone shows `count` entries; return the seconds."""
    began = time.monotonic()
    while time.monotonic() < began + CATCH_UP:
        if all(listener.seen == count for listener in listeners):
            return time.monotonic() - began
        time.sleep(0.01)
    behind = [
        f"{listener.phone.number} at {listener.seen}" for listener in listeners if listener.seen != count
    ]
    result.miss(f"{CATCH_UP} s later {len(behind)} phones are not at {count}: {', '.join(behind[:3])}")
    return time.monotonic() - began

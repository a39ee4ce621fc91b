"""Load generator: keep a few connections busy and time every response.

Standard library only, plain sockets and one thread, because its own load slows down the measured server.
It reads a plan and then commands ("page 1.0") from its standard input, a line each, and prints for each command
its duration and the duration of every response.
"""

from __future__ import annotations

import itertools
import json
import re
import selectors
import socket
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any

LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)\r\n", re.IGNORECASE)
PATIENCE = 20
# Of five requests of the mixed load one writes a line; every phone at the table looks at it.
LOOKS_PER_LINE = 4
# Asked for by one connection: on a slow machine the server refuses a second one beside it as a slow page.
SINGLE = "home"


def whole_games(plan: dict[str, Any], tables: list[str]) -> Iterator[bytes]:
    """Write whole tables, one after the other: each request is a new entry."""
    for table in tables:
        for seen, move in enumerate(plan["moves"]):
            body = f"{move}&seen={seen}&key={uuid.uuid4()}&csrfmiddlewaretoken={plan['token']}".encode()
            head = plan["post"].replace("{table}", table).replace("{length}", str(len(body)))
            yield head.encode() + body
    raise SystemExit("The load ran out of tables to write on.")


class Connection:
    """A connection that sends a request, waits for the response, and sends the next."""

    def __init__(self, plan: dict[str, Any], tables: list[str]) -> None:
        self.address = ("127.0.0.1", plan["port"])
        self.began = 0.0
        self.answer = bytearray()
        self.missing = -1
        same = {name: itertools.repeat(text.encode()) for name, text in plan["same"].items()}
        post = whole_games(plan, tables)
        self.requests: dict[str, Iterator[bytes]] = {**same, "post": post}
        looks = [same["page"]] * LOOKS_PER_LINE
        self.requests["mixed"] = (next(each) for each in itertools.cycle([*looks, post]))

    def open(self) -> None:
        """Connect; the connection stays busy, because a server closes idle ones after some seconds."""
        self.socket = socket.create_connection(self.address, timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, what: str) -> None:
        """Send the next request."""
        request = next(self.requests[what])
        self.began = time.perf_counter()
        self.socket.sendall(request)

    def hear(self) -> float | None:
        """Read arrived bytes; return the duration of the response once it is complete."""
        chunk = self.socket.recv(1 << 16)
        if not chunk:
            raise SystemExit("The server closed a connection.")
        self.answer += chunk
        if self.missing < 0:
            end = self.answer.find(b"\r\n\r\n")
            if end < 0:
                return None
            length = LENGTH.search(self.answer, 0, end + 2)
            if length is None or not self.answer.startswith(b"HTTP/1.1 200 "):
                raise SystemExit(
                    f"Not the answer that was measured:\n{self.answer[:2000].decode(errors='replace')}"
                )
            self.missing = end + 4 + int(length[1])
        if len(self.answer) < self.missing:
            return None
        took = time.perf_counter() - self.began
        self.answer.clear()
        self.missing = -1
        return took


def keep_busy(connections: list[Connection], whats: list[str], seconds: float) -> dict[str, Any]:
    """Let every connection send its requests until the time is up; wait for the last responses."""
    times: dict[str, list[float]] = {what: [] for what in whats}
    with selectors.DefaultSelector() as selector:
        for connection, what in zip(connections, whats, strict=True):
            connection.open()
            selector.register(connection.socket, selectors.EVENT_READ, (connection, what))
        began = time.perf_counter()
        for connection, what in zip(connections, whats, strict=True):
            connection.ask(what)
        waiting = len(connections)
        while waiting:
            ready = selector.select(PATIENCE)
            if not ready:
                raise SystemExit("The server does not answer.")
            for key, _ in ready:
                connection, what = key.data
                took = connection.hear()
                if took is None:
                    continue
                times[what].append(took)
                if time.perf_counter() - began < seconds:
                    connection.ask(what)
                else:
                    waiting -= 1
        lasted = time.perf_counter() - began
    for connection in connections:
        connection.socket.close()
    return {"seconds": lasted, "times": times}


def main() -> None:
    """Obey one command after the other."""
    plan = json.loads(sys.stdin.readline())
    count = plan["connections"]
    connections = [Connection(plan, plan["tables"][place::count]) for place in range(count)]
    for line in sys.stdin:
        *whats, seconds = line.split()
        # "slow page 1.0": the first connection asks for the one, all others for the other
        asked = whats if whats == [SINGLE] else (whats + [whats[-1]] * count)[:count]
        print(json.dumps(keep_busy(connections[: len(asked)], asked, float(seconds))), flush=True)


if __name__ == "__main__":
    main()

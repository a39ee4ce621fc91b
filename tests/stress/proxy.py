"""A bad network between phones and a server: drops, delays, duplicates, cuts, reorders.

Faults are drawn from a seed. Standard library only: containers have no such network to offer.
"""

from __future__ import annotations

import contextlib
import http.client
import threading
import time
from collections import Counter
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

# What becomes of a request, and how often of a hundred. "lost": it never arrives; "unheard": it arrives, its answer
# does not; "cut": half of the answer; "late": others overtake it; "doubled": it arrives twice at once.
FATES = {"well": 55, "lost": 10, "unheard": 10, "cut": 5, "late": 10, "doubled": 10}
LATE = (0.02, 0.25)  # seconds
HOP = {"connection", "keep-alive", "transfer-encoding", "server", "date"}


class BadNetwork:
    """A proxy on its own port, as a context manager; `writes`: it disturbs POST requests only."""

    def __init__(
        self,
        port: int,
        seed: int,
        fates: Mapping[str, int] = FATES,
        late: tuple[float, float] = LATE,
        *,
        writes: bool = False,
    ) -> None:
        self.upstream = port
        self.odds, self.late, self.writes = fates, late, writes
        self.chance = Random(f"network {seed}")
        self.fates: Counter[str] = Counter()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"network": self}))
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]

    def __enter__(self) -> BadNetwork:
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def fate(self, method: str) -> tuple[str, float]:
        """Draw the fate of the next request, and its delay."""
        if self.writes and method != "POST":
            return "well", 0
        fate = self.chance.choices(list(self.odds), list(self.odds.values()))[0]
        self.fates[fate] += 1
        return fate, self.chance.uniform(*self.late)


class Handler(BaseHTTPRequestHandler):
    """Handler of one connection of a phone."""

    network: BadNetwork
    protocol_version = "HTTP/1.1"

    def pass_through(self) -> None:
        """Pass one request with its fate; streams are refused, as they never end."""
        if self.path.startswith("/live/"):
            self.close_connection = True
            return
        fate, late = self.network.fate(self.command)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if fate == "lost":
            self.close_connection = True
            return
        if fate == "late":
            time.sleep(late)
        twin = threading.Thread(target=self._forward, args=(body,)) if fate == "doubled" else None
        if twin is not None:
            twin.start()
        answer = self._forward(body)
        if twin is not None:
            twin.join()
        if answer is None or fate == "unheard":
            self.close_connection = True
            return
        self._pass_on(*answer, half=fate == "cut")

    do_GET = do_POST = pass_through  # noqa: N815 - so the library calls them

    def _forward(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes] | None:
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.network.upstream, timeout=30)
        ) as server:
            sent = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
            with contextlib.suppress(OSError, http.client.HTTPException):
                server.request(self.command, self.path, body or None, sent)
                answer = server.getresponse()
                return answer.status, answer.getheaders(), answer.read()
        return None

    def _pass_on(self, status: int, headers: list[tuple[str, str]], body: bytes, *, half: bool) -> None:
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in HOP | {"content-length"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body[: len(body) // 2] if half else body)
        self.close_connection = self.close_connection or half

    def log_message(self, *_: Any) -> None:
        """Log nothing."""

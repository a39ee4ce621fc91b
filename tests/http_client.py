"""A client of the real server: its cookies, its forms, its stream."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import time
import uuid
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode

from tests.server_process import Server

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)"[^>]* value="([^"]*)"')
PATIENCE = 10
T = TypeVar("T")
OPEN: list[OpenStream] = []  # closed after each test


def on_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on a loop in a separate thread: browser tests leave one running in theirs."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


@dataclass
class Answer:
    """A response of the server."""

    status: int
    headers: http.client.HTTPMessage
    text: str


@dataclass
class Visitor:
    """A phone; `table`: the address of its table."""

    server: Server
    cookies: dict[str, str] = field(default_factory=dict)
    table: str = ""

    def ask(self, method: str, path: str, form: Mapping[str, Any] | None = None, **headers: str) -> Answer:
        """One request, on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            body = urlencode({"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **form}, doseq=True)
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, sent)
        raw = connection.getresponse()
        answer = Answer(raw.status, raw.headers, raw.read().decode())
        connection.close()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def begin(self, *names: str, game: str = "general") -> Visitor:
        """Begin a game, as its host."""
        self.ask("GET", f"/new/{game}/")
        form = {"do": "start", "key": str(uuid.uuid4()), "name": list(names), "sides": "0", "another": "1"}
        self.table = self.ask("POST", f"/new/{game}/", form).headers["Location"]
        return self

    def look(self, **headers: str) -> Answer:
        """The table, as the page fetches it."""
        return self.ask("GET", self.table, None, HX_Request="true", **headers)

    def write(self, player: int, box: str) -> Answer:
        """Strike a box of any player."""
        return self._write(player, box, {"strike": "1"})

    def score(self, player: int, box: str, points: int) -> Answer:
        """Write points into a box of any player."""
        return self._write(player, box, {"points": str(points)})

    def _write(self, player: int, box: str, entered: dict[str, str]) -> Answer:
        fields = dict(HIDDEN.findall(self.look().text))
        form = {
            "seen": fields["seen"],
            "key": str(uuid.uuid4()),
            "player": str(player),
            "box": box,
            "out_of_turn": "1",
            **entered,
        }
        return self.ask("POST", f"{self.table}write/", form, HX_Request="true")

    def token(self) -> str:
        """Return the token with which the page opens its stream."""
        found = re.search(r'data-live="([^"]+)"', self.look().text)
        assert found is not None
        return found[1]

    def listen(self, token: str | None = None) -> OpenStream:
        """Open the stream."""
        return OpenStream(self.server.port, token or self.token())


class OpenStream:
    """An open stream, read by hand."""

    def __init__(self, port: int, token: str, method: str = "GET") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        OPEN.append(self)
        self.socket.sendall(f"{method} /live/{token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.text = ""
        head = self._until("\r\n\r\n")
        self.status = int(head.split()[1])
        self.head = head.lower()

    def versions(self, wanted: int, seconds: float = PATIENCE) -> list[int]:
        """Return the versions received until `count`, the timeout or the end of the stream."""
        end = time.monotonic() + seconds
        while len(self._told()) < wanted and self._more(end):
            pass
        return self._told()

    def ended(self, seconds: float = PATIENCE) -> bool:
        """Return whether the server ends the stream in this time; the connection may stay open."""
        end = time.monotonic() + seconds
        while not self.text.endswith("\r\n0\r\n\r\n") and self._more(end):
            pass
        return time.monotonic() < end

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def _told(self) -> list[int]:
        return [int(version) for version in re.findall(r"data: (\d+)\n\n", self.text)]

    def _until(self, mark: str) -> str:
        end = time.monotonic() + PATIENCE
        while mark not in self.text and self._more(end):
            pass
        head, _, self.text = self.text.partition(mark)
        return head

    def _more(self, end: float) -> bool:
        """Read on; return False at the end of the stream or the time."""
        left = end - time.monotonic()
        if left <= 0:
            return False
        self.socket.settimeout(left)
        try:
            chunk = self.socket.recv(65536)
        except TimeoutError:
            return False
        except ConnectionResetError:
            chunk = b""
        self.text += chunk.decode()
        return bool(chunk)

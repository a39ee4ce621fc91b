"""Raw HTTP to the real server: requests that no client library sends, all response bytes."""

from __future__ import annotations

import contextlib
import socket
import time
from dataclasses import dataclass, field

HEAD = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Answer:
    """A response; `status`: 0 if the server closed the connection; `headers`: lower-case names."""

    status: int
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    seconds: float = 0.0

    @property
    def met(self) -> bool:
        """Return whether the response is of the intended view, even if it refuses the form."""
        return 200 <= self.status < 400 or self.status == 422

    def all(self, name: str) -> list[str]:
        """Every value of a header."""
        return [value for known, value in self.headers if known == name.lower()]

    def one(self, name: str) -> str:
        """The value of a header that is there at most once; empty where it is not."""
        values = self.all(name)
        assert len(values) <= 1, (name, values)
        return values[0] if values else ""


def say(
    port: int, request: bytes, *, patience: float = 10.0, hang_up: bool = False, source: str = ""
) -> Answer:
    """Send these bytes on a connection of their own and hear the answer to its end.

    `hang_up`: say no more after them, as a phone does that promised a longer body. `source`: the address to speak
    from. Raises TimeoutError where the server neither answers nor hangs up.
    """
    began = time.perf_counter()
    heard = bytearray()
    connection = socket.create_connection(("127.0.0.1", port), timeout=patience, source_address=(source, 0))
    with connection, contextlib.suppress(ConnectionResetError, BrokenPipeError):
        connection.sendall(request)
        if hang_up:
            connection.shutdown(socket.SHUT_WR)
        while not _whole(heard) and (piece := connection.recv(65536)):
            heard += piece
    return _read(bytes(heard), time.perf_counter() - began)


def ask(
    port: int,
    method: str,
    path: str,
    *,
    headers: list[tuple[str, str]] | None = None,
    body: bytes | None = None,
    host: str = "localhost",
    source: str = "",
) -> Answer:
    """Send a well-formed request with exactly these parts."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers or []]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
        if "Content-Type" not in dict(headers or []):
            lines.append("Content-Type: application/x-www-form-urlencoded")
    return say(port, "\r\n".join(lines).encode("latin-1") + HEAD + (body or b""), source=source)


def _whole(heard: bytearray) -> bool:
    """Return whether a body is complete by its length: `keep-alive` leaves the connection open."""
    head, found, body = bytes(heard).partition(HEAD)
    if not found:
        return False
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length" and value.strip().isdigit():
            return len(body) >= int(value) and head[9:12] != b"100"
    return False


def _read(heard: bytes, seconds: float) -> Answer:
    head, _, body = heard.partition(HEAD)
    if head.startswith(b"HTTP/1.1 100"):
        head, _, body = body.partition(HEAD)
    first, *lines = head.decode("latin-1").split("\r\n")
    if not first:
        return Answer(0, seconds=seconds)
    headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    return Answer(int(first.split()[1]), headers, body, seconds)

"""A local mail server that stores messages, or accepts the connection and stays silent."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CODE = re.compile(r"^([2-9A-Z]{4} [2-9A-Z]{4}) is your code", re.MULTILINE)


class Sink(socketserver.ThreadingTCPServer):
    """A mail server that accepts every message; `mute`: it never responds."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, *, mute: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.mute = mute
        self.over = threading.Event()
        self.messages: list[tuple[str, str]] = []

    @property
    def url(self) -> str:
        """Return the value of SCOREKEEPER_EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def code_for(self, address: str) -> str:
        """The newest code that was sent to an address."""
        text = next(text for to, text in reversed(self.messages) if to == address)
        found = CODE.search(text)
        assert found is not None, text
        return found[1]


class Conversation(socketserver.StreamRequestHandler):
    """The part of the protocol that Python's client uses."""

    server: Sink

    def handle(self) -> None:
        """Accept every command."""
        if self.server.mute:
            self.server.over.wait(30)
            return
        self._say("220 sink")
        to = ""
        while line := self.rfile.readline().decode():
            word = line[:4].upper()
            if word == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
            if word == "DATA":
                self._say("354 go on")
                self.server.messages.append((to, self._text()))
            self._say("221 bye" if word == "QUIT" else "250 well")
            if word == "QUIT":
                return

    def _text(self) -> str:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.decode().replace("\r\n", "\n"))
        return "".join(lines)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def sink(*, mute: bool = False) -> Iterator[Sink]:
    """A mail server, for as long as the block lasts."""
    with Sink(mute=mute) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.over.set()
        server.shutdown()
        thread.join()

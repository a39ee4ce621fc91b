"""The real server, as a process of its own, on a data folder of its own.

Tests of headers, crashes or browsers use this instead of Django's test client, which never meets the network, the
threads or the start-up checks.
"""

import http.client
import os
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds until a start counts as failed; a busy machine is slow
COMMAND_PATIENCE = 180.0  # for one management command on a busy machine; huge databases take longer
ADDRESS = re.compile(r"^  (http://\S+)/$", re.MULTILINE)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

PORTS = range(12_000, 32_000)  # below those of net.ipv4.ip_local_port_range, and macOS begins at 49,152
NOT_PASSED_ON = {"PORT", "DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}


def environment(**settings: str) -> dict[str, str]:
    """Give a child process this environment without the developer's Scorekeeper variables.

    It may cache compiled Python in any case: hundreds of servers are started.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SCOREKEEPER_", "DJANGO_", "COV_")) and name not in NOT_PASSED_ON
    }
    # tests write faster than any thumb
    ours = {"PYTHONUTF8": "1", "PYTHONWARNINGS": "error", "SCOREKEEPER_FORMS_A_MINUTE": "0"}
    return kept | ours | settings


def manage(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one management command to its end, whatever that is."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=COMMAND_PATIENCE,
        check=False,
    )


def database_in(data: Path) -> Path:
    """Return the database file in a data folder."""
    return data / "scorekeeper.sqlite3"


def free_port() -> int:
    """Return a port outside the kernel's client range, free when a killed server restarts.

    Within that range even a client may connect to itself.
    """
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


def children(pid: int) -> set[int]:
    """The processes of a server that its first one looks after."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    return {int(child) for child, parent, *args in rows if int(parent) == pid and "spawn_main" in str(args)}


def is_taken(port: int) -> bool:
    """Return whether a process listens at a port; former connections do not count."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False


class Server:
    """One server: start it, stop it, kill it, start it again on the same port and data."""

    def __init__(self, data: Path, static: Path, **settings: str) -> None:
        self.data = data
        self.log = data / "server.log"
        self.port = 0
        self.settings = {"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_STATIC_ROOT": str(static), **settings}
        self.process: subprocess.Popen[bytes] | None = None

    @classmethod
    def prepared(cls, template: Path, data: Path, static: Path, **settings: str) -> "Server":
        """Make a server with a copy of a migrated database, which is faster than migrating."""
        shutil.copytree(template, data, dirs_exist_ok=True)
        return cls(data, static, **settings)

    @property
    def url(self) -> str:
        """The address without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        """The database file."""
        return database_in(self.data)

    def rows(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Return rows of the database, read from outside; `%s` stands for a parameter."""
        if address := self.settings.get("SCOREKEEPER_DATABASE_URL"):
            with psycopg.connect(address) as connection:
                return connection.execute(query.encode(), parameters).fetchall()
        with closing(sqlite3.connect(self.database)) as file:
            return file.execute(query.replace("%s", "?"), parameters).fetchall()

    def start(self) -> "Server":
        """Start, and wait until it answers."""
        self.port = self.port or free_port()
        command = [sys.executable, "manage.py", "serve", "--bind", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            before = log.tell()
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment(**self.settings), stdout=log, stderr=subprocess.STDOUT
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            output = self.output(before)
            if self.process.poll() is not None:
                break
            if found := ADDRESS.search(output):
                self.port = int(found[1].rpartition(":")[2])
                if self.answers():
                    return self
            time.sleep(0.02)
        self.kill()
        raise AssertionError(f"The server did not start:\n{self.output(before)}")

    def output(self, since: int = 0) -> str:
        """Return the printed and logged output of the server."""
        return COLOUR.sub("", self.log.read_bytes()[since:].decode())

    def answers(self) -> bool:
        """Return whether the server accepts connections."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/static/vendor/manifest.json")
            return connection.getresponse().status < 500  # in production plain http is redirected
        except OSError:
            return False
        finally:
            connection.close()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a management command on this server's data."""
        return manage(*arguments, **self.settings)

    def stop(self) -> float:
        """Ask it to end, as an operator does; say how long it took."""
        began = time.monotonic()
        self._end(signal.SIGTERM)
        return time.monotonic() - began

    def kill(self) -> None:
        """Kill it with all its processes, as a power cut does; afterwards its port is free.

        They stay in the group of the tests: ending that group, or Ctrl+C, ends the servers too.
        """
        several = self.settings.get("SCOREKEEPER_PROCESSES", "1") != "1"
        others = children(self.process.pid) if self.process is not None and several else set()
        for pid in others:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._end(signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while others and is_taken(self.port) and time.monotonic() < end:
            time.sleep(0.01)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=15)
            self.process = None

"""A temporary PostgreSQL server for the tests.

`python -m tests.postgres COMMAND ...` runs a command beside it, with its URL in SCOREKEEPER_TEST_DATABASE. Without
PostgreSQL nothing is run and one line says so; SCOREKEEPER_REQUIRE_POSTGRES turns that into a failure.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

ADDRESS = "SCOREKEEPER_TEST_DATABASE"
REQUIRED = "SCOREKEEPER_REQUIRE_POSTGRES"
MISSING = "no PostgreSQL on this machine; on Debian and Ubuntu: apt install postgresql"
OWNER = "scorekeeper"
PATIENCE = 30  # seconds until a start counts as failed
# Nothing here has to survive a power cut; a test that is about that asks for a cluster with fsync.
QUICK = ["-c", "fsync=off", "-c", "full_page_writes=off"]
SETTINGS = ["-c", "listen_addresses=", "-c", "max_connections=200", "-c", "shared_buffers=64MB"]


def programs() -> Path | None:
    """Return the folder with initdb and postgres, which Debian does not put into PATH."""
    found = [Path(each).resolve().parent for each in [shutil.which("initdb")] if each]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name))[::-1]
    return next(
        (each for each in found if {"initdb", "postgres"} <= {path.name for path in each.iterdir()}), None
    )


def missing() -> str | None:
    """Return the reason why PostgreSQL is unavailable, None if it is available."""
    return None if os.environ.get(ADDRESS) or programs() else MISSING


class Cluster:
    """A PostgreSQL server with a socket in its own folder: start, stop, kill, start again."""

    def __init__(self, *, quick: bool = True) -> None:
        folder = programs()
        if folder is None:
            raise FileNotFoundError(MISSING)
        self.programs = folder
        self.options = SETTINGS + (QUICK if quick else [])
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-"))
        self.data = self.folder / "data"
        self.process: subprocess.Popen[bytes] | None = None
        # It refuses to run as root, so root runs it as an unprivileged user.
        self.user = _unprivileged() if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self._run(
            "initdb", "-D", self.data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )

    def url(self, database: str = OWNER) -> str:
        """The address of one database."""
        return f"postgresql://{OWNER}@{quote(str(self.folder), safe='')}/{database}"

    def start(self) -> Cluster:
        """Start, and wait until it accepts connections."""
        command = [
            str(self.programs / "postgres"),
            "-D",
            str(self.data),
            "-k",
            str(self.folder),
            *self.options,
        ]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, user=self.user, extra_groups=self._groups
            )
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError((self.folder / "log").read_text())
            time.sleep(0.02)
        return self

    def answers(self) -> bool:
        """Return whether it accepts connections."""
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Stop at once, as an operator who restarts it does: all connections are closed."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGQUIT)

    def remove(self) -> None:
        """Stop it and remove its data."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _groups(self) -> list[int] | None:
        return [] if self.user else None

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(each) for each in (self.programs / program, *arguments)]
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            user=self.user,
            extra_groups=self._groups,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE)
            self.process = None


def _unprivileged() -> str:
    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def create(address: str, name: str, template: str = "template0") -> str:
    """Make a database beside that of an address; the address of the new one."""
    with psycopg.connect(beside(address, "postgres"), autocommit=True) as connection:
        statement = "CREATE DATABASE {} TEMPLATE {}"
        connection.execute(sql.SQL(statement).format(sql.Identifier(name), sql.Identifier(template)))
    return beside(address, name)


def copy(address: str) -> str:
    """Copy a database without connections; return the URL of the copy."""
    return create(address, f"copy_{secrets.token_hex(6)}", name_of(address))


def drop(address: str) -> None:
    """Drop a database, even with connections."""
    with psycopg.connect(beside(address, "postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name_of(address))))


def beside(address: str, name: str) -> str:
    """The address of another database of the same server."""
    return urlsplit(address)._replace(path=f"/{name}").geturl()


def name_of(address: str) -> str:
    """The name of the database."""
    return urlsplit(address).path.lstrip("/")


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Yield the URL of a database server: the given one, or a temporary one."""
    if given := os.environ.get(ADDRESS):
        yield given
        return
    cluster = Cluster()
    try:
        yield cluster.start().url()
    finally:
        cluster.remove()


def main(command: list[str]) -> int:
    """Run a command with a PostgreSQL beside it."""
    if reason := missing():
        print(f"Not run on PostgreSQL: {reason}", file=sys.stderr)
        return 1 if os.environ.get(REQUIRED) else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with running() as address:
        return subprocess.run(command, env=os.environ | {ADDRESS: address}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

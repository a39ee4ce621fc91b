"""The site of a case: servers with a new database each, tables, and checks afterwards."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from tests import postgres, server_process
from tests.server_process import Server

SQLITE, POSTGRES = "sqlite", "postgresql"

# Run in the server's environment: tables of ten, six boxes of each filled, and their writers.
MAKE = """
import json
from tests.stress.create_tables import make
print(json.dumps(make(COUNT, WRITERS)))
"""


@dataclass(frozen=True)
class Tables:
    """Addresses of equal tables, with session cookies of their group.

    One for each person, and one for the first person's other browser.
    """

    addresses: list[str]
    cookies: list[str]


@dataclass
class Place:
    """A folder with a migrated database to copy, and the static files.

    `postgres`: the URL of a migrated template.
    """

    folder: Path
    static: Path
    template: Path
    database: str = SQLITE
    postgres: str | None = None
    numbers: Iterator[int] = field(default_factory=count)

    @contextmanager
    def server(self, folder: Path | None = None, *, several: bool = False) -> Iterator[Server]:
        """A server that is not started yet, on a new database; killed and forgotten afterwards.

        `several`: in two processes, where the database bears them.
        """
        data = folder or self.folder / f"{self.database}-{next(self.numbers)}"
        shutil.copytree(self.template, data, dirs_exist_ok=True)
        address = postgres.copy(self.postgres) if self.postgres else None
        settings = {"SCOREKEEPER_FORMS_A_MINUTE": "0"}  # faster than any player, on purpose
        if several and self.postgres:
            settings["SCOREKEEPER_PROCESSES"] = "2"
        if address:
            settings["SCOREKEEPER_DATABASE_URL"] = address
        server = Server(data, self.static, **settings)
        try:
            yield server
        finally:
            server.kill()
            if address:
                postgres.drop(address)
            if folder is None:
                shutil.rmtree(data, ignore_errors=True)


@contextmanager
def place(folder: Path, database: str) -> Iterator[Place]:
    """Prepare a place; slow steps are done once for all cases."""
    static, template = folder / "static", folder / "template"
    settings = {"SCOREKEEPER_STATIC_ROOT": str(static), "SCOREKEEPER_DATA": str(template)}
    if not static.exists():
        must(server_process.manage("collectstatic", "--no-input", "--verbosity=0", **settings))
        must(server_process.manage("migrate", "--no-input", "--verbosity=0", **settings))
    if database == SQLITE:
        yield Place(folder, static, template)
        return
    with postgres.running() as server:
        address = postgres.create(server, "fire_template")
        must(
            server_process.manage(
                "migrate", "--no-input", "--verbosity=0", SCOREKEEPER_DATABASE_URL=address, **settings
            )
        )
        try:
            yield Place(folder, static, template, database, address)
        finally:
            postgres.drop(address)


def must(done: Any) -> str:
    """Return the output of a command that must succeed."""
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def make_tables(server: Server, tables: int, writers: int = 1) -> Tables:
    """Create tables of General for ten, and persons who may write on each."""
    code = f"COUNT, WRITERS = {tables}, {writers}\n{MAKE}"
    return Tables(**json.loads(must(server.manage("shell", "--no-imports", "-c", code))))


def stored(server: Server, address: str) -> list[tuple[int, str, str, int | None]]:
    """Number, key, kind and target of every entry of a table, in order."""
    query = (
        "SELECT e.number, e.key, e.kind, e.target FROM play_entry e JOIN play_session s ON s.id = e.session_id"
        " WHERE s.address = %s ORDER BY e.number"
    )
    return [(row[0], row[1], row[2], row[3]) for row in server.rows(query, address)]


def execute(server: Server, query: str) -> None:
    """Change the database directly, without the server."""
    if address := server.settings.get("SCOREKEEPER_DATABASE_URL"):
        with psycopg.connect(address) as connection:
            connection.execute(query.encode())
        return
    with closing(sqlite3.connect(server.database, timeout=30)) as file, file:
        file.execute(query)


def faults(server: Server) -> list[str]:
    """Return faults after a case: of the database, and in the server's output."""
    done = server.manage("verify")
    found = [] if done.returncode == 0 else [*done.stdout.splitlines(), *done.stderr.splitlines()]
    output = server.output()
    found += [f"the log says {bad!r}" for bad in ("locked", "Internal Server Error") if bad in output]
    return found + [
        f"the log has a failure: {line}" for line in re.findall(r"^(\w+Error: .*)$", output, re.MULTILINE)
    ]

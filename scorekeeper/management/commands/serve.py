"""Start the server and print its addresses for phones."""

import io
import logging
import os
import socket
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper import __version__
from scorekeeper.archive.pending_imports import sweep_all
from scorekeeper.core.conf import environment, home_mode, instance_lock
from scorekeeper.core.db import database
from scorekeeper.history.after_migrate import do_owed, summary
from scorekeeper.server.workers import run

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Check the setup, print the addresses, serve."""

    help = "Start the server: checks first, then the addresses for phones on the same network."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add options that override the environment."""
        parser.add_argument("--bind", default=settings.CHOICES.bind, help="address to listen on")
        parser.add_argument("--port", type=int, default=settings.CHOICES.port, help="0 takes a free one")
        parser.add_argument(
            "--processes", type=int, default=settings.CHOICES.processes, help="more than one: PostgreSQL only"
        )

    def handle(self, *_: Any, bind: str, port: int, processes: int, **__: Any) -> None:
        """Serve until a signal."""
        refuse_company(processes)
        self.check(databases=["default"])
        self.refuse_unfinished_setup()
        if done := do_owed():
            self.stdout.write(f"An upgrade was interrupted. {summary(done)}")
        sweep_all()
        connection.close()
        with listen(bind, port) as listener:
            self.stdout.write(f"Scorekeeper {__version__}: {database.describe(connection)}")
            self.show_addresses(bind, listener.getsockname()[1])
            for warning in environment.warnings(settings.CHOICES):
                logger.warning(warning)
            run(listener, processes)

    def refuse_unfinished_setup(self) -> None:
        """Raise CommandError with the forgotten command; `make run` runs both."""
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not up to date: run 'manage.py migrate' first.")
        if not settings.DEBUG and not (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
            raise CommandError("The static files are not collected: run 'manage.py collectstatic' first.")

    def show_addresses(self, bind: str, port: int) -> None:
        """Print the links, and at home a QR code."""
        links = home_mode.links(bind, port)
        for link in links:
            self.stdout.write(f"  {link}")
        if not settings.PRODUCTION and links and not home_mode.is_local(bind):
            self.stdout.write(picture(links[0], colour=self.stdout.isatty()))
            self.stdout.write("Scan this with a phone on the same network. Ctrl+C stops the server.")
        self.stdout.flush()


def refuse_company(processes: int) -> None:
    """Lock the SQLite file against other servers and processes."""
    if not 1 <= processes <= environment.MOST_PROCESSES:
        environment.refuse(f"it runs in 1 to {environment.MOST_PROCESSES} processes, not in {processes}.")
    if connection.vendor == "sqlite" and processes > 1:
        environment.refuse(
            "SQLite is for one process; for several, name a PostgreSQL database by SCOREKEEPER_DATABASE_URL."
        )
    instance_lock.refuse_others(connection)


def listen(bind: str, port: int) -> socket.socket:
    """Bind the port before anything is printed, so that the printed addresses are right."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    try:
        return socket.create_server((bind, port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise CommandError(
            f"Port {port} at {bind} cannot be used: {reason}."
            " Is Scorekeeper running already? SCOREKEEPER_PORT=8001 chooses another port."
        ) from error


def picture(link: str, *, colour: bool) -> str:
    """Draw a QR code as text, white on black in any colours of the terminal."""
    drawn = io.StringIO()
    segno.make(link, error="l").terminal(out=drawn, compact=True, border=2)
    lines = [f"\x1b[97;40m{line}\x1b[0m" if colour else line for line in drawn.getvalue().splitlines()]
    return "\n".join(lines)

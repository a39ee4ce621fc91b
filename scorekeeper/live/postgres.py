"""Wake-ups between processes and machines: PostgreSQL tells all of them what one of them announced.

One connection of its own for each process, outside of Django's: it listens for as long as the process lives. When it
is lost, it is made anew, and since nobody knows what was told meanwhile, every stream ends and is begun again.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from typing import Any

from django.db import connection

from scorekeeper.play.announce import CHANNEL

from .hub import Hub

AGAIN = 0.5  # seconds between two tries to reach the database
ALIVE = 20  # seconds without a word after which the connection is asked whether it lives
logger = logging.getLogger(__name__)


class Listener(threading.Thread):
    """Listens to the database and passes on what it tells."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(name="listener", daemon=True)
        self.hub = hub
        self.lost = False
        # what Django connects with, taken now: its connections belong to one thread each
        self.parameters: dict[str, Any] = connection.get_connection_params()
        for name in ("cursor_factory", "context", "prepare_threshold"):
            self.parameters.pop(name, None)

    def run(self) -> None:
        """Listen for ever."""
        while True:
            try:
                self._listen()
            except Exception as error:  # whatever it was, another try is all that helps
                if not self.lost:
                    logger.warning("The database no longer tells of changes: %s", type(error).__name__)
                self.lost = True
                time.sleep(AGAIN)

    def _listen(self) -> None:
        import psycopg  # noqa: PLC0415 - an extra, needed only here

        with contextlib.closing(psycopg.connect(**self.parameters, autocommit=True)) as listening:
            listening.execute(f"LISTEN {CHANNEL}")
            self.lost = False
            self.hub.missed()
            while True:
                for notice in listening.notifies(timeout=ALIVE):
                    self.hub.hear(notice.payload)
                listening.execute("SELECT 1")


def listen(hub: Hub) -> None:
    """Begin to listen, where the database tells."""
    if connection.vendor == "postgresql":
        Listener(hub).start()

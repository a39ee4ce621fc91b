"""Wake-ups between processes and machines: PostgreSQL tells all of them what one of them announced.

One connection of its own for each process, outside of Django's: it listens for as long as the process lives. When it
is lost, it is made anew. Until it listens there are no streams here, and their phones ask every few seconds instead;
and since nobody knows what was told meanwhile, no token from before opens one.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from typing import Any

from django.db import connection

from scorekeeper.play.notifications import CHANNEL

from .hub import Hub

AGAIN = 0.5  # seconds between two tries to reach the database
# rights that end must end streams within five seconds, also where the connection was lost without a word
ALIVE = 2  # seconds after which it is asked whether it lives
SILENT = 2  # seconds that it may take to acknowledge that
HERE = "scorekeeper_here"  # a channel of its own: who looks on concerns no stream
LISTEN = f"LISTEN {CHANNEL}; LISTEN {HERE}"
SAY = "SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) notice"
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
        self.parameters["tcp_user_timeout"] = SILENT * 1000

    def run(self) -> None:
        """Listen for ever."""
        while True:
            try:
                self._listen()
            except Exception as error:  # whatever it was, another try is all that helps
                if not self.lost:
                    logger.warning("The database no longer tells of changes: %s", type(error).__name__)
                self.lost = True
                self.hub.deafened()
                time.sleep(AGAIN)

    def _listen(self) -> None:
        import psycopg  # noqa: PLC0415 - an extra, needed only here

        with contextlib.closing(psycopg.connect(**self.parameters, autocommit=True)) as listening:
            listening.execute(LISTEN)
            self.lost = False
            self.hub.missed()
            while True:
                for notice in listening.notifies(timeout=ALIVE):
                    hear = self.hub.elsewhere.hear if notice.channel == HERE else self.hub.hear
                    hear(notice.payload)
                if notices := self.hub.elsewhere.to_say(tuple(self.hub.tables), self.hub.through_here):
                    listening.execute(SAY, [HERE, notices])
                listening.execute(LISTEN)  # which it does already, if it lives


def listen(hub: Hub) -> None:
    """Begin to listen, where the database tells."""
    if connection.vendor == "postgresql":
        hub.deafened()  # until it does
        Listener(hub).start()

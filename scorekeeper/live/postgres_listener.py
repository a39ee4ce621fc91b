"""Notifications between processes by PostgreSQL's LISTEN and NOTIFY.

Each process listens on its own connection, outside of Django's. A lost connection is opened again. Until then the
process opens no streams, and phones poll every few seconds. Tokens from before are refused, because notifications may
have been missed.
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

RETRY_SECONDS = 0.5  # seconds between two attempts to connect
# ended permissions must end streams within five seconds, even if the connection was lost silently
ALIVE = 2  # seconds between two checks of the connection
SILENT = 2  # seconds within which a check must be acknowledged
PRESENCE_CHANNEL = "scorekeeper_here"  # a channel of its own, because presence wakes no stream
LISTEN = f"LISTEN {CHANNEL}; LISTEN {PRESENCE_CHANNEL}"
NOTIFY = "SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) notice"
logger = logging.getLogger(__name__)


class Listener(threading.Thread):
    """Thread that listens to the database and passes notifications to the hub."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(name="listener", daemon=True)
        self.hub = hub
        self.lost = False
        # copied in the starting thread: Django's connections belong to one thread each
        self.parameters: dict[str, Any] = connection.get_connection_params()
        for name in ("cursor_factory", "context", "prepare_threshold"):
            self.parameters.pop(name, None)
        self.parameters["tcp_user_timeout"] = SILENT * 1000

    def run(self) -> None:
        """Listen until the process ends."""
        while True:
            try:
                self._listen()
            except Exception as error:  # any failure is handled by another attempt
                if not self.lost:
                    logger.warning("Notifications of the database are lost: %s", type(error).__name__)
                self.lost = True
                self.hub.listener_lost()
                time.sleep(RETRY_SECONDS)

    def _listen(self) -> None:
        import psycopg  # noqa: PLC0415 - an extra, needed only here

        with contextlib.closing(psycopg.connect(**self.parameters, autocommit=True)) as listening:
            listening.execute(LISTEN)
            self.lost = False
            self.hub.listener_restored()
            while True:
                for notice in listening.notifies(timeout=ALIVE):
                    to = self.hub.remote if notice.channel == PRESENCE_CHANNEL else self.hub
                    to.receive(notice.payload)
                if notices := self.hub.remote.due_notices(tuple(self.hub.tables), self.hub.local_presence):
                    listening.execute(NOTIFY, [PRESENCE_CHANNEL, notices])
                listening.execute(LISTEN)  # checks the connection


def listen(hub: Hub) -> None:
    """Start the listener on PostgreSQL."""
    if connection.vendor == "postgresql":
        hub.listener_lost()  # until the listener is connected
        Listener(hub).start()

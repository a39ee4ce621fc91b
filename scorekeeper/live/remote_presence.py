"""Presence in other processes.

On PostgreSQL each process notifies the others of the phones that have each table open. A process repeats its notice
before it expires, so that a killed process is forgotten.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable

from scorekeeper.play.presence import Presence

REPEAT_SECONDS, EXPIRY_SECONDS = 3, 8  # seconds after which a notice is repeated, and after which it expires
NO_PRESENCE = Presence()


class RemotePresence:
    """The presence that one process has sent, and what it has received from the others."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        self.sent: dict[int, tuple[Presence, float]] = {}
        self.received: dict[int, dict[str, tuple[Presence, float]]] = {}

    def due_notices(self, tables: Iterable[int], local: Callable[[int], Presence]) -> list[str]:
        """Notices that the others do not have or will soon drop.

        Each is "process session watching person ...".
        """
        now, notices = time.monotonic(), []
        for session in {*tables, *self.sent}:
            present = local(session)
            before, at = self.sent.get(session, (NO_PRESENCE, now))
            if present == before and now - at < REPEAT_SECONDS:
                continue
            self.sent[session] = present, now
            if present == NO_PRESENCE:
                del self.sent[session]
            notices.append(" ".join(map(str, (self.process, session, present.watching, *present.persons))))
        return notices

    def receive(self, notice: str) -> None:
        """Store the notice of another process; own notices are ignored."""
        process, *numbers = notice.split()
        session, watching, *persons = map(int, numbers)
        if process != self.process:
            present = Presence(frozenset(persons), watching)
            self.received.setdefault(session, {})[process] = present, time.monotonic()
            self._drop_expired()

    def add_to(self, local: Presence, session: int) -> Presence:
        """Presence at a table in this process and in all others."""
        young = time.monotonic() - EXPIRY_SECONDS
        others = [present for present, at in tuple(self.received.get(session, {}).values()) if at > young]
        persons = local.persons.union(*(each.persons for each in others))
        return Presence(persons, local.watching + sum(each.watching for each in others))

    def _drop_expired(self) -> None:
        young = time.monotonic() - EXPIRY_SECONDS
        for session, processes in tuple(self.received.items()):
            for process, (present, at) in tuple(processes.items()):
                if at <= young or present == NO_PRESENCE:
                    del processes[process]
            if not processes:
                del self.received[session]

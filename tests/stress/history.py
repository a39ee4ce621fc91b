"""The history of writes and responses, and its invariants.

Every write is invoked once and then ok, refused or unknown: a phone without a response must not guess. The order in
the database is known afterwards.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"


@dataclass
class Write:
    """A write with its key, form and outcome.

    `sent`, `decided`: when it was first sent, and when its `outcome` was known.
    """

    phone: int
    table: str
    key: str
    form: dict[str, Any]
    sent: float
    outcome: str = UNKNOWN
    decided: float | None = None
    tries: int = 0


@dataclass
class History:
    """All writes of one case, with the seed that makes it happen again."""

    name: str
    seed: int
    writes: list[Write] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def invoke(self, phone: int, table: str, form: dict[str, Any]) -> Write:
        """Record that a write is sent."""
        write = Write(phone, table, form["key"], form, time.monotonic())
        with self._lock:
            self.writes.append(write)
        return write

    @staticmethod
    def decide(write: Write, outcome: str) -> None:
        """Record the outcome of a write."""
        write.outcome, write.decided = outcome, time.monotonic()

    def count(self, outcome: str) -> int:
        """Return the number of writes with an outcome."""
        return sum(write.outcome == outcome for write in self.writes)

    def faults(self, table: str, entries: Sequence[tuple[int, str, Any, Any]], before: int = 0) -> list[str]:
        """Return the faults of a table; `before`: the number of entries that existed first.

        `entries`: (number, key, ...) in order.
        """
        writes = [write for write in self.writes if write.table == table]
        numbers = [entry[0] for entry in entries]
        keys = [entry[1] for entry in entries[before:]]
        place = {key: at for at, key in enumerate(keys)}
        found = [] if numbers == list(range(1, len(numbers) + 1)) else [f"{table}: the numbers have a gap"]
        found += [
            f"{table}: {key} is stored {times} times" for key, times in Counter(keys).items() if times > 1
        ]
        known = {write.key for write in writes}
        found += [f"{table}: {key} was never sent" for key in keys if key not in known]
        for write in writes:
            if write.outcome == OK and write.key not in place:
                found.append(f"{table}: {write.key} was confirmed and is lost")
            if write.outcome == REFUSED and write.key in place:
                found.append(f"{table}: {write.key} was refused and is stored")
        return found + _out_of_order(table, writes, place)

    def keep(self, folder: Path) -> Path:
        """Store the history for debugging."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}-{self.seed}.jsonl"
        with path.open("w") as file:
            for write in self.writes:
                file.write(json.dumps(vars(write)) + "\n")
        return path


def _out_of_order(table: str, writes: Sequence[Write], place: dict[str, int]) -> list[str]:
    """Find writes confirmed before another was sent but stored after it."""
    standing = [write for write in writes if write.key in place]
    confirmed = sorted(
        (write for write in standing if write.decided and write.outcome == OK),
        key=lambda write: write.decided or 0,
    )
    sent = sorted(standing, key=lambda write: write.sent)
    found, latest, at = [], -1, 0
    for write in sent:
        while at < len(confirmed) and (confirmed[at].decided or 0) < write.sent:
            latest = max(latest, place[confirmed[at].key])
            at += 1
        if place[write.key] < latest:
            found.append(f"{table}: {write.key} is stored before an entry that was confirmed earlier")
    return found

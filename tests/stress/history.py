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
    """One write. `sent`, `told`: when it was first sent and when it was decided; `said`: its known outcome."""

    phone: int
    table: str
    key: str
    form: dict[str, Any]
    sent: float
    said: str = UNKNOWN
    told: float | None = None
    tries: int = 0


@dataclass
class History:
    """All writes of one case, with the seed that makes it happen again."""

    name: str
    seed: int
    writes: list[Write] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def invoke(self, phone: int, table: str, form: dict[str, Any]) -> Write:
        """Note that a write is sent."""
        write = Write(phone, table, form["key"], form, time.monotonic())
        with self._lock:
            self.writes.append(write)
        return write

    @staticmethod
    def decide(write: Write, said: str) -> None:
        """Note the outcome of a write."""
        write.said, write.told = said, time.monotonic()

    def count(self, said: str) -> int:
        """Return the number of writes with an outcome."""
        return sum(write.said == said for write in self.writes)

    def faults(self, table: str, entries: Sequence[tuple[int, str, Any, Any]], before: int = 0) -> list[str]:
        """Return faults of one table. `entries`: number and key first, in order; `before`: earlier ones."""
        writes = [write for write in self.writes if write.table == table]
        numbers = [entry[0] for entry in entries]
        keys = [entry[1] for entry in entries[before:]]
        place = {key: at for at, key in enumerate(keys)}
        found = [] if numbers == list(range(1, len(numbers) + 1)) else [f"{table}: the numbers have a gap"]
        found += [f"{table}: {key} stands {times} times" for key, times in Counter(keys).items() if times > 1]
        known = {write.key for write in writes}
        found += [f"{table}: {key} was sent by nobody" for key in keys if key not in known]
        for write in writes:
            if write.said == OK and write.key not in place:
                found.append(f"{table}: {write.key} was told to stand and is lost")
            if write.said == REFUSED and write.key in place:
                found.append(f"{table}: {write.key} was refused and stands")
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
    told = sorted(
        (write for write in standing if write.told and write.said == OK), key=lambda write: write.told or 0
    )
    sent = sorted(standing, key=lambda write: write.sent)
    found, latest, at = [], -1, 0
    for write in sent:
        while at < len(told) and (told[at].told or 0) < write.sent:
            latest = max(latest, place[told[at].key])
            at += 1
        if place[write.key] < latest:
            found.append(f"{table}: {write.key} stands before what stood when it was sent")
    return found

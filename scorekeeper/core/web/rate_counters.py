"""Rate limits counted in the memory of this process."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

SECONDS = 60
REMEMBERED = 10_000  # keys per counter; the least recently used one is dropped first


class RateCounter:
    """At most `most` events per key within `seconds`, by a monotonic clock."""

    def __init__(self, most: int, seconds: int = SECONDS) -> None:
        self.most, self.seconds = most, seconds
        self._counts: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, who: str) -> int:
        """Count an event; return the seconds to wait if it is one too many, otherwise 0."""
        now = time.monotonic()
        with self._lock:
            count, since = self._counts.pop(who, (0, now))
            if now - since >= self.seconds:
                count, since = 0, now
            self._counts[who] = (min(count, self.most) + 1, since)
            if len(self._counts) > REMEMBERED:
                self._counts.popitem(last=False)
        return 0 if count < self.most else max(1, int(since + self.seconds - now))

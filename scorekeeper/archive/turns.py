"""One file at a time: two that are read at once would take both threads of the server from those who play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from scorekeeper.people.limits import TooManyError

SOON = 10  # seconds
_turn = RLock()


@contextmanager
def turn() -> Iterator[None]:
    """Be the one. Raises TooManyError at once where somebody else is: nobody stands behind a file and waits."""
    if not _turn.acquire(blocking=False):
        raise TooManyError(SOON)
    try:
        yield
    finally:
        _turn.release()

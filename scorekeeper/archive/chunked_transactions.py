"""Long work in short transactions, so that entries of players need not wait for it.

Steps are computed before their transaction begins, and pauses between transactions let other writers in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from time import monotonic, sleep
from typing import TypeVar

from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Group

T = TypeVar("T")
Step = Callable[[], object]
Part = Callable[[], AbstractContextManager[None]]

MOMENT = 0.15  # seconds after which a transaction starts no further step
MOST = 50  # steps computed in advance
BREATH = 0.02  # seconds of a pause for other writers
COMPUTING = 0.05  # seconds of computing without a pause


class GoneError(Exception):
    """The pending import of a group was discarded, or replaced by another upload of it."""


def run(steps: Iterable[Step], transaction: Part = writing) -> None:
    """Run all steps in order, several per transaction until `MOMENT` has passed."""
    left = iter(steps)
    while waiting := deque(_computed(left)):
        while waiting:
            with transaction():
                end = monotonic() + MOMENT
                waiting.popleft()()
                while waiting and monotonic() < end:
                    waiting.popleft()()
            sleep(BREATH)


@contextmanager
def part(group: int) -> Iterator[None]:
    """Open a transaction on a group with a pending import.

    Raises GoneError if the import is not pending any more.
    """
    with writing():
        if not Group.objects.filter(pk=group, import_progress_at__isnull=False).update(
            import_progress_at=timezone.now()
        ):
            raise GoneError
        yield


class Pauses:
    """Regular pauses during long computations, for other threads and writers."""

    def __init__(self) -> None:
        self._since = monotonic()

    def maybe(self) -> None:
        """Pause if the last pause is `COMPUTING` seconds ago."""
        if monotonic() - self._since > COMPUTING:
            sleep(BREATH)
            self._since = monotonic()


def batched(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the rows in non-empty lists of `size`; the last may be shorter."""
    left = iter(rows)
    while part := list(islice(left, size)):
        yield part


def _computed(steps: Iterator[Step]) -> Iterator[Step]:
    """Yield the next steps, as many as are computed within `MOMENT`."""
    pauses, end = Pauses(), monotonic() + MOMENT
    for step in islice(steps, MOST):
        yield step
        pauses.maybe()
        if monotonic() >= end:
            return

"""Much work in transactions that are short: nobody's line waits for a whole file.

What is worked out for a step is worked out before its transaction begins, and others come first between two of them.
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

MOMENT = 0.15  # seconds after which a transaction begins no further step
MOST = 50  # steps that are worked out at once
BREATH = 0.02  # seconds in which others come first
COMPUTING = 0.05  # seconds without a pause


class GoneError(Exception):
    """The group arrives no more: somebody sent it again, or threw away what was there of it."""


def run(steps: Iterable[Step], transaction: Part = writing) -> None:
    """Do all steps in their order. One that takes long is a transaction by itself. Raises what `transaction` does."""
    left = iter(steps)
    while waiting := deque(_worked_out(left)):
        while waiting:
            with transaction():
                end = monotonic() + MOMENT
                waiting.popleft()()
                while waiting and monotonic() < end:
                    waiting.popleft()()
            sleep(BREATH)


@contextmanager
def part(group: int) -> Iterator[None]:
    """One transaction on a group that arrives. Raises GoneError where it does not."""
    with writing():
        if not Group.objects.filter(pk=group, arriving__isnull=False).update(arriving=timezone.now()):
            raise GoneError
        yield


class Pauses:
    """For whoever computes long: lets others come first, again and again."""

    def __init__(self) -> None:
        self._since = monotonic()

    def maybe(self) -> None:
        """Pause if the last one is long ago."""
        if monotonic() - self._since > COMPUTING:
            sleep(BREATH)
            self._since = monotonic()


def batched(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """The rows in lists of `size`, the last of which may be shorter; none is empty."""
    left = iter(rows)
    while part := list(islice(left, size)):
        yield part


def _worked_out(steps: Iterator[Step]) -> Iterator[Step]:
    """The next steps, as many as are worked out in a moment."""
    pauses, end = Pauses(), monotonic() + MOMENT
    for step in islice(steps, MOST):
        yield step
        pauses.maybe()
        if monotonic() >= end:
            return

"""Much of something, a few hundred at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batched(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """The rows in lists of `size`, the last of which may be shorter; none is empty."""
    left = iter(rows)
    while part := list(islice(left, size)):
        yield part

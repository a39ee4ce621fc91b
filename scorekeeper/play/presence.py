"""Presence: the phones that show a table now.

The live room provides the numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Presence:
    """`persons`: ids of known persons; `watching`: the number of other phones."""

    persons: frozenset[int] = frozenset()
    watching: int = 0

    @property
    def phones(self) -> int:
        """The number of phones in all."""
        return len(self.persons) + self.watching


Source = Callable[[int], Presence]
_sources: list[Source] = []


def set_source(source: Source) -> None:
    """Set the function that answers `presence_at`, which takes the id of a session."""
    _sources[:] = [source]


def presence_at(session: int) -> Presence:
    """The presence at a table now; empty while there is no source."""
    return _sources[0](session) if _sources else Presence()

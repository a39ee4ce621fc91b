"""What the games that brought lines are called. The room of the games registers it, because we cannot import it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

Names = Callable[[Collection[str]], Mapping[str, str]]

_namers: list[Names] = []


def register(namer: Names) -> None:
    """Have a room asked for the names of games by their addresses."""
    _namers.append(namer)


def names_of(addresses: Collection[str]) -> dict[str, str]:
    """The names of the games at these addresses, those that are known."""
    found: dict[str, str] = {}
    for namer in _namers:
        found |= namer(addresses)
    return found

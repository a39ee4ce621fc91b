"""Limits of concurrent slow requests: in total, per network and per person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .networks import networks_of


class FullError(Exception):
    """All places are taken."""


class ConcurrencyLimit:
    """A limit of concurrent requests.

    At most `most` in total, `of_network` per network, `of_person` per person. Used on the event loop.
    """

    def __init__(self, most: int, of_network: int, of_person: int = 0) -> None:
        self.most = most
        self.of_network = of_network
        self.of_person = of_person
        self.taken = Counter[str]()

    @contextmanager
    def acquire(self, network: str, person: str = "") -> Iterator[None]:
        """Take a place within the block.

        `person`: a key of the person. Raises FullError.
        """
        wanted = {"": self.most, f"network {network}": self.of_network}
        if person:
            wanted[f"person {person}"] = self.of_person
        if any(self.taken[each] >= most for each, most in wanted.items()):
            raise FullError
        self.taken.update(wanted.keys())
        try:
            yield
        finally:
            self.taken -= Counter(wanted.keys())  # drops counts of zero


def network_of_scope(scope: Mapping[str, Any]) -> str:
    """The widest network of a request."""
    return networks_of((scope.get("client") or ("",))[0])[-1]

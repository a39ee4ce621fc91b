"""Places for what is large and slow: so many at once, and of these a few for each network, so that none takes all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .networks import networks_of


class FullError(Exception):
    """There is no place now."""


class Places:
    """`most` in all, `of_network` for each network, `of_person` for each person. On the event loop."""

    def __init__(self, most: int, of_network: int, of_person: int = 0) -> None:
        self.most = most
        self.of_network = of_network
        self.of_person = of_person
        self.taken = Counter[str]()

    @contextmanager
    def one(self, network: str, person: str = "") -> Iterator[None]:
        """Have a place. `person`: whatever tells him from others. Raises FullError."""
        wanted = {"": self.most, f"network {network}": self.of_network}
        if person:
            wanted[f"person {person}"] = self.of_person
        if any(self.taken[each] >= most for each, most in wanted.items()):
            raise FullError
        self.taken.update(wanted.keys())
        try:
            yield
        finally:
            self.taken -= Counter(wanted.keys())  # which forgets whoever has none


def network_of_scope(scope: Mapping[str, Any]) -> str:
    """The widest network that a request comes from: who has a /48 has many others."""
    return networks_of((scope.get("client") or ("",))[0])[-1]

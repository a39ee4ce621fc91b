"""The streams of a process by the networks that they come from, so that none takes them all."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from scorekeeper.play.notifications import LOOK
from scorekeeper.play.stream_token import StreamToken

MOST_OF_NETWORK = 500  # a club of eighty; of IPv6 a /64
WIDER = (1, 2, 4)  # times as many have the /56 and the /48 around that


@dataclass(eq=False, slots=True)
class Stream:
    """One open stream. `version`: the newest that is to be told, None while there is nothing; `over`: it ends."""

    token: StreamToken
    networks: tuple[str, ...] = ()
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    version: int | None = None
    over: bool = False

    @property
    def watches(self) -> bool:
        """Whether it is of somebody who does not sit at the table."""
        return self.token.person <= 0

    def wake(self, version: int | None = None) -> None:
        """Let it look: at a version, or only at whether anybody is still there."""
        if version is not None:
            self.version = version if LOOK in (version, self.version) else max(version, self.version or 0)
        self.woken.set()

    def end(self) -> None:
        """Let it end."""
        self.over = True
        self.woken.set()


class Crowd:
    """How many streams each network has; and those of the widest ones, the oldest first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.watchers = 0
        self.near = Counter[str]()
        self.around: dict[str, dict[Stream, None]] = {}

    def add(self, stream: Stream) -> None:
        """A stream has begun."""
        self.near.update(stream.networks)
        self.watchers += stream.watches
        self.around.setdefault(_widest(stream.networks), {})[stream] = None

    def remove(self, stream: Stream) -> None:
        """It is over."""
        self.watchers -= stream.watches
        for network in stream.networks:
            self.near[network] -= 1
            if not self.near[network]:
                del self.near[network]
        widest = _widest(stream.networks)
        del self.around[widest][stream]
        if not self.around[widest]:
            del self.around[widest]

    def full(self, networks: Sequence[str]) -> str | None:
        """Which of these networks, the narrowest first, has as many as it may."""
        may = zip(networks, WIDER, strict=False)
        return next((each for each, times in may if self.near[each] >= self.most * times), None)

    def of(self, network: str, networks: Sequence[str]) -> Iterator[Stream]:
        """The streams of one of these networks."""
        return (each for each in self.around[_widest(networks)] if network in each.networks)

    def all(self) -> Iterator[Stream]:
        """All streams, those of the networks that have most first."""
        groups: list[dict[Stream, None]] = sorted(self.around.values(), key=len, reverse=True)
        return chain.from_iterable(groups)

    def of_the_greatest(self, networks: Sequence[str]) -> Stream | None:
        """The oldest stream of the network that has most, where that is more than twice what these have."""
        greatest = max(self.around.values(), key=len, default={})
        own = len(self.around.get(_widest(networks), ()))
        return (
            next((each for each in greatest if not each.over), None) if len(greatest) > 2 * own + 2 else None
        )


def _widest(networks: Sequence[str]) -> str:
    return networks[-1] if networks else ""

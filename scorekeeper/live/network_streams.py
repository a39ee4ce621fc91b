"""Open streams counted by network, so that one network cannot use all places."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from scorekeeper.play.notifications import UNKNOWN_VERSION
from scorekeeper.play.stream_token import StreamToken

MOST_OF_NETWORK = 500  # enough for a club of eighty; an IPv6 network is a /64
WIDER = (1, 2, 4)  # factors for a /64 and the /56 and /48 around it


@dataclass(eq=False, slots=True)
class Stream:
    """An open stream.

    `version`: the newest one to send, None while there is nothing to send; `over`: the stream ends.
    """

    token: StreamToken
    networks: tuple[str, ...] = ()
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    version: int | None = None
    over: bool = False

    @property
    def is_spectator(self) -> bool:
        """Return whether the listener is a spectator."""
        return self.token.person <= 0

    def wake(self, version: int | None = None) -> None:
        """Wake the stream to send a version, or a heartbeat."""
        if version is not None:
            self.version = (
                version if UNKNOWN_VERSION in (version, self.version) else max(version, self.version or 0)
            )
        self.woken.set()

    def end(self) -> None:
        """End the stream."""
        self.over = True
        self.woken.set()


class StreamsByNetwork:
    """Counts the streams of each network; lists those of the widest networks, oldest first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.spectators = 0
        self.counts = Counter[str]()
        self.by_widest: dict[str, dict[Stream, None]] = {}

    def add(self, stream: Stream) -> None:
        """Count a new stream."""
        self.counts.update(stream.networks)
        self.spectators += stream.is_spectator
        self.by_widest.setdefault(_widest(stream.networks), {})[stream] = None

    def remove(self, stream: Stream) -> None:
        """Remove an ended stream."""
        self.spectators -= stream.is_spectator
        for network in stream.networks:
            self.counts[network] -= 1
            if not self.counts[network]:
                del self.counts[network]
        widest = _widest(stream.networks)
        del self.by_widest[widest][stream]
        if not self.by_widest[widest]:
            del self.by_widest[widest]

    def full(self, networks: Sequence[str]) -> str | None:
        """The first of these networks, narrowest first, that has as many streams as it may."""
        limits = zip(networks, WIDER, strict=False)
        return next((each for each, times in limits if self.counts[each] >= self.most * times), None)

    def of(self, network: str, networks: Sequence[str]) -> Iterator[Stream]:
        """The streams of a network, which is one of `networks`."""
        return (each for each in self.by_widest[_widest(networks)] if network in each.networks)

    def all(self) -> Iterator[Stream]:
        """All streams, those of the busiest networks first."""
        groups: list[dict[Stream, None]] = sorted(self.by_widest.values(), key=len, reverse=True)
        return chain.from_iterable(groups)

    def oldest_of_busiest(self, networks: Sequence[str]) -> Stream | None:
        """The oldest stream of the busiest network.

        None unless that network has more than twice as many streams as these networks.
        """
        busiest = max(self.by_widest.values(), key=len, default={})
        own = len(self.by_widest.get(_widest(networks), ()))
        return next((each for each in busiest if not each.over), None) if len(busiest) > 2 * own + 2 else None


def _widest(networks: Sequence[str]) -> str:
    return networks[-1] if networks else ""

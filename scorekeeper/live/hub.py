"""The hub: all open streams of this process, woken by notifications.

A stream waits for a newer version of its table and stores only the newest, so that a slow phone gets no backlog. The
methods below "from any thread" may be called by any thread; all others run on the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from threading import Lock

from scorekeeper.play.notifications import PERSON_NOTICE, UNKNOWN_VERSION
from scorekeeper.play.presence import Presence
from scorekeeper.play.stream_token import LIFETIME, StreamToken

from .network_streams import MOST_OF_NETWORK, Stream, StreamsByNetwork
from .remote_presence import RemotePresence

MOST = 10_000  # streams of this process
MOST_AT_TABLE = 150
# at one table, of a person or a spectator's phone: a phone, a tablet, and streams that a browser forgot to close
MOST_OF_PERSON = 6
REMEMBERED = 20_000  # tables whose newest version is known


class FullError(Exception):
    """The process or the table has no place for another stream."""


class NotListeningError(Exception):
    """The process receives no notifications now, so a stream would stay silent."""


class Hub:
    """The streams of one process by table."""

    def __init__(
        self, most: int = MOST, most_at_table: int = MOST_AT_TABLE, most_of_network: int = MOST_OF_NETWORK
    ) -> None:
        self.most = most
        self.most_at_table = most_at_table
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tables: dict[int, list[Stream]] = {}
        self.count = 0
        self.by_network = StreamsByNetwork(most_of_network)
        self.newest: OrderedDict[int, int] = OrderedDict()
        # times at which tables had to be fetched without a new version
        self.refetched: OrderedDict[int, float] = OrderedDict()
        # times at which permissions at a table, or all streams of a person, ended
        self.closed_tables: OrderedDict[int, float] = OrderedDict()
        self.closed_persons: OrderedDict[int, float] = OrderedDict()
        # notifications before this time may have been missed
        self.since = time.time()
        # versions from before this time may have been dropped
        self.versions_dropped_at = 0.0
        self.remote = RemotePresence()
        # whether notifications are lost
        self.listener_down = False
        self._lock = Lock()

    # --- on the event loop ---

    def open(self, token: StreamToken, networks: Sequence[str] = ()) -> Stream:
        """Open a stream.

        `networks`: see `networks_of`. Raises FullError, NotListeningError, and PermissionError for a token made before
        permissions last ended.
        """
        self.loop = asyncio.get_running_loop()
        if self.listener_down:
            raise NotListeningError
        closed = self.closed_tables.get(token.session, 0), self.closed_persons.get(token.person, 0)
        if token.made < max(closed):
            raise PermissionError
        if token.made < self.since <= time.time():  # unless the clock was set back
            raise PermissionError
        streams = self.tables.setdefault(token.session, [])
        self._make_room(streams, token, networks)
        stream = Stream(token, tuple(networks))
        streams.append(stream)
        self.count += 1
        self.by_network.add(stream)
        if token.made < max(self.versions_dropped_at, self.refetched.get(token.session, 0)):
            stream.wake(UNKNOWN_VERSION)
        elif (newest := self.newest.get(token.session, 0)) > token.version:
            stream.wake(newest)
        return stream

    def _make_room(self, streams: list[Stream], token: StreamToken, networks: Sequence[str]) -> None:
        """End a stream if a new one needs its place; raise FullError if there is none to end.

        The oldest of the same person goes first. A player then displaces a spectator of the full table, network or
        process; in a full process, anyone displaces a stream of a much busier network.
        """
        mine = (each for each in streams if token.person and each.token.person == token.person)
        own = [each for each in mine if not each.over]
        if len(own) >= MOST_OF_PERSON:
            own[0].end()  # the oldest one is the most likely to be abandoned
            return
        full, at_table = self.by_network.full(networks), len(streams) >= self.most_at_table
        if full is None and not at_table and self.count < self.most:
            return
        candidates: Iterable[Stream] = streams
        if not at_table:
            candidates = self.by_network.all() if full is None else self.by_network.of(full, networks)
        displaced = None
        if token.person > 0 and self.by_network.spectators:  # players take precedence over spectators
            open_ones = (
                each for each in candidates if not each.over and (full is None or full in each.networks)
            )
            displaced = next((each for each in open_ones if each.is_spectator), None)
        if displaced is None and full is None and not at_table:
            displaced = self.by_network.oldest_of_busiest(networks)
        if displaced is not None:
            displaced.end()
            return
        if not streams:
            del self.tables[token.session]
        raise FullError

    def close(self, stream: Stream) -> None:
        """Remove an ended stream."""
        streams = self.tables.get(stream.token.session, [])
        with contextlib.suppress(ValueError):
            streams.remove(stream)
            self.count -= 1
            self.by_network.remove(stream)
        if not streams:
            self.tables.pop(stream.token.session, None)

    def _notify(self, session: int, version: int, *, shut: bool) -> None:
        for stream in self.tables.get(session, []):
            if shut:
                stream.end()
            else:
                stream.wake(version)

    def _end_streams_of(self, person: int) -> None:
        for stream in self._all():
            if stream.token.person == person:
                stream.end()

    def send_heartbeats(self) -> None:
        """Send a heartbeat on every stream."""
        for stream in self._all():
            stream.wake()

    def end_all(self) -> None:
        """End every stream; phones with permission connect again."""
        for stream in self._all():
            stream.end()

    def _all(self) -> Iterator[Stream]:
        return chain.from_iterable(self.tables.values())

    # --- from any thread ---

    def receive(self, notice: str) -> None:
        """Receive a notification.

        Its text is "session version shut", or "0 person 1" to end the streams of a person. Token checks see it at once,
        streams a moment later.
        """
        session, number, shut = map(int, notice.split())
        if session == PERSON_NOTICE:
            with self._lock:
                _record_time(self.closed_persons, number)
            self._call_soon(lambda: self._end_streams_of(number))
            return
        version = number
        with self._lock:
            if version == UNKNOWN_VERSION:
                _record_time(self.refetched, session)
            self._remember(session, version)
            if shut:
                _record_time(self.closed_tables, session)
        self._call_soon(lambda: self._notify(session, version, shut=bool(shut)))

    def _remember(self, session: int, version: int) -> None:
        self.newest[session] = max(version, self.newest.get(session, 0))
        self.newest.move_to_end(session)
        if len(self.newest) > REMEMBERED:
            self.newest.popitem(last=False)
            self.versions_dropped_at = time.time()

    def listener_lost(self) -> None:
        """Handle the loss of notifications: end every stream and open none."""
        self.listener_down = True
        self._call_soon(self.end_all)

    def listener_restored(self) -> None:
        """Resume after lost notifications.

        Ends every stream, because permissions may have ended meanwhile.
        """
        self.since = time.time()
        self.listener_down = False
        self._call_soon(self.end_all)

    def stop(self) -> None:
        """End every stream and open none.

        Called by the thread that stops the server. Phones reconnect at once.
        """
        self.listener_lost()

    def presence(self, session: int) -> Presence:
        """The presence at a table in all processes."""
        return self.remote.add_to(self.local_presence(session), session)

    def local_presence(self, session: int) -> Presence:
        """The presence at a table in this process."""
        phones = [stream.token.person for stream in tuple(self.tables.get(session, ()))]
        persons = frozenset(phone for phone in phones if phone > 0)
        return Presence(persons, len({phone for phone in phones if phone < 0}) + phones.count(0))

    def _call_soon(self, do: Callable[[], None]) -> None:
        """Call a function on the event loop; without a loop there are no streams."""
        if self.loop is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop is closed, and so are the streams
            self.loop.call_soon_threadsafe(do)


def _record_time(times: OrderedDict[int, float], number: int) -> None:
    """Record the present time for a session or a person.

    It is kept as long as a token from before could be used.
    """
    now = time.time()
    times[number] = now
    times.move_to_end(number)
    while times and next(iter(times.values())) < now - 2 * LIFETIME:
        times.popitem(last=False)


HUB = Hub()

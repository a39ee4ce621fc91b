"""The hub: all open streams of this process, woken by notifications.

A stream waits for a newer version of its table and stores only the newest, so that a slow phone gets no backlog. The
methods below "from any thread" may be called by any thread; all others run on the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from threading import Lock

from scorekeeper.play.notifications import PERSON_NOTICE, UNKNOWN_VERSION
from scorekeeper.play.presence import Presence
from scorekeeper.play.stream_token import LIFETIME, StreamToken

from .crowd import MOST_OF_NETWORK, Crowd, Stream
from .remote_presence import RemotePresence

MOST = 10_000  # streams of this process
MOST_AT_TABLE = 150
# at one table, of a person or a spectator's phone: a phone, a tablet, and streams that a browser forgot to close
MOST_OF_PERSON = 6
REMEMBERED = 20_000  # tables whose newest version is known


class FullError(Exception):
    """The process or the table has no place for another stream."""


class DeafError(Exception):
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
        self.crowd = Crowd(most_of_network)
        self.newest: OrderedDict[int, int] = OrderedDict()
        # times at which tables had to be fetched without a new version
        self.looks: OrderedDict[int, float] = OrderedDict()
        # times at which permissions at a table, or all streams of a person, ended
        self.shut: OrderedDict[int, float] = OrderedDict()
        self.gone: OrderedDict[int, float] = OrderedDict()
        # notifications before this time may have been missed
        self.since = time.time()
        # versions from before this time may have been dropped
        self.forgot = 0.0
        self.remote = RemotePresence()
        # whether notifications are lost
        self.deaf = False
        self._lock = Lock()

    # --- on the event loop ---

    def open(self, token: StreamToken, networks: Sequence[str] = ()) -> Stream:
        """Open a stream.

        `networks`: see `networks_of`. Raises FullError, DeafError, and PermissionError for a token made before
        permissions last ended.
        """
        self.loop = asyncio.get_running_loop()
        if self.deaf:
            raise DeafError
        if token.made < max(self.shut.get(token.session, 0), self.gone.get(token.person, 0)):
            raise PermissionError
        if token.made < self.since <= time.time():  # unless the clock was set back
            raise PermissionError
        streams = self.tables.setdefault(token.session, [])
        self._make_room(streams, token, networks)
        stream = Stream(token, tuple(networks))
        streams.append(stream)
        self.count += 1
        self.crowd.add(stream)
        if token.made < max(self.forgot, self.looks.get(token.session, 0)):
            stream.wake(UNKNOWN_VERSION)
        elif (newest := self.newest.get(token.session, 0)) > token.version:
            stream.wake(newest)
        return stream

    def _make_room(self, streams: list[Stream], token: StreamToken, networks: Sequence[str]) -> None:
        mine = (each for each in streams if token.person and each.token.person == token.person)
        own = [each for each in mine if not each.over]
        if len(own) >= MOST_OF_PERSON:
            own[0].end()  # the oldest one is the most likely to be abandoned
            return
        full, at_table = self.crowd.full(networks), len(streams) >= self.most_at_table
        if full is None and not at_table and self.count < self.most:
            return
        place = streams if at_table else self.crowd.all() if full is None else self.crowd.of(full, networks)
        gives_way = None
        if token.person > 0 and self.crowd.watchers:  # players take precedence over spectators
            there = (each for each in place if not each.over and (full is None or full in each.networks))
            gives_way = next((each for each in there if each.watches), None)
        if gives_way is None and full is None and not at_table:
            gives_way = self.crowd.of_the_greatest(networks)
        if gives_way is not None:
            gives_way.end()
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
            self.crowd.remove(stream)
        if not streams:
            self.tables.pop(stream.token.session, None)

    def _tell(self, session: int, version: int, *, shut: bool) -> None:
        for stream in self.tables.get(session, []):
            if shut:
                stream.end()
            else:
                stream.wake(version)

    def _end_of(self, person: int) -> None:
        for stream in self._all():
            if stream.token.person == person:
                stream.end()

    def beat(self) -> None:
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

    def hear(self, notice: str) -> None:
        """Receive a notification.

        Its text is "session version shut", or "0 person 1" to end the streams of a person. Token checks see it at once,
        streams a moment later.
        """
        session, version, shut = map(int, notice.split())
        if session == PERSON_NOTICE:
            with self._lock:
                _mark(self.gone, version)
            self._later(lambda: self._end_of(version))
            return
        with self._lock:
            if version == UNKNOWN_VERSION:
                _mark(self.looks, session)
            self._remember(session, version)
            if shut:
                _mark(self.shut, session)
        self._later(lambda: self._tell(session, version, shut=bool(shut)))

    def _remember(self, session: int, version: int) -> None:
        self.newest[session] = max(version, self.newest.get(session, 0))
        self.newest.move_to_end(session)
        if len(self.newest) > REMEMBERED:
            self.newest.popitem(last=False)
            self.forgot = time.time()

    def deafened(self) -> None:
        """Handle the loss of notifications: end every stream and open none."""
        self.deaf = True
        self._later(self.end_all)

    def missed(self) -> None:
        """Resume after lost notifications.

        Ends every stream, because permissions may have ended meanwhile.
        """
        self.since = time.time()
        self.deaf = False
        self._later(self.end_all)

    def stop(self) -> None:
        """End every stream and open none.

        Called by the thread that stops the server. Phones reconnect at once.
        """
        self.deafened()

    def here(self, session: int) -> Presence:
        """The presence at a table in all processes."""
        return self.remote.add_to(self.through_here(session), session)

    def through_here(self, session: int) -> Presence:
        """The presence at a table in this process."""
        phones = [stream.token.person for stream in tuple(self.tables.get(session, ()))]
        persons = frozenset(phone for phone in phones if phone > 0)
        return Presence(persons, len({phone for phone in phones if phone < 0}) + phones.count(0))

    def _later(self, do: Callable[[], None]) -> None:
        """Call a function on the event loop; without a loop there are no streams."""
        if self.loop is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop is closed, and so are the streams
            self.loop.call_soon_threadsafe(do)


def _mark(marks: OrderedDict[int, float], number: int) -> None:
    """Store the time at which permissions ended or a table changed.

    It is kept as long as an older token could be used.
    """
    now = time.time()
    marks[number] = now
    marks.move_to_end(number)
    while marks and next(iter(marks.values())) < now - 2 * LIFETIME:
        marks.popitem(last=False)


HUB = Hub()

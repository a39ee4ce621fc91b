"""The hub: every open stream of this process, and who is woken by what.

A stream waits for one thing: that its table has a newer version than it has told. It keeps the newest only, so a slow
phone is told the present, not a backlog. All of it lives on the server's event loop; other threads come in by `hear`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from threading import Lock

from scorekeeper.play.notifications import LOOK, OF_A_PERSON
from scorekeeper.play.presence import Present
from scorekeeper.play.stream_token import LIFETIME, StreamToken

from .crowd import MOST_OF_NETWORK, Crowd, Stream
from .remote_presence import Elsewhere

MOST = 10_000  # streams of this process
MOST_AT_TABLE = 150
# at one table, of a person or a phone that only watches: a phone, a tablet, and what a browser forgot to close
MOST_OF_PERSON = 6
REMEMBERED = 20_000  # tables whose newest version is known


class FullError(Exception):
    """There are as many streams as this process, or this table, bears."""


class DeafError(Exception):
    """This process hears of no change at this time: a stream would tell nothing."""


class Hub:
    """The streams of one process, by table."""

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
        # when a table was to be looked at though its version stayed
        self.looks: OrderedDict[int, float] = OrderedDict()
        # when rights at a table ended, and when a person was shut out
        self.shut: OrderedDict[int, float] = OrderedDict()
        self.gone: OrderedDict[int, float] = OrderedDict()
        # rights that ended before this moment may have done so unheard
        self.since = time.time()
        # a version of before this moment may be forgotten
        self.forgot = 0.0
        self.elsewhere = Elsewhere()
        # nobody tells this process of changes
        self.deaf = False
        self._lock = Lock()

    # --- on the event loop ---

    def open(self, token: StreamToken, networks: Sequence[str] = ()) -> Stream:
        """Begin a stream. `networks`: where it comes from, as `networks_of` has it. Raises FullError, DeafError, and
        PermissionError for a token from before its rights were looked at.
        """
        self.loop = asyncio.get_running_loop()
        if self.deaf:
            raise DeafError
        if token.made < max(self.shut.get(token.session, 0), self.gone.get(token.person, 0)):
            raise PermissionError
        if token.made < self.since <= time.time():  # but for a clock that was put back
            raise PermissionError
        streams = self.tables.setdefault(token.session, [])
        self._make_room(streams, token, networks)
        stream = Stream(token, tuple(networks))
        streams.append(stream)
        self.count += 1
        self.crowd.add(stream)
        if token.made < max(self.forgot, self.looks.get(token.session, 0)):
            stream.wake(LOOK)
        elif (newest := self.newest.get(token.session, 0)) > token.version:
            stream.wake(newest)
        return stream

    def _make_room(self, streams: list[Stream], token: StreamToken, networks: Sequence[str]) -> None:
        mine = (each for each in streams if token.person and each.token.person == token.person)
        own = [each for each in mine if not each.over]
        if len(own) >= MOST_OF_PERSON:
            own[0].end()  # the oldest one: most likely nobody is there any more
            return
        full, at_table = self.crowd.full(networks), len(streams) >= self.most_at_table
        if full is None and not at_table and self.count < self.most:
            return
        place = streams if at_table else self.crowd.all() if full is None else self.crowd.of(full, networks)
        gives_way = None
        if token.person > 0 and self.crowd.watchers:  # whoever sits at a table goes before whoever looks on
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
        """Forget a stream that has ended."""
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
        """Let every stream say that it lives."""
        for stream in self._all():
            stream.wake()

    def end_all(self) -> None:
        """End every stream: whoever is still there, and may be, begins another in a moment."""
        for stream in self._all():
            stream.end()

    def _all(self) -> Iterator[Stream]:
        return chain.from_iterable(self.tables.values())

    # --- from any thread ---

    def hear(self, notice: str) -> None:
        """Pass on what was announced: "session version shut", or of a person who was shut out "0 person 1".

        It is known at once, and told a moment later.
        """
        session, version, shut = map(int, notice.split())
        if session == OF_A_PERSON:
            with self._lock:
                _mark(self.gone, version)
            self._later(lambda: self._end_of(version))
            return
        with self._lock:
            if version == LOOK:
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
        """Nothing is heard from now on: every stream ends, and none is begun until that is over."""
        self.deaf = True
        self._later(self.end_all)

    def missed(self) -> None:
        """Something may have been told unheard, rights that ended too: whoever still has any comes back."""
        self.since = time.time()
        self.deaf = False
        self._later(self.end_all)

    def stop(self) -> None:
        """End every stream and begin none, from the thread of whoever stops the server. Phones come back at once."""
        self.deafened()

    def here(self, session: int) -> Present:
        """Who looks at a table, as far as this process knows."""
        return self.elsewhere.add_to(self.through_here(session), session)

    def through_here(self, session: int) -> Present:
        """Who looks at a table through this process."""
        phones = [stream.token.person for stream in tuple(self.tables.get(session, ()))]
        persons = frozenset(phone for phone in phones if phone > 0)
        return Present(persons, len({phone for phone in phones if phone < 0}) + phones.count(0))

    def _later(self, do: Callable[[], None]) -> None:
        """On the event loop, if there ever was one: without a stream there is nobody to tell."""
        if self.loop is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop has closed: so have the streams
            self.loop.call_soon_threadsafe(do)


def _mark(marks: OrderedDict[int, float], number: int) -> None:
    """Remember that something ended or changed now, for as long as a token from before could still be shown."""
    now = time.time()
    marks[number] = now
    marks.move_to_end(number)
    while marks and next(iter(marks.values())) < now - 2 * LIFETIME:
        marks.popitem(last=False)


HUB = Hub()

"""Cache of replayed games, so that a page does not replay the log of its table."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from django.db import transaction

from scorekeeper.rules.contract import Seats

from .models import Seat, Session
from .replay import ReplayedGame
from .table import Table, rule_seats

TABLES = 512  # cached games
LINES = 50_000  # lines of all cached games; each takes 950 to 2,000 bytes


class CachedGame(NamedTuple):
    """A replayed game with what it depends on: entries of the log, blanked notes, and seats."""

    entries: int
    note_redactions: int
    seats: Seats
    replayed: ReplayedGame


class GameCache:
    """Games by the address of their session; the least recently used ones are dropped first."""

    def __init__(self, tables: int = TABLES, lines: int = LINES) -> None:
        self.tables = tables
        self.lines = lines
        self.line_count = 0
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        self._lock = Lock()

    @property
    def addresses(self) -> list[str]:
        """The addresses of the cached games, the least recently used first."""
        return list(self._games)

    def get(self, session: Session, seats: tuple[Seat, ...], count: int) -> ReplayedGame | None:
        """The game after `count` entries with these seats, None if it is not cached."""
        with self._lock:
            found = self._games.get(session.address)
        wanted = (count, session.note_redactions, rule_seats(seats))
        return found.replayed if found is not None and found[:3] == wanted else None

    def is_ahead(self, session: Session, count: int) -> bool:
        """Return whether the cache holds a game with more than `count` entries.

        If so, another request has written after the read.
        """
        with self._lock:
            found = self._games.get(session.address)
        return found is not None and found.entries > count

    def put_on_commit(self, table: Table) -> None:
        """Cache the game of a table once its transaction is committed."""
        address, game = table.session.address, _cached(table)
        transaction.on_commit(lambda: self.put(address, game))

    def put_uncommitted(self, table: Table) -> None:
        """Cache the game of a session that this transaction has created.

        The caller drops it after a rollback.
        """
        self.drop(table.session.address)
        self.put(table.session.address, _cached(table))

    def put(self, address: str, game: CachedGame) -> None:
        """Cache a game, unless a newer one is cached: a slow reader may finish after a write."""
        with self._lock:
            if game.entries >= self._games.get(address, game).entries:
                self._drop(address)
                self._games[address] = game
                self.line_count += len(game.replayed.lines)
            self._games.move_to_end(address)
            while len(self._games) > 1 and (len(self._games) > self.tables or self.line_count > self.lines):
                self._drop(next(iter(self._games)))

    def drop(self, address: str) -> None:
        """Drop the game of one table, if it is cached."""
        with self._lock:
            self._drop(address)

    def clear(self) -> None:
        """Drop all games; for tests that change rows directly."""
        with self._lock:
            self._games.clear()
            self.line_count = 0

    def _drop(self, address: str) -> None:
        gone = self._games.pop(address, None)
        self.line_count -= len(gone.replayed.lines) if gone else 0


GAME_CACHE = GameCache()


def _cached(table: Table) -> CachedGame:
    return CachedGame(table.count, table.session.note_redactions, rule_seats(table.seats), table.replayed)

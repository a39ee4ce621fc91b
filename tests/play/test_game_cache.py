"""The cache of replayed games: its size in tables and in lines, and dropping one table."""

from __future__ import annotations

from typing import Any

from scorekeeper.play.game_cache import CachedGame, GameCache
from scorekeeper.play.replay import ReplayedGame
from scorekeeper.rules.contract import Seats


def game(entries: int) -> CachedGame:
    """A game with as many lines as entries."""
    line: Any = None
    return CachedGame(entries, 0, Seats(("1",)), ReplayedGame(None, (line,) * entries, ()))


def test_large_games_leave_no_room_for_others() -> None:
    cache = GameCache(lines=100)
    for address, entries in (("a", 40), ("b", 40), ("c", 10)):
        cache.put(address, game(entries))
    assert cache.addresses == ["a", "b", "c"]
    cache.put("a", game(41))  # one line more, and the most recently used
    assert (cache.addresses, cache.line_count) == (["b", "c", "a"], 91)
    cache.put("d", game(50))
    assert (cache.addresses, cache.line_count) == (["a", "d"], 91)
    cache.put("e", game(1000))  # the newest one always stays
    assert (cache.addresses, cache.line_count) == (["e"], 1000)
    cache.put("e", game(900))  # an older reading does not replace it
    assert cache.line_count == 1000
    cache.clear()
    assert (cache.addresses, cache.line_count) == ([], 0)


def test_dropping_table_keeps_others() -> None:
    cache = GameCache()
    cache.put("a", game(3))
    cache.put("b", game(4))
    cache.drop("a")
    cache.drop("unknown")
    assert (cache.addresses, cache.line_count) == (["b"], 4)

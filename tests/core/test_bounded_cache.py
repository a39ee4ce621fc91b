"""The cache that drops the least recently used entries."""

from __future__ import annotations

from scorekeeper.core.bounded_cache import BoundedCache


def test_cache_drops_least_recently_used_entry() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]
    assert len(cache) == 2


def test_cache_replaces_value_of_known_key() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    for value in (1, 2, 3):
        cache.put("a", value)
    assert (cache.get("a"), len(cache)) == (3, 1)
    cache.clear()
    assert cache.get("a") is None

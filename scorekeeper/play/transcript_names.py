"""Rename players in transcript entries.

The log names players by their seats, transcripts by their names. The field decides whether a text is a player, because
a player may be called H or fours. Uses the standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_PLAYER = frozenset({"player", "dealer", "best"})
_WITHIN = frozenset({"robbed", "took", "bid"})


def rename_players(entry: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The entry with every player renamed as `names` says."""
    return {field: _renamed(field, value, names) for field, value in entry.items()}


def _renamed(field: str, value: Any, names: Mapping[str, str]) -> Any:
    if field in _PLAYER:
        return _player(value, names)
    if field == "out":
        return _players(value, names)
    if field == "trick":
        return _plays(value, names)
    if field == "tricks" and isinstance(value, list):
        return [_plays(each, names) if isinstance(each, list) else _player(each, names) for each in value]
    if field in _WITHIN:
        return [_part(each, names) for each in value] if isinstance(value, list) else _part(value, names)
    return value


def _player(value: Any, names: Mapping[str, str]) -> Any:
    return names.get(value, value) if isinstance(value, str) else value


def _players(value: Any, names: Mapping[str, str]) -> Any:
    """Rename players in a list or in nested lists."""
    return [_players(each, names) for each in value] if isinstance(value, list) else _player(value, names)


def _plays(value: Any, names: Mapping[str, str]) -> Any:
    """Rename players in cards in order of play, each after its player."""
    if not isinstance(value, list):
        return value
    return [
        [_player(each[0], names), *each[1:]] if isinstance(each, list) and each else each for each in value
    ]


def _part(value: Any, names: Mapping[str, str]) -> Any:
    return rename_players(value, names) if isinstance(value, dict) else value

"""Rename players in transcript entries.

The log names players by their seats, transcripts by their names. The field decides whether a text is a player, because
a player may be called H or fours; each game names its fields (`PLAYER_FIELDS`). Uses the standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.contract import PlayerField

Fields = Mapping[str, PlayerField]


def rename_players(entry: Mapping[str, Any], names: Mapping[str, str], fields: Fields) -> dict[str, Any]:
    """Return the entry with every player renamed by `names`; `fields` are those of its game."""
    return {field: _renamed(fields.get(field), value, names, fields) for field, value in entry.items()}


def _renamed(kind: PlayerField | None, value: Any, names: Mapping[str, str], fields: Fields) -> Any:
    match kind:
        case PlayerField.PLAYERS:
            return _players(value, names)
        case PlayerField.PLAYS:
            return _plays(value, names)
        case PlayerField.TRICKS if isinstance(value, list):
            return [
                _plays(each, names) if isinstance(each, list) else _players(each, names) for each in value
            ]
        case PlayerField.PART:
            parts = value if isinstance(value, list) else [value]
            found = [
                rename_players(each, names, fields) if isinstance(each, dict) else each for each in parts
            ]
            return found if isinstance(value, list) else found[0]
    return value


def _players(value: Any, names: Mapping[str, str]) -> Any:
    """Rename a player, or players in a list or in nested lists."""
    if isinstance(value, list):
        return [_players(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _plays(value: Any, names: Mapping[str, str]) -> Any:
    """Rename players in cards in order of play, each after its player."""
    if not isinstance(value, list):
        return value
    return [
        [_players(each[0], names), *each[1:]] if isinstance(each, list) and each else each for each in value
    ]

"""A finished game as a row of a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.history.games import Played
from scorekeeper.ledger.presentation import Face
from scorekeeper.play.game_names import game_name


def game_row(played: Played, known: Mapping[int, Face]) -> dict[str, Any]:
    """What the row says."""
    return {
        "address": played.address,
        "name": game_name(played.game, played.rules),
        "day": played.day,
        "players": played.players,
        "winners": [known[number] for number in played.winners if number in known],
        "best": played.best,
        "counted": played.counted,
    }

"""A finished game as a row of a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.history.games import Played
from scorekeeper.ledger.told import Face
from scorekeeper.rules import GAMES


def game_row(played: Played, known: Mapping[int, Face]) -> dict[str, Any]:
    """What the row says."""
    return {
        "address": played.address,
        "name": _(GAMES[played.game].name) if played.game in GAMES else played.game,
        "finished": played.finished,
        "players": played.players,
        "winners": [known[number] for number in played.winners if number in known],
        "best": played.best,
        "counted": played.counted,
    }

"""Replay: apply moves in order and stop at the first refused one.

The moves before it stay valid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .contract import Game, MoveError, Options, Seats


@dataclass(frozen=True, slots=True)
class Replay:
    """The state after the accepted moves; `error` is the refusal of the move at index `taken`."""

    state: Any
    taken: int
    error: MoveError | None = None


def replay(
    game: Game[Any, Any],
    options: Options,
    seats: Seats,
    entries: Iterable[object],
    *,
    check_order: bool = True,
) -> Replay:
    """Play transcript entries from the start.

    Raises SetupError if the game cannot start.
    """
    state = game.start(options, seats)
    taken = 0
    for entry in entries:
        try:
            state = game.apply(state, game.parse(entry), check_order=check_order)
        except MoveError as error:
            return Replay(state, taken, error)
        taken += 1
    return Replay(state, taken)

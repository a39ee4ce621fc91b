"""A disputed trick of a hand by its result: the referee's answers, without the cards of the other tricks.

The entry of such a hand holds no cards, so the trick is judged by itself. Decided here: every player may hold any
card and has more than one, so no earlier trick proves a suit, and a player with only a joker left is not known. The
lead is named twice: for a winner who still has cards, and for one who has run out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.rules.contract import Choice

from .choices import choices, partial_move
from .fields import TrickFields
from .hand import running
from .known import dealt
from .move import PACK, TrickMove
from .state import Running, State
from .trick import referee


def trick_alone(state: State, left: Collection[str], leader: str) -> State:
    """Return the game before a trick of the players `left`, with nothing known about their hands."""
    known = dealt(len(PACK) if player in left else 0 for player in state.players)
    return replace(state, running=Running(state.players, leader, known))


def judge_trick(alone: State, partial: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Return the choices of the trick in `trick_alone`: without a number, and without the cards left.

    Raises MoveError for an impossible card, as `choices`.
    """
    return tuple(
        replace(choice, fields=replace(TrickFields.of(choice), trick=0, cards={}))
        for choice in choices(alone, partial_move(partial) or TrickMove(()))
    )


def leader_if_out(alone: State, partial: Mapping[str, Any]) -> str | None:
    """Return the next leader if the winner of the whole trick has no card left; None without a winner."""
    move = partial_move(partial)
    assert isinstance(move, TrickMove)
    found = referee(alone.options, running(alone), move, partial=True)
    return found.leader_without((found.winner,)) if found.winner else None

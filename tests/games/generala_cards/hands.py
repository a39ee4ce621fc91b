"""A whole hand of Générala, trick by trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scorekeeper.games.generala_cards.strategy import random_trick
from scorekeeper.rules import generala_cards
from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.contract import Seats
from scorekeeper.rules.generala_cards.state import State

GAME = generala_cards.GAME


def state_of(
    count: int, entries: Sequence[Mapping[str, Any]] = (), options: Mapping[str, Any] | None = None
) -> State:
    """A game with so many players after some entries; the players are "1", "2" and so on."""
    seats = Seats(tuple(str(number) for number in range(1, count + 1)))
    state = GAME.start(GAME.resolve(options or {}), seats)
    for entry in entries:
        state = GAME.apply(state, GAME.parse(entry))
    return state


def follows_with_joker(trick: Mapping[str, Any]) -> bool:
    """Return whether a player without the suit played a joker."""
    led, *others = [card for _player, card in trick["trick"]]
    return not is_joker(led) and any(is_joker(card) for card in others)


def hand_after(state: State, *, most: int, joker: bool = False) -> list[dict[str, Any]]:
    """Return the tricks of the next hand that ends within so many tricks; the last one ends it.

    `joker`: one in which a player without the suit plays one.
    """
    for seed in range(1000):
        played, tricks, chance = state, list[dict[str, Any]](), Random(seed)
        while len(tricks) < most:
            tricks.append(random_trick(played, chance))
            played = GAME.apply(played, GAME.parse(tricks[-1]))
            if played.running is None:
                break
        if played.running is None and (not joker or any(map(follows_with_joker, tricks))):
            return tricks
    raise AssertionError(f"no hand of {most} tricks")

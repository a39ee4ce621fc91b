"""What a hand of Générala brings, in a form that is small enough for a phone without signal.

The rules decide every result on an example of its kind. A kind is the number of players in the game (two, or more) and
how the hand ended; the loser and the champion follow from the order in which the players ran out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rules.contract import Options, Seats
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.fields import HandFields
from scorekeeper.rules.generala_cards.hand import next_dealer
from scorekeeper.rules.generala_cards.state import State

Groups = list[list[str]]


def kind_of(players: int, left: int, last: int) -> str:
    """Return the kind of a complete hand.

    `players`: their number in the game. `left`: the number of those with cards. `last`: of those who ran out last.
    """
    if players == 2:
        return "one" if left else "both"
    if not left:
        return "all"
    return "left+" if last > 1 else "left"


def kinds(options: Options, seats: Seats) -> dict[str, dict[str, Any]]:
    """Return by kind whether a player "lost", is "champion", and whether the loser "deals".

    The loser is the player left with cards, of all out the last one named; the champion is the first one named.
    """
    found = {}
    names = ["left", "left+", "all"] if len(seats.players) > 2 else []
    if not names or options["elimination"]:
        names += ["one", "both"]
    for kind in names:
        fields = fields_after(options, seats, kind)
        state = _example(options, seats, kind)[0]
        lost = fields.lost
        found[kind] = {
            "lost": lost is not None,
            "champion": fields.champion is not None,
            "deals": lost is not None
            and all(next_dealer(replace(state, dealer=dealer), lost)[0] == lost for dealer in seats.players),
        }
    return found


def dealers(options: Options, seats: Seats) -> dict[str, list[str]]:
    """Return the next dealers by dealer if the loser does not deal: the first in the game deals.

    If none is, the first of them deals.
    """
    found: dict[str, list[str]] = {}
    for dealer in seats.players:
        state, order = replace(GAME.start(options, seats), dealer=dealer), list[str]()
        while state.players:
            after = next_dealer(state, None)[0]
            if after in order:
                break
            order.append(after)
            state = replace(state, dropped=(*state.dropped, after))
        found[dealer] = order
    return found


def fields_after(options: Options, seats: Seats, kind: str) -> HandFields:
    """Return the fields of an example of a kind."""
    state, out = _example(options, seats, kind)
    return HandFields.of(GAME.choices(state, partial={"out": out})[0])


def _example(options: Options, seats: Seats, kind: str) -> tuple[State, Groups]:
    """Return a state and a complete hand of a kind."""
    state = GAME.start(options, seats)
    if kind in ("one", "both"):
        state = replace(state, dropped=seats.players[2:])
        one, other = state.players
        return state, [[one]] if kind == "one" else [[one, other]]
    *others, last = state.players
    if kind == "all":
        return state, [[*others, last]]
    return state, [others] if kind == "left+" else [[player] for player in others]

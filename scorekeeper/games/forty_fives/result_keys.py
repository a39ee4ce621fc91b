"""Keys of a round of Forty-fives by its result: its tricks and the best trump."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices, no_such_key, number_in
from scorekeeper.rules.contract import RuleError
from scorekeeper.rules.forty_fives.known import trick_refusal
from scorekeeper.rules.forty_fives.move import TRICKS

from . import disputed_trick
from .draft import fields_of, holes_of, known_plays, place_of, shown_tricks, with_entry, with_settled_best

NOBODY = "nobody"


def took(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Enter the winner of the next trick, unless its known cards say otherwise."""
    fields = fields_of(drafted)
    if fields.by_cards or fields.needs == "bid" or rest not in drafted.table.names:
        raise no_such_key()
    if len(fields.winners) == TRICKS:
        raise RuleError("tricks_taken")
    if refused := trick_refusal(fields.known, place_of(drafted), rest):
        raise refused
    return _with_winner(drafted, rest)


def keep(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Enter the winner of the disputed trick, and keep its cards."""
    winner = disputed_trick.winner_to_enter(drafted, rest)
    known = _with_cards(drafted, place_of(drafted), disputed_trick.plays(drafted))
    return _with_winner(replace(drafted, data={**drafted.data, "known": known}), winner)


def off(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Remove a trick and ask for it next; the others keep their places.

    The best trump goes too, if its owner has no trick left, and so do the cards of a disputed trick.
    """
    tricks, holes, place = [*drafted.entry.get("tricks", ())], holes_of(drafted), number_in(rest)
    index = place - sum(hole < place for hole in holes)
    if fields_of(drafted).by_cards or index >= len(tricks) or place in holes:
        raise no_such_key()
    del tricks[index]
    holes = sorted([*holes, place])
    while holes and holes[-1] == len(tricks) + len(holes) - 1:
        holes.pop()
    owner = drafted.entry.get("best")
    lost = {} if owner is None or owner in tricks else {"best": ...}
    data = with_entry(drafted, tricks=tricks, **lost) | {"holes": holes}
    if "known" not in data:
        return data
    entered = shown_tricks(drafted)[place : place + 1]
    return data | {"known": _with_cards(drafted, place, entered[0] if entered else [])}


def best(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Enter the player with the best trump, or none; the same key again removes the answer."""
    fields = fields_of(drafted)
    if fields.by_cards or len(fields.winners) < TRICKS:
        raise no_such_key()
    player = None if rest == NOBODY else rest
    if drafted.entry.get("best", ...) == player:
        return with_entry(drafted, best=...)
    return with_entry(drafted, best=player)


def _with_winner(drafted: DraftChoices, winner: str) -> dict[str, Any]:
    tricks, holes = [*drafted.entry.get("tricks", ())], holes_of(drafted)
    tricks.insert(place_of(drafted), winner)
    return with_settled_best(drafted, with_entry(drafted, tricks=tricks) | {"holes": holes[1:]})


def _with_cards(drafted: DraftChoices, place: int, plays: list[Any]) -> dict[str, Any]:
    """Return the known cards with those of one trick."""
    played = known_plays(drafted)
    played += [[] for _missing in range(TRICKS - len(played))]
    played[place] = plays
    return {"played": played}

"""The entries of Générala: a hand by its result, one trick by its cards, or the agreed end.

This module only reads and writes entries; `hand` and `trick` judge them. The same functions read a partial entry:
the list of cards may be empty, and the card picked up may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules import move_fields
from scorekeeper.rules.cards import Pack, pack, parse_card
from scorekeeper.rules.contract import InvalidMoveError

PACK: Pack = pack(jokers=2)
MOST_PLAYERS = 10

Play = tuple[str, str]

_HAND = frozenset({"out", "rest", "note"})
_TRICK = frozenset({"trick", "took", "out", "note"})
_END = frozenset({"end", "note"})
_TOOK = frozenset({"player", "card"})


@dataclass(frozen=True, slots=True)
class HandMove:
    """The players who ran out of a hand, in order; those of one group on the same trick.

    `rest`: the hand was started by tricks, and `out` has the players who ran out after the last of them.
    """

    out: tuple[tuple[str, ...], ...]
    note: str = ""
    rest: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """All players that the entry names."""
        return tuple(player for group in self.out for player in group)


@dataclass(frozen=True, slots=True)
class TrickMove:
    """One trick: the plays in order.

    `took`: the player who could not follow and the card picked up, "" while it is missing. `out`: the players whose
    last card this was.
    """

    trick: tuple[Play, ...]
    took: Play | None = None
    out: tuple[str, ...] = ()
    note: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All players that the entry names."""
        taker = (self.took[0],) if self.took else ()
        return (*(player for player, _ in self.trick), *taker, *self.out)


@dataclass(frozen=True, slots=True)
class EndMove:
    """The end by agreement: of a game without elimination, or of any game as it stands."""

    note: str = ""
    kind: str = move_fields.AGREED


Move = HandMove | TrickMove | EndMove


def parse_move(data: object, *, partial: bool = False) -> Move:
    """Return the move of an entry, or with `partial` of a partial entry.

    Raises InvalidMoveError: the codes of `move_fields`, `hand_or_trick` (neither), `bad_out_groups`, `bad_trick`,
    `bad_play`, `bad_out`, `unknown_end`, `unknown_card`.
    """
    if not isinstance(data, dict):
        raise InvalidMoveError("not_an_object")
    if "end" in data:
        return _end(move_fields.as_object(data, _END))
    if "trick" in data:
        return _trick(move_fields.as_object(data, _TRICK), partial)
    found = move_fields.as_object(data, _HAND)
    if "out" not in found:
        raise InvalidMoveError("hand_or_trick")
    return HandMove(_groups(found["out"], partial), move_fields.note(found), move_fields.flag(found, "rest"))


def dump_move(move: Move) -> dict[str, Any]:
    """Return the entry of a move, without empty fields."""
    data: dict[str, Any] = {}
    if isinstance(move, HandMove):
        data["out"] = [list(group) for group in move.out]
        if move.rest:
            data["rest"] = True
    elif isinstance(move, EndMove):
        data["end"] = move.kind
    else:
        data["trick"] = [list(play) for play in move.trick]
        if move.took is not None:
            player, card = move.took
            data["took"] = {"player": player, "card": card} if card else {"player": player}
        if move.out:
            data["out"] = list(move.out)
    return data | ({"note": move.note} if move.note else {})


def _end(found: Mapping[str, Any]) -> EndMove:
    if found["end"] not in (move_fields.AGREED, move_fields.AS_IT_STANDS):
        raise InvalidMoveError("unknown_end")
    return EndMove(move_fields.note(found), str(found["end"]))


def _trick(found: Mapping[str, Any], partial: bool) -> TrickMove:
    # a card can be picked up only once there is one on the table
    plays = _plays(found["trick"], partial and "took" not in found)
    took = _took(found["took"], partial) if "took" in found else None
    out = found.get("out", [])
    if not _are_names(out):
        raise InvalidMoveError("bad_out")
    return TrickMove(plays, took, tuple(out), move_fields.note(found))


def _plays(data: object, partial: bool) -> tuple[Play, ...]:
    if not isinstance(data, list) or not (data or partial) or len(data) > MOST_PLAYERS:
        raise InvalidMoveError("bad_trick")
    for play in data:
        if not isinstance(play, list) or len(play) != 2 or not isinstance(play[0], str):
            raise InvalidMoveError("bad_play")
    return tuple((player, parse_card(card, PACK)) for player, card in data)


def _took(data: object, partial: bool) -> Play:
    found = move_fields.as_object(data, _TOOK)
    player = move_fields.name(found, "player")
    if partial and "card" not in found:
        return player, ""
    move_fields.name(found, "card")
    return player, parse_card(found["card"], PACK)


def _groups(data: object, partial: bool) -> tuple[tuple[str, ...], ...]:
    if not isinstance(data, list) or not (data or partial) or len(data) > MOST_PLAYERS:
        raise InvalidMoveError("bad_out_groups")
    if not all(group and _are_names(group) for group in data):
        raise InvalidMoveError("bad_out_groups")
    return tuple(tuple(group) for group in data)


def _are_names(data: object) -> bool:
    if not isinstance(data, list) or len(data) > MOST_PLAYERS:
        return False
    return all(isinstance(name, str) for name in data)

"""The choices for the next line of Generals and Majors, and the effect of a turn so far.

`partial` is a partial transcript entry of a turn; `player` may be left out, and two more things may be in it: a
cancellation whose `theirs` is empty means "this army cancels nothing" (if that is optional), and `group`: {"mine":
[...], "theirs": [...]} is a cancellation that is being entered card by card; meanwhile nothing is chosen beside it.

The answer holds, for the player of the turn and with the same `TurnFields`:

- "card" if a card may still be laid: `cards` are the commanders (while none was laid) and the armies that can be
  paid now
- "cancel" if a cancellation is to be chosen
- "turn" if the turn may be written as it is: `fields.entry` is its entry

Or "colour" alone, with a card in `cards` that must be bound first (`ColourFields`). A colour that is the only
possible one is chosen already, and so is a cancellation that no other competes with; among several the player
chooses. After an empty entry "redeal", "concede" and, if no card is left to draw, "end" follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.rules.contract import Choice, IllegalMoveError

from . import turn as playing
from .choice_fields import ColourFields, LineFields
from .fields import turn_fields
from .move import CONCEDE, END, REDEAL, TURN, Move, dump_move, parse_move
from .partial_turn import Unbound, begin, bind
from .points import pack_of
from .sheet import facts
from .table import Table, place_of


def choices(table: Table, *, player: str | None, partial: Mapping[str, Any] | None) -> tuple[Choice, ...]:
    """Return the choices for the next line, as described above.

    Raises MoveError if no entry may start with `partial`.
    """
    if table.ended:
        return ()
    found = dict(partial or {})
    group = found.pop("group", None)
    move = parse_move(found, draft=True)
    turn = table.seats.players[table.turn]
    move = move._replace(player=move.player or player or turn)
    if move.kind != TURN:
        return (_other(table, move),)
    place = place_of(table, move.player)
    if partial is not None and place != table.turn:
        raise IllegalMoveError("not_your_turn", player=move.player, turn=turn)
    offered = tuple(_turn(table, move, group)) if place == table.turn else ()
    return offered if partial else (*offered, *_others(table, player))


def _other(table: Table, move: Move) -> Choice:
    """Return the choice of a redeal, a concession or the end, if it is legal."""
    if move.kind == REDEAL:
        playing.redeal(table, place_of(table, move.player))
    if move.kind == END:
        playing.run_out(table)
    player = None if move.kind == END else table.seats.players[place_of(table, move.player)]
    return Choice(move.kind, player, fields=LineFields(entry=dump_move(move), **facts(table)))


def _others(table: Table, player: str | None) -> Iterator[Choice]:
    for each, side in zip(table.seats.players, table.sides, strict=True):
        if player in (None, each):
            if not side.turns:
                yield _other(table, Move(REDEAL, each))
            yield _other(table, Move(CONCEDE, each))
    with suppress(IllegalMoveError):  # refused while there are cards to draw
        yield _other(table, Move(END))


def _turn(table: Table, move: Move, group: object) -> Iterator[Choice]:
    """Yield the next choices of the turn being entered."""
    bound = bind(table, move)
    if isinstance(bound, Unbound):
        fields = ColourFields(field=bound.field, colours=bound.colours)
        yield Choice("colour", move.player, fields=fields, cards=(bound.card,))
        return
    turn = turn_fields(begin(table, bound, choose=group is None), group)
    cards = pack_of(table.options).sort({*turn.commanders, *turn.payable})
    if cards:
        yield Choice("card", move.player, fields=turn, cards=cards)
    yield Choice("turn" if turn.complete else "cancel", move.player, fields=turn)

"""Generals and Majors: what may be written next, and what a turn that is only begun brings.

`begun` is a turn as far as it is laid, in the words of a transcript; `player` may be left out, and two things are
said beside it: a cancellation whose `theirs` is empty means "this army cancels nothing" (where that is optional),
and `group`: {"mine": [...], "theirs": [...]} is a cancellation that is being put together card by card; while it
is, nothing is chosen beside it.

The answer holds, for the player of the turn and with the same `fields`:
- "card" where a card may still be laid: `cards` are the commanders (while none was laid) and the armies that can
  be paid now;
- "cancel" where a cancellation is to be chosen;
- "turn" where the turn may be written as it stands: `fields["entry"]` is its entry.
Or "colour" alone, where `cards` holds a card that must be bound first: `fields` are `field` ("colour" or "pays")
and `colours`. A colour that is alone possible is chosen already, and so is a cancellation that nothing competes
with; among several the player chooses. Where nothing is begun, "redeal", "concede" and,
where no card is left to draw, "end" follow.

`fields` of a turn: `player`, `opponent`, `commander`, `armies` (as laid, colours chosen), `commanders` (those that
may be laid), `payable`, `unpayable` (each `card`, `missing`, `colours`: so many points more, of any one of these;
0 for a joker that no army gives a value), `seen` (cards that lie on the table or in this turn), `points_before`,
`points` (after the commander), `need` (what the armies cost), `reach` (the largest army of each colour that can
still be paid), `cancellations` (one an army of the turn: `army`, `sets` each with `mine` and `theirs`, `chosen`,
`none`), `cancel` (chosen so far), `to_choose` (armies that wait for a choice), `optional`, `more` (there are more
sets than listed), `group` (where begun: `mine`, `theirs`, their sums as `worth`, `may_join`, `fits`), `complete`,
`entry`, `hand` (cards in hand once drawn, as counted), `over_hand` (more are laid), `before` and `after`
(`strengths`, `lead`, `grace`; after also `saved` and `won_by`), and the facts of the whole table (see the sheet).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.rules.contract import Choice, IllegalMoveError

from . import turn as playing
from .begun import Unbound, begin, bind
from .fields import turn_fields
from .move import CONCEDE, END, REDEAL, TURN, Move, dump_move, parse_move
from .points import pack_of
from .sheet import facts
from .table import Table, place_of


def choices(table: Table, *, player: str | None, begun: Mapping[str, Any] | None) -> tuple[Choice, ...]:
    """What may be written next: see above. Raises MoveError where no entry may begin so."""
    if table.ended:
        return ()
    found = dict(begun or {})
    group = found.pop("group", None)
    move = parse_move(found, draft=True)
    turn = table.seats.players[table.turn]
    move = move._replace(player=move.player or player or turn)
    if move.kind != TURN:
        return (_other(table, move),)
    place = place_of(table, move.player)
    if begun is not None and place != table.turn:
        raise IllegalMoveError("not_your_turn", player=move.player, turn=turn)
    offered = tuple(_turn(table, move, group)) if place == table.turn else ()
    return offered if begun else (*offered, *_others(table, player))


def _other(table: Table, move: Move) -> Choice:
    """A line that is no turn, where it may be written."""
    if move.kind == REDEAL:
        playing.redeal(table, place_of(table, move.player))
    if move.kind == END:
        playing.run_out(table)
    player = None if move.kind == END else table.seats.players[place_of(table, move.player)]
    return Choice(move.kind, player, fields={"entry": dump_move(move)} | facts(table))


def _others(table: Table, player: str | None) -> Iterator[Choice]:
    for each, side in zip(table.seats.players, table.sides, strict=True):
        if player in (None, each):
            if not side.turns:
                yield _other(table, Move(REDEAL, each))
            yield _other(table, Move(CONCEDE, each))
    with suppress(IllegalMoveError):  # there are cards to draw
        yield _other(table, Move(END))


def _turn(table: Table, move: Move, group: object) -> Iterator[Choice]:
    """How a turn that is begun may go on."""
    bound = bind(table, move)
    if isinstance(bound, Unbound):
        fields = {"field": bound.field, "colours": bound.colours}
        yield Choice("colour", move.player, fields=fields, cards=(bound.card,))
        return
    fields = turn_fields(begin(table, bound, choose=group is None), group)
    cards = pack_of(table.options).sort({*fields["commanders"], *fields["payable"]})
    if cards:
        yield Choice("card", move.player, fields=fields, cards=cards)
    yield Choice("turn" if fields["complete"] else "cancel", move.player, fields=fields)

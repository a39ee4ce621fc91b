"""The turn being entered in Generals and Majors, completed as far as the rules allow.

A choice with one possibility only is made already: the only colour that can pay, a cancellation that no other
competes with. Among several possibilities the player chooses.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from scorekeeper.rules.contract import IllegalMoveError

from . import cancel as cancelling
from . import turn as playing
from .cancel import Field
from .move import ARMY, COMMANDER, Cancellation, Card, Move
from .points import FIXED
from .table import Table


class Unbound(NamedTuple):
    """A card that must first be bound to one of several colours.

    `field`: the name of the entry's field for the colour.
    """

    card: str
    field: str
    colours: list[str]


class PartialTurn(NamedTuple):
    """A turn as far as it is entered.

    `move`: the cards laid and the choices made. `laid`: the table with these cards and nothing cancelled yet.
    `left`: the armies that may still cancel each other. `sets`: the possible cancellations; `more`: not all of them
    are listed. `able`: the armies of the turn that wait for a choice. `none`: the armies chosen to cancel nothing.
    """

    table: Table
    move: Move
    laid: Table
    left: Field
    sets: list[Cancellation]
    more: bool
    able: list[str]
    none: frozenset[str]


def bind(table: Table, move: Move) -> Move | Unbound:
    """Return the turn with every card bound that has one possible colour only.

    If a card has two possible colours, return the first such card instead.
    """
    commander = move.commander
    if commander and playing.is_unbound(table.options, commander, COMMANDER):
        playing.laid(table, table.turn, commander._replace(bound=FIXED[0]), ())
        return Unbound(commander.card, "colour", list(FIXED))
    armies: list[Card] = []
    for army in move.armies:
        ways = _ways(table, army)
        if len(ways) > 1:
            later = move.armies[len(armies) + 1 :]
            lies = [each for each in ways if _lies(table, move, [*armies, each])]
            ways = (
                [each for each in lies if _may_follow(table, move, [*armies, each], later)]
                or lies
                or ways[:1]
            )
        if len(ways) > 1:
            return Unbound(army.card, "pays", [each.bound for each in ways])
        armies += ways
    return move._replace(armies=tuple(armies))


def _ways(table: Table, army: Card) -> list[Card]:
    """Return an army with each colour that it may still be bound to, or as it is."""
    if playing.is_unbound(table.options, army, ARMY):
        return [army._replace(bound=colour) for colour in FIXED]
    return [army]


def _may_follow(table: Table, move: Move, armies: list[Card], later: tuple[Card, ...]) -> bool:
    """Return whether the later armies can be paid in some colours beside these."""
    if not later:
        return _lies(table, move, armies)
    return any(_may_follow(table, move, [*armies, each], later[1:]) for each in _ways(table, later[0]))


def _lies(table: Table, move: Move, armies: list[Card]) -> bool:
    try:
        playing.laid(table, table.turn, move.commander, armies)
    except IllegalMoveError:
        return False
    return True


def begin(table: Table, move: Move, *, choose: bool) -> PartialTurn:
    """Lay the cards and check the chosen cancellations.

    Raises IllegalMoveError.

    With `choose`, cancellations without a competing one are chosen.
    """
    optional = table.options["cancel_choice"] == "optional"
    laid = playing.laid(table, table.turn, move.commander, move.armies)
    left = playing.field_of(laid, table.turn)
    chosen = [each for each in move.cancel if each.theirs]
    for each in chosen:
        cancelling.check(left, each)
        left = left.without([each])
    none = frozenset(card for each in move.cancel if not each.theirs for card in each.mine)
    for card in sorted(none):
        if not optional or card not in left.fresh:
            raise IllegalMoveError(
                "cancel_needed" if card in left.fresh else "not_yours_to_cancel", card=card
            )
    sets, more = cancelling.sets(left)
    if choose and not optional and not more:
        wanted = Counter(card for each in sets for card in (*each.mine, *each.theirs))
        alone = [each for each in sets if all(wanted[card] == 1 for card in (*each.mine, *each.theirs))]
        chosen, left = [*chosen, *alone], left.without(alone)
        sets = [each for each in sets if each not in alone]
    able = [card for card in cancelling.able(left) if card not in none]
    sets = [each for each in sets if not none.intersection(each.mine)]
    return PartialTurn(table, move._replace(cancel=tuple(chosen)), laid, left, sets, more, able, none)

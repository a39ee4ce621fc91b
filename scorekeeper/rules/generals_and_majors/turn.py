"""The effect of a line of Generals and Majors: deploying, paying, cancelling, turn of grace.

The steps are separate functions, so that the effect of a partial turn can be shown before it is written: `laid`
puts the cards down and checks that they are paid, `turned_down` cancels, `closed` checks the lead and passes the
turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.rules.cards import STARS, each_once, is_joker, suit_of
from scorekeeper.rules.contract import CONCEDED, IllegalMoveError, Options
from scorekeeper.rules.move_fields import AGREED

from . import cancel as cancelling
from .cancel import Field
from .move import ARMY, COMMANDER, Cancellation, Card, Move
from .points import Placed, Points, needs, pack_of, shortage
from .table import HAND, Army, Commander, Side, Table, drawn, lead, played, points_of, seen, values

LEAD, NO_CARDS, DRAW = "lead", "no_cards", "draw"


def take_turn(table: Table, move: Move) -> Table:
    """Return the table after a turn, or raise IllegalMoveError."""
    place = table.turn
    after = laid(table, place, move.commander, move.armies)
    field = field_of(after, place)
    for each in move.cancel:
        cancelling.check(field, each)
        field = field.without([each])
    if table.options["cancel_choice"] == "deployer":
        for card in cancelling.able(field):
            raise IllegalMoveError("cancel_needed", card=card)
    return closed(turned_down(after, place, move.cancel), place)


# --- deploying ---


def laid(table: Table, place: int, commander: Card | None, armies: Iterable[Card]) -> Table:
    """Return the table after a card was drawn and these cards were deployed and paid.

    The commander counts at once; each army is paid together with those before it. Raises IllegalMoveError:
    `card_not_in_pack`, `card_twice`, `hand_too_small` (`hand`), `cannot_pay` (`card`, `missing`, `colours`),
    `colour_needed`, `pays_needed`, `colour_not_fixed`, `joker_alone`.
    """
    armies = tuple(armies)
    cards = (*((commander,) if commander else ()), *armies)
    for each in cards:
        if each.card not in pack_of(table.options):
            raise IllegalMoveError("card_not_in_pack", card=each.card)
    each_once([each.card for each in cards], seen(table))
    _bound_as_agreed(table.options, commander, armies)
    table = drawn(table, place)
    if len(cards) > most_to_lay(table, place):
        raise IllegalMoveError("hand_too_small", hand=table.sides[place].hand)
    table = played(table, place, len(cards))
    side = table.sides[place]
    if commander:
        fresh = Commander(commander.card, table.moves, commander.bound)
        side = side._replace(commanders=(*side.commanders, fresh))
    side = side._replace(
        armies=(*side.armies, *(Army(each.card, table.moves, each.bound) for each in armies))
    )
    table = table.with_side(place, side)
    _see_worth(side, table.moves)
    _see_paid(table, place)
    return table


def most_to_lay(table: Table, place: int) -> int:
    """Return the number of cards that this player may lay after the draw: those in hand.

    Version 1 did not count.
    """
    return table.sides[place].hand if table.options.version >= 2 else len(pack_of(table.options))


def _bound_as_agreed(options: Options, commander: Card | None, armies: Iterable[Card]) -> None:
    """Check that stars are bound to a colour if the house rule says so; a commander only then."""
    if commander and commander.bound and not options["hard"]:
        raise IllegalMoveError("colour_not_fixed", card=commander.card)
    if commander and is_unbound(options, commander, COMMANDER):
        raise IllegalMoveError("colour_needed", card=commander.card)
    for army in armies:
        if is_unbound(options, army, ARMY):
            raise IllegalMoveError("pays_needed", card=army.card)


def is_unbound(options: Options, card: Card, role: str) -> bool:
    """Return whether a card must still be bound to a colour.

    A joker that commands may serve both.
    """
    if not options["hard"] or card.bound:
        return False
    return suit_of(card.card) == STARS or (is_joker(card.card) and role == ARMY)


def _see_worth(side: Side, line: int) -> None:
    """Raise `joker_alone` for a joker of this line without another army that gives it a value."""
    worth = values(side.armies)
    for army in side.armies:
        if army.line == line and not worth[army.card]:
            raise IllegalMoveError("joker_alone", card=army.card)


# --- paying ---


def costs(table: Table, place: int) -> tuple[tuple[Placed, ...], dict[str, int], int]:
    """Return the armies to be paid, the cost of each, and the number laid before this turn."""
    side = table.sides[place]
    counted = table.options["command_limit"] == "cumulative"
    armies = [army for army in side.armies if counted or army.line == table.moves]
    before = sum(army.line != table.moves for army in armies)
    return tuple((army.card, army.bound) for army in armies), values(side.armies), before


def need_of(table: Table, place: int) -> Points:
    """Return the armies' need of points."""
    armies, worth, _ = costs(table, place)
    return needs(armies, worth)


def _see_paid(table: Table, place: int) -> None:
    """Raise `cannot_pay` for the first army of the turn that the points cannot pay."""
    armies, worth, before = costs(table, place)
    points = points_of(table.sides[place], table.options)
    for count in range(before + 1, len(armies) + 1):
        missing, colours = shortage(needs(armies[:count], worth), points, hard=bool(table.options["hard"]))
        if missing:
            raise IllegalMoveError(
                "cannot_pay", card=armies[count - 1][0], missing=missing, colours=list(colours)
            )


# --- cancelling, closing ---


def field_of(table: Table, place: int) -> Field:
    """Return the armies that may cancel each other, once those of the turn have been laid."""
    mine, theirs = table.sides[place].armies, table.sides[1 - place].armies
    fresh = frozenset(army.card for army in mine if army.line == table.moves)
    # a joker has no value once the last army beside it is face down, so it cannot cancel
    counting = ({card: worth for card, worth in values(each).items() if worth} for each in (mine, theirs))
    return Field(next(counting), fresh, next(counting), table.options["cancel"] == "group_vs_group")


def turned_down(table: Table, place: int, cancelled: Iterable[Cancellation]) -> Table:
    """Return the table with these armies face down."""
    for each in cancelled:
        for side, cards in ((place, each.mine), (1 - place, each.theirs)):
            table = table.with_side(side, _down(table.sides[side], cards))
    return table


def _down(side: Side, cards: tuple[str, ...]) -> Side:
    found = {army.card: army for army in side.armies}
    return side._replace(
        armies=tuple(army for army in side.armies if army.card not in cards),
        down=(*side.down, *(found[card] for card in cards)),
    )


def closed(table: Table, place: int) -> Table:
    """Return the table after the end of the turn.

    A lead that lasts through the turn of grace wins, a new one gives the opponent a turn of grace.
    """
    side, other, most = table.sides[place], 1 - place, table.options.number("lead")
    table = table.with_side(place, side._replace(turns=side.turns + 1, line=table.moves))
    table = table._replace(moves=table.moves + 1, turn=other)
    if table.grace == other and lead(table, other) >= most:
        return table._replace(ended=LEAD, winner=other)
    return table._replace(grace=place if lead(table, place) >= most else None)


# --- other lines ---


def redeal(table: Table, place: int) -> Table:
    """Exchange a hand without a commander for seven new cards.

    Code `redeal_too_late` (`player`).
    """
    side = table.sides[place]
    if side.turns:
        raise IllegalMoveError("redeal_too_late", player=table.seats.players[place])
    table = table._replace(moves=table.moves + 1, discards=table.discards + side.hand)
    table = table.with_side(place, side._replace(hand=0, line=table.moves - 1))
    return drawn(table, place, HAND)


def concede(table: Table, place: int) -> Table:
    """Return the table after this player gave up."""
    table = table.with_side(place, table.sides[place]._replace(line=table.moves))
    return table._replace(moves=table.moves + 1, ended=CONCEDED, winner=1 - place)


def run_out(table: Table) -> Table:
    """End the game without cards and play: the higher strength wins, equal ones draw.

    Code `cards_left` (`stock`, `discards`). Version 1 accepted this at any time.
    """
    if table.options.version >= 2 and table.stock + table.discards:
        raise IllegalMoveError("cards_left", stock=table.stock, discards=table.discards)
    return _by_strength(table, NO_CARDS)


def end_as_it_stands(table: Table) -> Table:
    """End the game after any line: the higher strength wins, equal ones draw.

    Code `nothing_on_sheet`.
    """
    if not table.moves:
        raise IllegalMoveError("nothing_on_sheet")
    return _by_strength(table, AGREED)


def _by_strength(table: Table, reason: str) -> Table:
    ahead = lead(table, 0)
    reason, winner = (reason, 0 if ahead > 0 else 1) if ahead else (DRAW, None)
    return table._replace(moves=table.moves + 1, ended=reason, winner=winner)

"""The table of Generals and Majors: cards on it, and the number of cards out of sight.

All values are immutable. The game shows commanders and armies; hands, stock and discards are only counted. One card
is drawn a turn and a hand keeps seven at most, so each count follows from the lines. In version 1 the counts
forbade nothing: if one would fall below 0, the players had drawn more than the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.rules.cards import is_joker, rank_of
from scorekeeper.rules.contract import IllegalMoveError, Options, Seats

from .points import Placed, Points, command_points, pack_of

HAND = 7


class Commander(NamedTuple):
    """A commander, the line that deployed it, and the colour that it was bound to, if any."""

    card: str
    line: int
    bound: str = ""


class Army(NamedTuple):
    """An army, the line that deployed it, and the colour that pays for it if that was said."""

    card: str
    line: int
    bound: str = ""


class Side(NamedTuple):
    """One player's side of the table.

    `turns`: number of turns taken. `line`: the last line by this player.
    """

    commanders: tuple[Commander, ...] = ()
    armies: tuple[Army, ...] = ()
    down: tuple[Army, ...] = ()
    turns: int = 0
    hand: int = HAND
    line: int | None = None

    @property
    def laid(self) -> Iterable[Commander | Army]:
        return (*self.commanders, *self.armies, *self.down)


class Table(NamedTuple):
    """The state of a game.

    `turn`: the place of the player whose turn it is. `grace`: the place of the leader whose opponent has one turn
    left. `ended`: the reason, "" while the game is running. `winner`: a place, None in a draw.
    """

    options: Options
    seats: Seats
    sides: tuple[Side, Side]
    turn: int
    stock: int
    discards: int = 0
    grace: int | None = None
    moves: int = 0
    ended: str = ""
    winner: int | None = None

    def with_side(self, place: int, side: Side) -> Table:
        return self._replace(sides=(side, self.sides[1]) if place == 0 else (self.sides[0], side))


def opening(options: Options, seats: Seats) -> Table:
    """Return the table after the deal: seven cards each; the player who did not deal starts."""
    first = seats.players.index(seats.after(seats.first_dealer)[0])
    return Table(options, seats, (Side(), Side()), first, len(pack_of(options)) - 2 * HAND)


def place_of(table: Table, player: str) -> int:
    """Return the place of a player.

    Code `unknown_player`.
    """
    if player not in table.seats.players:
        raise IllegalMoveError("unknown_player")
    return table.seats.players.index(player)


def values(armies: Iterable[Army]) -> dict[str, int]:
    """Return the value of each face-up army: its number.

    A joker is always worth as much as the highest army beside it.
    """
    cards = [army.card for army in armies]
    numbers = {card: int(rank_of(card)) for card in cards if not is_joker(card)}
    highest = max(numbers.values(), default=0)
    return {card: numbers.get(card, highest) for card in cards}


def strength(side: Side) -> int:
    """Return the sum of the face-up armies."""
    return sum(values(side.armies).values())


def lead(table: Table, place: int) -> int:
    """Return how far this player is ahead, below zero when behind."""
    return strength(table.sides[place]) - strength(table.sides[1 - place])


def points_of(side: Side, options: Options) -> Points:
    """Return the command points of a side."""
    placed: tuple[Placed, ...] = tuple((each.card, each.bound) for each in side.commanders)
    return command_points(placed, options)


def seen(table: Table) -> frozenset[str]:
    """Return every card that was shown.

    Commanders and armies, face up or face down, stay on the table.
    """
    return frozenset(each.card for side in table.sides for each in side.laid)


# --- cards out of sight ---


def drawn(table: Table, place: int, count: int = 1) -> Table:
    """Return the table after this player drew cards.

    An empty stock is refilled from the discards; without either there is no card to draw.
    """
    stock, discards, hand = table.stock, table.discards, table.sides[place].hand
    for _ in range(count):
        if not stock:
            stock, discards = discards, 0
        if stock:
            stock, hand = stock - 1, hand + 1
    table = table._replace(stock=stock, discards=discards)
    return table.with_side(place, table.sides[place]._replace(hand=hand))


def played(table: Table, place: int, count: int) -> Table:
    """Return the table after `count` cards left this hand and those over seven were discarded."""
    hand = table.sides[place].hand - count
    table = table.with_side(place, table.sides[place]._replace(hand=min(max(hand, 0), HAND)))
    if hand >= 0:
        return table._replace(discards=table.discards + max(0, hand - HAND))
    from_stock = min(-hand, table.stock)
    from_discards = min(-hand - from_stock, table.discards)
    other = table.sides[1 - place]
    table = table.with_side(1 - place, other._replace(hand=other.hand - (-hand - from_stock - from_discards)))
    return table._replace(stock=table.stock - from_stock, discards=table.discards - from_discards)

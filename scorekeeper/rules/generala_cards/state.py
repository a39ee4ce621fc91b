"""The state of a game of Générala: finished hands, the running hand, and the players left."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.contract import Options, Seats

from .known import Known
from .move import PACK, Play

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick.

    `winner`: None if no card was left to win with. `line`: index of the move that wrote it.
    """

    plays: tuple[Play, ...]
    took: Play | None
    out: tuple[str, ...]
    winner: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A finished hand.

    `players`: the players in the game, by seat. `out`: the players who ran out, those of one group on the same
    trick. `lost`: the player left with cards, None without one. `line`: index of the move that ended it. `tricks`:
    empty if it was written by its result.
    """

    dealer: str
    leader: str
    players: tuple[str, ...]
    out: Groups
    lost: str | None
    line: int
    tricks: tuple[Trick, ...] = ()


@dataclass(frozen=True, slots=True)
class Running:
    """A hand that is played trick by trick.

    `leader`: leads the next trick. The places of `known` are those of `players`.
    """

    players: tuple[str, ...]
    leader: str
    known: Known
    tricks: tuple[Trick, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """Number of cards of each player."""
        return {player: self.known.count(place) for place, player in enumerate(self.players)}

    @property
    def out(self) -> Groups:
        """The players who ran out so far, trick by trick."""
        return tuple(trick.out for trick in self.tricks if trick.out)

    def picked_up_in(self, player: str, card: str) -> int:
        """Return the number of the last trick in which a player picked up a card, 0 if none."""
        tricks = enumerate(self.tricks, 1)
        return max((number for number, trick in tricks if trick.took == (player, card)), default=0)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    `dealer`: the dealer of the next or running hand, perhaps a player who has dropped out. `over`: the reason of
    the end. `moves`: number of lines written.
    """

    options: Options
    seats: Seats
    dealer: str
    hands: tuple[Hand, ...] = ()
    dropped: tuple[str, ...] = ()
    running: Running | None = None
    moves: int = 0
    over: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players still in the game, by seat."""
        return tuple(player for player in self.seats.players if player not in self.dropped)

    @property
    def leader(self) -> str:
        """The leader to the first trick of the hand: the nearest active player right of the dealer."""
        return next_in(self.seats, self.players, self.dealer)

    @property
    def eliminates(self) -> bool:
        """Return whether the player left with cards drops out."""
        return self.options["elimination"] is True


def next_in(seats: Seats, players: tuple[str, ...], player: str) -> str:
    """Return the nearest of `players` after a player, in order of play."""
    return next(each for each in seats.after(player) if each in players)


def deal(state: State) -> dict[str, int]:
    """Return the number of cards of each player: the whole pack dealt singly, leader first."""
    players = state.players
    first = players.index(state.leader)
    each, odd = divmod(len(PACK), len(players))
    return {player: each + ((place - first) % len(players) < odd) for place, player in enumerate(players)}

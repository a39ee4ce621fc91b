"""What a game of Générala holds: hands that are over, the hand that runs trick by trick, who has dropped out."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.contract import Options, Seats

from .known import Known
from .move import PACK, Play

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that was played. `winner` None: no card was left to win with. `line`: the move that wrote it."""

    plays: tuple[Play, ...]
    took: Play | None
    out: tuple[str, ...]
    winner: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that is over. `players`: who was in the game, by seat; `out`: who ran out, those of one group on
    the same trick; `lost`: who was left with cards, None without one; `line`: the move that ended it;
    `tricks`: empty where it was written by its result."""

    dealer: str
    leader: str
    players: tuple[str, ...]
    out: Groups
    lost: str | None
    line: int
    tricks: tuple[Trick, ...] = ()


@dataclass(frozen=True, slots=True)
class Running:
    """A hand that is played trick by trick. `leader`: who leads the next trick; the places of `known` are
    those of `players`."""

    players: tuple[str, ...]
    leader: str
    known: Known
    tricks: tuple[Trick, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many cards each holds."""
        return {player: self.known.count(place) for place, player in enumerate(self.players)}

    @property
    def out(self) -> Groups:
        """Who ran out so far, trick by trick."""
        return tuple(trick.out for trick in self.tricks if trick.out)


@dataclass(frozen=True, slots=True)
class State:
    """`dealer`: who deals the hand that comes or runs, who may have dropped out; `over`: why it ended;
    `moves`: how many lines were written."""

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
        """Who is still in the game, by seat."""
        return tuple(player for player in self.seats.players if player not in self.dropped)

    @property
    def leader(self) -> str:
        """Who leads to the first trick of the hand: the nearest at the dealer's right who is still in."""
        return next_in(self.seats, self.players, self.dealer)

    @property
    def eliminates(self) -> bool:
        """Whether the one who is left with cards drops out."""
        return self.options["elimination"] is True


def next_in(seats: Seats, players: tuple[str, ...], player: str) -> str:
    """The nearest of `players` after a player, in order of play."""
    return next(each for each in seats.after(player) if each in players)


def deal(state: State) -> dict[str, int]:
    """The number of cards of each player: the whole pack dealt singly, the leader first."""
    players = state.players
    first = players.index(state.leader)
    each, odd = divmod(len(PACK), len(players))
    return {player: each + ((place - first) % len(players) < odd) for place, player in enumerate(players)}

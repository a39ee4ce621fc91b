"""Matches: rematches that count together, such as best of three.

A match ends with the win that decides it; the next rematch begins another. A game without a single winning side counts
for nobody. Each game settles its own stake (docs/decisions/results.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import IntegerChoices

from .rematches import counts, load_games, players_of, rematches_before
from .table import Table


class Length(IntegerChoices):
    """Games to win in a match; 0: single games."""

    SINGLE = 0
    BEST_OF_THREE = 2
    BEST_OF_FIVE = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A match up to one of its games.

    `wins`: games won by each player, by key. `to_win`: wins that decide it. `game`: number of the game. `winners`:
    players of the side that has won it, empty while it goes on. `sides`: number of sides.
    """

    wins: dict[str, int]
    to_win: int
    game: int
    winners: frozenset[str]
    sides: int

    @property
    def most_games(self) -> int | None:
        """The most games without ties; None with more than two sides, which may take longer."""
        return 2 * self.to_win - 1 if self.sides == 2 else None


def match_of(table: Table) -> Match | None:
    """Return the match of a game up to it; None for a single game.

    At most three queries beyond those for one game.
    """
    session = table.session
    return _match(table, session.match_wins, session.match_game) if session.match_wins else None


def following(table: Table, length: int) -> tuple[int, int]:
    """The `match_wins` and `match_game` of the rematch of a game under a length.

    A single game becomes the first of the match. A game without a result is played again. A match that this length
    does not decide goes on; after a decided one another begins.
    """
    session = table.session
    if not length:
        return 0, 0
    number = session.match_game or 1
    if not counts(table):
        return length, number
    return length, 1 if _match(table, length, number).winners else number + 1


def _match(table: Table, to_win: int, number: int) -> Match:
    wins, winners = dict.fromkeys(table.names, 0), frozenset[str]()
    for game in _games(table):
        won = _winning_side(game)
        for seat in table.seats:
            wins[seat.key] += seat.player_id in won
        winners = winners or frozenset(key for key, count in wins.items() if count >= to_win)
    return Match(wins, to_win, number, winners, len(table.state.seats.sides))


def _games(table: Table) -> list[Table]:
    """The finished games of a match up to this one, oldest first; other players break it."""
    session = table.session
    if session.match_game <= 1:
        return [table] if counts(table) else []
    keys = [key for key, _version in rematches_before(session)]
    found = list[Table]()
    for game in [table, *load_games(keys[1:])]:
        if players_of(game) != players_of(table):
            break
        found.append(game)
        if game.session.match_game <= 1:
            break
    return [game for game in reversed(found) if counts(game)]


def _winning_side(table: Table) -> frozenset[int]:
    """The ids of the players of the only side that won; empty for a shared win and a draw."""
    outcome = table.outcome
    if outcome is None:
        return frozenset()
    won = [side for side in outcome.sides if set(side) & set(outcome.winners)]
    return frozenset(table.seat(key).player_id for key in won[0]) if len(won) == 1 else frozenset()


def length_named(text: str, default: int) -> int:
    """The length with this value; the default for any other text."""
    return int(text) if text in map(str, Length.values) else default

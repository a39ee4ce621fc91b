"""Seats: the players in order of play, the partnerships, the first dealer."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import SetupError


@dataclass(frozen=True, slots=True)
class Seats:
    """The players in order of play, the partnerships if any, and the first dealer (card games)."""

    players: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...] = ()
    dealer: str | None = None

    def __post_init__(self) -> None:
        if not self.players or len(set(self.players)) != len(self.players):
            raise SetupError("bad_players")
        if self.teams:
            seated = [player for team in self.teams for player in team]
            if sorted(seated) != sorted(self.players) or len({len(team) for team in self.teams}) != 1:
                raise SetupError("bad_teams")
        if self.dealer is not None and self.dealer not in self.players:
            raise SetupError("bad_dealer")

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The parties of the game in seat order: the teams, else every player alone."""
        return self.teams or tuple((player,) for player in self.players)

    def check_number(self, players: range) -> None:
        """Check the number of players.

        Raises SetupError `bad_player_count` (`least`, `most`).
        """
        if len(self.players) not in players:
            raise SetupError("bad_player_count", least=players[0], most=players[-1])

    def check_alone(self) -> None:
        """Check that there are no partnerships, for a game without them.

        Raises SetupError `bad_teams`.
        """
        if any(len(team) > 1 for team in self.teams):
            raise SetupError("bad_teams")

    def after(self, player: str) -> tuple[str, ...]:
        """Return all players in order of play, starting after `player`."""
        place = self.players.index(player) + 1
        return self.players[place:] + self.players[:place]

    @property
    def first_dealer(self) -> str:
        """The first dealer, by default the last player, so that the first player leads."""
        return self.dealer or self.players[-1]

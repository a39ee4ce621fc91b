"""Short notation for rounds of Forty-fives."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.contract import Choice, MoveError, Seats
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.fields import RoundFields


class Table:
    """A running game; `players`: a letter each; `teams`: "AC BD"."""

    def __init__(
        self,
        players: str = "AB",
        teams: str = "",
        dealer: str | None = None,
        version: int | None = None,
        **options: Any,
    ) -> None:
        sides = tuple(tuple(team) for team in teams.split())
        self.options = GAME.resolve(options, version)
        self.state = GAME.start(self.options, Seats(tuple(players), sides, dealer))

    def result(self, tricks: str, best: str | None = None, trump: str = "S", **more: Any) -> list[int]:
        """Write a round by its result ("AABAC"); return the points of each player."""
        return self.take({"trump": trump, "tricks": list(tricks), "best": best, **more})

    def cards(self, *tricks: str, **more: Any) -> list[int]:
        """Write a round by cards: tricks "A KH 2H ...", each with its leader first, then in order."""
        return self.take({"tricks": self.tricks(*tricks), **more})

    def tricks(self, *tricks: str) -> list[list[list[str]]]:
        found = []
        for trick in tricks:
            leader, *cards = trick.split()
            order = (*self.order(leader), *[leader] * 20)
            found.append([[player, card] for player, card in zip(order, cards, strict=False)])
        return found

    def order(self, leader: str) -> tuple[str, ...]:
        players = self.state.seats.players
        place = players.index(leader)
        return players[place:] + players[:place]

    def take(self, entry: dict[str, Any]) -> list[int]:
        self.state = GAME.apply(self.state, GAME.parse(entry))
        return list(self.state.rounds[-1].gains)

    def refused(self, entry: dict[str, Any]) -> str:
        """The code under which a round is refused."""
        with pytest.raises(MoveError) as caught:
            GAME.apply(self.state, GAME.parse(entry))
        return caught.value.code

    def refused_cards(self, *tricks: str, **more: Any) -> str:
        return self.refused({"tricks": self.tricks(*tricks), **more})

    @property
    def scores(self) -> list[int]:
        return list(GAME.scores(self.state).values())

    @property
    def revokes(self) -> list[tuple[str, int, str]]:
        rows = GAME.report(self.state)["rounds"][-1]["revokes"]
        return [(row["player"], row["trick"], row["card"]) for row in rows]

    def ended(self) -> tuple[str, str] | None:
        outcome = GAME.outcome(self.state)
        return (outcome.reason, "".join(outcome.winners)) if outcome else None


def ask(table: Table, **partial: Any) -> tuple[Choice, ...]:
    return GAME.choices(table.state, partial=partial)


def by_result(table: Table, tricks: str = "", **partial: Any) -> RoundFields:
    return RoundFields.of(ask(table, trump="S", tricks=list(tricks), **partial)[0])


def by_cards(table: Table, *tricks: str, **partial: Any) -> Choice:
    (choice,) = ask(table, tricks=table.tricks(*tricks), **partial)
    return choice

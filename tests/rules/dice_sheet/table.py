"""Short notation for entries on a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import MoveError, Seats


class Table:
    """A running game; `write` takes an entry of the next player."""

    def __init__(
        self, slug: str, players: str = "A", teams: str = "", version: int | None = None, **options: Any
    ) -> None:
        self.game = GAMES[slug]
        self.options = self.game.resolve(options, version)
        sides = tuple(tuple(team) for team in teams.split()) if teams else ()
        self.state: Any = self.game.start(self.options, Seats(tuple(players), sides))

    def write(self, box: str | None = None, dice: Any = None, throws: Any = None, **more: Any) -> int:
        """Write one entry; return its points in all."""
        entry: dict[str, Any] = {"player": self.game.turn(self.state), **more}
        given = {"box": box, "dice": _dice(dice), "throws": throws}
        entry |= {name: value for name, value in given.items() if value is not None}
        return self.take(entry)

    def take(self, entry: Mapping[str, Any]) -> int:
        before = self.total(str(entry["player"]))
        self.state = self.game.apply(self.state, self.game.parse(dict(entry)))
        return self.total(str(entry["player"])) - before

    def strike(self, *boxes: str) -> Table:
        for box in boxes:
            self.write(box, strike=True)
        return self

    def strike_the_rest(self) -> None:
        """Strike every open box, until the sheets are full."""
        while self.turn is not None:
            self.strike(str(self.game.choices(self.state)[0].box))

    def refuses(self, code: str, box: str | None = None, dice: Any = None, **more: Any) -> dict[str, Any]:
        """Assert that the entry is refused with this code and no change; return the error's fields."""
        before = repr(self.state)
        with pytest.raises(MoveError) as caught:
            self.write(box, dice, **more)
        assert caught.value.code == code
        assert repr(self.state) == before
        return caught.value.fields

    def offered(self, dice: object, throws: int | None = None, player: str | None = None) -> dict[str, int]:
        """Return the points of the dice by box; {"win": 0} if they end the game."""
        choices = self.game.choices(
            self.state, player=player, partial={"dice": _dice(dice), "throws": throws}
        )
        return {choice.box or choice.kind: choice.offers[0].points for choice in choices if choice.offers}

    def possible(self, box: str, throws: int | None = None) -> list[int]:
        """The points that may be written in a box."""
        choices = self.game.choices(self.state, partial={"throws": throws})
        return [offer.points for choice in choices if choice.box == box for offer in choice.offers]

    def total(self, player: str = "A") -> int:
        return self.game.scores(self.state).get(player, 0)

    def column(self, player: str = "A") -> dict[str, int]:
        return dict(self.game.report(self.state)[player])

    def most(self, player: str = "A") -> int:
        bounds = self.game.bounds(self.state)
        assert bounds is not None
        return bounds[player][1]

    @property
    def a_roll(self) -> list[int]:
        """Dice alike, as many as the game has."""
        return [1] * (3 if self.game.slug == "crag" else 5)

    @property
    def turn(self) -> str | None:
        return self.game.turn(self.state)

    @property
    def winners(self) -> tuple[str, ...]:
        outcome = self.game.outcome(self.state)
        return outcome.winners if outcome else ()

    @property
    def reason(self) -> str | None:
        outcome = self.game.outcome(self.state)
        return outcome.reason if outcome else None


def _dice(dice: object) -> Any:
    """Return dice as digits: "44426"."""
    return [int(die) for die in dice] if isinstance(dice, str) else dice


def worth(slug: str, box: str, dice: str, throws: int, **options: Any) -> int:
    """Return the points of dice in a box of a fresh sheet: offered and written must be equal."""
    table = Table(slug, **options)
    offered = table.offered(dice, throws)
    written = table.write(box, dice, throws)
    assert offered[box] == written
    return written

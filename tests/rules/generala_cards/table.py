"""Short notation for tricks of Générala: "A KS" is a play."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.contract import Choice, MoveError, Outcome, Seats
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.state import State

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def trick(*plays: str, took: str = "", out: str = "") -> dict[str, Any]:
    """The entry of a trick: `took` "C KS", `out` "AB"."""
    entry: dict[str, Any] = {"trick": [play.split() for play in plays]}
    if took:
        entry["took"] = dict(zip(("player", "card"), took.split(), strict=False))
    return entry | ({"out": list(out)} if out else {})


def hand(groups: str) -> dict[str, Any]:
    """The entry of a hand: "A CB D"."""
    return {"out": [list(group) for group in groups.split()]}


class Table:
    """A game and the lines written so far."""

    def __init__(self, players: str = "ABC", dealer: str | None = None, **options: Any) -> None:
        self.state: State = GAME.start(GAME.resolve(options), Seats(tuple(players), dealer=dealer))

    def take(self, *entries: dict[str, Any]) -> Table:
        for entry in entries:
            self.state = GAME.apply(self.state, GAME.parse(entry))
        return self

    def refuses(self, entry: Any) -> tuple[str, dict[str, Any]]:
        """The code and the fields of a refusal; corrections are refused alike, and nothing changes."""
        before, found = self.state, []
        for check_order in (True, False):
            try:
                GAME.apply(self.state, GAME.parse(entry), check_order=check_order)
            except MoveError as error:
                found.append((error.code, error.fields))
            else:
                raise AssertionError(f"{entry} was taken")
        assert found[0] == found[1]
        assert self.state is before
        return found[0]

    def choices(self, partial: dict[str, Any] | None = None) -> dict[str, Choice]:
        """Return the possible next steps, by kind."""
        return {choice.kind: choice for choice in GAME.choices(self.state, partial=partial)}

    def next(self, partial: dict[str, Any]) -> Choice:
        """The first way on."""
        return GAME.choices(self.state, partial=partial)[0]

    @property
    def report(self) -> dict[str, Any]:
        return GAME.report(self.state)

    @property
    def outcome(self) -> Outcome:
        found = GAME.outcome(self.state)
        assert found is not None
        return found


def ten_players(**options: Any) -> Table:
    """Ten players after five tricks, A leads: A to D hold one card, the others have run out.

    Their cards are 4C 3C 2C JK2.
    """
    table = Table("ABCDEFGHIJ", **options)
    for suit in "SHDC":
        table.take(
            trick(*(f"{player} {rank}{suit}" for player, rank in zip("ABCDEFGHIJ", RANKS, strict=False)))
        )
    last = ("A JK1", "B 4S", "C 3S", "D 2S", "E 4H", "F 3H", "G 2H", "H 4D", "I 3D", "J 2D")
    return table.take(trick(*last, out="EFGHIJ"))


def four_tricks(winner: str, **options: Any) -> Table:
    """Ten players, D deals, `winner` wins four tricks.

    E to H hold two cards, the others one: 4 3 2 of each suit and the jokers.
    """
    table = Table("ABCDEFGHIJ", dealer="D", **options)
    order = "EFGHIJABCD"
    for suit in "SHDC":
        others = iter(RANKS[1:])
        table.take(trick(*(f"{each} {'A' if each == winner else next(others)}{suit}" for each in order)))
        at = order.index(winner)
        order = order[at:] + order[:at]
    return table

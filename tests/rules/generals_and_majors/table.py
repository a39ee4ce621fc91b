"""Short notation for turns of Generals and Majors: `turn("AH", "2H 3X:red", "2H=2C")`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from scorekeeper.rules.contract import Choice, Fields, MoveError, Seats
from scorekeeper.rules.generals_and_majors import GAME
from scorekeeper.rules.generals_and_majors.choice_fields import TableFacts

Entry = dict[str, Any]


def laid(text: str, role: str) -> Any:
    """A card as an entry writes it: "3X:red" is bound to a colour, a joker says its role."""
    card, _, bound = text.partition(":")
    more = {"as": role} if card.startswith("JK") else {}
    if bound:
        more["colour" if role == "commander" else "pays"] = bound
    return {"card": card, **more} if more else card


def a_turn(player: str, commander: str = "", armies: str = "", cancel: str = "") -> Entry:
    """The entry of a turn; `cancel`: "6S=4C+2D, 2S=2H"."""
    entry: Entry = {"player": player}
    if commander:
        entry["commander"] = laid(commander, "commander")
    if armies:
        entry["armies"] = [laid(army, "army") for army in armies.split()]
    if cancel:
        sides = [each.split("=") for each in cancel.split(", ")]
        entry["cancel"] = [{"mine": mine.split("+"), "theirs": theirs.split("+")} for mine, theirs in sides]
    return entry


class Table:
    """A game of A and B under way; A starts."""

    def __init__(self, version: Any = None, **options: Any) -> None:
        self.options = GAME.resolve(options, version)
        self.state = GAME.start(self.options, Seats(("A", "B")))

    def write(self, entry: Entry) -> Table:
        self.state = GAME.apply(self.state, GAME.parse(entry))
        return self

    def turn(self, commander: str = "", armies: str = "", cancel: str = "") -> Table:
        """Play the turn of the next player."""
        return self.write(a_turn(str(GAME.turn(self.state)), commander, armies, cancel))

    def turns(self, *texts: str) -> Table:
        """Turn after turn, each "commander armies", "-" for no commander, "" for nothing."""
        for text in texts:
            commander, _, armies = text.partition(" ")
            self.turn(commander.strip("-"), armies)
        return self

    def refuses(self, code: str, commander: str = "", armies: str = "", cancel: str = "") -> dict[str, Any]:
        return self.refuses_entry(code, a_turn(str(GAME.turn(self.state)), commander, armies, cancel))

    def refuses_entry(self, code: str, entry: Entry, *, check_order: bool = True) -> dict[str, Any]:
        """Assert that the entry is refused with this code and no change; return the error's fields."""
        before = repr(self.state)
        with pytest.raises(MoveError) as caught:
            GAME.apply(self.state, GAME.parse(entry), check_order=check_order)
        assert caught.value.code == code
        assert repr(self.state) == before
        return caught.value.fields

    # --- the table ---

    def side(self, player: str) -> dict[str, Any]:
        return dict(GAME.report(self.state)[player])

    def points(self, player: str = "A") -> tuple[int, int, int]:
        found = self.side(player)["points"]
        return found["red"], found["black"], found["star"]

    @property
    def strengths(self) -> tuple[int, ...]:
        return tuple(GAME.scores(self.state).values())

    @property
    def facts(self) -> dict[str, Any]:
        return next(asdict(TableFacts.of(row)) for row in GAME.sheet(self.state).rows if row.key == "table")

    @property
    def result(self) -> tuple[str, tuple[str, ...]] | None:
        outcome = GAME.outcome(self.state)
        return (outcome.reason, outcome.winners) if outcome else None

    # --- an unfinished turn ---

    def partial(
        self, commander: str = "", armies: str = "", cancel: Any = "", **more: Any
    ) -> dict[str, Choice]:
        """Return the choices of an unfinished turn, by kind."""
        entry = a_turn(
            str(GAME.turn(self.state)), commander, armies, cancel if isinstance(cancel, str) else ""
        )
        if not isinstance(cancel, str):
            entry["cancel"] = cancel
        return {choice.kind: choice for choice in GAME.choices(self.state, partial=entry | more)}

    def fields(self, *partial: Any, **more: Any) -> dict[str, Any]:
        return asdict(Fields.of(next(iter(self.partial(*partial, **more).values()))))


def a_desk_without_cards() -> Table:
    """Play a game in which every card was laid, within the counted hands; A leads by four."""
    desk = Table(lead=40, cancel_choice="optional")
    for court in ("A", "K", "Q", "J"):
        desk.turns(court + "H", court + "S", court + "D", court + "C")
    desk.turns("JX", "KX", "QX", "AX")
    for rank in range(2, 6):
        desk.turns(f"- {rank}H {rank}D", f"- {rank}S {rank}C")
    for rank in range(6, 11):
        desk.turns(f"- {rank}H", f"- {rank}S", f"- {rank}D", f"- {rank}C")
    return desk.turns("- 2X 3X", "- 4X 5X", "- 6X", "- 7X", "- 8X", "- 9X", "- 10X")

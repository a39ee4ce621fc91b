"""Five Tricks: a tiny card game for tests, which shows that the contract needs no boxes.

Each round five tricks are played; the entry names the winner of each and may show the card that won the last one. A
trick is worth one or two points; the first to reach the target after a round wins. The deal passes to the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scorekeeper.rules import move_fields
from scorekeeper.rules.contract import (
    Box,
    Cell,
    Choice,
    Fields,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    Option,
    Options,
    Outcome,
    PlayerField,
    Preset,
    RoundRow,
    Row,
    Seats,
    SetupError,
    Sheet,
    Value,
    leaders,
    rank,
    resolve,
)

TRICKS = 5
FIELDS = frozenset({"tricks", "last", "dealer", "note"})
CARDS = frozenset(rank + suit for rank in ("A", "K", "Q", "J") for suit in "CDHS")


@dataclass(frozen=True)
class Round:
    tricks: tuple[str, ...]
    last: str | None = None
    dealer: str | None = None
    note: str = ""


@dataclass(frozen=True)
class Table:
    options: Options
    seats: Seats
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True)
class RoundFields(Fields):
    dealer: str
    tricks: int = TRICKS


class FiveTricks:
    slug = "five_tricks"
    name = "Five Tricks"
    summary = "rounds down, players across"
    version = 1
    OPTIONS: tuple[Option, ...] = (
        Option("worth", "A trick is worth", "Points.", (Value(1, "1"), Value(2, "2")), 1),
        Option("target", "Played to", "Points.", (Value(10, "10"), Value(20, "20")), 10),
    )
    PRESETS: Mapping[str, Preset] = {}
    PLAYERS = range(2, 7)
    DEALS = True
    POINTS = True
    PLAYER_FIELDS: Mapping[str, PlayerField] = {
        "dealer": PlayerField.PLAYERS,
        "tricks": PlayerField.TRICKS,
    }
    PARTNERSHIPS: Mapping[int, tuple[int, ...]] = {4: (2,), 6: (2, 3)}
    BOXES: tuple[Box, ...] = ()

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        return resolve(self.OPTIONS, given, self.PRESETS, version or self.version)

    def start(self, options: Options, seats: Seats) -> Table:
        if len(seats.players) not in self.PLAYERS:
            raise SetupError("bad_player_count", least=2, most=6)
        return Table(options, seats)

    def parse(self, data: object) -> Round:
        found = move_fields.as_object(data, FIELDS)
        tricks = found.get("tricks")
        if not isinstance(tricks, list) or len(tricks) != TRICKS:
            raise InvalidMoveError("bad_tricks", count=TRICKS)
        if not all(isinstance(player, str) for player in tricks):
            raise InvalidMoveError("bad_tricks", count=TRICKS)
        last = move_fields.name(found, "last") if "last" in found else None
        if last is not None and last not in CARDS:
            raise InvalidMoveError("unknown_card")
        dealer = move_fields.name(found, "dealer") if "dealer" in found else None
        return Round(tuple(tricks), last, dealer, move_fields.note(found))

    def dump(self, move: Round) -> dict[str, Any]:
        data: dict[str, Any] = {"tricks": list(move.tricks)}
        for name in ("last", "dealer", "note"):
            if getattr(move, name):
                data[name] = getattr(move, name)
        return data

    def apply(self, state: Table, move: Round, *, check_order: bool = True) -> Table:
        if self.outcome(state) is not None:
            raise IllegalMoveError("game_over")
        if not set(move.tricks) <= set(state.seats.players):
            raise IllegalMoveError("unknown_player")
        if check_order and move.dealer not in (None, self.dealer(state)):
            raise IllegalMoveError("wrong_dealer", dealer=self.dealer(state))
        return replace(state, rounds=(*state.rounds, move))

    def dealer(self, state: Table) -> str:
        players = state.seats.players
        first = players.index(state.seats.dealer or players[-1])
        return players[(first + len(state.rounds)) % len(players)]

    def choices(
        self,
        state: Table,
        *,
        player: str | None = None,
        partial: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        if self.outcome(state) is not None:
            return ()
        return (Choice("round", fields=RoundFields(self.dealer(state))),)

    def may_win_at_once(self, options: Options) -> bool:
        return False

    def bounds(self, state: Table) -> dict[str, tuple[int, int]]:
        scores, over = self.scores(state), self.outcome(state) is not None
        sides = {player: side for side in state.seats.sides for player in side}
        best = {}
        for player, score in scores.items():
            rest = sum(scores[other] for other in sides[player]) - score
            most = state.options.number("target") - 1 - rest + TRICKS * state.options.number("worth")
            best[player] = (score, score if over else most)
        return best

    def turn(self, state: Table) -> str | None:
        return None

    def scores(self, state: Table) -> dict[str, int]:
        worth = state.options.number("worth")
        won = [player for each in state.rounds for player in each.tricks]
        return {player: worth * won.count(player) for player in state.seats.players}

    def sheet(self, state: Table) -> Sheet:
        seats, scores, outcome = state.seats, self.scores(state), self.outcome(state)
        rows, totals = [], dict.fromkeys(seats.players, 0)
        for line, each in enumerate(state.rounds):
            cells = []
            for player in seats.players:
                points = state.options.number("worth") * each.tricks.count(player)
                totals[player] += points
                cards = (each.last,) if each.last and each.tricks[-1] == player else ()
                cells.append(Cell(points, line, totals[player], cards))
            dealer = self.dealer(replace(state, rounds=state.rounds[:line]))
            fields = RoundRow(number=line + 1, dealer=dealer)
            rows.append(Row(f"round{line + 1}", "Round %(number)s", tuple(cells), "round", fields=fields))
        dealing = self.dealer(state)
        return Sheet(
            seats.players,
            tuple(rows),
            tuple(totals.values()),
            self.turn(state),
            outcome.winners if outcome else leaders(scores, seats.teams),
            (len(rows) + (outcome is None), None),
            seats.teams,
            tuple(sum(scores[player] for player in team) for team in seats.teams),
            tuple(("dealer",) if player == dealing else () for player in seats.players),
        )

    def report(self, state: Table) -> dict[str, Any]:
        return {"rounds": [{"points": dict.fromkeys(each.tricks)} for each in state.rounds]}

    def outcome(self, state: Table) -> Outcome | None:
        scores, sides = self.scores(state), state.seats.sides
        totals = {str(place): sum(scores[player] for player in side) for place, side in enumerate(sides)}
        standings = rank(totals)
        if standings[0].score < state.options.number("target"):
            return None
        winners = tuple(player for place in standings[0].players for player in sides[int(place)])
        return Outcome("target", scores, sides, winners)


def random_round(game: FiveTricks, state: Table, chance: Random) -> dict[str, Any]:
    """Strategy: give five tricks to random players, sometimes with the last card and the dealer."""
    found: dict[str, Any] = {"tricks": chance.choices(state.seats.players, k=TRICKS)}
    if chance.random() < 0.5:
        found["last"] = chance.choice(sorted(CARDS))
    if chance.random() < 0.5:
        found["dealer"] = game.dealer(state)
    return found


# the type checker agrees that this is a game
GAME: Game[Table, Round] = FiveTricks()

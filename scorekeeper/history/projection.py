"""A finished game as rows: its result, a score per seat, a cell per box or round.

Pure: no database. `results` writes these rows, `verify` compares them with the stored ones.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper.play.replay import ReplayedGame
from scorekeeper.rules.contract import Game, Options, Outcome, Sheet, rank

from .leads import largest_leads

ROUND = "round"


class Seated(NamedTuple):
    """The columns of a seat: player id, seat number, position in the order of play, team."""

    player_id: int
    number: int
    position: int
    team: int | None


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished game: rules, group id, seats, replayed log, its sheet, outcome.

    `rules_known`: False for imported totals of unknown house rules.
    """

    game: Game[Any, Any]
    options: Options
    group: int
    seats: Sequence[Seated]
    replayed: ReplayedGame
    sheet: Sheet
    outcome: Outcome
    rules_known: bool = True


class HouseRules(NamedTuple):
    """The columns of a variant."""

    game: str
    digest: str
    rules: dict[str, Any]


class ResultRow(NamedTuple):
    """The columns of a result that come from the log; its times come from the session."""

    group_id: int
    game: str
    players: int
    teams: int
    automatic: bool
    reason: str
    has_points: bool


class ScoreRow(NamedTuple):
    """The columns of a score."""

    player_id: int
    number: int
    position: int
    team: int | None
    points: int | None
    side_points: int | None
    rank: int
    won: bool
    lowest: bool
    lines: int
    first_throw: int
    lead: int | None


class CellRow(NamedTuple):
    """The columns of a cell."""

    player_id: int
    box: str
    number: int
    points: int
    struck: bool
    throws: int | None


@dataclass(frozen=True, slots=True)
class Projection:
    """All rows of one game: scores in order of play, cells in the order of the sheet."""

    variant: HouseRules
    result: ResultRow
    scores: tuple[ScoreRow, ...]
    cells: tuple[CellRow, ...]


def projected(ended: Ended) -> Projection:
    """Return the rows of a finished game."""
    outcome, seats = ended.outcome, ended.seats
    written = list(_cells(ended))
    cells = tuple(cell for _line, cell in written)
    result = ResultRow(
        group_id=ended.group,
        game=ended.game.slug,
        players=len(seats),
        teams=0 if len(outcome.sides) == len(seats) else len(outcome.sides),
        automatic=outcome.automatic,
        reason=outcome.reason,
        has_points=outcome.has_points,
    )
    on_a_side = len(outcome.sides[0])
    rules = house_rules(
        ended.game, ended.options, known=ended.rules_known, partners=on_a_side if on_a_side > 1 else 0
    )
    return Projection(rules, result, _scores(ended, cells, _leads(ended, written)), cells)


def house_rules(
    game: Game[Any, Any], options: Options, *, known: bool = True, partners: int = 0
) -> HouseRules:
    """Return the variant of complete house rules, with the digest of their canonical JSON.

    Canonical JSON has sorted keys, no spaces, and ASCII only. `known`: False for imported totals of unknown house
    rules, which compare only with each other. `partners`: players per side, 0 if each plays alone.
    """
    # options of later rule versions are left out at their defaults, so that existing variants stay the same
    late = {option.name: option.default for option in game.OPTIONS if option.since > 1}
    rules = {name: value for name, value in options.items() if name not in late or value != late[name]}
    rules |= {} if known else {"imported": True}
    rules |= {"partners": partners} if partners else {}
    canonical = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return HouseRules(game.slug, sha256(canonical.encode()).hexdigest(), rules)


def own_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return a variant's rules without the entries that are no options of the game."""
    return {name: value for name, value in rules.items() if name not in ("imported", "partners")}


# --- scores ----------------------------------------------------------------------------------------------


def _scores(ended: Ended, cells: Sequence[CellRow], leads: Mapping[str, int]) -> tuple[ScoreRow, ...]:
    outcome = ended.outcome
    ranks, lowest, lines = _ranks(outcome), _lowest(outcome), _lines(ended)
    together = {key: outcome.side_score(side) for side in outcome.sides for key in side}
    first_throws = Counter(cell.player_id for cell in cells if cell.throws == 1 and not cell.struck)
    return tuple(
        ScoreRow(
            *seat,
            points=outcome.scores[str(seat.number)] if outcome.has_points else None,
            side_points=together[str(seat.number)] if outcome.has_points else None,
            rank=ranks[str(seat.number)],
            won=str(seat.number) in outcome.winners,
            lowest=str(seat.number) in lowest,
            lines=lines[str(seat.number)],
            first_throw=first_throws[seat.player_id] + (outcome.finisher == str(seat.number)),
            lead=leads.get(str(seat.number)),
        )
        for seat in ended.seats
    )


def _ranks(outcome: Outcome) -> dict[str, int]:
    """Return the rank of each player by player key."""
    totals = {str(place): outcome.side_score(side) for place, side in enumerate(outcome.sides)}
    first = [str(place) for place, side in enumerate(outcome.sides) if set(side) & set(outcome.winners)]
    return {
        player: row.rank
        for row in rank(totals, first)
        for place in row.players
        for player in outcome.sides[int(place)]
    }


def _lowest(outcome: Outcome) -> set[str]:
    """Return the lowest players, as for the stake `low_pays`; none without a winner."""
    losing = [side for side in outcome.sides if outcome.winners and not set(side) & set(outcome.winners)]
    named = [side for side in losing if set(side) & set(outcome.lowest)]
    if not named:
        least = min(map(outcome.side_score, losing), default=0)
        named = [side for side in losing if outcome.side_score(side) == least]
    return {player for side in named for player in side}


def _lines(ended: Ended) -> Counter[str]:
    """Count the lines of each player; a line without a player counts for all."""
    found: Counter[str] = Counter()
    for line in ended.replayed.lines:
        for player in {move.get("player") for move in line.moves}:
            found.update([player] if player else [str(seat.number) for seat in ended.seats])
    return found


# --- cells -----------------------------------------------------------------------------------------------


def _leads(ended: Ended, written: Sequence[tuple[int, CellRow]]) -> dict[str, int]:
    """Return the largest leads in a game whose totals are points."""
    if not ended.outcome.has_points:
        return {}
    points: dict[int, list[int]] = {seat.player_id: [] for seat in ended.seats}
    for _line, cell in sorted(written, key=itemgetter(0)):
        points[cell.player_id].append(cell.points)
    return largest_leads(
        ended.outcome.sides, {str(seat.number): points[seat.player_id] for seat in ended.seats}
    )


def _cells(ended: Ended) -> Iterator[tuple[int, CellRow]]:
    """Yield the boxes of a dice game, or the rounds of a card game, each with the index of its move."""
    sheet, replayed = ended.sheet, ended.replayed
    on_boxes, lines = bool(ended.game.BOXES), ended.replayed.by_number
    players = {str(seat.number): seat.player_id for seat in ended.seats}
    rows = [row for row in sheet.rows if row.kind == ("box" if on_boxes else ROUND)]
    for count, row in enumerate(rows, 1):
        for key, cell in zip(sheet.players, row.cells, strict=True):
            if cell.points is None or cell.line is None:
                continue
            if not on_boxes:
                yield count, CellRow(players[key], ROUND, count, cell.points, struck=False, throws=None)
                continue
            line, move = replayed.places[cell.line]
            throws = lines[line].moves[move].get("throws")
            struck = cell.points == 0
            yield cell.line, CellRow(players[key], row.key, 0, cell.points, struck, throws)

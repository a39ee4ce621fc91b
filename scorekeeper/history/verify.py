"""Whether results, scores and cells are what the log says, and sums and ratings what these come to: made again and
compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.play.projections import Reading, Row, Rows
from scorekeeper.play.verify_log import read

from . import aggregates, rating_history
from .models import Played, Result
from .projection import ROUND, Ended, Projection, Seated, projected

_RESULTS = """
SELECT r.*, v.game AS variant_game, v.digest, v.rules FROM history_result r
LEFT JOIN history_variant v ON v.id = r.variant_id
WHERE r.session_id BETWEEN %s AND %s ORDER BY r.session_id, r.id
"""
_SCORES = """
SELECT c.*, r.session_id FROM history_score c JOIN history_result r ON r.id = c.result_id
WHERE r.session_id BETWEEN %s AND %s ORDER BY c.id
"""
_CELLS = """
SELECT c.*, r.session_id FROM history_cell c JOIN history_result r ON r.id = c.result_id
WHERE r.session_id BETWEEN %s AND %s ORDER BY c.id
"""


@dataclass(slots=True)
class KeptResult:
    """The rows of one session's projection."""

    results: list[Row] = field(default_factory=list)
    scores: list[Row] = field(default_factory=list)
    cells: list[Row] = field(default_factory=list)


class ResultsChecker:
    """See `play.projections.Checker`."""

    def kept(self, rows: Rows, first: int, last: int) -> Mapping[int, KeptResult]:
        """The rows by session, in three queries."""
        found: dict[int, KeptResult] = defaultdict(KeptResult)
        for row in rows(_RESULTS, [first, last]):
            found[row["session_id"]].results.append(row)
        for row in rows(_SCORES, [first, last]):
            found[row["session_id"]].scores.append(row)
        for row in rows(_CELLS, [first, last]):
            found[row["session_id"]].cells.append(row)
        return found

    def faults(self, reading: Reading, kept: KeptResult | None) -> Iterator[str]:
        """What the rows say and the log does not, and the other way round."""
        wanted = _wanted(reading)
        if wanted is None or kept is None:
            if kept is not None:
                yield "it has a result and is not over"
            elif wanted is not None:
                yield "it is over and has no result"
            return
        if len(kept.results) > 1:
            yield "it has two results"
        yield from _result_faults(reading, wanted, kept.results[0])
        if any(row["variant_id"] != kept.results[0]["variant_id"] for row in kept.scores):
            yield "its scores are of another variant"
        scores = {(row.number,): row._asdict() for row in wanted.scores}
        yield from _compared(scores, kept.scores, ("number",), lambda key: f"the score of seat {key[0]}")
        cells = {(row.player_id, row.box, row.number): row._asdict() for row in wanted.cells}
        yield from _compared(cells, kept.cells, ("player_id", "box", "number"), _cell)


class SumsChecker:
    """See `play.projections.GroupChecker`."""

    def faults(self, group: int) -> list[str]:
        """Sums that are not what the games come to; scores that are not what the games before make of them."""
        if not (Result.objects.filter(group=group).exists() or Played.objects.filter(group=group).exists()):
            return []
        return [*aggregates.faults(group), *rating_history.faults(group)]


def _wanted(reading: Reading) -> Projection | None:
    """What the log says, as `results.projection_of` has it from a table."""
    session, outcome = reading.session, reading.outcome
    if outcome is None or session["finished"] is None:
        return None
    if session["ended"] is not None or session["removed"] is not None:
        return None
    seats = [Seated(*(seat[name] for name in Seated._fields)) for seat in reading.seats]
    return projected(
        Ended(
            reading.game,
            reading.options,
            session["group_id"],
            seats,
            reading.folded,
            outcome,
            read(session["given"]) is not None,
        )
    )


def _result_faults(reading: Reading, wanted: Projection, kept: Row) -> Iterator[str]:
    said = {**kept, "house rules": (kept["variant_game"], kept["digest"], read(kept["rules"]))}
    due = {
        **wanted.result._asdict(),
        "house rules": tuple(wanted.variant),
        "started": reading.session["started"],
        "finished": reading.session["finished"],
        "counted": reading.session["counted"],
    }
    for name, value in due.items():
        if said[name] != value:
            yield f"its result says {name} {said[name]!r}, the log {value!r}"


def _compared(
    wanted: Mapping[tuple[Any, ...], Row],
    kept: Sequence[Row],
    names: Sequence[str],
    called: Callable[[tuple[Any, ...]], str],
) -> Iterator[str]:
    """The differences between rows, which the columns `names` tell apart; `called`: what such a row is called."""
    seen = set()
    for row in kept:
        key = tuple(row[name] for name in names)
        if key not in wanted or key in seen:
            yield f"{called(key)} is there, and the log knows {'one only' if key in seen else 'of none'}"
            continue
        seen.add(key)
        for name, value in wanted[key].items():
            if row[name] != value:
                yield f"{called(key)} says {name} {row[name]!r}, the log {value!r}"
    for key in wanted.keys() - seen:
        yield f"{called(key)} is missing"


def _cell(key: tuple[Any, ...]) -> str:
    player, box, number = key
    return f"{f'round {number}' if box == ROUND else f'the box {box}'} of player {player}"

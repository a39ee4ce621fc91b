"""Consistency checks: results against the logs, sums and ratings against the results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.play.hooks import Reading, Row, Rows
from scorekeeper.play.imported_results import rules_known
from scorekeeper.play.log_checks import read

from . import aggregates, rating_history, sql
from .models import Result, VariantCount
from .projection import ROUND, Ended, Projection, Seated, projected


@dataclass(slots=True)
class StoredResult:
    """The stored rows of one session."""

    results: list[Row] = field(default_factory=list)
    scores: list[Row] = field(default_factory=list)
    cells: list[Row] = field(default_factory=list)


class ResultsChecker:
    """Checker of results against logs, see `play.hooks.Checker`."""

    def stored(self, rows: Rows, first: int, last: int) -> Mapping[int, StoredResult]:
        """Return the stored rows by session id, in three queries."""
        found: dict[int, StoredResult] = defaultdict(StoredResult)
        for row in rows(sql.RESULTS_OF_SESSIONS, [first, last]):
            found[row["session_id"]].results.append(row)
        for row in rows(sql.SCORES_OF_SESSIONS, [first, last]):
            found[row["session_id"]].scores.append(row)
        for row in rows(sql.CELLS_OF_SESSIONS, [first, last]):
            found[row["session_id"]].cells.append(row)
        return found

    def faults(self, reading: Reading, stored: StoredResult | None) -> Iterator[str]:
        """Yield the differences between the stored rows and the log."""
        wanted = _wanted(reading)
        if wanted is None or stored is None:
            if stored is not None:
                yield "it has a result and is not over"
            elif wanted is not None:
                yield "it is over and has no result"
            return
        if len(stored.results) > 1:
            yield "it has two results"
        yield from _result_faults(reading, wanted, stored.results[0])
        if any(row["variant_id"] != stored.results[0]["variant_id"] for row in stored.scores):
            yield "its scores are of another variant"
        scores = {(row.number,): row._asdict() for row in wanted.scores}
        yield from _compared(scores, stored.scores, ("number",), lambda key: f"the score of seat {key[0]}")
        cells = {(row.player_id, row.box, row.number): row._asdict() for row in wanted.cells}
        yield from _compared(cells, stored.cells, ("player_id", "box", "number"), _cell)


class SumsChecker:
    """Checker of sums and ratings, see `play.hooks.GroupChecker`."""

    def faults(self, group: int) -> list[str]:
        """Return the wrong sums and the wrong states of scores of a group."""
        if not (
            Result.objects.filter(group=group).exists() or VariantCount.objects.filter(group=group).exists()
        ):
            return []
        return [*aggregates.faults(group), *rating_history.faults(group)]


def _wanted(reading: Reading) -> Projection | None:
    """Return the projection of a read log, as `results.projection_of` of a table."""
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
            reading.replayed,
            reading.game.sheet(reading.replayed.state),
            outcome,
            rules_known(read(session["given"])),
        )
    )


def _result_faults(reading: Reading, wanted: Projection, kept: Row) -> Iterator[str]:
    stored = {**kept, "house rules": (kept["variant_game"], kept["digest"], read(kept["rules"]))}
    due = {
        **wanted.result._asdict(),
        "house rules": tuple(wanted.variant),
        "started": reading.session["started"],
        "finished": reading.session["finished"],
        "counted": reading.session["counted"],
    }
    for name, value in due.items():
        if stored[name] != value:
            yield f"its result says {name} {stored[name]!r}, the log {value!r}"


def _compared(
    wanted: Mapping[tuple[Any, ...], Row],
    kept: Sequence[Row],
    names: Sequence[str],
    called: Callable[[tuple[Any, ...]], str],
) -> Iterator[str]:
    """Yield the differences of rows.

    `names`: columns of their key. `called`: names a row by its key.
    """
    seen = set()
    for row in kept:
        key = tuple(row[name] for name in names)
        if key not in wanted or key in seen:
            yield f"{called(key)} is stored {'twice' if key in seen else 'but not in the log'}"
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

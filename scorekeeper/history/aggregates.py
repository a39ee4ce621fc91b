"""What the games of a group come to, added up, so that no page asks all of them: kept with each result.

A game's share is added or taken away with its result (`share`); all of them are worked out once more by the database,
so that the sums can be made anew and compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connections, router
from django.db.models import Q

from .contribution import AT_ONCE, PART, TOTAL, WON, Counts, Sums
from .models import Frequency, Meeting, Played, Result

Rows = dict[tuple[Any, ...], tuple[int, ...]]

PARTS = 100  # rows of one statement: SQLite took a thousand values at most for long


@dataclass(frozen=True)
class Table:
    """One of the tables of sums: `keys` tell its rows apart beside the group, `values` are added up; `every`: works
    them out for a group."""

    model: type[Played] | type[Frequency] | type[Meeting]
    name: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    every: str


_COUNTED = (
    "FROM history_result r JOIN history_score s ON s.result_id = r.id WHERE r.group_id = %s AND r.counted"
)
_CELLS = "FROM history_result r JOIN history_cell c ON c.result_id = r.id WHERE r.group_id = %s AND r.counted"
_SERVED = "CASE WHEN c.throws = 1 AND NOT c.struck THEN 1 ELSE 0 END"
_PLAYED = """
SELECT variant_id, SUM(CASE WHEN counted THEN 1 ELSE 0 END), SUM(CASE WHEN counted THEN 0 ELSE 1 END)
FROM history_result WHERE group_id = %s GROUP BY variant_id
"""
_FREQUENCIES = f"""
SELECT r.variant_id, c.player_id, c.box, c.points, COUNT(*), SUM({_SERVED}) {_CELLS} GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.variant_id, s.player_id, '{TOTAL}', s.side_points, COUNT(*), 0 {_COUNTED} AND s.side_points IS NOT NULL
GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.variant_id, s.player_id, '{PART}', s.points, COUNT(*), 0 {_COUNTED} AND s.points IS NOT NULL AND r.teams > 0
GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.variant_id, s.player_id, '{WON}', CASE WHEN s.won THEN 1 ELSE 0 END, COUNT(*), 0 {_COUNTED}
GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.variant_id, s.player_id, '{AT_ONCE}', 1, SUM(s.first_throw - (
SELECT COUNT(*) FROM history_cell c WHERE c.result_id = r.id AND c.player_id = s.player_id AND c.throws = 1
AND NOT c.struck)), 0 {_COUNTED} AND s.first_throw > 0 GROUP BY 1, 2, 3, 4
"""  # noqa: S608 - ours
_MEETINGS = """
SELECT r.variant_id, a.player_id, b.player_id, SUM(CASE WHEN a.rank < b.rank THEN 1 ELSE 0 END),
SUM(CASE WHEN a.rank > b.rank THEN 1 ELSE 0 END), SUM(CASE WHEN a.rank = b.rank THEN 1 ELSE 0 END)
FROM history_result r JOIN history_score a ON a.result_id = r.id
JOIN history_score b ON b.result_id = r.id AND b.player_id > a.player_id
WHERE r.group_id = %s AND r.counted AND (a.team IS NULL OR b.team IS NULL OR a.team <> b.team) GROUP BY 1, 2, 3
"""
TABLES = (
    Table(Played, "history_played", ("variant_id",), ("games", "uncounted"), _PLAYED),
    Table(
        Frequency,
        "history_frequency",
        ("variant_id", "player_id", "box", "points"),
        ("times", "served"),
        _FREQUENCIES,
    ),
    Table(
        Meeting,
        "history_meeting",
        ("variant_id", "one_id", "other_id"),
        ("ahead", "behind", "level"),
        _MEETINGS,
    ),
)


def add(group: int, sums: Sums) -> None:
    """Add a share to what is kept, or take it away. Within a transaction that holds the group."""
    for table, counts in zip(TABLES, sums, strict=True):
        rows = {key: values for key, values in _rows(table, counts).items() if any(values)}
        _add(table, group, rows)
        if any(value < 0 for values in rows.values() for value in values):
            empty = dict.fromkeys(table.values, 0)
            table.model.objects.filter(group=group, **empty).delete()


def move(group: int, gone: int, stays: int) -> None:
    """Let what was one player's be another's. Within a transaction that holds the group."""
    mine = Frequency.objects.filter(group=group, player=gone)
    often = {
        (variant, stays, box, points): counts
        for variant, box, points, *counts in mine.values_list("variant", "box", "points", "times", "served")
    }
    ours = Meeting.objects.filter(Q(one=gone) | Q(other=gone), group=group)
    met: Rows = {}
    for variant, one, other, ahead, behind, level in ours.values_list(
        "variant", "one", "other", "ahead", "behind", "level"
    ):
        them, theirs = (other, (ahead, behind)) if one == gone else (one, (behind, ahead))
        if stays < them:
            met[variant, stays, them] = (*theirs, level)
        elif them < stays:
            met[variant, them, stays] = (*reversed(theirs), level)
    mine.delete()
    ours.delete()
    _, frequencies, meetings = TABLES
    _add(frequencies, group, {key: tuple(often[key]) for key in sorted(often)})
    _add(meetings, group, {key: met[key] for key in sorted(met)})


def remake(group: int) -> None:
    """Make the sums of a group again from its results. Within a transaction that holds the group."""
    for table in TABLES:
        if _differences(table, group):
            table.model.objects.filter(group=group).delete()
            _add(table, group, _due(table, group))


def faults(group: int) -> Iterator[str]:
    """Where the sums of a group are not what its results come to."""
    for table in TABLES:
        for key, (kept, due) in _differences(table, group).items():
            place = ", ".join(f"{name} {value}" for name, value in zip(table.keys, key, strict=True))
            yield f"{table.name} of {place} says {kept}, its games {due}"


# --- inside ----------------------------------------------------------------------------------------------


def _rows(table: Table, counts: Counts) -> Rows:
    """Counts as rows, in the order of their keys: whoever writes the same rows waits for the other, and is not waited
    for by him.
    """
    keys = sorted({key[:-1] for key in counts})
    return {key: tuple(counts[*key, name] for name in table.values) for key in keys}


def _add(table: Table, group: int, rows: Rows) -> None:
    connection = connections[router.db_for_write(Result)]
    name, columns = table.name, ("group_id", *table.keys, *table.values)
    adding = ", ".join(f"{value} = {name}.{value} + excluded.{value}" for value in table.values)
    each = f"({', '.join(['%s'] * len(columns))})"
    found = iter(rows.items())
    with connection.cursor() as cursor:
        while part := list(islice(found, PARTS)):
            cursor.execute(
                f"INSERT INTO {name} ({', '.join(columns)}) VALUES {', '.join([each] * len(part))}"  # noqa: S608 - ours
                f" ON CONFLICT (group_id, {', '.join(table.keys)}) DO UPDATE SET {adding}",
                [value for key, values in part for value in (group, *key, *values)],
            )


def _differences(table: Table, group: int) -> dict[tuple[Any, ...], tuple[Any, Any]]:
    """What is kept and what is due, by key, where these differ; None for no row."""
    kept, due = _kept(table, group), _due(table, group)
    return {
        key: (kept.get(key), due.get(key))
        for key in kept.keys() | due.keys()
        if kept.get(key) != due.get(key)
    }


def _kept(table: Table, group: int) -> Rows:
    rows = table.model.objects.filter(group=group).values_list(*table.keys, *table.values)
    return {row[: len(table.keys)]: row[len(table.keys) :] for row in rows}


def _due(table: Table, group: int) -> Rows:
    width = len(table.keys)
    with connections[router.db_for_write(Result)].cursor() as cursor:
        cursor.execute(table.every, [group] * table.every.count("%s"))
        rows = [(row[:width], tuple(map(int, row[width:]))) for row in cursor.fetchall()]
    return {key: values for key, values in rows if any(values)}

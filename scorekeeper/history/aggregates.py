"""Stored sums of a group's games: games per variant, frequencies of points, meetings.

The contribution of a game is added or subtracted with its result, so that no page reads all games. The database can
also compute the sums from all results (`sql`), to rebuild or verify them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connections, router
from django.db.models import Q

from . import sql
from .contribution import Counts, Sums
from .models import Frequency, HeadToHead, Result, VariantCount

Rows = dict[tuple[Any, ...], tuple[int, ...]]

PARTS = 100  # rows of one statement: older SQLite versions take at most 999 values


@dataclass(frozen=True)
class Table:
    """A table of sums.

    `keys`: columns that, with the group, identify a row. `values`: fields that are added up. `query`: computes the
    rows of a group.
    """

    model: type[VariantCount] | type[Frequency] | type[HeadToHead]
    name: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    query: str

    @property
    def value_columns(self) -> tuple[str, ...]:
        """Columns of `values`."""
        columns = {field.name: field.column for field in self.model._meta.concrete_fields}  # noqa: SLF001
        return tuple(str(columns[name]) for name in self.values)


TABLES = (
    Table(VariantCount, "history_played", ("variant_id",), ("games", "uncounted"), sql.PLAYED),
    Table(
        Frequency,
        "history_frequency",
        ("variant_id", "player_id", "box", "points"),
        ("times", "first_throw"),
        sql.FREQUENCIES,
    ),
    Table(
        HeadToHead,
        "history_meeting",
        ("variant_id", "one_id", "other_id"),
        ("ahead", "behind", "level"),
        sql.MEETINGS,
    ),
)


def add(group: int, sums: Sums) -> None:
    """Add the contribution of a game to the sums; it is negative for a removed game.

    Call within a transaction that holds the group.
    """
    for table, counts in zip(TABLES, sums, strict=True):
        rows = {key: values for key, values in _rows(table, counts).items() if any(values)}
        _add(table, group, rows)
        if any(value < 0 for values in rows.values() for value in values):
            empty = dict.fromkeys(table.values, 0)
            table.model.objects.filter(group=group, **empty).delete()


def move(group: int, merged: int, remaining: int) -> None:
    """Move the sums of one player to another.

    Call within a transaction that holds the group.
    """
    mine = Frequency.objects.filter(group=group, player=merged)
    often = {
        (variant, remaining, box, points): counts
        for variant, box, points, *counts in mine.values_list(
            "variant", "box", "points", "times", "first_throw"
        )
    }
    ours = HeadToHead.objects.filter(Q(one=merged) | Q(other=merged), group=group)
    met: Rows = {}
    for variant, one, other, ahead, behind, level in ours.values_list(
        "variant", "one", "other", "ahead", "behind", "level"
    ):
        them, theirs = (other, (ahead, behind)) if one == merged else (one, (behind, ahead))
        if remaining < them:
            met[variant, remaining, them] = (*theirs, level)
        elif them < remaining:
            met[variant, them, remaining] = (*reversed(theirs), level)
    mine.delete()
    ours.delete()
    _, frequencies, meetings = TABLES
    _add(frequencies, group, {key: tuple(often[key]) for key in sorted(often)})
    _add(meetings, group, {key: met[key] for key in sorted(met)})


def recompute(group: int) -> None:
    """Compute the sums of a group from its results.

    Call within a transaction that holds the group.
    """
    for table in TABLES:
        if _differences(table, group):
            table.model.objects.filter(group=group).delete()
            _add(table, group, _computed(table, group))


def faults(group: int) -> Iterator[str]:
    """Yield the sums of a group that differ from its results."""
    for table in TABLES:
        for key, (kept, due) in _differences(table, group).items():
            place = ", ".join(f"{name} {value}" for name, value in zip(table.keys, key, strict=True))
            yield f"{table.name} of {place} says {kept}, its games {due}"


def _rows(table: Table, counts: Counts) -> Rows:
    """Return counts as rows, sorted by key so that two writers of the same rows cannot deadlock."""
    keys = sorted({key[:-1] for key in counts})
    return {key: tuple(counts[*key, name] for name in table.values) for key in keys}


def _add(table: Table, group: int, rows: Rows) -> None:
    found = iter(rows.items())
    with connections[router.db_for_write(Result)].cursor() as cursor:
        while part := list(islice(found, PARTS)):
            cursor.execute(
                sql.add_to(table.name, table.keys, table.value_columns, len(part)),
                [value for key, values in part for value in (group, *key, *values)],
            )


def _differences(table: Table, group: int) -> dict[tuple[Any, ...], tuple[Any, Any]]:
    """Return (stored, computed) values by key where they differ; None for no row."""
    stored, due = _stored(table, group), _computed(table, group)
    return {
        key: (stored.get(key), due.get(key))
        for key in stored.keys() | due.keys()
        if stored.get(key) != due.get(key)
    }


def _stored(table: Table, group: int) -> Rows:
    rows = table.model.objects.filter(group=group).values_list(*table.keys, *table.values)
    return {row[: len(table.keys)]: row[len(table.keys) :] for row in rows}


def _computed(table: Table, group: int) -> Rows:
    width = len(table.keys)
    with connections[router.db_for_write(Result)].cursor() as cursor:
        cursor.execute(table.query, [group] * table.query.count("%s"))
        rows = [(row[:width], tuple(map(int, row[width:]))) for row in cursor.fetchall()]
    return {key: values for key, values in rows if any(values)}

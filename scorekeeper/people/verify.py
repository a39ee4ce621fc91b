"""Consistency checks for `verify`: owners of groups, claimed players, merged players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Rows = Callable[[str, Sequence[Any]], list[dict[str, Any]]]

_PLAYERS = "SELECT p.id, p.group_id FROM people_player p WHERE {where} ORDER BY p.id"
_MEMBERS = "SELECT m.id, m.group_id FROM people_member m WHERE {where} ORDER BY m.id"
_GROUPS = "SELECT g.id AS group_id, g.id FROM people_group g WHERE {where} ORDER BY g.id"
_STAYS = "EXISTS (SELECT 1 FROM people_player s WHERE s.id = p.merged_into_id AND {where})"

# Fault and the query of its rows.
_FAULTS = {
    "player {id} was merged into themselves": _PLAYERS.format(where="p.merged_into_id = p.id"),
    "player {id} was merged into one of another group": _PLAYERS.format(
        where=_STAYS.format(where="s.group_id <> p.group_id")
    ),
    "player {id} was merged into a player who was merged too": _PLAYERS.format(
        where=_STAYS.format(where="s.merged_into_id IS NOT NULL")
    ),
    "member {id} is a player who was merged, or one of another group": _MEMBERS.format(
        where="EXISTS (SELECT 1 FROM people_player p WHERE p.id = m.player_id"
        " AND (p.group_id <> m.group_id OR p.merged_into_id IS NOT NULL))"
    ),
    "it has members but no owner": _GROUPS.format(
        where="EXISTS (SELECT 1 FROM people_member m WHERE m.group_id = g.id)"
        " AND NOT EXISTS (SELECT 1 FROM people_member m WHERE m.group_id = g.id AND m.owner)"
    ),
}


def people_faults(rows: Rows) -> Iterator[tuple[str, str]]:
    """Yield pairs of place (a group) and fault.

    `rows`: runs a query and returns rows by column name.
    """
    for what, query in _FAULTS.items():
        for row in rows(query, []):
            yield f"group {row['group_id']}", what.format(id=row["id"])

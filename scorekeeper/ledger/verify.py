"""Whether the ledger holds together by itself: its lines, the groups of those they name, what was taken back.

What games brought is compared with the games by whoever knows them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS

from scorekeeper.people.groups import held

from .sums import Net, Pair, pair_of

Rows = Callable[[str, Sequence[Any]], list[dict[str, Any]]]

# What is wrong, and the lines of which it is true.
_FAULTS = {
    "it is about nothing": "p.amount < 1 OR p.unit = ''",
    "somebody owes himself": "p.debtor_id = p.creditor_id",
    "it names a player of another group": (
        "NOT EXISTS (SELECT 1 FROM people_player d WHERE d.id = p.debtor_id AND d.group_id = p.group_id)"
        " OR NOT EXISTS (SELECT 1 FROM people_player c WHERE c.id = p.creditor_id AND c.group_id = p.group_id)"
    ),
    "its game is not known": (
        "p.session <> '' AND NOT EXISTS (SELECT 1 FROM play_session s WHERE s.address = p.session)"
    ),
    "it is of no game and of no payment": (
        "(p.kind IN ('game', 'correction', 'deleted', 'returned')) <> (p.session <> '')"
        " OR p.kind NOT IN ('game', 'correction', 'deleted', 'returned', 'payment', 'undo')"
    ),
    "it does not take back what it says": (
        "(p.kind = 'undo') <> (p.undoes_id IS NOT NULL) OR p.undoes_id IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM ledger_posting u WHERE u.id = p.undoes_id AND u.kind = 'payment' AND u.id < p.id"
        " AND u.group_id = p.group_id AND u.amount = p.amount AND u.unit = p.unit"
        " AND u.debtor_id = p.creditor_id AND u.creditor_id = p.debtor_id)"
    ),
    "it clears debts and is no payment": (
        "p.kind NOT IN ('payment', 'undo') AND EXISTS (SELECT 1 FROM ledger_clearing c WHERE c.posting_id = p.id)"
    ),
    "it clears a debt of another group": (
        "EXISTS (SELECT 1 FROM ledger_clearing c JOIN people_player o ON o.id IN (c.debtor_id, c.creditor_id)"
        " WHERE c.posting_id = p.id AND o.group_id <> p.group_id)"
    ),
}


# Added up by the database in two parts: SQLite refuses a sum that passes 64 bits.
_LINES = """
SELECT group_id, debtor_id, creditor_id, unit,
SUM(amount / 1000000000) AS whole, SUM(amount - amount / 1000000000 * 1000000000) AS rest
FROM (
SELECT p.group_id, p.debtor_id, p.creditor_id, p.unit, p.amount FROM ledger_posting p
WHERE NOT EXISTS (SELECT 1 FROM ledger_clearing c WHERE c.posting_id = p.id)
UNION ALL SELECT p.group_id, c.debtor_id, c.creditor_id, p.unit, c.amount
FROM ledger_clearing c JOIN ledger_posting p ON p.id = c.posting_id
) moved {where} GROUP BY group_id, debtor_id, creditor_id, unit
"""
# Whoever was merged counts as the one who stayed.
_CLEARINGS = """
SELECT p.id, p.group_id, p.amount AS said, c.amount AS cleared, COALESCE(d.merged_into_id, d.id) AS debtor,
COALESCE(r.merged_into_id, r.id) AS creditor, COALESCE(e.merged_into_id, e.id) AS first,
COALESCE(s.merged_into_id, s.id) AS second
FROM ledger_clearing c JOIN ledger_posting p ON p.id = c.posting_id
JOIN people_player d ON d.id = p.debtor_id JOIN people_player r ON r.id = p.creditor_id
JOIN people_player e ON e.id = c.debtor_id JOIN people_player s ON s.id = c.creditor_id ORDER BY p.id
"""
_SUMS = "SELECT group_id, one_id, other_id, unit, amount FROM ledger_owed {where}"


def ledger_faults(rows: Rows, using: str = DEFAULT_DB_ALIAS) -> Iterator[tuple[str, str]]:
    """Where (group and line) and what. `rows`: asks the database `using` and gives its answer by column."""
    yield from _line_faults(rows)
    yield from _clearing_faults(rows)
    for group in sorted(_sum_faults(rows)):
        with held(group, using):  # a game may have ended between the two queries
            found = _sum_faults(rows, group).get(group, [])
        for what in found:
            yield f"the ledger of group {group}", what


def _sum_faults(rows: Rows, group: int | None = None) -> dict[int, list[str]]:
    """By group: which sums are not what its lines come to. Of one group only, where one is given."""
    where, asked = ("", []) if group is None else ("WHERE group_id = %s", [group])
    lines: dict[int, Net] = defaultdict(lambda: defaultdict(int))
    for row in rows(_LINES.format(where=where), asked):
        pair, sign = pair_of(row["debtor_id"], row["creditor_id"], row["unit"])
        lines[row["group_id"]][pair] += sign * (int(row["whole"]) * 10**9 + int(row["rest"]))
    kept: dict[int, dict[Pair, str]] = defaultdict(dict)
    for row in rows(_SUMS.format(where=where), asked):
        kept[row["group_id"]][row["one_id"], row["other_id"], row["unit"]] = row["amount"]
    found: dict[int, list[str]] = defaultdict(list)
    for each in lines.keys() | kept.keys():
        for one, other, unit in sorted(lines[each].keys() | kept[each].keys()):
            said = kept[each].get((one, other, unit), "0")
            due = lines[each].get((one, other, unit), 0)
            if said != str(due):
                what = f"player {one} owes player {other} {due} ({unit}) by its lines, {said} is kept"
                found[each].append(what)
    return found


def _line_faults(rows: Rows) -> Iterator[tuple[str, str]]:
    for what, where in _FAULTS.items():
        query = f"SELECT p.id, p.group_id FROM ledger_posting p WHERE {where} ORDER BY p.id"  # noqa: S608 - ours
        for row in rows(query, []):
            yield f"the ledger of group {row['group_id']}, line {row['id']}", what


def _clearing_faults(rows: Rows) -> Iterator[tuple[str, str]]:
    """Lines that give some player more or less than what they clear does."""
    left: dict[tuple[int, int], dict[int, int]] = {}
    for row in rows(_CLEARINGS, []):
        place = row["group_id"], row["id"]
        if place not in left:
            left[place] = defaultdict(int)
            left[place][row["debtor"]] -= row["said"]
            left[place][row["creditor"]] += row["said"]
        left[place][row["first"]] += row["cleared"]
        left[place][row["second"]] -= row["cleared"]
    for (group, line), sums in left.items():
        if any(sums.values()):
            yield f"the ledger of group {group}, line {line}", "what it clears is not what it says"

"""Consistency checks of the ledger: postings, clearings and the stored sums.

The play room compares the postings of games with their logs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from django.db import DEFAULT_DB_ALIAS

from scorekeeper.people.groups import locked_group
from scorekeeper.people.verify import Rows

from . import sql
from .sums import Net, Pair, pair_of


def ledger_faults(rows: Rows, using: str = DEFAULT_DB_ALIAS) -> Iterator[tuple[str, str]]:
    """Yield (place, fault) of the ledger.

    `rows`: runs a query on the database `using` and returns dicts.
    """
    yield from _line_faults(rows)
    yield from _clearing_faults(rows)
    for group in sorted(_sum_faults(rows)):
        # again under the group's lock: a game may end between the two queries
        with locked_group(group, using):
            found = _sum_faults(rows, group).get(group, [])
        for what in found:
            yield f"the ledger of group {group}", what


def _sum_faults(rows: Rows, group: int | None = None) -> dict[int, list[str]]:
    """Return the stored sums that differ from the postings, by group; of one group if given."""
    where, parameters = ("", []) if group is None else ("WHERE group_id = %s", [group])
    lines: dict[int, Net] = defaultdict(lambda: defaultdict(int))
    for row in rows(sql.SUMS_OF_POSTINGS.format(where=where), parameters):
        pair, sign = pair_of(row["debtor_id"], row["creditor_id"], row["unit"])
        lines[row["group_id"]][pair] += sign * (int(row["whole"]) * 10**9 + int(row["rest"]))
    stored: dict[int, dict[Pair, str]] = defaultdict(dict)
    for row in rows(sql.STORED_SUMS.format(where=where), parameters):
        stored[row["group_id"]][row["one_id"], row["other_id"], row["unit"]] = row["amount"]
    found: dict[int, list[str]] = defaultdict(list)
    for each in lines.keys() | stored.keys():
        for one, other, unit in sorted(lines[each].keys() | stored[each].keys()):
            kept = stored[each].get((one, other, unit), "0")
            due = lines[each].get((one, other, unit), 0)
            if kept != str(due):
                what = f"player {one} owes player {other} {due} ({unit}) by its lines, {kept} is stored"
                found[each].append(what)
    return found


def _line_faults(rows: Rows) -> Iterator[tuple[str, str]]:
    for what, where in sql.POSTING_FAULTS.items():
        for row in rows(sql.POSTINGS_WHERE.format(where=where), []):
            yield f"the ledger of group {row['group_id']}, line {row['id']}", what


def _clearing_faults(rows: Rows) -> Iterator[tuple[str, str]]:
    """Yield the postings that have clearings with another effect on a balance."""
    left: dict[tuple[int, int], dict[int, int]] = {}
    for row in rows(sql.CLEARINGS, []):
        place = row["group_id"], row["id"]
        if place not in left:
            left[place] = defaultdict(int)
            left[place][row["debtor"]] -= row["said"]
            left[place][row["creditor"]] += row["said"]
        left[place][row["first"]] += row["cleared"]
        left[place][row["second"]] -= row["cleared"]
    for (group, line), sums in left.items():
        if any(sums.values()):
            yield (
                f"the ledger of group {group}, line {line}",
                "its clearings change a balance in another way than it does",
            )

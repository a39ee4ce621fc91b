"""SQL statements of the ledger, all for `verify`: each checks a whole table in one query.

They run on any database, also on an opened backup, so they go through its cursor instead of the models.
"""

from __future__ import annotations

# fault -> condition on a posting `p`
POSTING_FAULTS = {
    "its amount or its unit is missing": "p.amount < 1 OR p.unit = ''",
    "its debtor is its creditor": "p.debtor_id = p.creditor_id",
    "it names a player of another group": (
        "NOT EXISTS (SELECT 1 FROM people_player d WHERE d.id = p.debtor_id AND d.group_id = p.group_id)"
        " OR NOT EXISTS (SELECT 1 FROM people_player c WHERE c.id = p.creditor_id AND c.group_id = p.group_id)"
    ),
    "its game is not known": (
        "p.session <> '' AND NOT EXISTS (SELECT 1 FROM play_session s WHERE s.address = p.session)"
    ),
    "its kind does not fit its game": (
        "(p.kind IN ('game', 'correction', 'deleted', 'returned')) <> (p.session <> '')"
        " OR p.kind NOT IN ('game', 'correction', 'deleted', 'returned', 'payment', 'undo')"
    ),
    "it does not undo a payment of the same players and amount": (
        "(p.kind = 'undo') <> (p.undoes_id IS NOT NULL) OR p.undoes_id IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM ledger_posting u WHERE u.id = p.undoes_id AND u.kind = 'payment' AND u.id < p.id"
        " AND u.group_id = p.group_id AND u.amount = p.amount AND u.unit = p.unit"
        " AND u.debtor_id = p.creditor_id AND u.creditor_id = p.debtor_id)"
    ),
    "it clears debts but is no payment": (
        "p.kind NOT IN ('payment', 'undo') AND EXISTS (SELECT 1 FROM ledger_clearing c WHERE c.posting_id = p.id)"
    ),
    "it clears a debt of another group": (
        "EXISTS (SELECT 1 FROM ledger_clearing c JOIN people_player o ON o.id IN (c.debtor_id, c.creditor_id)"
        " WHERE c.posting_id = p.id AND o.group_id <> p.group_id)"
    ),
}
POSTINGS_WHERE = "SELECT p.id, p.group_id FROM ledger_posting p WHERE {where} ORDER BY p.id"

# Sums between pairs, clearings instead of their postings. In two parts: SQLite fails on a sum beyond 64 bits.
# The database adds up, so that only one row per pair is read instead of every posting.
SUMS_OF_POSTINGS = """
SELECT group_id, debtor_id, creditor_id, unit,
SUM(amount / 1000000000) AS whole, SUM(amount - amount / 1000000000 * 1000000000) AS rest
FROM (
SELECT p.group_id, p.debtor_id, p.creditor_id, p.unit, p.amount FROM ledger_posting p
WHERE NOT EXISTS (SELECT 1 FROM ledger_clearing c WHERE c.posting_id = p.id)
UNION ALL SELECT p.group_id, c.debtor_id, c.creditor_id, p.unit, c.amount
FROM ledger_clearing c JOIN ledger_posting p ON p.id = c.posting_id
) moved {where} GROUP BY group_id, debtor_id, creditor_id, unit
"""
# Clearings beside their postings. A merged player counts as the remaining one, which needs four joins to one table.
CLEARINGS = """
SELECT p.id, p.group_id, p.amount AS said, c.amount AS cleared, COALESCE(d.merged_into_id, d.id) AS debtor,
COALESCE(r.merged_into_id, r.id) AS creditor, COALESCE(e.merged_into_id, e.id) AS first,
COALESCE(s.merged_into_id, s.id) AS second
FROM ledger_clearing c JOIN ledger_posting p ON p.id = c.posting_id
JOIN people_player d ON d.id = p.debtor_id JOIN people_player r ON r.id = p.creditor_id
JOIN people_player e ON e.id = c.debtor_id JOIN people_player s ON s.id = c.creditor_id ORDER BY p.id
"""
STORED_SUMS = "SELECT group_id, one_id, other_id, unit, amount FROM ledger_owed {where}"

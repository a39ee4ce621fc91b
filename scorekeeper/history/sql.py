"""SQL statements of the history room: sums of games, bulk updates, rows for `verify`."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.core.db.rows import insert

from .contribution import AUTOMATIC_WIN, PART, TOTAL, WON

# Sums of a group's results, one row per key of their table. Computed by the database: no page could read every result
# of a group, and `verify` compares these sums with the stored ones.
_COUNTED = (
    "FROM history_result r JOIN history_score s ON s.result_id = r.id WHERE r.group_id = %s AND r.counted"
)
_CELLS = "FROM history_result r JOIN history_cell c ON c.result_id = r.id WHERE r.group_id = %s AND r.counted"
_SERVED = "CASE WHEN c.throws = 1 AND NOT c.struck THEN 1 ELSE 0 END"
PLAYED = """
SELECT variant_id, SUM(CASE WHEN counted THEN 1 ELSE 0 END), SUM(CASE WHEN counted THEN 0 ELSE 1 END)
FROM history_result WHERE group_id = %s GROUP BY variant_id
"""


def _frequencies(more: str = "", *, cells: bool = True) -> str:
    """Return the statement of the frequencies of points.

    `more`: condition with `{who}` for the table with the player's column. `cells`: include boxes.
    """
    on_cells, on_scores = _CELLS + more.format(who="c"), _COUNTED + more.format(who="s")
    found = f"""
SELECT r.variant_id, s.player_id, '{TOTAL}', s.side_points, COUNT(*), 0 {on_scores} AND s.side_points IS NOT NULL
GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.variant_id, s.player_id, '{PART}', s.points, COUNT(*), 0 {on_scores} AND s.points IS NOT NULL AND r.teams > 0
GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.variant_id, s.player_id, '{WON}', CASE WHEN s.won THEN 1 ELSE 0 END, COUNT(*), 0 {on_scores}
GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.variant_id, s.player_id, '{AUTOMATIC_WIN}', 1, SUM(s.first_throw - (
SELECT COUNT(*) FROM history_cell c WHERE c.result_id = r.id AND c.player_id = s.player_id AND c.throws = 1
AND NOT c.struck)), 0 {on_scores} AND s.first_throw > 0 AND r.automatic GROUP BY 1, 2, 3, 4
"""  # noqa: S608 - ours
    boxes = f"""
UNION ALL
SELECT r.variant_id, c.player_id, c.box, c.points, COUNT(*), SUM({_SERVED}) {on_cells} GROUP BY 1, 2, 3, 4
"""
    return found + boxes if cells else found


FREQUENCIES = _frequencies()
# The same of one variant in a period: group, variant, first moment, moment after the last, and for one player the id.
_IN_PERIOD = " AND r.variant_id = %s AND r.finished >= %s AND r.finished < %s"
TOTALS_IN_PERIOD = _frequencies(_IN_PERIOD, cells=False)
FREQUENCIES_OF_PLAYER = _frequencies(_IN_PERIOD + " AND {who}.player_id = %s")
BOXES_IN_PERIOD = f"SELECT c.box, SUM(c.points), COUNT(*) {_CELLS}{_IN_PERIOD} GROUP BY 1"
_MET = """
FROM history_result r JOIN history_score a ON a.result_id = r.id
JOIN history_score b ON b.result_id = r.id AND b.player_id > a.player_id
WHERE r.group_id = %s AND r.counted AND (a.team IS NULL OR b.team IS NULL OR a.team <> b.team)
"""
_COMPARED = """
SUM(CASE WHEN a.rank < b.rank THEN 1 ELSE 0 END), SUM(CASE WHEN a.rank > b.rank THEN 1 ELSE 0 END),
SUM(CASE WHEN a.rank = b.rank THEN 1 ELSE 0 END)
"""
MEETINGS = f"SELECT r.variant_id, a.player_id, b.player_id, {_COMPARED} {_MET} GROUP BY 1, 2, 3"
MEETINGS_OF_PLAYER = (
    f"SELECT a.player_id, b.player_id, {_COMPARED} {_MET}{_IN_PERIOD}"
    " AND (a.player_id = %s OR b.player_id = %s) GROUP BY 1, 2"
)
# First and last number of a player's games in a period, and the longest streaks within it. A streak that began before
# the period counts from the period's first game.
COURSES = f"""
SELECT player_id, MIN(nth), MAX(nth), MAX(CASE WHEN streak > place THEN place ELSE streak END),
MAX(CASE WHEN -streak > place THEN place ELSE -streak END)
FROM (SELECT s.player_id, s.nth, s.streak, s.nth - MIN(s.nth) OVER (PARTITION BY s.player_id) + 1 AS place
{_COUNTED}{_IN_PERIOD} AND s.nth IS NOT NULL) AS games GROUP BY player_id
"""  # noqa: S608 - ours


def update_scores(columns: Sequence[str]) -> str:
    """Return the statement that sets these columns of a score, for `executemany`.

    One prepared statement for thousands of scores after a correction; `bulk_update` would build a CASE over all rows.
    """
    setting = ", ".join(f"{name} = %s" for name in columns)
    return f"UPDATE history_score SET {setting} WHERE id = %s"  # noqa: S608 - ours


def scores_by_number(count: int) -> str:
    """Return the statement of `count` scores, each by player, variant and number (`nth`).

    The ORM builds and compiles a condition for each of them: 1.6 ms for four players, five times this statement.
    A join, since SQLite refuses a condition of 1000 parts.
    """
    rows = ", ".join(["(%s, %s, %s)"] * count)
    return (
        f"WITH asked (player, variant, number) AS (VALUES {rows}) "  # noqa: S608 - ours
        "SELECT s.* FROM asked JOIN history_score s "
        "ON s.player_id = asked.player AND s.variant_id = asked.variant AND s.nth = asked.number"
    )


def add_to(table: str, keys: Sequence[str], values: Sequence[str], rows: int) -> str:
    """Return the statement that inserts rows of sums, or adds their values to existing rows.

    The ORM's `bulk_create` can replace the values of existing rows, but not add to them.
    """
    columns = ("group_id", *keys, *values)
    adding = ", ".join(f"{value} = {table}.{value} + excluded.{value}" for value in values)
    return f"{insert(table, columns, rows)} ON CONFLICT (group_id, {', '.join(keys)}) DO UPDATE SET {adding}"


# Rows of some sessions for `verify`, which runs on any database, also on an opened backup, through its cursor.
RESULTS_OF_SESSIONS = """
SELECT r.*, v.game AS variant_game, v.digest, v.rules FROM history_result r
LEFT JOIN history_variant v ON v.id = r.variant_id
WHERE r.session_id BETWEEN %s AND %s ORDER BY r.session_id, r.id
"""
SCORES_OF_SESSIONS = """
SELECT c.*, r.session_id FROM history_score c JOIN history_result r ON r.id = c.result_id
WHERE r.session_id BETWEEN %s AND %s ORDER BY c.id
"""
CELLS_OF_SESSIONS = """
SELECT c.*, r.session_id FROM history_cell c JOIN history_result r ON r.id = c.result_id
WHERE r.session_id BETWEEN %s AND %s ORDER BY c.id
"""

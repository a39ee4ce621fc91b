"""SQL statements of this room, each with the reason why it is not written with the ORM.

SQLite and PostgreSQL read all of them alike. docs/decisions/raw-sql.md lists the modules that execute SQL.
"""

from __future__ import annotations

# The most entries that may undo one another in a chain; `log.void` refuses a longer one.
MOST_CHAINED = 4

# --- loading a table: every page and every write begins with these two. The ORM takes about five times longer to
# compile them than the database takes to answer. The count of entries comes with the session's row in one statement,
# so that both belong to the same moment.

TABLE = """
SELECT s.*, COALESCE((SELECT MAX(e.number) FROM play_entry e WHERE e.session_id = s.id), 0) AS count,
(SELECT e.number FROM play_entry e WHERE e.session_id = s.id AND e.key = %s) AS wrote,
m.owner AS owner, m.player_id AS member_player, p.id AS phone, p.seat_id AS phone_seat, p.removed AS phone_removed,
p.joined > COALESCE(s.finished, s.ended) AS phone_late, p.wanted_id AS phone_wanted,
EXISTS (SELECT 1 FROM play_phone w WHERE w.session_id = s.id AND w.wanted_id IS NOT NULL AND w.removed IS NULL)
AS has_requests,
g.address AS group_address, g.name AS group_name, g.language AS group_language, g.zone AS group_zone
FROM play_session s
JOIN people_group g ON g.id = s.group_id
LEFT JOIN people_member m ON m.group_id = s.group_id AND m.person_id = %s
LEFT JOIN play_phone p ON p.session_id = s.id AND p.person_id = %s
WHERE s.address = %s
"""

SEATS = """
SELECT t.*, p.group_id AS player_group, p.name AS player_name, p.folded AS player_folded, p.colour AS player_colour
FROM play_seat t JOIN people_player p ON p.id = t.player_id
WHERE t.session_id = %s ORDER BY t.position, t.number
"""

# --- writing: every posted line waits for this statement, and the ORM compiles it anew each time.

INSERT_ENTRY = """
INSERT INTO play_entry (session_id, number, kind, target, data, author_id, device_id, key, at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""

# --- the version of a table. The ORM cannot select a column together with the newest number of related rows.

RAISE_VERSION = "UPDATE play_session SET version = version + 1 WHERE id = %s"
VERSION = """
SELECT version + COALESCE((SELECT MAX(number) FROM play_entry WHERE session_id = play_session.id), 0)
FROM play_session WHERE id = %s
"""

# --- chains of rematches: recursive, which the ORM cannot express.

REMATCHES_BEFORE = """
WITH RECURSIVE chain (id, before, place, version) AS (
SELECT id, rematch_of_id, 1, version FROM play_session WHERE id = %s
UNION ALL SELECT s.id, s.rematch_of_id, chain.place + 1, s.version
FROM play_session s JOIN chain ON s.id = chain.before WHERE chain.place < %s
) SELECT id, version + COALESCE((SELECT MAX(e.number) FROM play_entry e WHERE e.session_id = chain.id), 0)
FROM chain ORDER BY place
"""

REMATCHES_LINKED = """
WITH RECURSIVE chain (id, before) AS (
SELECT id, rematch_of_id FROM play_session WHERE address = %s
UNION SELECT s.id, s.rematch_of_id FROM play_session s JOIN chain ON s.id = chain.before OR s.rematch_of_id = chain.id
) SELECT id FROM chain
"""

# --- the entries about one line: recursive, and by indexes alone. Goes from an entry up to its line, by chains of any
# length, from there down to its newest corrections, and from all of these to what undoes them. Undoing a correction
# took 47 ms after 10,000 entries with the whole log, and takes 6 ms with this.

ENTRIES_ABOUT = """
WITH RECURSIVE asked(number, kind, target) AS (
    SELECT e.number, e.kind, e.target FROM play_entry e
    WHERE e.session_id = %(session)s AND e.number = %(number)s AND e.number <= %(count)s AND e.kind <> 'change'
    UNION ALL
    SELECT e.number, e.kind, e.target FROM asked JOIN play_entry e
    ON e.session_id = %(session)s AND e.number = asked.target
), corrected AS (
    SELECT e.number, e.kind, e.target FROM play_entry e
    WHERE e.session_id = %(session)s AND e.target = (SELECT number FROM asked WHERE target IS NULL)
    AND e.kind = 'amend' AND e.number <= %(count)s ORDER BY e.number DESC LIMIT %(most)s
), about AS (
    SELECT * FROM (SELECT * FROM asked UNION SELECT * FROM corrected) line
    UNION
    SELECT e.number, e.kind, e.target FROM about JOIN play_entry e
    ON e.session_id = %(session)s AND e.target = about.number AND e.kind = 'void' AND e.number <= %(count)s
)
SELECT number, kind, target FROM about ORDER BY number
"""

# --- the entries that determine the lines of long logs: the first of each, and its last two corrections. Loading a
# table after 10,000 entries took 115 ms with the whole log, and takes 4.4 ms with this.


def _stands(entry: str, depth: int = MOST_CHAINED) -> str:
    """The condition that an entry is not undone, by undo entries that stand themselves.

    One subquery per entry, through the index: PostgreSQL makes one join of nested NOT EXISTS, which may take seconds.
    """
    if not depth:
        return "TRUE"
    void = f"v{depth}"
    return f"""(
        SELECT 1 FROM play_entry {void} WHERE {void}.session_id = {entry}.session_id
        AND {void}.target = {entry}.number AND {void}.kind = 'void' AND {void}.number <= line.count
        AND {_stands(void, depth - 1)} LIMIT 1
    ) IS NULL"""  # noqa: S608 - made of constants


def _newest(before: str) -> str:
    """The newest correction in effect of a line."""
    return f"""(
        SELECT a.number FROM play_entry a WHERE a.session_id = line.session_id AND a.target = line.number
        AND a.kind = 'amend' AND a.number <= {before} AND {_stands("a")} ORDER BY a.number DESC LIMIT 1
    )"""  # noqa: S608 - made of constants


# The entries of the lines in effect: the first of each line and its last two corrections. All by one index.
ENTRIES_IN_EFFECT = f"""
WITH asked(session_id, count) AS (VALUES {{asked}}), entries AS (
    SELECT e.session_id, e.number, line.count FROM asked line JOIN play_entry e ON e.session_id = line.session_id
    WHERE e.target IS NULL AND e.kind = 'append' AND e.number <= line.count AND {_stands("e")}
), corrected_once AS (
    SELECT line.*, {_newest("line.count")} AS latest FROM entries line
), corrected_twice AS (
    SELECT line.*, {_newest("line.latest - 1")} AS earlier FROM corrected_once line
)
SELECT e.id FROM (
    SELECT session_id, number FROM corrected_twice
    UNION ALL SELECT session_id, latest FROM corrected_twice
    UNION ALL SELECT session_id, earlier FROM corrected_twice
) in_effect JOIN play_entry e ON e.session_id = in_effect.session_id AND e.number = in_effect.number
"""  # noqa: S608 - made of constants

# --- blanking notes: the models refuse to change an entry.

ENTRIES_WITH_TEXT = """
SELECT e.id, e.session_id, e.author_id, e.data FROM play_entry e JOIN play_session s ON s.id = e.session_id
WHERE s.group_id = %s AND CAST(e.data AS TEXT) LIKE %s
"""
SET_ENTRY_DATA = "UPDATE play_entry SET data = %s WHERE id = %s"

# --- verifying: reads rows exactly as they are stored, without the conversions of the models.

_VERIFIED = """
SELECT s.*, s.host_id IS NULL
OR EXISTS (SELECT 1 FROM people_member m WHERE m.group_id = s.group_id AND m.person_id = s.host_id)
OR EXISTS (SELECT 1 FROM play_phone p WHERE p.session_id = s.id AND p.person_id = s.host_id AND p.removed IS NULL)
AS host_is_there FROM play_session s
"""
# the debts of a half imported group need not be complete; a group with members is imported, even if it is still marked
_IS_IMPORTED = "g.arriving IS NOT NULL AND NOT EXISTS (SELECT 1 FROM people_member m WHERE m.group_id = g.id)"
_COMPLETE = f"s.group_id NOT IN (SELECT g.id FROM people_group g WHERE {_IS_IMPORTED})"  # noqa: S608 - made of constants
GROUPS = f"SELECT g.id FROM people_group g WHERE NOT ({_IS_IMPORTED}) ORDER BY g.id"  # noqa: S608
SESSIONS = f"{_VERIFIED} WHERE {_COMPLETE} AND s.id > %s ORDER BY s.id LIMIT %s"
SESSIONS_OF_GROUP = f"{_VERIFIED} WHERE s.group_id = %s AND s.id > %s ORDER BY s.id LIMIT %s"
ONE_SESSION = f"{_VERIFIED} WHERE s.id = %s"
SEATS_OF = """
SELECT t.*, p.group_id AS player_group, p.merged_into_id AS player_merged
FROM play_seat t LEFT JOIN people_player p ON p.id = t.player_id
WHERE t.session_id BETWEEN %s AND %s ORDER BY t.session_id, t.position, t.number
"""
DRAFTS_OF = "SELECT d.* FROM play_draft d WHERE d.session_id BETWEEN %s AND %s ORDER BY d.session_id, d.line"
PHONES_OF = """
SELECT f.*, t.session_id AS seat_session, w.session_id AS wanted_session
FROM play_phone f LEFT JOIN play_seat t ON t.id = f.seat_id LEFT JOIN play_seat w ON w.id = f.wanted_id
WHERE f.session_id BETWEEN %s AND %s ORDER BY f.session_id, f.id
"""
POSTINGS_OF = """
SELECT p.group_id, p.amount, p.unit, p.kind, s.id AS session_id,
COALESCE(d.merged_into_id, p.debtor_id) AS debtor_id, COALESCE(c.merged_into_id, p.creditor_id) AS creditor_id
FROM ledger_posting p JOIN play_session s ON s.address = p.session
LEFT JOIN people_player d ON d.id = p.debtor_id LEFT JOIN people_player c ON c.id = p.creditor_id
WHERE s.id BETWEEN %s AND %s ORDER BY s.id, p.id
"""
ENTRIES_OF = """
SELECT e.number, e.kind, e.target, e.data, e.author_id, e.device_id, e.key, e.at FROM play_entry e
WHERE e.session_id = %s ORDER BY e.number, e.id
"""

NOTIFY = "SELECT pg_notify(%s, %s)"  # PostgreSQL delivers it on commit

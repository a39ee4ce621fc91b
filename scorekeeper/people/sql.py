"""SQL statements of the people room.

Two of them run in every request: the ORM needs five times longer to build these queries than the database to answer.
The third cannot be expressed by the ORM.
"""

from __future__ import annotations

# Data of a session, whether it was renewed within `RENEW_AFTER`, and whether it is still valid.
SESSION = """
SELECT session_data, expire_date > %s, expire_date > %s FROM django_session WHERE session_key = %s
"""
PERSON = "SELECT * FROM people_person WHERE id = %s"

# A window is over when its end has passed, or is further ahead than any window: then the clock was set back.
_WINDOW_IS_OPEN = "people_tally.ends BETWEEN %(now)s + 1 AND %(now)s + 2 * %(window)s"
# One statement, so that exactly `most` of any number of simultaneous attempts are allowed.
COUNT_ATTEMPT = f"""
INSERT INTO people_tally (key, count, ends) VALUES (%(key)s, %(amount)s, %(now)s + %(window)s)
ON CONFLICT (key) DO UPDATE SET
count = CASE WHEN {_WINDOW_IS_OPEN} THEN people_tally.count + %(amount)s ELSE %(amount)s END,
ends = CASE WHEN {_WINDOW_IS_OPEN} THEN people_tally.ends ELSE excluded.ends END
WHERE people_tally.count + %(amount)s <= %(most)s OR NOT ({_WINDOW_IS_OPEN})
"""  # noqa: S608 - built of constants
ATTEMPTS = f"SELECT count, ends FROM people_tally WHERE key = %(key)s AND {_WINDOW_IS_OPEN}"  # noqa: S608

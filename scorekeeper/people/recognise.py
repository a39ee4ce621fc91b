"""From the cookie to the person, on every request: Django's own sessions and backend, read by two plain queries.

The ORM takes several times longer to put these queries together than the database to answer them.

Where somebody's rights rise or fall his session has another key. The answer that brings it may be lost on its way, so
the old key leads to the new one until that is shown for the first time, for some minutes at most.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from scorekeeper.core.db import database
from scorekeeper.core.db.rows import rows_of
from scorekeeper.core.db.write_lock import BRIEF, writing

from .models import Person

_SESSION = """
SELECT session_data, expire_date > %s, expire_date > %s FROM django_session WHERE session_key = %s
"""
_PERSON = "SELECT * FROM people_person WHERE id = %s"
_SIGNS = frozenset(VALID_KEY_CHARS)
_SHORTEST = 8  # as Django has it
# in the session of an old key the new one, and in that of a new one the old
AFTER, BEFORE = "after", "before"
LASTS = timedelta(minutes=10)  # for an old key whose successor was never shown
YEAR = timedelta(seconds=settings.SESSION_COOKIE_AGE)
YOUNG = timedelta(days=30)  # a session is: its year need not begin anew


class SessionStore(db.SessionStore):
    """Sessions in the database. `waning`: one that was read, and whose year began long ago.

    `_over`: its row is there and its year is over. It is empty, but keeps its key, so that its cookie is not deleted:
    the clock may run ahead for a moment only.
    """

    waning = False
    _by_old_key = False
    _over = False

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether a cookie can name a session: only by signs that keys are made of. PostgreSQL takes no NUL."""
        return key is not None and len(key) >= _SHORTEST and _SIGNS.issuperset(key)

    def load(self) -> dict[str, Any]:
        """What the session holds; an unknown or expired one is empty and gets a new key when it is saved.

        Who comes by an old key is given the new one with the answer; who comes by the new one has the old one end.
        """
        key = self.session_key
        found = self._read(key)
        while found and AFTER in found:
            key = found[AFTER]
            found = self._read(key)
        if found is None:
            if not self._over:
                self._session_key = None
            return {}
        if key != self.session_key:
            self._session_key = key
            self._by_old_key = self.modified = True
        elif BEFORE in found:
            self._end_old_key(found)
        return found

    def cycle_key(self) -> None:
        """Another key from here on. A session of nobody, which anybody may have planted, ends at once."""
        known = SESSION_KEY in self
        self._leave_row()
        old = self.session_key
        if self._by_old_key:
            return  # it is another one than was shown
        with writing():
            row = self.model.objects.select_for_update().filter(session_key=old).first() if known else None
            if row is None:
                super().cycle_key()
            elif AFTER in self.decode(row.session_data):
                self._session_cache = self.load()  # another tap was quicker
            else:
                self[BEFORE] = old
                self.create()
                row.session_data = self.encode({AFTER: self.session_key})
                row.expire_date = timezone.now() + LASTS
                row.save()

    def save(self, must_create: bool = False) -> None:
        """Save what it holds; never into a row whose year is over."""
        if not must_create and self._get_session():  # type: ignore[attr-defined]
            self._leave_row()
        if not self._over:
            super().save(must_create)

    def flush(self) -> None:
        """End the session, by whichever key."""
        old = self.get(BEFORE)
        super().flush()
        self._over = False
        if old is not None:
            self.delete(old)

    def _leave_row(self) -> None:
        """Leave a row whose year is over to the clock; what is saved from here on gets another key."""
        if self._over:
            self._session_key, self._over = None, False

    def _read(self, key: str | None) -> dict[str, Any] | None:
        """What a row holds; None where there is none, or its year is over."""
        now = timezone.now()
        adapt = connection.ops.adapt_datetimefield_value
        with connection.cursor() as cursor:
            cursor.execute(_SESSION, [adapt(now + YEAR - YOUNG), adapt(now), key])
            row = cursor.fetchone()
        self._over = row is not None and not row[2]
        if row is None or self._over:
            return None
        self.waning = not row[1]
        return self.decode(row[0])

    def _end_old_key(self, found: dict[str, Any]) -> None:
        """The new key has come: nobody needs the old one. Where nothing can be written now, the next look does it."""
        old = found.pop(BEFORE)
        rows = self.model.objects
        try:
            with (
                database.waiting(connection, BRIEF, database.patience_of(connection)),
                transaction.atomic(),
            ):
                rows.filter(session_key=old).delete()
                rows.filter(session_key=self.session_key).update(session_data=self.encode(found))
        except OperationalError:
            found[BEFORE] = old
            database.close_failed(connection)


class PersonBackend(ModelBackend):
    """Persons by their number."""

    def get_user(self, user_id: int) -> Person | None:
        """The person that a session names, None for one who is gone or shut out."""
        person = next(iter(rows_of(Person, _PERSON, [user_id])), None)
        return person if person is not None and self.user_can_authenticate(person) else None

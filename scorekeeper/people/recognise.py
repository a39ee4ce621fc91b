"""Session engine and authentication backend: Django's, with two plain queries per request.

The ORM needs several times longer to build these queries than the database to answer them.

A session key changes when privileges rise or fall. The response with the new key may be lost, so the old key leads to
the new one until the new one is first sent by the browser, for at most ten minutes.

Every session stores the path `scorekeeper.people.recognise.PersonBackend`, so this module keeps its name: under another
path all guests would lose their only login.
"""

from __future__ import annotations

from datetime import datetime, timedelta
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

from . import sql
from .models import Person

_KEY_CHARS = frozenset(VALID_KEY_CHARS)
_MIN_KEY_LENGTH = 8  # as in Django
# fields of session data: the new key in the session of an old one, and the reverse
NEXT_KEY, PREVIOUS_KEY = "after", "before"
OLD_KEY_LIFETIME = timedelta(minutes=10)  # if the browser never sends the new key
YEAR = timedelta(seconds=settings.SESSION_COOKIE_AGE)
RENEW_AFTER = timedelta(days=30)  # a write to the session at most this often


class SessionStore(db.SessionStore):
    """Session in the database.

    `renewal_due`: whether the last renewal is more than `RENEW_AFTER` ago.

    `_expired`: whether the row exists and its year is over. Such a session is empty but keeps its key, so that Django
    does not delete the cookie: the clock of the server may be ahead for a moment.
    """

    renewal_due = False
    _sent_old_key = False
    _expired = False

    def _validate_session_key(self, key: str | None) -> bool:
        """Return whether a cookie has the form of a session key.

        PostgreSQL rejects NUL in a query.
        """
        return key is not None and len(key) >= _MIN_KEY_LENGTH and _KEY_CHARS.issuperset(key)

    def load(self) -> dict[str, Any]:
        """Read the session data from the database.

        An unknown or expired session is empty and gets a new key when it is saved. A request with the previous key
        receives the new key. A request with the new key ends the previous one.
        """
        key = self.session_key
        found = self._read(key)
        while found and NEXT_KEY in found:
            key = found[NEXT_KEY]
            found = self._read(key)
        if found is None:
            if not self._expired:
                self._session_key = None
            return {}
        if key != self.session_key:
            self._session_key = key
            self._sent_old_key = self.modified = True
        elif PREVIOUS_KEY in found:
            self._end_previous_key(found)
        return found

    def cycle_key(self) -> None:
        """Change the session key.

        A session without a person ends at once: a stranger may have planted its key.
        """
        known = SESSION_KEY in self
        self._leave_expired_row()
        old = self.session_key
        if self._sent_old_key:
            return  # it is already another key than the browser sent
        with writing():
            row = self.model.objects.select_for_update().filter(session_key=old).first() if known else None
            if row is None:
                super().cycle_key()
            elif NEXT_KEY in self.decode(row.session_data):
                self._session_cache = self.load()  # another request has changed it
            else:
                self[PREVIOUS_KEY] = old
                self.create()
                row.session_data = self.encode({NEXT_KEY: self.session_key})
                row.expire_date = timezone.now() + OLD_KEY_LIFETIME
                row.save()

    def save(self, must_create: bool = False) -> None:
        """Save the data, never into an expired row."""
        if not must_create and self._get_session():  # type: ignore[attr-defined]
            self._leave_expired_row()
        if not self._expired:
            super().save(must_create)

    @classmethod
    def clear_expired(cls, now: datetime | None = None) -> None:
        """Delete sessions a year after their end, because the clock may be wrong for a moment.

        The command `clearsessions` does the same.
        """
        cls.get_model_class().objects.filter(expire_date__lt=(now or timezone.now()) - YEAR).delete()

    def flush(self) -> None:
        """End the session under both of its keys."""
        old = self.get(PREVIOUS_KEY)
        super().flush()
        self._expired = False
        if old is not None:
            self.delete(old)

    def _leave_expired_row(self) -> None:
        """Leave an expired row as it is and save under a new key."""
        if self._expired:
            self._session_key, self._expired = None, False

    def _read(self, key: str | None) -> dict[str, Any] | None:
        """Return the data of a row; None where it is missing or expired."""
        now = timezone.now()
        adapt = connection.ops.adapt_datetimefield_value
        with connection.cursor() as cursor:
            cursor.execute(sql.SESSION, [adapt(now + YEAR - RENEW_AFTER), adapt(now), key])
            row = cursor.fetchone()
        self._expired = row is not None and not row[2]
        if row is None or self._expired:
            return None
        self.renewal_due = not row[1]
        return self.decode(row[0])

    def _end_previous_key(self, found: dict[str, Any]) -> None:
        """End the session's previous key.

        If the database cannot be written now, the next request does it.
        """
        old = found.pop(PREVIOUS_KEY)
        rows = self.model.objects
        try:
            with (
                database.waiting(connection, BRIEF, database.patience_of(connection)),
                transaction.atomic(),
            ):
                rows.filter(session_key=old).delete()
                rows.filter(session_key=self.session_key).update(session_data=self.encode(found))
        except OperationalError:
            found[PREVIOUS_KEY] = old
            database.close_failed(connection)


class PersonBackend(ModelBackend):
    """Authentication backend that loads a person by primary key."""

    def get_user(self, user_id: int) -> Person | None:
        """Return the person of a session, None for one who is deleted or inactive."""
        person = next(iter(rows_of(Person, sql.PERSON, [user_id])), None)
        return person if person is not None and self.user_can_authenticate(person) else None

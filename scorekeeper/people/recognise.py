"""From the cookie to the person, on every request: Django's own sessions and backend, read by two plain queries.

The ORM takes several times longer to put these queries together than the database to answer them.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.db import connection
from django.utils import timezone

from .models import Person

_SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
_PERSON = "SELECT * FROM people_person WHERE id = %s"
_SIGNS = frozenset(VALID_KEY_CHARS)
_SHORTEST = 8  # as Django has it


class SessionStore(db.SessionStore):
    """Sessions in the database."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether a cookie can name a session: only by signs that keys are made of. PostgreSQL takes no NUL."""
        return key is not None and len(key) >= _SHORTEST and _SIGNS.issuperset(key)

    def load(self) -> dict[str, Any]:
        """What the session holds; an unknown or expired one is empty and gets a new key when it is saved."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_SESSION, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row[0])


class PersonBackend(ModelBackend):
    """Persons by their number."""

    def get_user(self, user_id: int) -> Person | None:
        """The person that a session names, None for one who is gone or shut out."""
        person = next(iter(Person.objects.raw(_PERSON, [user_id])), None)
        return person if person is not None and self.user_can_authenticate(person) else None

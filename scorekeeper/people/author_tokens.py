"""Author tokens: the outbox stores one with each waiting entry and sends it along.

The token is of the person who wrote the entry. Another person may be logged in when the entry is sent. The token
identifies a person to this server only and grants no access.
"""

from __future__ import annotations

import base64

from django.utils.crypto import salted_hmac

from .guest_merge import person_ids
from .models import Person

SALT = "scorekeeper.people.whose"  # unchanged: tokens wait in outboxes
BITS = 40


def author_token(person: Person) -> str:
    """Return the token of a person: eight letters and digits."""
    return _token(person.pk)


def is_author(token: str, person: Person) -> bool:
    """Return whether a token is of this person or of a guest merged into them."""
    return token == author_token(person) or token in map(_token, person_ids(person))


def _token(number: int) -> str:
    digest = salted_hmac(SALT, str(number), algorithm="sha256").digest()[: BITS // 8]
    return base64.b32encode(digest).decode().lower()

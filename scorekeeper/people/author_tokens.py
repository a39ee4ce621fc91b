"""Whose a line is that waits on a phone: a mark of the person, kept with it and sent along.

A phone may be another's when the line goes out. The mark says nothing to anybody but this server, and opens nothing.
"""

from __future__ import annotations

import base64

from django.utils.crypto import salted_hmac

from .guest_merge import numbers_of
from .models import Person

SALT = "scorekeeper.people.whose"
BITS = 40


def mark_of(person: Person) -> str:
    """The mark of now: eight letters and digits."""
    return _mark(person.pk)


def is_his(mark: str, person: Person) -> bool:
    """Whether it was this person, or a guest that turned out to be he."""
    return mark == mark_of(person) or mark in map(_mark, numbers_of(person))


def _mark(number: int) -> str:
    digest = salted_hmac(SALT, str(number), algorithm="sha256").digest()[: BITS // 8]
    return base64.b32encode(digest).decode().lower()

"""From one browser to another: a code that makes another browser the same person, once, within ten minutes.

An app on the home screen of a phone may have cookies of its own, and starts as a stranger. A person has one such
code at a time; only its digest is kept.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from .models import CarryCode, Person
from .one_time_codes import Codes

CODES = Codes("scorekeeper.people.carry")
LIVES = timedelta(minutes=10)


def make_code(person: Person) -> str:
    """A fresh code for a person; the one before is worth nothing from now on."""
    CarryCode.objects.filter(ends__lte=timezone.now()).delete()
    code = CODES.fresh()
    fields = {"digest": CODES.digest(code), "ends": timezone.now() + LIVES}
    CarryCode.objects.update_or_create(person=person, defaults=fields)
    return code


def person_shown(code: str) -> Person | None:
    """Whose code this is, in its one spelling, without using it up. None for no code that lives."""
    found = _living(code)
    return found.person if found is not None else None


def person_behind(code: str) -> Person | None:
    """The same; the code is used up by asking."""
    found = _living(code)
    if found is None:
        return None
    # of two that ask at once only one deletes it
    used, _rows = CarryCode.objects.filter(pk=found.pk, digest=found.digest).delete()
    return found.person if used else None


def _living(code: str) -> CarryCode | None:
    living = CarryCode.objects.filter(digest=CODES.digest(code), ends__gt=timezone.now())
    return living.select_related("person").first()

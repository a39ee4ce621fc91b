"""Move to a new device: a code that logs another browser in as the same person.

It works once, within ten minutes. An app on the home screen of a phone may have its own cookies and start as a visitor.
A person has one such code at a time; only its digest is stored.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from .models import DeviceTransferCode, Person
from .one_time_codes import Codes

CODES = Codes("scorekeeper.people.carry")  # the salt of all pending codes
LIVES = timedelta(minutes=10)


def make_code(person: Person) -> str:
    """Return a new code for a person; the previous one becomes void."""
    DeviceTransferCode.objects.filter(ends__lte=timezone.now()).delete()
    code = CODES.new()
    fields = {"digest": CODES.digest(code), "ends": timezone.now() + LIVES}
    DeviceTransferCode.objects.update_or_create(person=person, defaults=fields)
    return code


def person_of_code(code: str) -> Person | None:
    """Return the person of a normalized code without redeeming it.

    None for an unknown or expired code.
    """
    found = _pending(code)
    return found.person if found is not None else None


def redeem_code(code: str) -> Person | None:
    """Return the person of a normalized code and delete the code.

    None for an unknown or expired code.
    """
    found = _pending(code)
    if found is None:
        return None
    # of two simultaneous requests only one deletes it
    used, _rows = DeviceTransferCode.objects.filter(pk=found.pk, digest=found.digest).delete()
    return found.person if used else None


def _pending(code: str) -> DeviceTransferCode | None:
    pending = DeviceTransferCode.objects.filter(digest=CODES.digest(code), ends__gt=timezone.now())
    return pending.select_related("person").first()

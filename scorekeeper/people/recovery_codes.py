"""Recovery codes: ten printed codes, each of which logs a person in once.

A code alone identifies the person, so it is long. Only digests are stored, so it is shown once.
"""

from __future__ import annotations

from scorekeeper.core.db.write_lock import writing

from .models import Person, RecoveryCode
from .one_time_codes import Codes, in_fours

COUNT = 10
CODES = Codes("scorekeeper.people.recovery", length=16)  # 80 bits: guessing is hopeless


def make_codes(person: Person) -> list[str]:
    """Return new codes in groups of four, for printing; earlier ones become void."""
    codes = [CODES.new() for _each in range(COUNT)]
    with writing():
        RecoveryCode.objects.filter(person=person).delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(person=person, digest=CODES.digest(code)) for code in codes
        )
    return [" ".join(in_fours(code)) for code in codes]


def unused_codes(person: Person) -> int:
    """Return the number of unused codes of a person."""
    return RecoveryCode.objects.filter(person=person).count()


def person_of_code(code: str) -> Person | None:
    """Return the person of a normalized code; None for an unknown code or an inactive person."""
    found = RecoveryCode.objects.filter(digest=CODES.digest(code)).select_related("person").first()
    if found is None or not found.person.is_active:
        return None
    return found.person


def use_code(code: str) -> bool:
    """Delete a code and return whether it existed.

    Of two simultaneous calls only one returns True.
    """
    with writing():
        return bool(RecoveryCode.objects.filter(digest=CODES.digest(code)).delete()[0])

"""Recovery codes: ten lines on paper, each of which lets somebody in once, whatever phones he has lost.

A code alone says who he is, so it is long; only digests are kept, so it is shown once.
"""

from __future__ import annotations

from scorekeeper.core.db.write_lock import writing

from .models import Person, RecoveryCode
from .one_time_codes import Codes, in_fours

COUNT = 10
CODES = Codes("scorekeeper.people.recovery", length=16)  # 80 bits: nobody meets one by trying


def make_codes(person: Person) -> list[str]:
    """Fresh codes, as they are printed; those before are worth nothing from now on."""
    codes = [CODES.fresh() for _each in range(COUNT)]
    with writing():
        RecoveryCode.objects.filter(person=person).delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(person=person, digest=CODES.digest(code)) for code in codes
        )
    return [" ".join(in_fours(code)) for code in codes]


def left(person: Person) -> int:
    """How many codes of somebody are unused."""
    return RecoveryCode.objects.filter(person=person).count()


def person_behind(code: str) -> Person | None:
    """Whose code this is, in its one spelling. None for no code that is good."""
    found = RecoveryCode.objects.filter(digest=CODES.digest(code)).select_related("person").first()
    if found is None or not found.person.is_active:
        return None
    return found.person


def use_up(code: str) -> bool:
    """Let a code be worth nothing from now on; of two that ask at once only one is told that it was."""
    with writing():
        return bool(RecoveryCode.objects.filter(digest=CODES.digest(code)).delete()[0])

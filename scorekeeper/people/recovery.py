"""Recovery codes: ten lines on paper, each of which lets somebody in once, whatever phones he has lost.

A code alone says who he is, so it is long; only digests are kept, so it is shown once.
"""

from __future__ import annotations

import re

from django.utils.crypto import get_random_string, salted_hmac

from scorekeeper.writers import writing

from .codes import SIGNS
from .models import Person, RecoveryCode

COUNT = 10
LENGTH = 16  # 80 bits: nobody meets one by trying
_CODE = re.compile(f"[{SIGNS}]{{{LENGTH}}}")
_BETWEEN = re.compile(r"[\s-]+")


def make_codes(person: Person) -> list[str]:
    """Fresh codes, as they are printed; those before are worth nothing from now on."""
    codes = [get_random_string(LENGTH, SIGNS) for _each in range(COUNT)]
    with writing():
        RecoveryCode.objects.filter(person=person).delete()
        RecoveryCode.objects.bulk_create(RecoveryCode(person=person, digest=digest(code)) for code in codes)
    return [" ".join(code[at : at + 4] for at in range(0, LENGTH, 4)) for code in codes]


def left(person: Person) -> int:
    """How many codes of somebody are unused."""
    return RecoveryCode.objects.filter(person=person).count()


def spelled(typed: str) -> str | None:
    """A typed code in its one spelling, None where it cannot be one."""
    code = _BETWEEN.sub("", typed.upper())
    return code if _CODE.fullmatch(code) else None


def person_behind(code: str) -> Person | None:
    """Whose code this is, in its one spelling. None for no code that is good."""
    found = RecoveryCode.objects.filter(digest=digest(code)).select_related("person").first()
    if found is None or not found.person.is_active:
        return None
    return found.person


def use_up(code: str) -> bool:
    """Let a code be worth nothing from now on; of two that ask at once only one is told that it was."""
    with writing():
        return bool(RecoveryCode.objects.filter(digest=digest(code)).delete()[0])


def digest(code: str) -> str:
    """How a code is stored."""
    return salted_hmac("scorekeeper.people.recovery", code, algorithm="sha256").hexdigest()

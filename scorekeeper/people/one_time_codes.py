"""Codes that people read off one phone, a paper or a message and type elsewhere: signs, one spelling, digests.

What is typed is looked for by its digest, which is all that is kept; who has the file has no code. A digest is keyed by
this server and by what its code is for, so a code of one kind is none of another.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32, none of which looks like another
LENGTH = 8  # 40 bits
_BETWEEN = re.compile(r"[\s-]+")


@dataclass(frozen=True, slots=True)
class Codes:
    """Codes of one kind. `purpose`: what they are for, of which another spelling would end all that are out."""

    purpose: str
    length: int = LENGTH

    def fresh(self) -> str:
        """A code by chance, in its one spelling."""
        return get_random_string(self.length, SIGNS)

    def computed(self, seed: str) -> str:
        """The code that belongs to a seed: the same every time, and told by no other."""
        bits = int.from_bytes(_keyed(self.purpose, seed).digest()[: 5 * self.length // 8], "big")
        return "".join(SIGNS[bits >> shift & 31] for shift in range(0, 5 * self.length, 5))

    def spelled(self, typed: str) -> str | None:
        """A typed code in its one spelling, None where it cannot be one."""
        return spelled(typed, self.length)

    def digest(self, code: str, about: str = "") -> str:
        """How a code is stored. `about`: what else it is bound to."""
        return _keyed(self.purpose, f"{about}\n{code}" if about else code).hexdigest()

    def is_of(self, stored: str, code: str, about: str = "") -> bool:
        """Whether a digest is of this code; how long that takes tells nothing."""
        return constant_time_compare(stored, self.digest(code, about))


def spelled(typed: str, length: int = LENGTH) -> str | None:
    """A typed code of so many signs in its one spelling, None where it cannot be one."""
    code = _BETWEEN.sub("", typed.upper())
    return code if len(code) == length and set(code) <= set(SIGNS) else None


def in_fours(code: str) -> tuple[str, ...]:
    """A code as it is shown."""
    return tuple(code[at : at + 4] for at in range(0, len(code), 4))


def _keyed(purpose: str, text: str) -> hmac.HMAC:
    return salted_hmac(purpose, text, algorithm="sha256")

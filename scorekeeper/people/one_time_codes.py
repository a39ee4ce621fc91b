"""One-time codes to be typed: alphabet, normal form, digests.

Users read them off a screen, paper or message. Only digests are stored, so the database reveals no code. A digest is
keyed by the server's secret and the purpose of the code, so a code of one kind does not match one of another.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32 characters that do not look alike
LENGTH = 8  # 40 bits
_SEPARATORS = re.compile(r"[\s-]+")


@dataclass(frozen=True, slots=True)
class Codes:
    """One-time codes of one kind.

    `purpose`: salt of their digests; changing it voids all pending codes.
    """

    purpose: str
    length: int = LENGTH

    def new(self) -> str:
        """Return a random code in normal form."""
        return get_random_string(self.length, ALPHABET)

    def derive(self, seed: str) -> str:
        """Return the code of a seed: always the same, and independent of the codes of other seeds."""
        bits = int.from_bytes(_keyed(self.purpose, seed).digest()[: 5 * self.length // 8], "big")
        return "".join(ALPHABET[bits >> shift & 31] for shift in range(0, 5 * self.length, 5))

    def normalize(self, typed: str) -> str | None:
        """Return a typed code in normal form, None where it is malformed."""
        return normalize(typed, self.length)

    def digest(self, code: str, about: str = "") -> str:
        """Return the stored form of a code.

        `about`: another text that the code is bound to, such as an address.
        """
        return _keyed(self.purpose, f"{about}\n{code}" if about else code).hexdigest()

    def matches(self, stored: str, code: str, about: str = "") -> bool:
        """Return whether a digest is of this code.

        Takes constant time.
        """
        return constant_time_compare(stored, self.digest(code, about))


def normalize(typed: str, length: int = LENGTH) -> str | None:
    """Return a typed code of `length` characters in normal form, None where it is malformed."""
    code = _SEPARATORS.sub("", typed.upper())
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def in_fours(code: str) -> tuple[str, ...]:
    """Return a code in groups of four characters, for display."""
    return tuple(code[at : at + 4] for at in range(0, len(code), 4))


def _keyed(purpose: str, text: str) -> hmac.HMAC:
    return salted_hmac(purpose, text, algorithm="sha256")

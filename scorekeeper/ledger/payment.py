"""A payment as it is sent, and what may be wrong with it. Pure: the standard library only."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime


class PaymentError(ValueError):
    """A payment that cannot be written. `code` is stable snake_case, `fields` what the wording needs besides."""

    def __init__(self, code: str, **fields: int) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` has given `payee` (players, by number) `amount` smallest units of `unit`; `key`: as in `Posting`.

    `at`: when, None for now.
    """

    payer: int
    payee: int
    amount: int
    unit: str
    key: uuid.UUID
    at: datetime | None = None

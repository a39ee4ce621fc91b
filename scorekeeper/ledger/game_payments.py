"""The payments of one game, made or undone in one step.

Each has a key made from the game and its amount, so that two phones write it once and the result knows it is paid.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Group, Person

from .clearing import Sums
from .models import Posting
from .payments import Payment, pay, payable, payable_of, undo
from .sums import owed

ATTEMPTS = 10  # times that a payment may be made again after its undo
_NAMESPACE = uuid.UUID("5f0c2b0e-3c0f-4a53-9d3c-5d8b6f1a9e27")


@dataclass(frozen=True, slots=True)
class GamePayment:
    """A payment at the end of a game; `session`: its address.

    Ids and units are those of `Payment`.
    """

    session: str
    payer: int
    payee: int
    amount: int
    unit: str

    def key(self, attempt: int) -> uuid.UUID:
        """Return the key of the posting of an attempt."""
        return uuid.uuid5(
            _NAMESPACE, f"{self.session} {self.payer} {self.payee} {self.amount} {self.unit} {attempt}"
        )


@dataclass(frozen=True, slots=True)
class State:
    """State of the payments of a game."""

    due: bool = False  # some are still due
    paid: tuple[int, ...] = ()  # ids of the postings that paid others
    # what the ledger has, or would have, of each payment: less where debts of other games cancel it
    written: tuple[tuple[GamePayment, int], ...] = ()


def state_of(group: int, payments: Sequence[GamePayment]) -> State:
    """Return the state of a game's payments.

    One that the group has cleared in another way is neither due nor paid here.
    """
    made = _made(payments)
    found = [(each, _payment_in_effect(each, made)) for each in payments]
    running = Sums({} if all(posting for _each, posting in found) else owed(group))
    written, due = [], False
    for each, posting in found:
        open_now = 0 if posting else payable_of(running.sums, each.payer, each.payee, each.unit)
        amount = posting.amount if posting else min(each.amount, open_now)
        if open_now:
            running.pay(each.payer, each.payee, amount, each.unit)
            due = True
        written.append((each, amount))
    return State(due, tuple(posting.pk for _each, posting in found if posting), tuple(written))


def latest_posting(group: int) -> int:
    """Return the id of the latest posting of a group, 0 for none; it changes with every payment."""
    return Posting.objects.filter(group=group).order_by("-pk").values_list("pk", flat=True).first() or 0


def pay_all(group: Group, payments: Sequence[GamePayment], author: Person) -> None:
    """Write all payments of a game that are not made yet, each at most as high as what is owed."""
    with writing():
        lock_group(group.pk)
        made = _made(payments)
        for each in payments:
            amount = min(each.amount, payable(group.pk, each.payer, each.payee, each.unit))
            key = next((key for key in map(each.key, range(ATTEMPTS)) if key not in made), None)
            if _payment_in_effect(each, made) is None and amount and key:
                pay(group, Payment(each.payer, each.payee, amount, each.unit, key), author)


def undo_all(group: Group, payments: Sequence[GamePayment], author: Person) -> None:
    """Undo all payments of a game that were made in one step."""
    with writing():
        lock_group(group.pk)
        for number in state_of(group.pk, payments).paid:
            undo(group, number, author)


def _made(payments: Sequence[GamePayment]) -> Mapping[uuid.UUID, Posting]:
    """Return the postings of all attempts by key; one query."""
    keys = [each.key(attempt) for each in payments for attempt in range(ATTEMPTS)]
    return {posting.key: posting for posting in Posting.objects.filter(key__in=keys).select_related("undone")}


def _payment_in_effect(payment: GamePayment, made: Mapping[uuid.UUID, Posting]) -> Posting | None:
    """Return the posting of a payment that was not undone."""
    found = filter(None, (made.get(payment.key(attempt)) for attempt in range(ATTEMPTS)))
    return next((posting for posting in found if not hasattr(posting, "undone")), None)

"""Payments: writing one, in full or in part, and undoing it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.groups import lock_group
from scorekeeper.people.guest_merge import is_same_person
from scorekeeper.people.models import Group, Person

from .clearing import open_debts
from .models import Posting
from .postings import post
from .sums import Debt, Net, balances_of, owed, simplest

Kind = Posting.Kind


class PaymentError(ValueError):
    """An invalid payment.

    `code`: stable identifier in snake case. `fields`: amounts for the error text.
    """

    def __init__(self, code: str, **fields: int) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment: `payer` has paid `payee` `amount` smallest units of `unit`.

    `payer`, `payee`: player ids. `key`: identifies a repeated request, as in `Posting`. `at`: time of the payment,
    None for now. `beyond`: it may exceed the debt; the payee then owes the rest.
    """

    payer: int
    payee: int
    amount: int
    unit: str
    key: uuid.UUID
    at: datetime | None = None
    beyond: bool = False


def pay(group: Group, payment: Payment, author: Person) -> Posting:
    """Write a payment and return its posting; a payment with the same key is written once.

    Raises PaymentError `debt_gone` if nothing is owed any more, `paid_nothing` (`least`, `most`: smallest units) for
    no amount, `paid_too_much` (`most`) for more than is owed unless `beyond`, `key_used` if the key belongs to another
    payment.
    """
    with writing():
        lock_group(group.pk)
        earlier = Posting.objects.filter(key=payment.key).first()
        if earlier is not None:
            return _same(earlier, payment, group, author)
        most = payable(group.pk, payment.payer, payment.payee, payment.unit)
        if not most:
            raise PaymentError("debt_gone")
        if payment.amount <= 0:
            raise PaymentError("paid_nothing", least=1, most=most)
        if payment.amount > most and not payment.beyond:
            raise PaymentError("paid_too_much", most=most)
        paid = Posting(
            group=group,
            kind=Kind.PAYMENT,
            debtor_id=payment.payee,
            creditor_id=payment.payer,
            amount=payment.amount,
            unit=payment.unit,
            key=payment.key,
            author=author,
            at=payment.at or timezone.now(),
        )
        post([paid])
        return paid


def pay_all(group: Group, seen: str, key: uuid.UUID, author: Person) -> list[Posting]:
    """Write all of the fewest payments and return their postings; a repeated key returns those written.

    `seen`: `digest` of the payments on the page. Raises PaymentError `debts_changed` if they are others now.
    """
    with writing():
        lock_group(group.pk)
        due = simplest(group.pk)
        if earlier := _written_together(group, key):
            if not is_same_person(earlier[0].author_id, author.pk):
                raise PaymentError("key_used")
            return earlier
        if digest(due) != seen:
            raise PaymentError("debts_changed")
        return [
            pay(
                group, Payment(debt.debtor, debt.creditor, debt.amount, debt.unit, _part(key, number)), author
            )
            for number, debt in enumerate(due)
        ]


def undo_all(group: Group, key: uuid.UUID, author: Person) -> list[Posting]:
    """Undo the payments written by one `pay_all` with this key, and return the undoing postings.

    Raises PaymentError `line_unknown` if there are none.
    """
    with writing():
        lock_group(group.pk)
        paid = _written_together(group, key)
        if not paid:
            raise PaymentError("line_unknown")
        return [undo(group, each.pk, author) for each in paid]


def _part(key: uuid.UUID, number: int) -> uuid.UUID:
    """Return the key of one payment of `pay_all`."""
    return uuid.uuid5(key, str(number))


def _written_together(group: Group, key: uuid.UUID) -> list[Posting]:
    found: list[Posting] = []
    while paid := Posting.objects.filter(group=group, key=_part(key, len(found))).first():
        found.append(paid)
    return found


def digest(due: Iterable[Debt]) -> str:
    """Return an order-independent digest of payments: only those on the page are written."""
    rows = sorted((debt.unit, debt.debtor, debt.creditor, debt.amount) for debt in due)
    return sha256(repr(rows).encode()).hexdigest()[:32]


def undo(group: Group, number: int, author: Person, at: datetime | None = None) -> Posting:
    """Undo a payment by a posting of its own, and return that posting.

    A payment that is undone already keeps its first undo. `at`: time of the undo, None for now. Raises PaymentError
    `line_unknown` if there is no such payment.
    """
    with writing():
        lock_group(group.pk)
        paid = Posting.objects.filter(group=group, pk=number, kind=Kind.PAYMENT).first()
        if paid is None:
            raise PaymentError("line_unknown")
        earlier = Posting.objects.filter(undoes=paid).first()
        if earlier is not None:
            return earlier
        back = Posting(
            group=group,
            kind=Kind.UNDO,
            debtor_id=paid.creditor_id,
            creditor_id=paid.debtor_id,
            amount=paid.amount,
            unit=paid.unit,
            undoes=paid,
            author=author,
            at=at or timezone.now(),
        )
        post([back])
        return back


def payable(group: int, payer: int, payee: int, unit: str) -> int:
    """Return the largest amount that one player may pay another, 0 for none.

    It is the larger of their debt and the amount that makes one of them even, because the page shows both lists.
    """
    return payable_of(owed(group), payer, payee, unit)


def payable_of(sums: Net, payer: int, payee: int, unit: str) -> int:
    """Return the largest amount that one player may pay another, from the sums of their group."""
    balances = balances_of(sums).get(unit)
    if balances is None or payer == payee:
        return 0
    between = open_debts(sums, unit).get((payer, payee), 0)
    return max(between, min(-balances.get(payer, 0), balances.get(payee, 0)), 0)


def _same(earlier: Posting, payment: Payment, group: Group, author: Person) -> Posting:
    """Return the stored payment with this key.

    Raises PaymentError `key_used` if it differs.
    """
    stands = (earlier.creditor_id, earlier.debtor_id, earlier.amount, earlier.unit)
    sent = (payment.payer, payment.payee, payment.amount, payment.unit)
    if stands != sent or earlier.group_id != group.pk or not is_same_person(earlier.author_id, author.pk):
        raise PaymentError("key_used")
    return earlier

"""Money that changes hands: a debt that is paid, in whole or in part, and the way back from a slip of the thumb."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.groups import hold
from scorekeeper.people.guest_merge import is_one
from scorekeeper.people.models import Group, Person

from .clearing import open_debts
from .models import Posting
from .payment import Payment, PaymentError
from .postings import post
from .sums import balances_of, owed

Kind = Posting.Kind


def pay(group: Group, payment: Payment, author: Person) -> Posting:
    """Write a payment down, whoever of the group does it. Sent twice, it stands once.

    Raises PaymentError `debt_gone` where nothing is owed any more, `paid_too_much` (`least`, `most`: smallest units)
    for another sum than can be paid, `key_used` for a key that was used for something else.
    """
    with writing():
        hold(group.pk)
        earlier = Posting.objects.filter(key=payment.key).first()
        if earlier is not None:
            return _same(earlier, payment, group, author)
        most = payable(group.pk, payment.payer, payment.payee, payment.unit)
        if not most:
            raise PaymentError("debt_gone")
        if not 0 < payment.amount <= most:
            raise PaymentError("paid_too_much", least=1, most=most)
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


def undo(group: Group, number: int, author: Person, at: datetime | None = None) -> Posting:
    """Take a payment back: a line of its own, written `at`, None for now. Taken back already, nothing is written.

    Raises PaymentError `line_unknown` where there is no such payment.
    """
    with writing():
        hold(group.pk)
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
    """The most that one may pay another, 0 for nothing.

    It is what they owe between the two, or what makes one of them even, whichever is more: both lists are shown.
    """
    sums = owed(group)
    balances = balances_of(sums).get(unit)
    if balances is None or payer == payee:
        return 0
    between = open_debts(sums, unit).get((payer, payee), 0)
    return max(between, min(-balances.get(payer, 0), balances.get(payee, 0)), 0)


def _same(earlier: Posting, payment: Payment, group: Group, author: Person) -> Posting:
    """The payment that stands under this key, if it is this one."""
    stands = (earlier.creditor_id, earlier.debtor_id, earlier.amount, earlier.unit)
    sent = (payment.payer, payment.payee, payment.amount, payment.unit)
    if stands != sent or earlier.group_id != group.pk or not is_one(earlier.author_id, author.pk):
        raise PaymentError("key_used")
    return earlier

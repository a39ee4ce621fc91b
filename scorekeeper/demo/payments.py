"""Random payments of debts after most evenings, in whole or in part."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from random import Random

from scorekeeper.ledger.payments import Payment, pay, undo
from scorekeeper.ledger.sums import Debt, debts, simplest
from scorekeeper.people.models import Group, Person

SETTLES, IN_PART, SLIPS = 0.45, 0.3, 0.06
GRAND = 0.12  # share of evenings after which all debts are paid, in the fewest payments


def settle_some(group: Group, author: Person, chance: Random, at: datetime) -> int:
    """Pay some of the open debts; return the number of payments."""
    everybody = chance.random() < GRAND
    due = simplest(group.pk) if everybody else [debt for debt in debts(group.pk) if chance.random() < SETTLES]
    for debt in due:
        at += timedelta(seconds=chance.randint(10, 90))
        amount = debt.amount if everybody else _amount(debt, chance)
        payment = Payment(debt.debtor, debt.creditor, amount, debt.unit, uuid.uuid4(), at)
        paid = pay(group, payment, author)
        if chance.random() < SLIPS:
            undo(group, paid.pk, author, at + timedelta(seconds=20))
    return len(due)


def _amount(debt: Debt, chance: Random) -> int:
    """Return the whole debt, or half of it rounded to coins."""
    if debt.amount < 20 or chance.random() >= IN_PART:
        return debt.amount
    return max(10, debt.amount // 2 // 10 * 10)

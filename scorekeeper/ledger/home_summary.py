"""Summary of a group's open debts for the home page, with the reader's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.people.models import Group

from . import presentation
from .sums import open_in

MOST = 30  # debts of the reader that are listed one by one


@dataclass(frozen=True, slots=True)
class OwnDebt:
    """A payment that the reader should make or receive.

    `other`: the other player.
    """

    other: presentation.LedgerPlayer
    text: str
    figure: str
    owes: bool


@dataclass(frozen=True, slots=True)
class Money:
    """Open debts of a group.

    `payments`: number of payments that make all even. `known`: whether the reader is a known player. `own`: payments
    of the reader. `sums`: their totals in words.
    """

    payments: int
    known: bool
    own: Sequence[OwnDebt]
    sums: Sequence[str]


def money_of(group: Group, reader: Callable[[], int | None]) -> Money | None:
    """Return the open debts of a group, None if there are none.

    `reader`: returns the reader's player id, None if unknown; called only if there are debts.
    """
    found = open_in(group.pk)
    if not found:
        return None
    known, player = presentation.ledger_players(group), reader()
    debts = [debt for each in found for debt in each.fewest if player in (debt.debtor, debt.creditor)]
    sums: dict[str, int] = {}
    for debt in debts:
        sums[debt.unit] = sums.get(debt.unit, 0) + (debt.amount if debt.creditor == player else -debt.amount)
    owed = [presentation.phrased(amount, unit) for unit, amount in sums.items() if amount > 0]
    owes = [presentation.phrased(-amount, unit) for unit, amount in sums.items() if amount < 0]
    texts = [_("You owe %(amount)s") % {"amount": listed(owes)}] if owes else []
    texts += [_("You are owed %(amount)s") % {"amount": listed(owed)}] if owed else []
    own = [_own(debt_row, player) for debt_row in presentation.debt_rows(debts[:MOST], known)]
    return Money(sum(len(each.fewest) for each in found), player is not None, own, texts)


def _own(debt_row: presentation.DebtRow, player: int | None) -> OwnDebt:
    owes = debt_row.payer.number == player
    other = debt_row.payee if owes else debt_row.payer
    words = _("You owe %(name)s") if owes else _("%(name)s owes you")
    return OwnDebt(other, words % {"name": other.name}, debt_row.amount, owes)

"""What home says of a group's money: what the reader owes and is owed, once it is known who they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.people.models import Group

from . import presentation
from .sums import open_in

MOST = 30  # debts of the reader that are told one by one


@dataclass(frozen=True, slots=True)
class OwnDebt:
    """A payment that the reader is to make or to get. `other`: who is at its other side."""

    other: presentation.Face
    text: str
    figure: str
    owes: bool


@dataclass(frozen=True, slots=True)
class Money:
    """What is open: how many payments make all even, the reader's own, and what these add up to in words."""

    payments: int
    known: bool
    own: Sequence[OwnDebt]
    sums: Sequence[str]


def money_of(group: Group, reader: Callable[[], int | None]) -> Money | None:
    """What is open in a group, None for nothing. `reader`: asked who the reader is, None where that is not known."""
    found = open_in(group.pk)
    if not found:
        return None
    known, player = presentation.faces(group), reader()
    debts = [debt for each in found for debt in each.fewest if player in (debt.debtor, debt.creditor)]
    sums: dict[str, int] = {}
    for debt in debts:
        sums[debt.unit] = sums.get(debt.unit, 0) + (debt.amount if debt.creditor == player else -debt.amount)
    owed = [presentation.phrased(amount, unit) for unit, amount in sums.items() if amount > 0]
    owes = [presentation.phrased(-amount, unit) for unit, amount in sums.items() if amount < 0]
    said = [_("You owe %(amount)s") % {"amount": listed(owes)}] if owes else []
    said += [_("You are owed %(amount)s") % {"amount": listed(owed)}] if owed else []
    own = [_own(owing, player) for owing in presentation.owings(debts[:MOST], known)]
    return Money(sum(len(each.fewest) for each in found), player is not None, own, said)


def _own(owing: presentation.Owing, player: int | None) -> OwnDebt:
    owes = owing.payer.number == player
    other = owing.payee if owes else owing.payer
    words = _("You owe %(name)s") if owes else _("%(name)s owes you")
    return OwnDebt(other, words % {"name": other.name}, owing.amount, owes)

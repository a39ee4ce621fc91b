"""What home says of a group's money: what the reader owes and is owed, once it is known who they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.people.models import Group
from scorekeeper.punctuation import listed

from . import told
from .sums import open_in


@dataclass(frozen=True, slots=True)
class OwnDebt:
    """A payment that the reader is to make or to get. `other`: who is at its other side."""

    other: told.Face
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
    known, player = told.faces(group), reader()
    owings = [owing for unit in told.units_of(found, known) for owing in unit.fewest]
    own = [_own(owing, player) for owing in owings if player in (owing.payer.number, owing.payee.number)]
    sums: dict[str, int] = {}
    for owing in owings:
        sign = (owing.payee.number == player) - (owing.payer.number == player)
        sums[owing.unit] = sums.get(owing.unit, 0) + sign * owing.due
    owed = [told.phrased(amount, unit) for unit, amount in sums.items() if amount > 0]
    owes = [told.phrased(-amount, unit) for unit, amount in sums.items() if amount < 0]
    said = [_("You owe %(amount)s") % {"amount": listed(owes)}] if owes else []
    said += [_("You are owed %(amount)s") % {"amount": listed(owed)}] if owed else []
    return Money(len(owings), player is not None, own, said)


def _own(owing: told.Owing, player: int | None) -> OwnDebt:
    owes = owing.payer.number == player
    other = owing.payee if owes else owing.payer
    words = _("You owe %(name)s") if owes else _("%(name)s owes you")
    return OwnDebt(other, words % {"name": other.name}, owing.amount, owes)

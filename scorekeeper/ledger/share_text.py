"""Texts to share: the payments of a group for its chat, and a reminder for each payer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import override

from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.people.language import group_language
from scorekeeper.people.models import Group

from .presentation import DebtRow, LedgerPlayer, ledger_players, units


@dataclass(frozen=True, slots=True)
class Reminder:
    """The payments of one player as a text, with payment links that carry the amount."""

    player: LedgerPlayer
    text: str


@dataclass(frozen=True, slots=True)
class SharedTexts:
    """Texts of a group's payments; empty if all are even or the payments exceed a page."""

    everybody: str = ""
    reminders: Sequence[Reminder] = ()


def shared_texts(group: Group) -> SharedTexts:
    """Return the texts of the fewest payments, in the language of the group's shared texts.

    For everybody: a line for each payment, "Bo pays Cleo 5,10 €", then each payee's payment links.
    """
    with override(group_language(group.language)):
        found = units(group, ledger_players(group))
        if any(unit.pages for unit in found):
            return SharedTexts()
        debt_rows = [debt_row for unit in found for debt_row in unit.fewest]
        paid = {debt_row.payee.number: debt_row for debt_row in debt_rows if debt_row.payment_links}
        payers = groupby(sorted(debt_rows, key=_payer), _payer)
        return SharedTexts(
            "\n".join([*map(_line, debt_rows), *map(_links_line, paid.values())]),
            [_reminder(list(owed)) for _number, owed in payers],
        )


def _payer(debt_row: DebtRow) -> int:
    return debt_row.payer.number


def _line(debt_row: DebtRow) -> str:
    words = {"payer": debt_row.payer.name, "payee": debt_row.payee.name, "amount": debt_row.amount}
    return _("%(payer)s pays %(payee)s %(amount)s") % words


def _links_line(debt_row: DebtRow) -> str:
    """Return the payment links of a payee: "Cleo: https://paypal.me/cleo, @cleo"."""
    return labelled(debt_row.payee.name, listed(link.href or link.text for link in debt_row.payee.links))


def _reminder(debt_rows: Sequence[DebtRow]) -> Reminder:
    payer = debt_rows[0].payer
    head = _("%(player)s, please pay:") % {"player": payer.name}
    return Reminder(payer, "\n".join([head, *map(_due_line, debt_rows)]))


def _due_line(debt_row: DebtRow) -> str:
    """Return a payment with its links: "Cleo €5.10: https://paypal.me/cleo/5.10EUR"."""
    due = f"{debt_row.payee.name} {debt_row.amount}"
    links = listed(link.href or link.text for link in debt_row.payment_links)
    return labelled(due, links) if links else due

"""The payments of a group as a text for its chat, with the payees' payment links."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.people.language import group_language
from scorekeeper.people.models import Group

from . import presentation


def payment_text(group: Group) -> str:
    """Return the fewest payments, one per line, then each payee's payment links.

    A line reads "Bo pays Cleo 5,10 €". The text is in the language of the group's shared texts. It is empty if all are
    even, and if the payments fill more than a page.
    """
    with override(group_language(group.language)):
        units = presentation.units(group, presentation.ledger_players(group))
        if any(unit.pages for unit in units):
            return ""
        debt_rows = [debt_row for unit in units for debt_row in unit.fewest]
        paid = {debt_row.payee.number: debt_row for debt_row in debt_rows if debt_row.payment_links}
        return "\n".join([*map(_line, debt_rows), *map(_links_line, paid.values())])


def _line(debt_row: presentation.DebtRow) -> str:
    words = {"payer": debt_row.payer.name, "payee": debt_row.payee.name, "amount": debt_row.amount}
    return _("%(payer)s pays %(payee)s %(amount)s") % words


def _links_line(debt_row: presentation.DebtRow) -> str:
    """Return the payment links of a payee: "Cleo: https://paypal.me/cleo, @cleo"."""
    return labelled(debt_row.payee.name, listed(link.href or link.text for link in debt_row.payment_links))

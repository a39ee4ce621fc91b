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
        units = presentation.units(group, presentation.faces(group))
        if any(unit.pages for unit in units):
            return ""
        owings = [owing for unit in units for owing in unit.fewest]
        paid = {owing.payee.number: owing for owing in owings if owing.ways}
        return "\n".join([*map(_line, owings), *map(_ways, paid.values())])


def _line(owing: presentation.Owing) -> str:
    words = {"payer": owing.payer.name, "payee": owing.payee.name, "amount": owing.amount}
    return _("%(payer)s pays %(payee)s %(amount)s") % words


def _ways(owing: presentation.Owing) -> str:
    """Return the payment links of a payee: "Cleo: https://paypal.me/cleo, @cleo"."""
    return labelled(owing.payee.name, listed(way.href or way.text for way in owing.ways))

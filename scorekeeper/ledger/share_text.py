"""Who pays whom as a text for the group chat, and how those who get money may be paid."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.people.language import shared_in
from scorekeeper.people.models import Group

from . import presentation


def payment_text(group: Group) -> str:
    """The fewest payments, a line each, "Bo pays Cleo 5,10 €"; empty where everybody is even, and for more than a page.

    Below them, once for each, how those who get money may be paid. In the language in which the group shares its texts.
    """
    with override(shared_in(group.language)):
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
    """How one is paid: "Cleo: https://paypal.me/cleo, @cleo"."""
    return labelled(owing.payee.name, listed(way.href or way.text for way in owing.ways))

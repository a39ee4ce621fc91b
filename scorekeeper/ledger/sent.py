"""Who pays whom as a text for the group chat, with the ways to pay whoever is paid."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from scorekeeper.people.language import shared_in
from scorekeeper.people.models import Group
from scorekeeper.punctuation import bracketed, listed

from . import told


def payment_text(group: Group) -> str:
    """The fewest payments, a line each: "Bo pays Cleo 5,10 € (paypal.me/cleo)"; empty where everybody is even.

    In the language in which the group shares its texts.
    """
    with override(shared_in(group.language)):
        known = told.faces(group)
        return "\n".join(_line(owing) for unit in told.units(group, known) for owing in unit.fewest)


def _line(owing: told.Owing) -> str:
    words = {"payer": owing.payer.name, "payee": owing.payee.name, "amount": owing.amount}
    text = _("%(payer)s pays %(payee)s %(amount)s") % words
    return bracketed(text, _ways(owing.payee)) if owing.payee.links else text


def _ways(payee: told.Face) -> str:
    return listed(link.text for link in payee.links)

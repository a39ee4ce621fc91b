"""The words of the ledger: why a transfer is owed, what is wrong with a stake."""

from __future__ import annotations

from collections.abc import Mapping

from babel.lists import format_list
from django.utils.translation import get_language, gettext, ngettext, override

from .money import locale_data, show, show_number
from .payment import PaymentError
from .settle import Reason
from .stake import StakeError


def reason_text(reason: Reason, unit: str, locale: str, names: Mapping[str, str] | None = None) -> str:
    """Why, in the language of `locale`, like "62 points x $0.01" or "Loser pays $5, shared among A and B".

    `names`: what to call the players where the outcome knew them by something else. The text is plain, the
    page escapes it.
    """
    # one language throughout, whatever is active: half of a sentence must not come out in another
    with override(locale.replace("_", "-").lower()):
        text = _why(reason, show(reason.amount, unit, locale), locale)
        if reason.points is not None and (reason.payers or reason.payees):
            text = gettext("%(reason)s = %(total)s") % {
                "reason": text,
                "total": show(reason.total, unit, locale),
            }
        if reason.payers:
            who = _list(reason.payers, locale, names)
            text = gettext("%(reason)s, paid together by %(names)s") % {"reason": text, "names": who}
        if reason.payees:
            who = _list(reason.payees, locale, names)
            text = gettext("%(reason)s, shared among %(names)s") % {"reason": text, "names": who}
        return text


def _why(reason: Reason, amount: str, locale: str) -> str:
    """The reason before any split."""
    if reason.points is not None:
        text = ngettext("%(points)s point × %(amount)s", "%(points)s points × %(amount)s", reason.points)
        return text % {"points": show_number(reason.points, locale), "amount": amount}
    texts = {
        "automatic_win": gettext("Automatic win: %(amount)s"),
        "fixed": gettext("Loser pays %(amount)s"),
        "ante": gettext("Put into the pot: %(amount)s"),
        "low_pays": gettext("Lowest pays %(amount)s"),
    }
    return texts[reason.code] % {"amount": amount}


def _list(players: tuple[str, ...], locale: str, names: Mapping[str, str] | None) -> str:
    """ "A, B, and C" as the language lists names."""
    return format_list([(names or {}).get(player, player) for player in players], locale=locale_data(locale))


def payment_error_text(error: PaymentError, unit: str) -> str:
    """What is wrong with a payment, in the active language."""
    texts = {
        "debt_gone": gettext("Nothing is owed there any more. Somebody may have marked it as paid."),
        "paid_too_much": gettext("That is more than is owed, or nothing: at most %(most)s."),
        "key_used": gettext("This was sent before, with something else in it."),
        "no_key": gettext("This form cannot be used again. Open the page anew."),
        "line_unknown": gettext("There is no such payment."),
    }
    fields = {name: show(amount, unit, get_language() or "en") for name, amount in error.fields.items()}
    return texts[error.code] % fields


def stake_error_text(error: StakeError) -> str:
    """What is wrong with a stake, in the active language."""
    texts = {
        "not_an_object": gettext("The stake must be an object."),
        "unknown_field": gettext("A stake has no field “%(field)s”."),
        "missing_field": gettext("The stake needs “%(field)s”."),
        "unknown_kind": gettext("There is no such kind of stake."),
        "bad_unit": gettext(
            "Name a currency or a thing in 1 to %(most)s characters, without blanks around it."
        ),
        "bad_amount": gettext("Write the amount in digits, such as 5 or 0.50."),
        "amount_too_large": gettext("The amount is too large: at most %(most)s."),
        "automatic_win_needs_per_point": gettext(
            "A sum for an automatic win goes with a stake per point only."
        ),
        "stake_needs_points": gettext("This game counts no points that a stake per point could use."),
    }
    if error.code == "amount_too_fine":
        return _too_fine(error.fields["decimals"])
    fields = {"field": error.field, **error.fields}
    if "most" in fields:
        fields["most"] = show_number(fields["most"], get_language() or "en")
    return texts[error.code] % fields


def _too_fine(decimals: int) -> str:
    """Too many decimals for the currency, or any at all where it has none."""
    if not decimals:
        return gettext("Write a whole number: this is not divided.")
    text = ngettext("At most %(decimals)s decimal here.", "At most %(decimals)s decimals here.", decimals)
    return text % {"decimals": decimals}

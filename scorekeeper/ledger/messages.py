"""Texts of the ledger: stakes, reasons of transfers, errors of stakes and payments."""

from __future__ import annotations

from collections.abc import Mapping

from babel.lists import format_list
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, gettext_noop, ngettext, override

from scorekeeper.core.i18n.languages import within

from .money import Stake, is_currency, locale_data, phrase, show, show_number
from .payments import PaymentError
from .settle import Reason
from .stake import StakeError

# The same phrase for a stake at the table, on the result, in the setup and in the ledger.
STAKES = {
    "per_point": gettext_noop("%(amount)s a point"),
    "pairwise": gettext_noop("%(amount)s a point, each with each"),
    "low_pays": gettext_noop("last place pays %(amount)s"),
    "low_buys": gettext_noop("last place pays everybody %(amount)s"),
    "ante": gettext_noop("%(amount)s each into the pot"),
    "fixed": gettext_noop("each loser pays %(amount)s"),
}
# for things instead of money, and for games without points
THINGS = {
    "low_pays": gettext_noop("last place buys %(amount)s"),
    "low_buys": gettext_noop("last place buys %(amount)s for everybody"),
}
WITHOUT_POINTS = {
    "low_pays": gettext_noop("first to drop pays %(amount)s"),
    "low_buys": gettext_noop("first to drop pays everybody %(amount)s"),
}
THINGS_WITHOUT_POINTS = {
    "low_pays": gettext_noop("first to drop buys %(amount)s"),
    "low_buys": gettext_noop("first to drop buys %(amount)s for everybody"),
}


def stake_text(stake: Stake, locale: str, *, points: bool = True) -> str:
    """Describe a stake in the active language: "$0.01 a point"; empty for none.

    `points`: whether the game counts points.
    """
    if stake.kind == "none":
        return ""
    return _phrase(stake.kind, stake.amount, stake.unit, locale, points=points)


def _phrase(kind: str, amount: int, unit: str, locale: str, *, points: bool) -> str:
    things = {**THINGS, **({} if points else THINGS_WITHOUT_POINTS)}
    sums = {**STAKES, **({} if points else WITHOUT_POINTS)}
    words = sums if is_currency(unit) else {**sums, **things}
    return gettext(words[kind]) % {"amount": phrase(amount, unit, locale)}


def reason_text(
    reason: Reason,
    unit: str,
    locale: str,
    names: Mapping[str, str] | None = None,
    *,
    points: bool = True,
    after_game: bool = False,
) -> str:
    """Describe a reason in the language of `locale`.

    Examples: "62 points x $0.01", "Each loser pays $5, shared among A and B".

    `names`: names by the outcome's player keys, if they differ. `points`: whether the game counts points. `after_game`:
    the text continues a line that begins with the game. The text is plain; the page escapes it.
    """
    # `locale` may differ from the active language; without this, parts of the sentence would mix
    with override(locale.replace("_", "-").lower()):
        text = _why(reason, unit, locale, points=points)
        text = text if after_game else capfirst(text)
        if reason.points is not None and (reason.payers or reason.payees):
            text = gettext("%(reason)s = %(total)s") % {
                "reason": text,
                "total": show(reason.total, unit, locale),
            }
        if reason.payers:
            who = _list(reason.payers, locale, names)
            text = gettext("%(reason)s, from %(names)s") % {"reason": text, "names": who}
        if reason.payees:
            who = _list(reason.payees, locale, names)
            text = gettext("%(reason)s, to %(names)s") % {"reason": text, "names": who}
        return text


def _why(reason: Reason, unit: str, locale: str, *, points: bool) -> str:
    """Describe a reason without its split among players."""
    if reason.points is not None:
        text = ngettext("%(points)s point × %(amount)s", "%(points)s points × %(amount)s", reason.points)
        number = show_number(reason.points, locale)
        return text % {"points": number, "amount": show(reason.amount, unit, locale)}
    if reason.code == "automatic_win":
        return within(gettext("Automatic win: %(amount)s")) % {"amount": phrase(reason.amount, unit, locale)}
    return _phrase(reason.code, reason.amount, unit, locale, points=points)


def _list(players: tuple[str, ...], locale: str, names: Mapping[str, str] | None) -> str:
    """Return the names as a list in the language: "A, B, and C"."""
    return format_list([(names or {}).get(player, player) for player in players], locale=locale_data(locale))


def payment_error_text(error: PaymentError, unit: str) -> str:
    """Return the text of a payment error in the active language."""
    texts = {
        "debt_gone": gettext("This is no longer owed. It may have been marked as paid already."),
        "paid_nothing": gettext("Enter between %(least)s and %(most)s."),
        "paid_too_much": gettext("This is more than %(most)s."),
        "debts_changed": gettext("The debts have changed. Check the payments again."),
        "key_used": gettext("This was sent before with different content."),
        "no_key": gettext("This form was used already. Open the page again."),
        "line_unknown": gettext("There is no such payment."),
    }
    fields = {name: show(amount, unit, get_language() or "en") for name, amount in error.fields.items()}
    return texts[error.code] % fields


def stake_error_text(error: StakeError) -> str:
    """Return the text of a stake error in the active language."""
    texts = {
        "not_an_object": gettext("The stake must be an object."),
        "unknown_field": gettext("A stake has no field “%(field)s”."),
        "missing_field": gettext("The stake needs “%(field)s”."),
        "unknown_kind": gettext("There is no such kind of stake."),
        "bad_unit": gettext(
            "Name a currency or a thing in 1 to %(most)s characters, without spaces around it."
        ),
        "too_many_units": gettext(
            "You already owe each other in %(most)s currencies and things. Play for one of these."
        ),
        "bad_amount": gettext("Write the amount in digits, such as 5 or 0.50."),
        "thousands_set_off": gettext(
            "Write thousands as one number, such as 1500, and decimals after “%(sign)s”."
        ),
        "amount_too_large": gettext("The amount is too large: at most %(most)s."),
        "automatic_win_needs_per_point": gettext(
            "A sum for an automatic win goes with a stake per point only."
        ),
        "stake_needs_points": gettext("This game has no points, so the stake cannot be per point."),
    }
    if error.code == "amount_too_fine":
        return _too_fine(error.fields["decimals"])
    fields = {"field": error.field, **error.fields}
    if "most" in fields:
        fields["most"] = show_number(fields["most"], get_language() or "en")
    return texts[error.code] % fields


def _too_fine(decimals: int) -> str:
    """Return the text for too many decimals in a unit with this number of decimals."""
    if not decimals:
        return gettext("Write a whole number: this cannot be divided.")
    text = ngettext("At most %(decimals)s decimal here.", "At most %(decimals)s decimals here.", decimals)
    return text % {"decimals": decimals}

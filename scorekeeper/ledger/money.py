"""Money as text: currencies, amounts, and the stake of a transcript.

Pure: no database. Amounts are integers of the smallest unit of their currency. Currencies and their decimals come from
the Unicode locale data.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal, localcontext
from functools import lru_cache
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import format_currency, format_decimal, get_currency_precision

from scorekeeper.rules import player_names as words
from scorekeeper.rules.player_names import MOST_LETTERS as UNIT_LENGTH

from . import ready_units
from .stake import KINDS, Stake, StakeError

__all__ = [
    "KINDS",
    "MOST_WHOLE",
    "UNIT_LENGTH",
    "Stake",
    "StakeError",
    "currencies",
    "decimal_string",
    "decimals",
    "dump_stake",
    "is_currency",
    "likely_currency",
    "locale_data",
    "parse_amount",
    "parse_stake",
    "parse_unit",
    "phrase",
    "show",
    "show_number",
]

# far beyond any game, and low enough that the largest transfer of a game fits a database integer
MOST_WHOLE = 10**12

_FIELDS = frozenset({"kind", "amount", "unit", "automatic_win"})
_AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]+))?")

# ISO 4217 reserves these for "no currency" and for tests
_NOT_MONEY = frozenset({"XXX", "XTS"})
# currencies of the countries of our games, and the most used others
_COMMON = ("EUR", "USD", "GBP", "CAD", "MXN", "ARS", "BRL", "COP", "CLP", "XAF", "CHF", "JPY")
# the locale data asks for a space between a code and a digit ("KWD 1.500"), which Babel omits
_TOUCHING = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")


# --- units -----------------------------------------------------------------------------------------------


def is_currency(unit: str) -> bool:
    """Return whether the unit is a currency code in capitals; any other unit is a thing.

    Withdrawn codes count, so that an old game reads the same after a country changes its currency.
    """
    return unit in get_global("all_currencies") and unit not in _NOT_MONEY


def decimals(unit: str) -> int:
    """Return the number of decimals of a unit: JPY 0, USD 2, KWD 3, a thing 0."""
    return get_currency_precision(unit) if is_currency(unit) else 0


def parse_unit(data: object) -> str:
    """Return a valid unit: a currency code or a free text of 1 to 40 characters.

    Raises StakeError `bad_unit`.
    """
    if not isinstance(data, str) or not words.is_word(data):
        raise StakeError("bad_unit", "unit", most=UNIT_LENGTH)
    return data


# --- amounts ---------------------------------------------------------------------------------------------


def parse_amount(text: object, unit: str, *, field: str = "amount") -> int:
    """Parse a decimal string ("0.65", "12": ASCII digits, at most one point) to smallest units.

    Raises StakeError with `field`: `bad_amount` (no such string), `amount_too_fine` (more decimals than the unit has;
    `decimals`), `amount_too_large` (more than `MOST_WHOLE` before the point; `most`).
    """
    match = _AMOUNT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise StakeError("bad_amount", field)
    whole, fraction = match[1], match[2] or ""
    places = decimals(unit)
    # the length first: Python raises ValueError for thousands of digits
    if len(whole) > len(str(MOST_WHOLE)) or int(whole) > MOST_WHOLE:
        raise StakeError("amount_too_large", field, most=MOST_WHOLE)
    if len(fraction) > places:
        raise StakeError("amount_too_fine", field, decimals=places)
    return int(whole + fraction.ljust(places, "0"))


def decimal_string(amount: int, unit: str) -> str:
    """Format an amount for transcripts, with all decimals of the unit.

    65 USD -> "0.65", 65 JPY -> "65". The inverse of `parse_amount`, except that a balance may be negative ("-0.65").
    """
    places = decimals(unit)
    sign, digits = "-" if amount < 0 else "", str(abs(amount)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


@lru_cache(maxsize=4096)
def show(amount: int, unit: str, locale: str) -> str:
    """Format an amount in a language: "$0.65", "0,65 €"; a thing as "3 beers" or "3 × matches".

    Spaces inside are non-breaking, so that an amount stays on one line.
    """
    if not is_currency(unit):
        return ready_units.counted(unit, amount, show_number(amount, locale), locale)
    number = Decimal(decimal_string(amount, unit))
    with localcontext() as context:
        context.prec = len(number.as_tuple().digits) + 10  # some sums have more than the default 28 digits
        text = format_currency(number, unit, locale=locale_data(locale))
    return _TOUCHING.sub("\N{NO-BREAK SPACE}", text)


def phrase(amount: int, unit: str, locale: str) -> str:
    """Format an amount within a sentence: as `show`, but one thing as its name ("a round")."""
    one = amount == 1 and not is_currency(unit)
    return ready_units.one(unit, locale) if one else show(amount, unit, locale)


@lru_cache(maxsize=4096)
def show_number(number: int, locale: str) -> str:
    """Format a whole number in a language, with its grouping: "1,250"."""
    return format_decimal(number, locale=locale_data(locale))


# --- currencies to choose from ---------------------------------------------------------------------------


@lru_cache(maxsize=128)
def locale_data(locale: str) -> Locale:
    """Return the locale data of a language ("pt-br" or "pt_BR"), of English if it is unknown."""
    try:
        return Locale.parse(locale.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale("en")


@lru_cache(maxsize=128)
def currencies(locale: str) -> tuple[tuple[str, str], ...]:
    """Return (code, "name (code)") of the currencies in use today, for a select.

    First those of the locale's own country, then the common ones, then the rest by name.
    """
    data = locale_data(locale)
    in_use = {code for country in get_global("territory_currencies") for code in _tender(country)}
    common = list(dict.fromkeys([*_tender(data.territory or ""), *_COMMON]))
    names = {code: data.currencies.get(code, code) for code in in_use}
    rest = sorted(in_use.difference(common), key=lambda code: (_sortable(names[code]), code))
    return tuple((code, f"{names[code]} ({code})") for code in [*common, *rest])


def likely_currency(accepted: str) -> str:
    """Return the currency of the country in an Accept-Language header, USD if there is none."""
    for part in accepted[:200].split(","):
        tag = part.split(";")[0].strip().replace("-", "_")
        likely = tag if "_" in tag else get_global("likely_subtags").get(tag, "")
        country = likely.rpartition("_")[2].upper()
        if country in get_global("territory_currencies"):
            listed = [
                row[0] for row in get_global("territory_currencies")[country] if row[3] and row[2] is None
            ]
            if listed and is_currency(listed[0]):
                return str(listed[0])
    return "USD"


def _tender(country: str) -> list[str]:
    """Return the legal tender of a country.

    Each row of the data: code, from, until, is legal tender.
    """
    rows = get_global("territory_currencies").get(country, ())
    return [code for code, _, until, tender in rows if tender and until is None and code not in _NOT_MONEY]


def _sortable(name: str) -> str:
    """Return a sort key that ignores case and accents."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


# --- the stake of a transcript ---------------------------------------------------------------------------


def parse_stake(data: object) -> Stake:
    """Parse the stake of a transcript: {"kind", "amount", "unit"[, "automatic_win"]}.

    "automatic_win" is allowed with `per_point` only. The amounts are decimal strings. {"kind": "none"} needs no other
    field; an amount and a unit with it are checked and dropped. Raises StakeError: `not_an_object`, `unknown_field`
    and `missing_field` (`field`), `unknown_kind`, `automatic_win_needs_per_point`, and those of `parse_unit` and
    `parse_amount`.
    """
    if not isinstance(data, dict):
        raise StakeError("not_an_object")
    if not _FIELDS.issuperset(data):
        raise StakeError("unknown_field", min(str(key) for key in data if key not in _FIELDS))
    kind = _required(data, "kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise StakeError("unknown_kind", "kind")
    if kind != "per_point" and "automatic_win" in data:
        raise StakeError("automatic_win_needs_per_point", "automatic_win")
    if kind == "none" and data.keys() == {"kind"}:
        return Stake("none")
    unit = parse_unit(_required(data, "unit"))
    amount = parse_amount(_required(data, "amount"), unit)
    if kind == "none":
        return Stake("none")
    win = (
        parse_amount(data["automatic_win"], unit, field="automatic_win") if "automatic_win" in data else None
    )
    return Stake(kind, amount, unit, win)


def _required(data: dict[Any, Any], field: str) -> object:
    """Return a required field.

    Raises StakeError `missing_field`.
    """
    if field not in data:
        raise StakeError("missing_field", field)
    return data[field]


def dump_stake(stake: Stake) -> dict[str, str]:
    """Return a stake as its transcript object, the inverse of `parse_stake`."""
    if stake.kind == "none":
        return {"kind": "none"}
    data = {"kind": stake.kind, "amount": decimal_string(stake.amount, stake.unit), "unit": stake.unit}
    if stake.automatic_win is not None:
        data["automatic_win"] = decimal_string(stake.automatic_win, stake.unit)
    return data

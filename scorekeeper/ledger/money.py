"""Money as people and transcripts write it: currencies, amounts, the stake of a transcript.

Inside, an amount is an integer of the smallest unit that the currency knows; here it meets text. What a
currency is and how many decimals it has comes from the Unicode locale data. No database here.
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

# far beyond any game table, and low enough that what a game can make of it fits a database's integers
MOST_WHOLE = 10**12

_FIELDS = frozenset({"kind", "amount", "unit", "automatic_win"})
_AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]+))?")

# ISO 4217 reserves these for "no currency" and for tests: nobody can pay in them
_NOT_MONEY = frozenset({"XXX", "XTS"})
# where the games at hand are played, and what is played with most elsewhere
_COMMON = ("EUR", "USD", "GBP", "CAD", "MXN", "ARS", "BRL", "COP", "CLP", "XAF", "CHF", "JPY")
# the data asks for a blank where a code stands beside a digit ("KWD 1.500"), Babel leaves it out
_TOUCHING = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_TIMES = "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}"


# --- units -----------------------------------------------------------------------------------------------


def is_currency(unit: str) -> bool:
    """Whether the unit is the code of a currency, in capitals; anything else is a thing.

    Codes that were withdrawn still count, so that an old game reads the same after a country changes money.
    """
    return unit in get_global("all_currencies") and unit not in _NOT_MONEY


def decimals(unit: str) -> int:
    """How many decimals an amount of this unit has: JPY 0, USD 2, KWD 3, a thing 0."""
    return get_currency_precision(unit) if is_currency(unit) else 0


def parse_unit(data: object) -> str:
    """A currency's code or a free word of 1-40 characters, unchanged. Raises StakeError `bad_unit`."""
    if not isinstance(data, str) or not words.is_word(data):
        raise StakeError("bad_unit", "unit", most=UNIT_LENGTH)
    return data


# --- amounts ---------------------------------------------------------------------------------------------


def parse_amount(text: object, unit: str, *, field: str = "amount") -> int:
    """A decimal string ("0.65", "12") in smallest units of `unit`: ASCII digits and one point, nothing else.

    Raises StakeError with `field`: `bad_amount` (not such a string), `amount_too_fine` (more decimals than
    the unit has; `decimals`), `amount_too_large` (more than a million million before the point; `most`).
    """
    match = _AMOUNT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise StakeError("bad_amount", field)
    whole, fraction = match[1], match[2] or ""
    places = decimals(unit)
    # the length first: Python itself refuses to read thousands of digits
    if len(whole) > len(str(MOST_WHOLE)) or int(whole) > MOST_WHOLE:
        raise StakeError("amount_too_large", field, most=MOST_WHOLE)
    if len(fraction) > places:
        raise StakeError("amount_too_fine", field, decimals=places)
    return int(whole + fraction.ljust(places, "0"))


def decimal_string(amount: int, unit: str) -> str:
    """The amount as transcripts write it, with all decimals of the unit: 65 USD -> "0.65", 65 JPY -> "65".

    A balance may be negative ("-0.65"); `parse_amount` takes back whatever is not.
    """
    places = decimals(unit)
    sign, digits = "-" if amount < 0 else "", str(abs(amount)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


@lru_cache(maxsize=4096)
def show(amount: int, unit: str, locale: str) -> str:
    """The amount for people, as their language writes it: "$0.65", "0,65 €"; a thing: how many times what.

    The blanks inside do not break, so that an amount stays on one line.
    """
    if not is_currency(unit):
        return f"{show_number(amount, locale)}{_TIMES}{unit}"
    number = Decimal(decimal_string(amount, unit))
    with localcontext() as context:
        context.prec = len(number.as_tuple().digits) + 10  # the usual 28 digits are not enough for every sum
        text = format_currency(number, unit, locale=locale_data(locale))
    return _TOUCHING.sub("\N{NO-BREAK SPACE}", text)


def phrase(amount: int, unit: str, locale: str) -> str:
    """The amount within a sentence, as `show` has it, but a single thing goes by its name: "a round of drinks"."""
    return unit if amount == 1 and not is_currency(unit) else show(amount, unit, locale)


def show_number(number: int, locale: str) -> str:
    """A whole number for people, with their grouping: "1,250"."""
    return format_decimal(number, locale=locale_data(locale))


# --- currencies to choose from ---------------------------------------------------------------------------


@lru_cache(maxsize=128)
def locale_data(locale: str) -> Locale:
    """The locale data for a language as Django ("pt-br") or Unicode ("pt_BR") writes it; else English."""
    try:
        return Locale.parse(locale.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale("en")


@lru_cache(maxsize=128)
def currencies(locale: str) -> tuple[tuple[str, str], ...]:
    """(code, "name (code)") of the money in use today, for a select.

    First that of the locale's own country, then the common ones, then the rest by name.
    """
    data = locale_data(locale)
    in_use = {code for country in get_global("territory_currencies") for code in _tender(country)}
    common = list(dict.fromkeys([*_tender(data.territory or ""), *_COMMON]))
    names = {code: data.currencies.get(code, code) for code in in_use}
    rest = sorted(in_use.difference(common), key=lambda code: (_sortable(names[code]), code))
    return tuple((code, f"{names[code]} ({code})") for code in [*common, *rest])


def likely_currency(accepted: str) -> str:
    """The money of the country that the browser's languages speak of (its Accept-Language header)."""
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
    """The legal tender of a country. Each row of the data: code, from, until, whether legal tender."""
    rows = get_global("territory_currencies").get(country, ())
    return [code for code, _, until, tender in rows if tender and until is None and code not in _NOT_MONEY]


def _sortable(name: str) -> str:
    """A name as a list is sorted: capitals and accents do not count."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


# --- the stake of a transcript ---------------------------------------------------------------------------


def parse_stake(data: object) -> Stake:
    """A stake from its transcript: {"kind", "amount", "unit"}, and "automatic_win" with `per_point`.

    The amounts are decimal strings. {"kind": "none"} needs nothing else; an amount and a unit beside it are
    checked and dropped. Raises StakeError: `not_an_object`, `unknown_field` and `missing_field` (`field`),
    `unknown_kind`, `automatic_win_needs_per_point`, and those of `parse_unit` and `parse_amount`.
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
    """A field that must be there."""
    if field not in data:
        raise StakeError("missing_field", field)
    return data[field]


def dump_stake(stake: Stake) -> dict[str, str]:
    """A stake as its transcript object: `parse_stake(dump_stake(stake)) == stake` for whatever was parsed."""
    if stake.kind == "none":
        return {"kind": "none"}
    data = {"kind": stake.kind, "amount": decimal_string(stake.amount, stake.unit), "unit": stake.unit}
    if stake.automatic_win is not None:
        data["automatic_win"] = decimal_string(stake.automatic_win, stake.unit)
    return data

"""Amounts in form fields: parsing typed text, and formatting it in the active language."""

from __future__ import annotations

import re
import unicodedata

from django.utils.translation import get_language

from .money import decimal_string, decimals, locale_data
from .stake import StakeError

_THOUSAND = 3  # digits of a thousands group; with three decimals "1,500" is ambiguous


def amount_shown(amount: int, unit: str) -> str:
    """Format an amount in smallest units as a field value, with the language's decimal sign."""
    return decimal_string(amount, unit).replace(".", _symbol("decimal", "."))


def plain_amount(text: str, unit: str = "", *, field: str = "amount") -> str:
    """Normalise a typed amount for `parse_amount`: ASCII digits and a decimal point.

    Raises StakeError `thousands_set_off` if three digits follow the language's thousands separator and the unit has
    three decimals: "1,500" would be one and a half dinars. With other units `parse_amount` refuses such a text.
    """
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in text.strip())
    if decimals(unit) == _THOUSAND and re.search(rf"{re.escape(_symbol('group', ','))}\d{{3}}(?!\d)", digits):
        raise StakeError("thousands_set_off", field, sign=_symbol("decimal", "."))
    plain = digits.replace(",", ".").replace("\N{ARABIC DECIMAL SEPARATOR}", ".")
    return f"0{plain}" if plain.startswith(".") else plain


def _symbol(name: str, usual: str) -> str:
    """Return a number sign (`decimal`, `group`) of the active language."""
    return str(locale_data(get_language() or "en").number_symbols.get("latn", {}).get(name, usual))

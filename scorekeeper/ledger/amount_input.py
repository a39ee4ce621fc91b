"""Amounts in a field: as somebody types them, and as they stand there in his language."""

from __future__ import annotations

import re
import unicodedata

from django.utils.translation import get_language

from .money import decimal_string, decimals, locale_data
from .stake import StakeError

_THOUSAND = 3  # digits that a language sets off; a currency of so many decimals leaves open what they are


def amount_shown(amount: int, unit: str) -> str:
    """An amount of smallest units in a field, with the decimal sign of the language."""
    return decimal_string(amount, unit).replace(".", _symbol("decimal", "."))


def plain_amount(text: str, unit: str = "", *, field: str = "amount") -> str:
    """A typed amount as the ledger reads it: a comma is a point, everybody's digits are digits.

    Raises StakeError `thousands_set_off` where three digits follow what sets off thousands in the language, and the
    unit has three decimals: "1,500" would be one and a half dinars. With other units the ledger refuses it.
    """
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in text.strip())
    if decimals(unit) == _THOUSAND and re.search(rf"{re.escape(_symbol('group', ','))}\d{{3}}(?!\d)", digits):
        raise StakeError("thousands_set_off", field, sign=_symbol("decimal", "."))
    plain = digits.replace(",", ".").replace("\N{ARABIC DECIMAL SEPARATOR}", ".")
    return f"0{plain}" if plain.startswith(".") else plain


def _symbol(name: str, usual: str) -> str:
    """A sign that the language has in numbers: `decimal`, `group`."""
    return str(locale_data(get_language() or "en").number_symbols.get("latn", {}).get(name, usual))

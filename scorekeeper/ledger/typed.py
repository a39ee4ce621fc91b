"""Amounts in a field: as somebody types them, and as they stand there in his language."""

from __future__ import annotations

import unicodedata

from django.utils.translation import get_language

from .money import decimal_string, locale_data


def amount_shown(amount: int, unit: str) -> str:
    """An amount of smallest units in a field, with the decimal sign of the language."""
    sign = locale_data(get_language() or "en").number_symbols.get("latn", {}).get("decimal", ".")
    return decimal_string(amount, unit).replace(".", sign)


def plain_amount(text: str) -> str:
    """A typed amount as the ledger reads it: a comma is a point, everybody's digits are digits."""
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in text.strip())
    plain = digits.replace(",", ".").replace("\N{ARABIC DECIMAL SEPARATOR}", ".")
    return f"0{plain}" if plain.startswith(".") else plain

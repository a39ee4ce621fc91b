"""Stakes of the demo group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EUROS = "EUR"
NOTHING: Mapping[str, Any] = {}
CENT = {"kind": "per_point", "amount": "0.01", "unit": EUROS}
TWO_CENTS = {"kind": "pairwise", "amount": "0.02", "unit": EUROS}
POT = {"kind": "ante", "amount": "1.00", "unit": EUROS}
FIFTY = {"kind": "fixed", "amount": "0.50", "unit": EUROS}
DRINKS = {"kind": "low_pays", "amount": "1", "unit": "a round of drinks"}
BEERS = {"kind": "low_buys", "amount": "1", "unit": "a beer"}

"""Balances, fewest payments and winnings, for the recount."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from .reference_stakes import Row, decimal


def balances(lines: Iterable[Row]) -> dict[str, dict[str, Fraction]]:
    """Return by unit what every player is owed, negative if they owe; zeros are left out."""
    found: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for line in lines:
        found[line["unit"]][line["from"]] -= decimal(line["owed"])
        found[line["unit"]][line["to"]] += decimal(line["owed"])
    kept = {unit: {name: each for name, each in sums.items() if each} for unit, sums in found.items()}
    for sums in kept.values():
        assert sum(sums.values()) == 0
    return {unit: sums for unit, sums in kept.items() if sums}


def fewest(sums: Sequence[Fraction]) -> int:
    """Return the fewest payments: persons minus the most circles that cancel; tries all subsets."""
    if not sums:
        return 0
    most = [0] * (1 << len(sums))
    added = [Fraction(0)] * (1 << len(sums))
    for chosen in range(1, 1 << len(sums)):
        lowest = (chosen & -chosen).bit_length() - 1
        added[chosen] = added[chosen & (chosen - 1)] + sums[lowest]
        best = max(most[chosen & ~(1 << place)] for place in range(len(sums)) if chosen >> place & 1)
        most[chosen] = best + (added[chosen] == 0)
    return len(sums) - most[-1]


def winnings(lines: Iterable[Row], tables: set[str]) -> dict[str, dict[str, tuple[Fraction, Fraction]]]:
    """Return (won, lost) by player and unit over these tables, without payments."""
    sums: dict[tuple[str, str, str], Fraction] = defaultdict(Fraction)
    for line in lines:
        if line["kind"] not in ("payment", "undo") and line["table"] in tables:
            sums[line["from"], line["unit"], line["table"]] -= decimal(line["amount"])
            sums[line["to"], line["unit"], line["table"]] += decimal(line["amount"])
    found: dict[str, dict[str, tuple[Fraction, Fraction]]] = defaultdict(dict)
    for (name, unit, _table), amount in sums.items():
        won, lost = found[name].get(unit, (Fraction(0), Fraction(0)))
        if amount:
            found[name][unit] = (won + max(amount, Fraction(0)), lost + max(-amount, Fraction(0)))
    return found

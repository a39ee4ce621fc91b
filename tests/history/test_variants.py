"""Names of variants beside each other, and the games of one evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.history.projection import house_rules
from scorekeeper.history.variants import called
from scorekeeper.rules import GAMES

GENERALA = GAMES["generala"]


def rules(*, imported: bool = False, **given: Any) -> Mapping[str, Any]:
    return house_rules(GENERALA, GENERALA.resolve(given), known=not imported).rules


def names(*among: Mapping[str, Any]) -> list[str]:
    return [called("generala", each, among) for each in among]


def test_variant_of_imported_results_is_named() -> None:
    assert names(rules(), rules(imported=True)) == ["Generala", "Generala, imported"]
    assert names(rules(imported=True)) == ["Generala"]
    assert names(rules(), rules(generala_points=60), rules(imported=True)) == [
        "Generala 50",
        "Generala 60",
        "Generala, imported",
    ]

"""What variants are called beside each other, and which games are one evening."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.history.evening import _together
from scorekeeper.history.models import Result
from scorekeeper.history.projection import house_rules
from scorekeeper.history.variants import called
from scorekeeper.rules import GAMES

GENERALA = GAMES["generala"]
EIGHT = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)


def rules(*, imported: bool = False, **given: Any) -> Mapping[str, Any]:
    return house_rules(GENERALA, GENERALA.resolve(given), given=imported).rules


def names(*among: Mapping[str, Any]) -> list[str]:
    return [called("generala", each, among) for each in among]


def test_what_was_brought_along_is_called_so() -> None:
    assert names(rules(), rules(imported=True)) == ["Generala", "Generala, brought along"]
    assert names(rules(imported=True)) == ["Generala"]
    assert names(rules(), rules(generala_points=60), rules(imported=True)) == [
        "Generala 50",
        "Generala 60",
        "Generala, brought along",
    ]


def result(began: float, ended: float) -> Result:
    """A game by the hours after eight at which it was begun and was over."""
    return Result(started=EIGHT + timedelta(hours=began), finished=EIGHT + timedelta(hours=ended))


def test_an_evening_ends_at_a_long_break() -> None:
    games = [result(2, 3), result(0, 1.5), result(-24, -22)]
    assert _together(games) == games[:2]


def test_a_game_that_was_left_lying_for_days_does_not_hold_evenings_together() -> None:
    friday = [result(1, 2), result(-72, 0.5)]
    assert _together([*friday, result(-50, -46)]) == friday

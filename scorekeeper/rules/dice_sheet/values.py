"""The points that are possible in a box, and what points without dice prove.

Rolls of different faces score the same in every column, so their values are computed once for a set of house rules.
Only the six rolls of one face (double Generala, jokers) depend on the column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.rules.contract import Options
from scorekeeper.rules.dice import FACE_OF, Roll, rolls

from .lacking import by_face
from .scoring import SheetScoring
from .state import Fit


@lru_cache(maxsize=65536)
def values(game: SheetScoring, options: Options, context: Any, box: str, first: bool) -> Mapping[int, Fit]:
    """Return every value that some roll scores in `box`, each with what it proves."""
    found = dict(_values_of_different(game, options, box, first))
    for roll in _rolls_alike(game.dice):
        if game.refusal(options, context, box, roll):
            continue
        points, reasons = game.score(options, context, box, roll, first)
        found.setdefault(points, Fit(game.is_five_alike(roll), reasons))
    return found


@lru_cache(maxsize=4096)
def values_holding(
    game: SheetScoring, options: Options, context: Any, box: str, first: bool, part: tuple[int, ...]
) -> Mapping[int, Fit]:
    """Return the same as `values`, for the rolls that include the dice `part`."""
    found: dict[int, Fit] = {}
    held = Counter(part)
    # different faces first: points that they score as well do not prove five alike
    for roll in sorted(rolls(game.dice).values(), key=lambda roll: roll.alike):
        if held - Counter(roll.dice) or (roll.alike and game.refusal(options, context, box, roll)):
            continue
        points, reasons = game.score(options, context, box, roll, first)
        found.setdefault(points, Fit(game.is_five_alike(roll), reasons))
    return found


@lru_cache(maxsize=16384)
def _values_of_different(game: SheetScoring, options: Options, box: str, first: bool) -> Mapping[int, Fit]:
    """Return the values of rolls with more than one face.

    Neither context nor refusal applies to them.
    """
    if box in FACE_OF:
        scores = (by_face(FACE_OF[box], count) for count in range(game.dice))
        return {points: Fit(False, reasons) for points, reasons in scores}
    found: dict[int, Fit] = {}
    for roll in rolls(game.dice).values():
        if not roll.alike:
            points, reasons = game.score(options, None, box, roll, first)
            found.setdefault(points, Fit(False, reasons))
    return found


@lru_cache(maxsize=8)
def _rolls_alike(dice: int) -> tuple[Roll, ...]:
    return tuple(rolls(dice)[(face,) * dice] for face in range(1, 7))


def any_five_alike(game: SheetScoring) -> Roll:
    """Return a roll of five alike for points that only five alike can give.

    Its face does not matter.
    """
    return _rolls_alike(game.dice)[-1]

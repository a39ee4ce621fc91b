"""System checks: every game has a complete presentation.

They run at every start, so they try each game with its printed rules only. The tests try every house rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_type_hints

from django.apps.config import AppConfig
from django.core.checks import CheckMessage, Error, register

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Choice, Game, OptionValue, Seats
from scorekeeper.rules.dice import rolls

from .base import Presentation
from .dice_sheet.score_reasons import codes
from .presentations import presentations

HouseRules = Mapping[str, OptionValue]


@register("games")
def check_games(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Report by name what the presentations of games lack."""
    return [message for game in GAMES.values() for message in _missing(game)]


def _missing(game: Game[Any, Any]) -> Iterator[CheckMessage]:
    presentation = presentations().get(game.slug)
    if presentation is None:
        hint = f"Add PRESENTATION in scorekeeper/games/{game.slug}/presentation.py."
        yield Error(f"The game '{game.slug}' has no presentation.", hint=hint, id="scorekeeper.E002")
    for name in absent(presentation) if presentation else ():
        hint = f"Set it in scorekeeper/games/{game.slug}/presentation.py."
        yield Error(f"The presentation of '{game.slug}' has no '{name}'.", hint=hint, id="scorekeeper.E004")
    for code in sorted(reasons_of(game, [{}]) - codes()):
        hint = "Give it words in scorekeeper/games/dice_sheet/score_reasons.py."
        yield Error(
            f"'{game.slug}' gives the reason '{code}', which has no words.", hint=hint, id="scorekeeper.E003"
        )


def absent(presentation: Presentation) -> list[str]:
    """Return the attributes of the protocol that a presentation leaves unset."""
    return [name for name in get_type_hints(Presentation) if not hasattr(presentation, name)]


def reasons_of(game: Game[Any, Any], house_rules: Iterable[HouseRules]) -> set[str]:
    """Return the reason codes of a game.

    Tries all rolls on an empty sheet, a part of one, and five alike on sheets filled in every order.
    """
    return {
        reason.code
        for given in house_rules
        for choice in _choices(game, given)
        for reasons in (choice.reasons, *(offer.reasons for offer in choice.offers))
        for reason in reasons
    }


def _choices(game: Game[Any, Any], given: HouseRules) -> Iterator[Choice]:
    state = game.start(game.resolve(given), Seats(("1", "2")))
    yield from game.choices(state)
    count = getattr(game, "dice", 0)
    if not count:
        return
    yield from game.choices(state, partial={"throws": 1})
    for part in ((1, 1), (1, 1, 4, 6)):
        yield from game.choices(state, partial={"dice": part[: count - 1]})
    for dice in rolls(count):
        for throws in (1, 2):
            yield from game.choices(state, partial={"dice": dice, "throws": throws})
    boxes = [choice.box for choice in game.choices(state)]
    for first in range(len(boxes)):
        yield from _filling(game, state, [*boxes[first:], *boxes[:first]], count)


def _filling(game: Game[Any, Any], state: Any, boxes: Sequence[str | None], count: int) -> Iterator[Choice]:
    """Yield the choices for five alike while one player strikes the boxes in this order."""
    for box in boxes[:-1]:
        move = {"player": "1", "box": box, "strike": True, "out_of_turn": True}
        state = game.apply(state, game.parse(move))
        for face in range(1, 7):
            yield from game.choices(state, player="1", partial={"dice": (face,) * count, "throws": 2})

"""System checks: a game without an icon is named at the start; every reason has words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.core.checks import run_checks

from scorekeeper.games import checks
from scorekeeper.games.dice_sheet.score_reasons import codes
from scorekeeper.games.presentations import presentations
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Choice, Game, OptionValue, Seats
from scorekeeper.rules.dice import rolls

HouseRules = Mapping[str, OptionValue]


def found() -> list[str]:
    return [message.msg for message in run_checks(tags=["games"])]


def test_games_pass_system_check() -> None:
    assert found() == []
    assert presentations().keys() == GAMES.keys()


@pytest.mark.parametrize("slug", GAMES)
def test_missing_emblem_is_named(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(type(presentations()[slug]), "emblem")
    assert found() == [f"The presentation of '{slug}' has no 'emblem'."]


@pytest.mark.parametrize("slug", GAMES)
def test_missing_presentation_is_named(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {other: each for other, each in presentations().items() if other != slug}
    monkeypatch.setattr(checks, "presentations", lambda: others)
    assert found() == [f"The game '{slug}' has no presentation."]


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


def test_every_reason_has_words_and_none_is_unused() -> None:
    given = set()
    for game in GAMES.values():
        single = [{option.name: each.value} for option in game.OPTIONS for each in option.values]
        given |= reasons_of(game, [{}, *single])
    given |= reasons_of(GAMES["generala"], [{"double_generala": True, "double_requires": "any_five_before"}])
    given |= reasons_of(GAMES["yahtzee"], [{"joker": "none", "five_as_full_house": False}])
    assert given == codes()

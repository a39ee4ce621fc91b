"""Partial dice offer exactly the points that the missing dice can make."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import InvalidMoveError, Seats
from scorekeeper.rules.dice_sheet.game import SheetGame

SHEETS = [game for game in GAMES.values() if isinstance(game, SheetGame)]
GENERAL = next(game for game in SHEETS if game.slug == "general")


def offered(game: SheetGame, dice: list[int], throws: int) -> dict[str, set[int]]:
    """By box, the points on offer for these dice on a fresh sheet."""
    state = game.start(game.resolve({}), Seats(("A", "B")))
    choices = game.choices(state, partial={"dice": dice, "throws": throws})
    return {choice.box: {offer.points for offer in choice.offers} for choice in choices if choice.box}


def completed(game: SheetGame, dice: list[int], throws: int) -> dict[str, set[int]]:
    """The same by brute force: every way to throw the missing dice."""
    found: dict[str, set[int]] = {}
    for rest in product(range(1, 7), repeat=game.dice - len(dice)):
        for box, points in offered(game, [*dice, *rest], throws).items():
            found.setdefault(box, set()).update(points - {0})
    return found


@pytest.mark.parametrize("game", SHEETS, ids=lambda game: game.slug)
@given(data=st.data())
def test_partial_roll_offers_reachable_points(game: SheetGame, data: st.DataObject) -> None:
    laid = st.lists(st.integers(1, 6), min_size=game.dice - 2, max_size=game.dice - 1)
    dice, throws = data.draw(laid), data.draw(st.integers(1, game.throws))
    assert offered(game, dice, throws) == completed(game, dice, throws)


def test_four_dice_leave_two_values_for_ones() -> None:
    assert offered(GENERAL, [1, 1, 2, 3], 3)["ones"] == {2, 3}


def test_part_of_roll_with_no_such_face_is_refused() -> None:
    with pytest.raises(InvalidMoveError):
        offered(GENERAL, [1, 7], 3)

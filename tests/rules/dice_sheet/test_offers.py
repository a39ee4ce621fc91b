"""Offers of `choices` on a dice sheet: all are accepted, and nothing else is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules.contract import Choice, IllegalMoveError, Offer
from scorekeeper.rules.dice_sheet.game import SheetGame
from tests.rules.random_games import random_dice
from tests.rules.subjects import few, seeds

from .states import every_sheet, some_states


def entry_of(choice: Choice, offer: Offer, dice: list[int] | None) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": choice.player, "throws": offer.throws, "out_of_turn": True}
    if choice.box is not None:
        entry["box"] = choice.box
    if dice is not None:
        return entry | {"dice": dice}
    return entry | {"points": offer.points}


def keeps(game: SheetGame, state: Any, choice: Choice, offer: Offer, dice: list[int] | None) -> None:
    """Assert that the offer is accepted with the promised points."""
    after = game.apply(state, game.parse(entry_of(choice, offer, dice)))
    player = str(choice.player)
    gained = game.scores(after)[player] - game.scores(state)[player]
    if choice.kind == "win":
        assert gained == 0
        assert game.outcome(after) is not None
        return
    before, column = game.report(state)[player], game.report(after)[player]
    assert column[choice.box] == offer.points
    assert gained == offer.points + offer.extra
    assert column.get("gut", 0) - before.get("gut", 0) == offer.spares


@every_sheet
@given(seed=seeds)
@few
def test_offer_by_points_is_accepted(game: SheetGame, seed: int) -> None:
    played, states = some_states(game, seed)
    for state in states:
        for player in played.seats.players:
            for throws in (None, 1, 2, game.throws):
                for choice in game.choices(state, player=player, partial={"throws": throws}):
                    assert choice.player == player
                    for offer in choice.offers:
                        keeps(game, state, choice, offer, None)


@every_sheet
@given(seed=seeds)
@few
def test_offer_by_dice_is_accepted(game: SheetGame, seed: int) -> None:
    played, states = some_states(game, seed)
    chance = Random(seed)
    for state in states:
        for player in played.seats.players:
            for throws in range(1, game.throws + 3):
                dice = random_dice(game.dice, chance)
                try:
                    choices = game.choices(state, player=player, partial={"dice": dice, "throws": throws})
                except IllegalMoveError:
                    assert throws > game.throws + game.report(state)[player].get("gut", 0)
                    continue
                for choice in choices:
                    for offer in choice.offers:
                        keeps(game, state, choice, offer, dice)


@every_sheet
@given(seed=seeds)
@few
def test_only_offered_points_are_accepted(game: SheetGame, seed: int) -> None:
    played, states = some_states(game, seed)
    chance = Random(seed)
    for state in states:
        player, throws = chance.choice(played.seats.players), chance.randint(1, game.throws)
        dice = random_dice(game.dice, chance)
        by_dice = game.choices(state, player=player, partial={"dice": dice, "throws": throws})
        by_points = game.choices(state, player=player, partial={"throws": throws})
        line = {"player": player, "throws": throws, "out_of_turn": True}
        if not any(choice.kind == "win" for choice in by_dice):
            boxes = {box.name for box in game.BOXES} - {choice.box for choice in by_dice if choice.offers}
            for name in boxes:
                refuses(game, state, line | {"box": name, "dice": dice})
            refuses(game, state, line | {"dice": dice})
        offered = {choice.box: {offer.points for offer in choice.offers} for choice in by_points}
        for box in game.BOXES:
            for points in set(range(1, 151)) - offered.get(box.name, set()):
                refuses(game, state, line | {"box": box.name, "points": points})


def refuses(game: SheetGame, state: Any, entry: dict[str, Any]) -> None:
    with pytest.raises(IllegalMoveError):
        game.apply(state, game.parse(entry))

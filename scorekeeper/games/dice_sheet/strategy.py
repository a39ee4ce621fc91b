"""Random but sensible turn at dice, for the demo."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from scorekeeper.rules.contract import Choice
from scorekeeper.rules.dice import FACE_OF
from scorekeeper.rules.dice_sheet.game import SheetGame, State

Worth = dict[str, float]

BY_DICE = 0.6  # share of the lines; the others give the points
MANY = 6  # a box with more possible values than this holds the sum of the dice
BOLD = 2.5  # standard deviation, in points, of a player's estimate of a box


def thrown_turn(game: SheetGame, state: State, chance: Random) -> dict[str, Any]:
    """Return a random turn: throw, keep useful dice, and write the box with the best estimate."""
    player = game.turn(state)
    assert player is not None
    usual = worth_of(game, game.choices(state, player=player))
    dice = sorted(chance.randint(1, 6) for _ in range(game.dice))
    for throws in range(1, game.throws + 1):
        choices = game.choices(state, player=player, partial={"dice": dice, "throws": throws})
        if choices[0].kind == "win":
            return {"player": player, "dice": dice, "throws": throws}
        chosen = max(
            (each for each in choices if each.offers),
            key=lambda choice: gain(choice, usual) + chance.gauss(0, BOLD),
        )
        if throws == game.throws or is_enough(chosen, usual):
            break
        dice = sorted(
            [*dice_to_keep(dice, usual, chance), *(chance.randint(1, 6) for _ in range(game.dice))][
                : game.dice
            ]
        )
    if chance.random() >= BY_DICE:
        said = _by_points(game, state, player, chosen)
        if said is not None:
            return said
    return {"player": player, "dice": dice, "throws": throws, "box": chosen.box}


def worth_of(game: SheetGame, choices: tuple[Choice, ...]) -> Worth:
    """Return the usual points of every open box, so that a straight is not spent on the ones."""
    found = {}
    for choice in choices:
        assert choice.box is not None
        most = max((offer.points for offer in choice.offers), default=0)
        if choice.box in FACE_OF:
            found[choice.box] = 0.45 * game.dice * FACE_OF[choice.box]
        else:
            found[choice.box] = (0.7 if len(choice.offers) > MANY else 0.45) * most
    return found


def gain(choice: Choice, usual: Worth) -> float:
    """Return the points of a choice above the usual points of its box."""
    assert choice.box is not None
    offer = choice.offers[0]
    return offer.points + offer.extra - usual[choice.box]


def is_enough(choice: Choice, usual: Worth) -> bool:
    """Return whether the dice are good enough to stop throwing."""
    assert choice.box is not None
    return choice.box not in FACE_OF and usual[choice.box] > 0 and gain(choice, usual) > usual[choice.box]


def dice_to_keep(dice: list[int], usual: Worth, chance: Random) -> list[int]:
    """Return the dice to keep: the run of a straight, the pairs of a full house, or equal dice."""
    counts = Counter(dice)
    run = _longest_run(sorted(counts))
    if len(run) >= len(dice) - 1 and any("straight" in box for box in usual):
        return run
    pairs = [face for face, count in counts.items() if count >= 2]
    if len(pairs) == 2 and "full_house" in usual:
        return [face for face in dice if face in pairs]
    wanted = {FACE_OF[box] for box in usual if box in FACE_OF}
    best = max(counts, key=lambda face: (counts[face] + 0.8 * (face in wanted), face, chance.random()))
    return [best] * counts[best]


def _longest_run(faces: list[int]) -> list[int]:
    runs: list[list[int]] = [[]]
    for face in faces:
        if runs[-1] and face != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(face)
    return max(runs, key=len)


def _by_points(game: SheetGame, state: State, player: str, chosen: Choice) -> dict[str, Any] | None:
    """Return the same line as points or a strike; None if only the dice can express it."""
    points, throws = chosen.offers[0].points, chosen.offers[0].throws
    if not points:
        return {"player": player, "box": chosen.box, "strike": True}
    for choice in game.choices(state, player=player):
        for offer in choice.offers:
            if choice.box == chosen.box and offer.points == points and offer.throws in (throws, game.throws):
                said = {"player": player, "box": choice.box, "points": points}
                return said if offer.throws == game.throws else said | {"throws": offer.throws}
    return None

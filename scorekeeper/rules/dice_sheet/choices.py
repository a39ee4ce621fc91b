"""What may be written next on a sheet of boxes: by the dice that lie there, or by the points possible.

Rolls of different faces score alike whatever stands in the column, so their values are worked out once for
a set of house rules; only the six rolls of one face (double generala, jokers) are asked again in each
situation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.rules.contract import Choice, IllegalMoveError, InvalidMoveError, Offer, Options
from scorekeeper.rules.dice import FACE_OF, Roll, parse_dice, rolls

from .state import FACES_ADDED, Column, Fit, Score, State

if TYPE_CHECKING:
    from .game import SheetGame


class Line(NamedTuple):
    """What an offer would write: the roll, if it is known or proven, and how many throws it took."""

    box: str
    throws: int
    roll: Roll | None
    five_alike: bool


def choices(
    game: SheetGame, state: State, player: str | None, begun: Mapping[str, Any]
) -> tuple[Choice, ...]:
    """The open boxes with what each may take. Where the dice end the game: that, and what may be written instead."""
    dice, throws = begun.get("dice"), begun.get("throws")
    if player is not None and player not in state.seats.players:
        raise IllegalMoveError("unknown_player")
    if throws is not None and throws < 1:
        raise InvalidMoveError("not_a_number", field="throws", least=1)
    part = _part(game, dice)
    whole = None if not dice or part else parse_dice(list(dice), game.dice)
    roll = None if whole is None else rolls(game.dice)[tuple(sorted(whole))]
    turn = game.turn(state)
    if turn is None:
        return ()
    player = player or turn
    column = state.columns[state.seats.players.index(player)]
    game.spend(column, throws or game.throws)
    if roll is not None:
        return _by_dice(game, state.options, column, player, (roll, throws or game.throws))
    return tuple(
        Choice("box", player, box, _by_points(game, state.options, column, box, throws, part))
        for box in game.open_boxes(state.options, column)
    )


def _by_dice(
    game: SheetGame, options: Options, column: Column, player: str, thrown: tuple[Roll, int]
) -> tuple[Choice, ...]:
    roll, throws = thrown
    names, first = game.open_boxes(options, column), throws == 1
    found = []
    wins = bool(names and first and roll.alike) and game.wins_at_once(options, column, None)
    if wins:
        found.append(Choice("win", player, None, (Offer(0, throws, ("automatic_win",)),)))
        names = [box for box in names if not game.wins_at_once(options, column, box)]
    context = game.context(options, column)
    for box in names:
        if game.refusal(options, context, box, roll):
            continue
        score = game.score(options, context, box, roll, first)
        if wins and not score.points:
            continue  # nobody gives a game away for nothing
        line = Line(box, throws, roll, game.is_five_alike(roll))
        found.append(Choice("box", player, box, (_offer(game, options, column, score, line),)))
    return tuple(found)


def _part(game: SheetGame, dice: Any) -> tuple[int, ...]:
    """The dice laid so far, sorted; empty where there are none or all."""
    if not dice or len(dice) >= game.dice:
        return ()
    return tuple(sorted(parse_dice(list(dice), len(dice))))


def _by_points(
    game: SheetGame,
    options: Options,
    column: Column,
    box: str,
    throws: int | None,
    part: tuple[int, ...],
) -> tuple[Offer, ...]:
    """The points possible in a box: for the throws given, else for every number of throws that matters.

    `part`: dice that the roll holds in any case.
    """
    context, spares = game.context(options, column), game.keeps_spares(options)
    found: dict[tuple[int, int], Offer] = {}
    # where nothing is kept, only the first throw may differ from the others
    each = range(game.throws, 0, -1) if spares else (game.throws, 1)
    for made in (throws,) if throws else each:
        first = made == 1
        possible = (
            _values_holding(game, options, context, box, first, part)
            if part
            else values(game, options, context, box, first)
        )
        for points, fit in possible.items():
            if points == 0 or (fit.five_alike and first and game.may_win_at_once(options)):
                continue
            if not spares and (points, 0) in found:
                continue
            line = Line(box, made, any_five_alike(game) if fit.five_alike else None, fit.five_alike)
            offer = _offer(game, options, column, Score(points, fit.reasons), line)
            found.setdefault((points, offer.spares), offer)
    return tuple(found[key] for key in sorted(found))


def _offer(game: SheetGame, options: Options, column: Column, score: Score, line: Line) -> Offer:
    extra = game.bonus(options, column, line.five_alike)
    if line.box in FACE_OF:
        upper = game.upper(column)
        extra += game.upper_bonus(options, upper + score.points) - game.upper_bonus(options, upper)
    banked = game.spared(options, line.box, score.points, line.roll, line.throws)
    return Offer(score.points, line.throws, score.reasons, extra, banked - max(0, line.throws - game.throws))


@lru_cache(maxsize=65536)
def values(game: SheetGame, options: Options, context: Any, box: str, first: bool) -> Mapping[int, Fit]:
    """Every value that some roll brings in `box`, each with what it proves."""
    found = dict(_values_of_different(game, options, box, first))
    for roll in _rolls_alike(game.dice):
        if game.refusal(options, context, box, roll):
            continue
        points, reasons = game.score(options, context, box, roll, first)
        found.setdefault(points, Fit(game.is_five_alike(roll), reasons))
    return found


@lru_cache(maxsize=4096)
def _values_holding(
    game: SheetGame, options: Options, context: Any, box: str, first: bool, part: tuple[int, ...]
) -> Mapping[int, Fit]:
    """As `values`, for the rolls that hold these dice."""
    found: dict[int, Fit] = {}
    held = Counter(part)
    # points that different faces bring as well prove no five alike
    for roll in sorted(rolls(game.dice).values(), key=lambda roll: roll.alike):
        if held - Counter(roll.dice) or (roll.alike and game.refusal(options, context, box, roll)):
            continue
        points, reasons = game.score(options, context, box, roll, first)
        found.setdefault(points, Fit(game.is_five_alike(roll), reasons))
    return found


@lru_cache(maxsize=16384)
def _values_of_different(game: SheetGame, options: Options, box: str, first: bool) -> Mapping[int, Fit]:
    """The values of the rolls that show more than one face: no context, no refusal touches them."""
    if box in FACE_OF:
        return {FACE_OF[box] * count: Fit(False, FACES_ADDED) for count in range(game.dice)}
    found: dict[int, Fit] = {}
    for roll in rolls(game.dice).values():
        if not roll.alike:
            points, reasons = game.score(options, None, box, roll, first)
            found.setdefault(points, Fit(False, reasons))
    return found


@lru_cache(maxsize=8)
def _rolls_alike(dice: int) -> tuple[Roll, ...]:
    return tuple(rolls(dice)[(face,) * dice] for face in range(1, 7))


def any_five_alike(game: SheetGame) -> Roll:
    """A stand-in for points that only five alike can give; the face does not matter to who asks."""
    return _rolls_alike(game.dice)[-1]

"""The choices for the next line of a box sheet: by the rolled dice, or by possible points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.rules.contract import Choice, IllegalMoveError, InvalidMoveError, Offer, Options, Reason
from scorekeeper.rules.dice import FACE_OF, FACES, Roll, parse_dice, rolls

from .scoring import SheetScoring
from .state import Column, Score, State
from .values import any_five_alike, values, values_holding


class Line(NamedTuple):
    """A possible line: its box, the number of throws, and the roll if it is known or proven."""

    box: str
    throws: int
    roll: Roll | None
    five_alike: bool


def choices(
    game: SheetScoring, state: State, player: str | None, partial: Mapping[str, Any]
) -> tuple[Choice, ...]:
    """Return the open boxes and their possible values, and the win if the dice end the game.

    A box that takes no such line has no offers, but a reason: the refusal of a joker, or why nothing can score.
    """
    dice, throws = partial.get("dice"), partial.get("throws")
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
    column = state.column(player)
    game.spend(state.options, column, throws or game.throws)
    if roll is not None:
        return _by_dice(game, state.options, column, player, (roll, throws or game.throws))
    return tuple(
        _by_points(game, state.options, column, Choice("box", player, box), throws, part)
        for box in game.open_boxes(state.options, column)
    )


def _by_dice(
    game: SheetScoring, options: Options, column: Column, player: str, thrown: tuple[Roll, int]
) -> tuple[Choice, ...]:
    roll, throws = thrown
    names, first = game.open_boxes(options, column), throws == 1
    found = []
    wins = bool(names and first and roll.alike) and game.wins_at_once(options, column, None)
    if wins:
        found.append(Choice("win", player, None, (Offer(0, throws, (Reason("automatic_win"),)),)))
        names = [box for box in names if not game.wins_at_once(options, column, box)]
    context = game.context(options, column)
    for box in names:
        refusal = game.refusal(options, context, box, roll)
        if refusal:
            reason = Reason(refusal, {"own": FACES[roll.alike - 1]})
            found.append(Choice("box", player, box, reasons=(reason,)))
            continue
        score = game.score(options, context, box, roll, first)
        if wins and not score.points:
            continue  # the win is offered instead of a strike
        line = Line(box, throws, roll, game.is_five_alike(roll))
        found.append(Choice("box", player, box, (_offer(game, options, column, score, line),)))
    return tuple(found)


def _part(game: SheetScoring, dice: Any) -> tuple[int, ...]:
    """Return the dice entered so far, sorted; empty if there are none or all of them."""
    if not dice or len(dice) >= game.dice:
        return ()
    return tuple(sorted(parse_dice(list(dice), len(dice))))


def _by_points(
    game: SheetScoring,
    options: Options,
    column: Column,
    choice: Choice,
    throws: int | None,
    part: tuple[int, ...],
) -> Choice:
    """Return the choice of a box with the points that are possible there.

    The offers are for `throws`, or if that is None for every number of throws that matters. `part`: dice that are
    part of the roll.
    """
    assert choice.box is not None
    box, context, spares = choice.box, game.context(options, column), game.keeps_spares(options)
    found: dict[tuple[int, int], Offer] = {}
    needs_dice = False
    # without spare throws only the first throw can score differently
    each = range(game.throws, 0, -1) if spares else (game.throws, 1)
    for made in (throws,) if throws else each:
        first = made == 1
        possible = (
            values_holding(game, options, context, box, first, part)
            if part
            else values(game, options, context, box, first)
        )
        for points, fit in possible.items():
            if points == 0:
                continue
            if fit.five_alike and first and game.may_win_at_once(options):
                needs_dice = True
                continue
            if not spares and (points, 0) in found:
                continue
            line = Line(box, made, any_five_alike(game) if fit.five_alike else None, fit.five_alike)
            offer = _offer(game, options, column, Score(points, fit.reasons), line)
            found.setdefault((points, offer.spares), offer)
    if found:
        return replace(choice, offers=tuple(found[key] for key in sorted(found)))
    return replace(choice, reasons=_impossible(game, options, context, box, part, needs_dice))


def _impossible(
    game: SheetScoring, options: Options, context: Any, box: str, part: tuple[int, ...], needs_dice: bool
) -> tuple[Reason, ...]:
    """Return why no points are possible in a box without all the dice."""
    if needs_dice:
        return (Reason("enter_the_dice"),)
    if part:
        return (Reason("out_of_reach", {"count": game.dice - len(part)}),)
    # some roll scores in every box, five alike in those that wait for another one
    return game.score(options, context, box, any_five_alike(game), first=False).reasons


def _offer(game: SheetScoring, options: Options, column: Column, score: Score, line: Line) -> Offer:
    extra = game.bonus(options, column, line.five_alike)
    if line.box in FACE_OF:
        upper = game.upper(column)
        extra += game.upper_bonus(options, upper + score.points) - game.upper_bonus(options, upper)
    banked = game.spared(options, line.box, score.points, line.roll, line.throws)
    return Offer(score.points, line.throws, score.reasons, extra, banked - max(0, line.throws - game.throws))

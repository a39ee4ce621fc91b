"""The analysis of played games: it adds up, and follows the rules line by line."""

from random import Random
from typing import Any

import pytest

from scorekeeper.coach.analysis import TurnReport, analyse, value_of
from scorekeeper.coach.position import Position, describe, parse_position
from scorekeeper.coach.solver import Table
from scorekeeper.coach.turn import Turn
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats
from scorekeeper.rules.dice_sheet.game import State
from scorekeeper.rules.dice_sheet.move import SheetMove
from tests.coach.conftest import TableOf
from tests.rules.random_games import random_game
from tests.sampling import some_of

EXACT = 1e-9


def played(table: Table, seats: Seats, entries: list[dict[str, Any]]) -> tuple[list[SheetMove], list[State]]:
    game = table.model.game
    moves, states = [game.parse(entry) for entry in entries], [game.start(table.model.options, seats)]
    for move in moves:
        states.append(game.apply(states[-1], move))
    return moves, states


def moves_of(table: Table, *entries: dict[str, Any]) -> list[SheetMove]:
    return [table.model.game.parse({"player": "A", **entry}) for entry in entries]


@pytest.mark.slow
def test_line_by_line_of_turn(table_of: TableOf) -> None:
    table = table_of("crag", {})
    moves = moves_of(
        table,
        {"dice": [6, 6, 1], "box": "crag"},
        {"dice": [5, 5, 3], "box": "fives"},
        {"box": "ones", "points": 2},
    )
    report = analyse(table, Seats(("A", "B")), moves)["A"]
    first, second, third = report.turns
    assert (first.number, first.best, first.loss, first.points) == (1, "crag", 0.0, 50)
    assert first.luck > 0
    assert (second.best, second.box, second.points) == ("thirteen", "fives", 10)
    assert second.loss == pytest.approx(3.1882787900)
    assert (third.dice, third.best, third.loss) == (None, None, 0.0)
    assert report.total == 62


def test_throwing_again_is_named_where_it_was_better(table_of: TableOf) -> None:
    table = table_of("yacht", {})
    moves = moves_of(table, {"dice": [1, 1, 1, 1, 3], "throws": 1, "box": "ones"})
    turn = analyse(table, Seats(("A",)), moves)["A"].turns[0]
    assert turn.keep == (1, 1, 1, 1)
    assert turn.loss > 0


def test_striking_scoring_dice_is_loss(table_of: TableOf) -> None:
    table = table_of("yacht", {})
    moves = moves_of(table, {"dice": [6, 6, 6, 6, 6], "box": "yacht", "strike": True})
    turn = analyse(table, Seats(("A",)), moves)["A"].turns[0]
    assert turn.best == "yacht"
    assert turn.loss == pytest.approx(50)


def test_automatic_win_leaves_points_unplayed(table_of: TableOf) -> None:
    table = table_of("general", {})
    moves = moves_of(table, {"dice": [4, 4, 4, 4, 4], "throws": 1})
    reports = analyse(table, Seats(("A", "B")), moves)
    report = reports["A"]
    assert report.turns[0].luck > 0
    assert (report.turns[0].loss, report.turns[0].box) == (0.0, None)
    assert report.total == 0
    assert report.unplayed == pytest.approx(table.expected + report.turns[0].luck)
    assert reports["B"].luck == pytest.approx(-table.expected)


@pytest.mark.parametrize(
    "slug",
    [
        "generala",
        "general",
        "goldene_fuenfzig",
        "yacht",
        "crag",
        pytest.param("yahtzee", marks=[pytest.mark.thorough, pytest.mark.slow]),
    ],
)
def test_random_games_add_up(table_of: TableOf, slug: str) -> None:
    for seed in range(some_of(40)):
        given = dict(random_options(slug, seed))
        table = table_of(slug, given)
        length = 10_000 if seed % 3 else 15  # some games are not played to the end
        found = random_game(table.model.game, seed, options=given, entries=length)
        moves, states = played(table, found.seats, found.entries)
        last = states[-1]
        reports = analyse(table, found.seats, moves)
        full = len(table.model.boxes)
        for player, column in zip(found.seats.players, last.columns, strict=True):
            report = reports[player]
            assert report.expected + report.luck - report.given_away == pytest.approx(report.total, abs=EXACT)
            assert report.total == table.model.game.scores(last)[player]
            assert all(turn.loss >= 0 for turn in report.turns)
            if len(column.cells) == full:
                assert report.unplayed == pytest.approx(0, abs=EXACT)
        check_lines(table, moves, states)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["goldene_fuenfzig", "generala"])
def test_question_about_a_turn_has_its_values(table_of: TableOf, slug: str) -> None:
    """The sheet, dice, throws left and spare throws of a turn lead to what the analysis says of it."""
    rules = {"double_generala": True, "double_requires": "any_five_before"} if slug == "generala" else {}
    table = table_of(slug, rules)
    game, asked = table.model.game, 0
    for seed in range(8):
        found = random_game(game, seed, options=rules)
        moves = [game.parse(entry) for entry in found.entries]
        for report in analyse(table, found.seats, moves).values():
            for turn in report.turns:
                if turn.dice and turn.is_on_sheet:
                    value = describe(table, position_of(table, turn))["value"]
                    total = game.total(table.model.options, turn.before)
                    assert total + value == pytest.approx(turn.outlook + turn.loss, abs=EXACT)
                    asked += 1
    assert asked > 20


def position_of(table: Table, turn: TurnReport) -> Position:
    column, over = turn.before, max(turn.made - table.model.throws, 0)
    asked = {
        "written": {box: cell.points for box, cell in column.cells.items()},
        "dice": list(turn.dice or ()),
        "throws_left": max(table.model.throws - turn.made, 0),
        "spares": table.model.place(column).spares - over,
    }
    return parse_position(table.model, asked)


def random_options(slug: str, seed: int) -> dict[str, object]:
    """House rules at random; for Yahtzee, whose tables take longest, the usual ones."""
    if slug == "yahtzee":
        return {}
    chance = Random(seed % 4)
    return {option.name: chance.choice(option.values).value for option in GAMES[slug].OPTIONS}


def check_lines(table: Table, moves: list[SheetMove], states: list[State]) -> None:
    """The model's points, bonuses and memory after a line are those of the rules."""
    game, options = table.model.game, table.model.options
    for before, move, after in zip(states, moves, states[1:], strict=False):
        if move.dice is None or move.strike or after.winner is not None:
            continue
        at = before.seats.players.index(move.player)
        old, new = before.columns[at], after.columns[at]
        turn = Turn(table, table.model.place(old))
        made = move.throws or game.throws
        values = {each.box: each.value for each in turn.boxes(tuple(sorted(move.dice)), made)}
        gained = game.total(options, new) - game.total(options, old)
        assert move.box is not None
        assert values[move.box] == pytest.approx(gained + value_of(table, new), abs=EXACT)

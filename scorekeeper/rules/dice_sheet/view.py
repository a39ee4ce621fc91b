"""The box sheet in the form that pages draw and `replay` prints: players across, boxes down."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.contract import N_, Box, Cell, Row, Sheet, leaders
from scorekeeper.rules.dice import FACE_OF, FACES
from scorekeeper.rules.naming import labels_of

from .scoring import SheetScoring
from .state import State

UPPER_BONUS = "upper_bonus"


def sheet(game: SheetScoring, state: State) -> Sheet:
    """Return the sheet: boxes in printed order with the computed rows.

    The upper bonus is under the last face box; bonus and spare throws are at the foot.
    """
    boxes = tuple(game.boxes(state.options).values())
    over = state.winner is not None
    rows: list[Row] = []
    last_face = max((place for place, box in enumerate(boxes) if box.name in FACE_OF), default=-1)
    for place, box in enumerate(boxes):
        rows.append(_box_row(state, box, over))
        if place == last_face and "upper_bonus" in _computed(game, state):
            rows.append(_upper_bonus_row(game, state, box.section))
    rows += _foot(game, state)
    filled = min(len(column.cells) for column in state.columns)
    scores, seats, outcome = game.scores(state), state.seats, game.outcome(state)
    return Sheet(
        players=seats.players,
        rows=tuple(rows),
        totals=tuple(scores.values()),
        turn=game.turn(state),
        leaders=leaders(scores, seats.teams) if outcome is None else outcome.winners,
        progress=(min(filled + 1, len(boxes)), len(boxes)),
        sides=seats.teams,
        side_totals=tuple(sum(scores[player] for player in team) for team in seats.teams),
    )


def report(game: SheetScoring, state: State) -> dict[str, Any]:
    """Return per player the points of each filled box, then the computed rows of the game."""
    boxes = game.boxes(state.options)
    computed = _computed(game, state)
    found = {}
    for player, column in zip(state.seats.players, state.columns, strict=True):
        cells = {box: column.cells[box].points for box in boxes if box in column.cells}
        extras = {
            "upper_bonus": game.upper_bonus(state.options, game.upper(column)),
            "yahtzee_bonus": column.bonus,
            "gut": column.spared - column.spent,
        }
        found[player] = cells | {name: extras[name] for name in computed}
    return found


def _computed(game: SheetScoring, state: State) -> list[str]:
    """Return the computed rows of this game under these house rules."""
    rows = []
    if game.upper_bonus(state.options, sum(5 * FACE_OF[box] for box in FACES)):
        rows.append("upper_bonus")
    if game.BONUS_ROW:
        rows.append("yahtzee_bonus")
    if game.keeps_spares(state.options):
        rows.append("gut")
    return rows


def _box_row(state: State, box: Box, over: bool) -> Row:
    """Return the row of a box; the cell of an automatic win has no points but the mark "wins"."""
    cells = []
    for player, column in zip(state.seats.players, state.columns, strict=True):
        written = column.cells.get(box.name)
        if player == state.winner and box.name == state.won_in:
            cells.append(Cell(line=state.moves - 1, marks=("wins",)))
        else:
            cells.append(Cell(open=not over) if written is None else Cell(written.points, written.line))
    return Row(box.name, box.label, tuple(cells), "box", box.section, box.worth, FACE_OF.get(box.name, 0))


def _upper_bonus_row(game: SheetScoring, state: State, section: int) -> Row:
    """Return the row of the upper bonus.

    A cell shows the bonus once it is earned and 0 once it is missed; before that only the sum of the face boxes.
    """
    cells = []
    for column in state.columns:
        upper = game.upper(column)
        earned = game.upper_bonus(state.options, upper)
        decided = earned or not FACE_OF.keys() - column.cells.keys()
        cells.append(Cell(earned if decided else None, total=upper))
    return Row(UPPER_BONUS, N_("Bonus at 63"), tuple(cells), "bonus", section)


def _foot(game: SheetScoring, state: State) -> list[Row]:
    rows = []
    computed = _computed(game, state)
    if "yahtzee_bonus" in computed and state.options["yahtzee_bonus"]:  # not on the sheet of Kniffel
        cells = tuple(Cell(column.bonus or None) for column in state.columns)
        label = labels_of(game, state.options).get("yahtzee_bonus", N_("Yahtzee bonus"))
        rows.append(Row("yahtzee_bonus", label, cells, "bonus", 2))
    if "gut" in computed:
        cells = tuple(Cell(column.spared, total=column.spent) for column in state.columns)
        rows.append(Row("gut", N_("Gut"), cells, "spares", 2))
    return rows

"""A dice game under its house rules as arrays: points, spare throws, state of a column.

Everything is read from the rules of the game; no score is written here. A column is reduced to its place in the
table: which boxes are filled, one bit for each box whose zero matters later (and one for an earlier five of a kind),
the upper sum up to the bonus, and the spare throws.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from scorekeeper.rules.contract import Options
from scorekeeper.rules.dice import FACE_OF, Roll, rolls
from scorekeeper.rules.dice_sheet.game import Column, SheetGame
from scorekeeper.rules.dice_sheet.state import Written

from .dice_steps import Array, steps

FORMAT = 2  # rises when tables of the same rules change
REFUSED = -1  # points where the rules refuse the box


class Place(NamedTuple):
    """A column's place in the table; `filled` and `flags` are bit masks."""

    filled: int
    flags: int
    upper: int
    spares: int


class Model:
    """The arrays of one game under one set of house rules.

    `points`: [later throw or first, context, box, roll]. `spared`: [throws - 1, context, box, roll]. `bonus`:
    [filled, flags, not or five alike]. `context`: [filled, flags]. `upper_bonus`: by upper sum. An automatic win is
    left out: its roll is written like any other.
    """

    def __init__(self, game: SheetGame, options: Options) -> None:
        self.game, self.options, self.throws = game, options, game.throws
        # caches of this model alone: one on the class would keep every model that was ever built
        self.classes = cache(self._classes)
        self._uppers = cache(self._upper_sums)
        self._one_face = cache(self._one_face_points)
        self.steps = steps(game.dice)
        self.boxes = list(game.boxes(options))
        self.rolls: list[Roll] = [rolls(game.dice)[dice] for dice in self.steps.rolls]
        self.one_face = [number for number, roll in enumerate(self.rolls) if roll.alike]
        self.different_faces = [number for number, roll in enumerate(self.rolls) if not roll.alike]
        self.five_alike = np.array([game.is_five_alike(roll) for roll in self.rolls])
        self.faces = [FACE_OF.get(box, 0) for box in self.boxes]
        self.upper_bonus = self._upper_bonus()
        self.marked, self.marks_five = self._memory()
        self.flags = 1 << (len(self.marked) + self.marks_five)
        self._read_columns()
        self._read_points()
        self._read_spares()

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The lengths of the table's axes: filled, flags, upper sum, spare throws."""
        return 1 << len(self.boxes), self.flags, len(self.upper_bonus), self.most_spares(self.full) + 1

    @property
    def full(self) -> int:
        """The bit mask of a full sheet."""
        return (1 << len(self.boxes)) - 1

    @cached_property
    def digest(self) -> str:
        """The name of the table: equal for house rules that score alike."""
        memory = (self.game.dice, self.throws, self.boxes, self.faces, self.marked, self.marks_five)
        found = hashlib.sha256(f"{FORMAT} {memory}".encode())
        for array in (self.points, self.spared, self.bonus, self.context, self.upper_bonus):
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()[:32]

    def place(self, column: Column) -> Place:
        """Return a column's place in the table."""
        filled = sum(1 << at for at, box in enumerate(self.boxes) if box in column.cells)
        flags = sum(
            1 << bit
            for bit, at in enumerate(self.marked)
            if self.boxes[at] in column.cells and column.cells[self.boxes[at]].points
        )
        flags += self.marks_five and column.five_alike and 1 << len(self.marked)
        upper = min(self.game.upper(column), len(self.upper_bonus) - 1)
        spares = column.spared - column.spent if self.game.keeps_spares(self.options) else 0
        return Place(filled, flags, upper, spares)

    def flags_after(self, box: int, scores: bool, five_alike: bool) -> int:
        """Return the flags that a line sets, by its box and whether it scores."""
        flags = 1 << self.marked.index(box) if scores and box in self.marked else 0
        return flags | (1 << len(self.marked) if five_alike and self.marks_five else 0)

    def _classes(self, box: int, made: int) -> dict[tuple[int, int], list[int]]:
        """Return the rolls of different faces that bring points or spare throws, by both."""
        points, spared = self.points[int(made == 1), 0, box], self.spared[made - 1, 0, box]
        found: dict[tuple[int, int], list[int]] = {}
        for roll in self.different_faces:
            found.setdefault((int(points[roll]), int(spared[roll])), []).append(roll)
        found.pop((0, 0), None)
        return found

    def most_spares(self, filled: int) -> int:
        """Return the most spare throws that these boxes can have banked."""
        return sum(most for at, most in enumerate(self._spared_most) if filled >> at & 1)

    def reachable_uppers(self, filled: int) -> list[int]:
        """Return the upper sums, up to the bonus, that the filled face boxes can have."""
        return self._uppers(tuple(face for at, face in enumerate(self.faces) if face and filled >> at & 1))

    def _upper_sums(self, faces: tuple[int, ...]) -> list[int]:
        found, cap = {0}, len(self.upper_bonus) - 1
        for face in faces:
            found = {min(cap, upper + face * count) for upper in found for count in range(self.game.dice + 1)}
        return sorted(found)

    # --- reading the rules ---

    def _upper_bonus(self) -> Array:
        """Return the bonus by upper sum, as far as the sum matters."""
        most = self.game.dice * sum(self.faces)
        bonus = [self.game.upper_bonus(self.options, upper) for upper in range(most + 1)]
        cap = max((upper for upper in range(1, most + 1) if bonus[upper] != bonus[upper - 1]), default=0)
        return np.array(bonus[: cap + 1])

    def _memory(self) -> tuple[list[int], bool]:
        """Return the boxes whose zero the rules remember, and whether they remember five alike."""
        marked = []
        for at, box in enumerate(self.boxes):
            pairs = (
                (Column(cells | {box: Written(0, 0)}), Column(cells | {box: Written(50, 0)}))
                for cells in self._samples(at)
            )
            if any(self._scoring(one) != self._scoring(other) for one, other in pairs):
                marked.append(at)
        pairs = ((Column(cells), Column(cells, five_alike=True)) for cells in self._samples(None))
        return marked, any(self._scoring(one) != self._scoring(other) for one, other in pairs)

    def _scoring(self, column: Column) -> tuple[object, ...]:
        """Return everything that a column decides about its next line, except which boxes are open."""
        bonus = [self.game.bonus(self.options, column, five_alike) for five_alike in (False, True)]
        return (*bonus, self._one_face(self.game.context(self.options, column)))

    def _one_face_points(self, context: object) -> tuple[int, ...]:
        """Return the points of rolls of one face under a context.

        Order: by box, roll, later throw or first.
        """
        game, options = self.game, self.options
        return tuple(
            REFUSED
            if game.refusal(options, context, box, roll)
            else game.score(options, context, box, roll, first).points
            for box in self.boxes
            for roll in map(self.rolls.__getitem__, self.one_face)
            for first in (False, True)
        )

    def _samples(self, without: int | None) -> Iterator[dict[str, Written]]:
        """Yield columns of zeros: empty, one box filled, one box open; never the box `without`."""
        others = [box for at, box in enumerate(self.boxes) if at != without]
        for one in (None, *others):
            yield {one: Written(0, 0)} if one else {}
            yield {box: Written(0, 0) for box in others if box != one}

    def column(self, filled: int, flags: int) -> Column:
        """Return a column with this memory; its points are 0 or 1."""
        marks = {at for bit, at in enumerate(self.marked) if flags >> bit & 1}
        cells = {box: Written(int(at in marks), 0) for at, box in enumerate(self.boxes) if filled >> at & 1}
        return Column(cells, five_alike=bool(flags >> len(self.marked)))

    def possible_flags(self, filled: int) -> list[int]:
        """Return the flags that these filled boxes can have."""
        closed = sum(1 << bit for bit, at in enumerate(self.marked) if not filled >> at & 1)
        closed |= 0 if filled else 1 << len(self.marked)
        return [flags for flags in range(self.flags) if not flags & closed]

    def _read_columns(self) -> None:
        """Read the context of every column, and the bonus of a further line."""
        game, options, sheets = self.game, self.options, 1 << len(self.boxes)
        self.contexts: dict[tuple[int, ...], int] = {}
        self.context = np.zeros((sheets, self.flags), np.int32)
        self.bonus = np.zeros((sheets, self.flags, 2), np.int32)
        for filled in range(sheets - 1):
            for flags in self.possible_flags(filled):
                column = self.column(filled, flags)
                points = self._one_face(game.context(options, column))
                self.context[filled, flags] = self.contexts.setdefault(points, len(self.contexts))
                self.bonus[filled, flags] = [game.bonus(options, column, five) for five in (False, True)]

    def _read_points(self) -> None:
        """Read the points of every roll; only rolls of one face depend on the context."""
        game, options = self.game, self.options
        self.points = np.zeros((2, len(self.contexts), len(self.boxes), len(self.rolls)), np.int16)
        for first, at, number in product((0, 1), range(len(self.boxes)), self.different_faces):
            score = game.score(options, None, self.boxes[at], self.rolls[number], bool(first))
            self.points[first, :, at, number] = score.points
        shape = len(self.contexts), len(self.boxes), len(self.one_face), 2
        self.points[..., self.one_face] = np.array(list(self.contexts)).reshape(shape).transpose(3, 0, 1, 2)

    def _read_spares(self) -> None:
        """Read the spare throws that a line banks, by the throws made."""
        self.spared = np.zeros((self.throws, *self.points.shape[1:]), np.int16)
        if self.game.keeps_spares(self.options):
            for made, context, at, number in np.ndindex(self.spared.shape):
                points = int(self.points[int(made == 0), context, at, number])
                self.spared[made, context, at, number] = self.game.spared(
                    self.options, self.boxes[at], points, self.rolls[number], made + 1
                )
        self._spared_most = [int(self.spared[:, :, at].max()) for at in range(len(self.boxes))]

"""Yahtzee, and the German sheet Kniffel: five dice, three throws, thirteen rounds.

The reading is that of the official rules of Yahtzee: 35 for 63 or more in the upper part, 100 for each further five
alike once 50 stand in the yahtzee box, and the forced joker: five alike with the yahtzee box used must go into
their own upper box; that one used, into any lower box at its full value; all of those used, as 0 into an upper box.
The free joker leaves the choice and gives the fixed values once the own upper box is used.

Kniffel, as printed in Germany, knows neither the extra bonus nor the joker. Decided here: an option given beside a
preset takes precedence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .contract import N_, Option, Options, Preset, Value, yes_or_no
from .dice import FACE_LABELS, FACE_OF, FACES, Roll
from .dice_sheet.game import Box, Column, Score, SheetGame, nothing, scored
from .dice_sheet.lacking import no_full_house, no_straight, not_alike

STRAIGHTS = {
    "small_straight": ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)),
    "large_straight": ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)),
}
FIXED = {"full_house": 25, "small_straight": 30, "large_straight": 40}

OPTIONS: tuple[Option, ...] = (
    Option(
        "preset",
        N_("Sheet"),
        N_("Kniffel, the German sheet, has no extra bonus and no joker."),
        (
            Value("yahtzee", N_("Yahtzee"), phrase=N_("on the Yahtzee sheet")),
            Value("kniffel", N_("Kniffel"), phrase=N_("on the Kniffel sheet")),
        ),
        "yahtzee",
    ),
    Option(
        "yahtzee_bonus",
        N_("Each further five of a kind scores"),
        N_("Extra points once five of a kind has scored 50."),
        (
            Value(100, "+100", phrase=N_("each further five of a kind +%(value)s")),
            Value(50, "+50", phrase=N_("each further five of a kind +%(value)s")),
            Value(0, N_("Nothing"), phrase=N_("nothing extra for further fives of a kind")),
        ),
        100,
    ),
    Option(
        "joker",
        N_("Five of a kind as joker"),
        N_("Where five of a kind may go once the 50 box is used."),
        (
            Value("forced", N_("Forced joker"), phrase=N_("forced joker")),
            Value("free", N_("Free joker"), phrase=N_("free joker")),
            Value("none", N_("No joker"), phrase=N_("no joker")),
        ),
        "forced",
    ),
    yes_or_no(
        "five_as_full_house",
        N_("Five of a kind as full house"),
        N_("Five of a kind may always score as a full house."),
        default=False,
        phrases=(
            N_("five of a kind is always a full house"),
            N_("five of a kind is a full house only as a joker"),
        ),
    ),
)


class Context(NamedTuple):
    """The facts on which five alike depend in a column.

    Whether they are a joker, the open upper faces, whether any lower box is open.
    """

    joker: bool
    upper: frozenset[int]
    lower: bool


NO_JOKER = Context(False, frozenset(), False)


class Yahtzee(SheetGame):
    """The rules of Yahtzee and Kniffel."""

    slug = "yahtzee"
    name = N_("Yahtzee")
    summary = N_("five dice, thirteen boxes")
    OPTIONS = OPTIONS
    PRESETS: Mapping[str, Preset] = {
        "kniffel": Preset(
            {"yahtzee_bonus": 0, "joker": "none"},
            name=N_("Kniffel"),
            summary=N_("the German sheet"),
            labels={"yahtzee": N_("Kniffel"), "yahtzee_bonus": N_("Kniffel bonus")},
            language="de",
        )
    }
    BONUS_ROW = True
    BOXES = (
        *(Box(face, FACE_LABELS[face]) for face in FACES),
        Box("three_of_a_kind", N_("Three of a kind"), N_("sum"), 1),
        Box("four_of_a_kind", N_("Four of a kind"), N_("sum"), 1),
        Box("full_house", N_("Full house"), "25", 1),
        Box("small_straight", N_("Small straight"), "30", 1),
        Box("large_straight", N_("Large straight"), "40", 1),
        Box("yahtzee", N_("Yahtzee"), "50", 1),
        Box("chance", N_("Chance"), N_("sum"), 1),
    )

    def context(self, options: Options, column: Column) -> Context:
        cells = column.cells
        if "yahtzee" not in cells or options["joker"] == "none":
            return NO_JOKER
        upper = frozenset(face for box, face in FACE_OF.items() if box not in cells)
        lower = any(box.name not in cells for box in self.BOXES[6:])
        return Context(True, upper, lower)

    def combination(self, options: Options, context: Context, box: str, roll: Roll, first: bool) -> Score:
        if box == "chance":
            return scored(roll.total, "all_dice")
        if box == "yahtzee":
            return scored(50, "five_alike") if roll.alike else not_alike(roll, 5)
        if box in FIXED:
            return self._fixed(options, context, box, roll)
        alike = 3 if box == "three_of_a_kind" else 4
        return scored(roll.total, box) if roll.shape[0] >= alike else not_alike(roll, alike)

    def _fixed(self, options: Options, context: Context, box: str, roll: Roll) -> Score:
        """Return the score of a full house or straight, which a joker scores as well."""
        if self._fits(options, box, roll):
            return scored(FIXED[box], box if box == "full_house" else "straight")
        if roll.alike and options["joker"] != "none":
            obstacle = self._no_joker(context, roll)
            return nothing("joker_needs", first=obstacle) if obstacle else scored(FIXED[box], "joker")
        return no_full_house(roll) if box == "full_house" else no_straight(roll, *STRAIGHTS[box])

    def _no_joker(self, context: Context, roll: Roll) -> str:
        """Return the box that must be filled before five alike are a joker, or ""."""
        if not context.joker:
            return "yahtzee"
        return FACES[roll.alike - 1] if roll.alike in context.upper else ""

    def _fits(self, options: Options, box: str, roll: Roll) -> bool:
        if box == "full_house":
            return roll.shape == (3, 2) or bool(roll.alike and options["five_as_full_house"])
        return any(all(roll.counts[face] for face in faces) for faces in STRAIGHTS[box])

    def refusal(self, options: Options, context: Context, box: str, roll: Roll) -> str | None:
        """Return the refusal by the forced joker: own upper box, else a lower, else an upper box."""
        if not roll.alike or not context.joker or options["joker"] != "forced":
            return None
        if roll.alike in context.upper:
            return None if FACE_OF.get(box) == roll.alike else "joker_own_box"
        return "joker_lower_box" if context.lower and box in FACE_OF else None

    def bonus(self, options: Options, column: Column, five_alike: bool) -> int:
        written = column.cells.get("yahtzee")
        if five_alike and written is not None and written.points:
            return options.number("yahtzee_bonus")
        return 0

    def upper_bonus(self, options: Options, upper: int) -> int:
        return 35 if upper >= 63 else 0

    def most(self, options: Options, column: Column) -> int:
        """Return the highest total that is still possible.

        It assumes five alike first, then five alike in every upper box, then as jokers in the lower ones.
        """
        written = column.cells.get("yahtzee")
        again = options.number("yahtzee_bonus") if written is None or written.points else 0
        filled = Context(True, frozenset(), True)
        best = 0
        for box in self.open_boxes(options, column):
            best += 50 if box == "yahtzee" else self._best(options, filled, box, again)
        reach = self.upper(column) + sum(
            5 * FACE_OF[box] for box in self.open_boxes(options, column) if box in FACE_OF
        )
        return column.points + best + column.bonus + self.upper_bonus(options, reach)

    def _best(self, options: Options, context: Context, box: str, again: int) -> int:
        """Return the most that a box can score, with the bonus of a further five alike."""
        if box in FACE_OF:
            return 5 * FACE_OF[box] + again
        values = self.values(options, context, box, first=False)
        if self._takes_five_alike(options, box):
            return max(values) + again
        return max(*values, again)

    def _takes_five_alike(self, options: Options, box: str) -> bool:
        """Return whether five alike, at the latest as a joker, reach the box's best."""
        if box in ("three_of_a_kind", "four_of_a_kind", "chance"):
            return True
        return options["joker"] != "none" or (box == "full_house" and bool(options["five_as_full_house"]))


GAME = Yahtzee()

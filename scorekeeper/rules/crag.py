"""Crag: three dice, two throws, thirteen rounds.

The reading is that of the printed sheet, whose highest total is 244. A crag is a pair and a third die that
total thirteen: only 1-6-6, 3-5-5 and 4-4-5. Any three dice that total thirteen make a thirteen, so a crag
may be written there for 26; a table may forbid that.
"""

from __future__ import annotations

from .contract import N_, Option, Options, yes_or_no
from .dice import FACE_LABELS, FACES, Roll
from .dice_sheet.game import Box, Score, SheetGame, nothing, scored
from .dice_sheet.lacking import no_straight, not_alike

CRAGS = frozenset({(1, 6, 6), (3, 5, 5), (4, 4, 5)})
STRAIGHTS = {
    "high_straight": (4, 5, 6),
    "low_straight": (1, 2, 3),
    "even_straight": (2, 4, 6),
    "odd_straight": (1, 3, 5),
}

OPTIONS: tuple[Option, ...] = (
    yes_or_no(
        "crag_as_thirteen",
        N_("Crag may score as thirteen"),
        N_("A crag may score 26 in the thirteen box."),
        default=True,
        phrases=(N_("a crag may score as thirteen"), N_("13 only with three different dice")),
    ),
)


class Crag(SheetGame):
    """The rules of Crag."""

    slug = "crag"
    name = N_("Crag")
    summary = N_("three dice, two rolls")
    OPTIONS = OPTIONS
    dice = 3
    throws = 2
    BOXES = (
        Box("crag", N_("Crag"), "50"),
        Box("thirteen", N_("Thirteen"), "26"),
        Box("three_of_a_kind", N_("Three of a kind"), "25"),
        Box("high_straight", N_("High straight"), "20"),
        Box("low_straight", N_("Low straight"), "20"),
        Box("even_straight", N_("Even straight"), "20"),
        Box("odd_straight", N_("Odd straight"), "20"),
        *(Box(face, FACE_LABELS[face], "", 1) for face in reversed(FACES)),
    )

    def combination(self, options: Options, context: None, box: str, roll: Roll, first: bool) -> Score:
        if box in STRAIGHTS:
            straight = STRAIGHTS[box]
            return scored(20, "straight") if roll.dice == straight else no_straight(roll, straight)
        if box == "three_of_a_kind":
            return scored(25, "three_of_a_kind") if roll.alike else not_alike(roll, 3)
        if roll.total != 13:
            return nothing("not_thirteen", total=roll.total)
        crag = roll.dice in CRAGS
        if box == "crag":
            return scored(50, "crag") if crag else nothing("no_pair")
        if crag and not options["crag_as_thirteen"]:
            return nothing("crag_not_counted")
        return scored(26, "thirteen")

    # the inherited `most` is exact: its 5 dice of a face serve the upper bonus only, and Crag has none


GAME = Crag()

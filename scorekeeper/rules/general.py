"""General (Puerto Rico): five dice, three throws, ten frames; for points or for drinks.

The reading follows the first printed description of the game and its worked sheet (totals 153, 128, 156, 218),
which settles what the running text leaves open: four of a kind is 40 on a later throw, where the text says 30; both
are an option. Ones may stand for a 2 or a 6 in a straight and nowhere else, hence 12345, 23456, 13456 and 11345.

Five alike on the first throw is the big general: it wins at once, whatever the scores. Where a table lets it not
win, it is written like any roll: in four of a kind at 45, as the source gives it to the box made on the first throw
(version 1 gave it the score of a later throw). Order of play: the lowest poker hand of an opening throw goes first
(`dice.order_by_hand`).
"""

from __future__ import annotations

from collections.abc import Mapping

from .contract import N_, Option, Options, Value
from .dice import Roll, five_as_four_of_a_kind, five_as_full_house
from .dice_sheet.game import Box, Column, Score, SheetGame, scored
from .dice_sheet.lacking import no_full_house, no_straight, not_alike
from .generala import BASIC, FACE_BOXES

STRAIGHTS = {"basic": BASIC, "ones_wild": BASIC | {(1, 3, 4, 5, 6), (1, 1, 3, 4, 5)}}

OPTIONS: tuple[Option, ...] = (
    Option(
        "four_of_a_kind_later",
        N_("Four of a kind, later roll"),
        N_("What four of a kind scores on the second or third roll."),
        tuple(
            Value(each, str(each), phrase=N_("four of a kind %(value)s on a later roll")) for each in (40, 30)
        ),
        40,
    ),
    Option(
        "straights",
        N_("Which straights count"),
        N_("12345 and 23456 always count. May a one count as a two or a six?"),
        (
            Value("ones_wild", N_("Yes"), (1, 1, 3, 4, 5), N_("ones are wild in straights")),
            Value("basic", N_("No"), phrase=N_("ones are not wild in straights")),
        ),
        "ones_wild",
    ),
    Option(
        "big_general_wins",
        N_("Five of a kind on the first roll"),
        N_("The big general wins the game on the spot."),
        (
            Value("always", N_("Always"), phrase=N_("the big general always wins")),
            Value(
                "if_small_general_open",
                N_("If box is open"),
                phrase=N_("the big general wins while the small one is open"),
            ),
            Value("never", N_("Never"), phrase=N_("the big general does not win")),
        ),
        "always",
    ),
    five_as_four_of_a_kind(default=True),
    five_as_full_house(default=False),
)


class General(SheetGame):
    """The rules of General."""

    slug = "general"
    name = N_("General")
    summary = N_("the Puerto Rican way")
    version = 2
    OPTIONS = OPTIONS
    PARTNERSHIPS: Mapping[int, tuple[int, ...]] = {4: (2,)}
    BOXES = (
        *FACE_BOXES,
        Box("straight", N_("Straight"), "20", 1),
        Box("full_house", N_("Full house"), "30", 1),
        Box("four_of_a_kind", N_("Four of a kind"), "40", 1),
        Box("small_general", N_("Small general"), "60", 1),
    )

    def printed(self, options: Options) -> tuple[Box, ...]:
        if options["four_of_a_kind_later"] == 40:
            return self.BOXES
        return (*self.BOXES[:8], Box("four_of_a_kind", N_("Four of a kind"), "30", 1), self.BOXES[9])

    def combination(self, options: Options, context: None, box: str, roll: Roll, first: bool) -> Score:
        if box == "small_general":
            return scored(60, "five_alike") if roll.alike else not_alike(roll, 5)
        reasons = self._fits(options, box, roll)
        if not reasons:
            return self._lacks(options, box, roll)
        # first-throw five alike that do not win: version 1 gave them the score of a later throw
        if first and (options.version >= 2 or not roll.alike):
            at_once = {"straight": 25, "full_house": 35, "four_of_a_kind": 45}[box]
            return scored(at_once, *reasons, "first_throw")
        later = {"straight": 20, "full_house": 30, "four_of_a_kind": options.number("four_of_a_kind_later")}[
            box
        ]
        return scored(later, *reasons)

    def _fits(self, options: Options, box: str, roll: Roll) -> tuple[str, ...]:
        """Return the reasons why the roll fits the box, empty if it does not."""
        if box == "straight":
            if roll.dice in BASIC:
                return ("straight",)
            return ("straight", "ones_wild") if roll.dice in STRAIGHTS[str(options["straights"])] else ()
        if box == "full_house":
            return (box,) if roll.shape == (3, 2) or (roll.alike and options["five_as_full_house"]) else ()
        return (box,) if roll.shape[0] == 4 or (roll.alike and options["five_as_four_of_a_kind"]) else ()

    def _lacks(self, options: Options, box: str, roll: Roll) -> Score:
        """Return zero points with what a roll lacks for a box that it does not fit."""
        if box == "straight":
            return no_straight(roll, *STRAIGHTS[str(options["straights"])])
        return no_full_house(roll) if box == "full_house" else not_alike(roll, 4)

    def may_win_at_once(self, options: Options) -> bool:
        return options["big_general_wins"] != "never"

    def wins_at_once(self, options: Options, column: Column, box: str | None) -> bool:
        if options["big_general_wins"] == "if_small_general_open":
            return "small_general" not in column.cells
        return options["big_general_wins"] == "always"


GAME = General()

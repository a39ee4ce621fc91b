"""Yacht: five dice, three throws, twelve rounds.

The reading is that of the printed sheet with its order (yacht, straights, four of a kind, full house, choice,
sixes to ones) and its maxima: full house 28 and four of a kind 29 show that five alike are neither. Four of a
kind counts all five dice there; many other sheets count only the four alike. Both straights are worth 30.
"""

from __future__ import annotations

from .contract import N_, Option, Options, Value
from .dice import FACE_LABELS, Roll, five_as_four_of_a_kind, five_as_full_house
from .dice_sheet.game import Box, Score, SheetGame, scored
from .dice_sheet.lacking import no_full_house, no_straight, not_alike

LITTLE, BIG = (1, 2, 3, 4, 5), (2, 3, 4, 5, 6)

OPTIONS: tuple[Option, ...] = (
    Option(
        "four_of_a_kind",
        N_("Four of a kind counts"),
        N_("All five dice, or only the four of a kind."),
        (
            Value("all_five", N_("All five dice"), phrase=N_("four of a kind counts all five dice")),
            Value("the_four", N_("Only the four"), phrase=N_("four of a kind counts only the four")),
        ),
        "all_five",
    ),
    five_as_four_of_a_kind(default=False),
    five_as_full_house(default=False),
)


class Yacht(SheetGame):
    """The rules of Yacht."""

    slug = "yacht"
    name = N_("Yacht")
    summary = N_("five dice, twelve boxes")
    OPTIONS = OPTIONS
    BOXES = (
        Box("yacht", N_("Yacht"), "50"),
        Box("big_straight", N_("Big straight"), "30"),
        Box("little_straight", N_("Little straight"), "30"),
        Box("four_of_a_kind", N_("Four of a kind"), N_("sum")),
        Box("full_house", N_("Full house"), N_("sum")),
        Box("choice", N_("Choice"), N_("sum")),
        *(Box(face, FACE_LABELS[face], "", 1) for face in ("sixes", "fives", "fours", "threes")),
        Box("twos", N_("Deuces"), "", 1),
        Box("ones", N_("Aces"), "", 1),
    )

    def combination(self, options: Options, context: None, box: str, roll: Roll, first: bool) -> Score:
        if box == "choice":
            return scored(roll.total, "all_dice")
        if box == "yacht":
            return scored(50, "five_alike") if roll.alike else not_alike(roll, 5)
        if box in ("little_straight", "big_straight"):
            straight = LITTLE if box == "little_straight" else BIG
            return scored(30, "straight") if roll.dice == straight else no_straight(roll, straight)
        if box == "full_house":
            fits = roll.shape == (3, 2) or (roll.alike and options["five_as_full_house"])
            return scored(roll.total, "full_house") if fits else no_full_house(roll)
        return self._four_of_a_kind(options, roll)

    def _four_of_a_kind(self, options: Options, roll: Roll) -> Score:
        if not (roll.shape[0] == 4 or (roll.alike and options["five_as_four_of_a_kind"])):
            return not_alike(roll, 4)
        if options["four_of_a_kind"] == "all_five":
            return scored(roll.total, "four_of_a_kind")
        # the middle one of five sorted dice is always one of four that are alike
        return scored(4 * roll.dice[2], "four_of_a_kind", "the_four")


GAME = Yacht()

"""Goldene Fünfzig (Golden Fifty, Germany): five dice, three throws, ten rounds.

The reading is that of the usual German description. A straight, a full house or the golden fifty written after
fewer than three throws banks one Gut for each throw saved; a Gut is one extra throw in a later round, any number in
one round, each once. Decided here: the roll must be written as one of the four combinations; other tables bank a
Gut for dice that form one of them, whatever box they go into (`gut_on: rolled`). A box written after more than
three throws banks none. Guts that are left over at the end are worth nothing.
"""

from __future__ import annotations

from .contract import N_, Option, Options, Value, yes_or_no
from .dice import Roll, five_as_full_house
from .dice_sheet.game import Box, Score, SheetGame, scored
from .dice_sheet.lacking import no_full_house, no_straight, not_alike
from .generala import FACE_BOXES

LOW, HIGH = (1, 2, 3, 4, 5), (2, 3, 4, 5, 6)
COMBINATIONS = frozenset({"low_straight", "high_straight", "full_house", "golden_fifty"})

OPTIONS: tuple[Option, ...] = (
    yes_or_no(
        "gut",
        N_("Gut, rolls saved for later"),
        N_("A roll saved on a combination may be used in a later round."),
        default=True,
        phrases=(N_("with Gut"), N_("without Gut")),
    ),
    Option(
        "gut_on",
        N_("A Gut is saved when"),
        N_("Must the roll be scored as one of the four combinations?"),
        (
            Value("scored_box", N_("You score the box"), phrase=N_("a Gut for scoring the box")),
            Value("rolled", N_("You roll it"), phrase=N_("a Gut for rolling it")),
        ),
        "scored_box",
    ),
    five_as_full_house(default=False),
)


class GoldeneFuenfzig(SheetGame):
    """The rules of Goldene Fünfzig."""

    slug = "goldene_fuenfzig"
    name = N_("Goldene Fünfzig")
    summary = N_("save a roll for later")
    OPTIONS = OPTIONS
    BOXES = (
        *FACE_BOXES,
        Box("low_straight", N_("Low straight"), "15", 1),
        Box("high_straight", N_("High straight"), "25", 1),
        Box("full_house", N_("Full house"), "30", 1),
        Box("golden_fifty", N_("Golden fifty"), "50", 1),
    )

    def combination(self, options: Options, context: None, box: str, roll: Roll, first: bool) -> Score:
        if box == "low_straight":
            return scored(15, "straight") if roll.dice == LOW else no_straight(roll, LOW)
        if box == "high_straight":
            return scored(25, "straight") if roll.dice == HIGH else no_straight(roll, HIGH)
        if box == "full_house":
            fits = roll.shape == (3, 2) or (roll.alike and options["five_as_full_house"])
            return scored(30, "full_house") if fits else no_full_house(roll)
        return scored(50, "five_alike") if roll.alike else not_alike(roll, 5)

    def keeps_spares(self, options: Options) -> bool:
        return bool(options["gut"])

    def spared(self, options: Options, box: str, points: int, roll: Roll | None, throws: int) -> int:
        """Return one Gut for each of three throws saved on a combination."""
        if not options["gut"] or throws >= self.throws:
            return 0
        if options["gut_on"] == "scored_box":
            earned = box in COMBINATIONS and points > 0
        else:
            earned = roll is not None and (roll.dice in (LOW, HIGH) or roll.shape in ((3, 2), (5,)))
        return self.throws - throws if earned else 0


GAME = GoldeneFuenfzig()

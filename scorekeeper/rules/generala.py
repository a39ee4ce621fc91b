"""Generala (Ibero-America): five dice, three throws, ten boxes.

The reading is that of the usual Ibero-American description of the game: straight 20, full house 30, four of a kind
40, generala 50, five more for each of the first three when made at once ("servida").

Decided here: five alike fit every box whose pattern they contain, except the full house, which asks for two
different faces; both ways exist at real tables and are options. The sheet of the River Plate counts 13456 as well;
other tables let any five in a row round the circle count, or a one stand for a two. Five alike at once win the game
unless that player's generala box is used; those that do not win are written like any roll, with the bonus of the
first throw in four of a kind and full house, since the source gives it to the box made at once. In the double box
they never win where an open box is asked for. The double generala is an option, as it is on printed sheets.

Version 2: that bonus, and the double box; version 1 gave none, and ended the game there as well.
"""

from __future__ import annotations

from .contract import N_, Option, Options, Value, yes_or_no
from .dice import FACE_LABELS, FACES, Roll, five_as_four_of_a_kind, five_as_full_house, rolls
from .dice_sheet.game import Box, Column, Score, SheetGame, nothing, scored
from .dice_sheet.lacking import no_full_house, no_straight, not_alike

BASIC = frozenset({(1, 2, 3, 4, 5), (2, 3, 4, 5, 6)})
STRAIGHTS = {
    "basic": BASIC,
    "with_34561": BASIC | {(1, 3, 4, 5, 6)},
    "wrap": BASIC | {(1, 3, 4, 5, 6), (1, 2, 4, 5, 6), (1, 2, 3, 5, 6), (1, 2, 3, 4, 6)},
    "one_for_two": BASIC | {(1, 1, 3, 4, 5), (1, 3, 4, 5, 6)},
}

OPTIONS: tuple[Option, ...] = (
    Option(
        "straights",
        N_("Which straights count"),
        N_("12345 and 23456 always count. What else is a straight here?"),
        (
            Value("basic", N_("Nothing else"), phrase=N_("only 12345 and 23456 are straights")),
            Value("with_34561", N_("This one too"), (3, 4, 5, 6, 1), N_("34561 is a straight")),
            Value(
                "wrap",
                N_("Any five round the circle"),
                (4, 5, 6, 1, 2),
                N_("straights wrap round (4 5 6 1 2)"),
            ),
            Value(
                "one_for_two",
                N_("A one may count as a two"),
                (1, 1, 3, 4, 5),
                N_("a one may count as a two in a straight"),
            ),
        ),
        "basic",
    ),
    Option(
        "generala_points",
        N_("Generala is worth"),
        N_("Five of a kind in the generala box."),
        tuple(
            Value(each, str(each), phrase=N_("generala %(value)s"), title="%(value)s") for each in (50, 60)
        ),
        50,
    ),
    Option(
        "first_throw_bonus",
        N_("Bonus on the first roll"),
        N_("Extra points for a straight, full house or four of a kind on the first roll."),
        (
            Value(5, "+5", phrase=N_("first roll +%(value)s")),
            Value(10, "+10", phrase=N_("first roll +%(value)s")),
        ),
        5,
    ),
    yes_or_no(
        "double_generala",
        N_("Double generala"),
        N_("One more box, worth twice the generala."),
        default=False,
        phrases=(N_("with double generala"), N_("without double generala")),
        title=N_("with double"),
    ),
    Option(
        "double_requires",
        N_("Double allowed after"),
        N_("What must have happened before the double generala can be scored."),
        (
            Value(
                "generala_scored", N_("A scored generala"), phrase=N_("the double needs a scored generala")
            ),
            Value(
                "any_five_before",
                N_("Any earlier five of a kind"),
                phrase=N_("the double needs an earlier five of a kind"),
            ),
        ),
        "generala_scored",
        needs_previous=True,
    ),
    Option(
        "automatic_win",
        N_("Five of a kind on the first roll"),
        N_("Wins the game on the spot."),
        (
            Value(
                "open_box",
                N_("If box is open"),
                phrase=N_("five of a kind on the first roll wins while generala is open"),
            ),
            Value("always", N_("Always"), phrase=N_("five of a kind on the first roll always wins")),
            Value("off", N_("Never"), phrase=N_("five of a kind on the first roll does not win")),
        ),
        "open_box",
    ),
    five_as_four_of_a_kind(default=True),
    five_as_full_house(default=False),
)

FACE_BOXES = tuple(Box(face, FACE_LABELS[face]) for face in FACES)


class Generala(SheetGame):
    """The rules of Generala."""

    slug = "generala"
    name = N_("Generala")
    summary = N_("five dice, ten boxes")
    version = 2
    OPTIONS = OPTIONS
    BOXES = (
        *FACE_BOXES,
        Box("straight", N_("Straight"), "20", 1),
        Box("full_house", N_("Full house"), "30", 1),
        Box("four_of_a_kind", N_("Four of a kind"), "40", 1),
        Box("generala", N_("Generala"), "50", 1),
        Box("double_generala", N_("Double generala"), "100", 1),
    )

    def printed(self, options: Options) -> tuple[Box, ...]:
        worth = options.number("generala_points")
        generala = Box("generala", N_("Generala"), str(worth), 1)
        double = Box("double_generala", N_("Double generala"), str(2 * worth), 1)
        return (*self.BOXES[:9], generala, *((double,) if options["double_generala"] else ()))

    def context(self, options: Options, column: Column) -> str:
        """Return the reason code that keeps five alike from scoring as the double generala, or ""."""
        if options["double_requires"] == "any_five_before":
            return "" if column.five_alike else "double_needs_five"
        written = column.cells.get("generala")
        if written is None:
            return "double_not_ready"
        return "" if written.points else "double_lost"

    def combination(self, options: Options, context: str, box: str, roll: Roll, first: bool) -> Score:
        if box == "generala":
            worth = options.number("generala_points")
            return scored(worth, "five_alike") if roll.alike else not_alike(roll, 5)
        if box == "double_generala":
            return self._double(options, context, roll)
        points, reasons = self._pattern(options, box, roll)
        # first-throw five alike that do not win: version 1 gave them the score of a later throw
        if points and first and (options.version >= 2 or not roll.alike):
            bonus, codes = options.number("first_throw_bonus"), (each.code for each in reasons)
            return scored(points + bonus, *codes, "first_throw")
        return Score(points, reasons)

    def _pattern(self, options: Options, box: str, roll: Roll) -> Score:
        if box == "straight":
            kind = str(options["straights"])
            if roll.dice not in STRAIGHTS[kind]:
                return no_straight(roll, *STRAIGHTS[kind])
            return scored(20, "straight") if roll.dice in BASIC else scored(20, "straight", kind)
        if box == "full_house":
            fits = roll.shape == (3, 2) or (roll.alike and options["five_as_full_house"])
            return scored(30, "full_house") if fits else no_full_house(roll)
        fits = roll.shape[0] == 4 or (roll.alike and options["five_as_four_of_a_kind"])
        return scored(40, "four_of_a_kind") if fits else not_alike(roll, 4)

    def _double(self, options: Options, obstacle: str, roll: Roll) -> Score:
        if not roll.alike:
            return not_alike(roll, 5)
        if obstacle:
            return nothing(obstacle)
        return scored(2 * options.number("generala_points"), "five_alike")

    def may_win_at_once(self, options: Options) -> bool:
        return options["automatic_win"] != "off"

    def wins_at_once(self, options: Options, column: Column, box: str | None) -> bool:
        if options["automatic_win"] == "open_box":
            # in version 1 the double box did not prevent the win
            return "generala" not in column.cells and (box != "double_generala" or options.version < 2)
        return options["automatic_win"] == "always"

    def most(self, options: Options, column: Column) -> int:
        """Return the highest total that is still possible.

        It is computed as for printed sheets, but the double generala needs five alike before it, which may have to
        take another box.
        """
        most = super().most(options, column)
        if (
            not options["double_generala"]
            or "double_generala" in column.cells
            or not self.context(options, column)
        ):
            return most
        double = 2 * options.number("generala_points")
        if "generala" not in column.cells:
            return most + double
        if options["double_requires"] == "generala_scored":
            return most
        others = [box for box in self.open_boxes(options, column) if box != "double_generala"]
        losses = [self._loss(options, box) for box in others]
        return most + max([double - loss for loss in losses], default=0)

    def _loss(self, options: Options, box: str) -> int:
        """Return how far a box stays below its best if it takes a five alike that does not win."""
        best = max(self.values(options, "double_lost", box, first=True))
        five_alike = [rolls(5)[(face,) * 5] for face in range(1, 7)]
        # the generala box is used, so a first throw wins only under `always`
        first = options["automatic_win"] != "always"
        return best - max(self.score(options, "double_lost", box, roll, first).points for roll in five_alike)


GAME = Generala()

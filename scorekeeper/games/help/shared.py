"""Rules that the help pages of several dice games share."""

from __future__ import annotations

from scorekeeper.rules.contract import N_
from scorekeeper.rules.dice import FACES

from .content import HouseRules, Point, Reading, Rule, dice

sheet = Point(
    "sheet",
    N_("The sheet"),
    N_(
        "One box a turn, each once. A filled box stays. When every box is full, the highest total "
        "wins. Ties share the win."
    ),
)
six_faces = Point(
    "faces",
    N_("The six faces"),
    N_("Face times count: in fives each five counts 5, the other dice nothing."),
    (
        dice("55521", N_("three fives"), {"fives": 15}),
        dice("55521", N_("no four"), {"fours": 0}),
    ),
    boxes=FACES,
)
striking = Point(
    "striking",
    N_("Crossing out"),
    N_(
        "Dice that do not fit the box score 0. You may cross out any open box, even if the dice "
        "would score in another."
    ),
    (dice("55521", N_("no sixes"), {"sixes": 0}),),
)


def five_as_four_of_a_kind(source: str, *worth: tuple[int, HouseRules]) -> Rule:
    """Return the rule on five alike as four of a kind.

    `worth`: the points of five fours in that box, each with its house rules.
    """
    return Rule(
        "five_as_four_of_a_kind",
        source,
        (
            Reading(
                True,
                N_("Five of a kind is four of a kind, too"),
                N_("It may be scored in that box."),
                N_("five of a kind counts as four of a kind"),
                tuple(
                    dice("44444", N_("four of a kind"), {"four_of_a_kind": points}, options=options)
                    for points, options in worth
                ),
            ),
            Reading(
                False,
                N_("Five of a kind is not four of a kind"),
                N_("The fifth die must differ."),
                N_("five of a kind is not four of a kind"),
                (
                    dice("44444", N_("as four of a kind"), {"four_of_a_kind": 0}),
                    dice("44444", N_("in fours"), {"fours": 20}),
                ),
            ),
        ),
    )


def five_as_full_house(source: str, points: int) -> Rule:
    """Return the rule on five alike as a full house: five fours for `points`."""
    return Rule(
        "five_as_full_house",
        source,
        (
            Reading(
                True,
                N_("Five of a kind is a full house, too"),
                N_("Three and two of the same face count."),
                N_("five of a kind counts as a full house"),
                (dice("44444", N_("full house"), {"full_house": points}),),
            ),
            Reading(
                False,
                N_("Five of a kind is not a full house"),
                N_("A full house shows two different faces."),
                N_("five of a kind is not a full house"),
                (
                    dice("44444", N_("as full house"), {"full_house": 0}),
                    dice("44444", N_("in fours"), {"fours": 20}),
                ),
            ),
        ),
    )

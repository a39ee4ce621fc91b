"""Help page of Crag."""

from __future__ import annotations

from scorekeeper.games.help.content import Guide, Point, Reading, Rule, dice
from scorekeeper.games.help.shared import sheet
from scorekeeper.rules.contract import N_
from scorekeeper.rules.crag import STRAIGHTS
from scorekeeper.rules.dice import FACES

CRAG_AS_THIRTEEN = Rule(
    "crag_as_thirteen",
    N_(
        "On the printed sheet any three dice that total 13 make a thirteen, so a crag does, too. "
        "A table may forbid it."
    ),
    (
        Reading(
            True,
            N_("A crag may score as thirteen"),
            N_("For 26, like any three dice that total 13."),
            N_("a crag may score as thirteen"),
            (
                dice("661", N_("as thirteen"), {"thirteen": 26}),
                dice("346", N_("no crag"), {"thirteen": 26}),
                dice("664", N_("sixteen"), {"thirteen": 0}),
            ),
        ),
        Reading(
            False,
            N_("A crag is not a thirteen"),
            N_("Thirteen takes three different faces that total 13."),
            N_("a crag is not a thirteen"),
            (
                dice("346", N_("three different faces"), {"thirteen": 26}),
                dice("661", N_("a crag, as thirteen"), {"thirteen": 0}),
            ),
        ),
    ),
)

GUIDE = Guide(
    "crag",
    (
        Point(
            "turn",
            N_("A turn"),
            N_("Three dice, two rolls: keep any after the first. Then fill one of the thirteen boxes."),
        ),
        sheet,
        Point(
            "crag",
            N_("Crag, 50"),
            N_("A pair and a third die that total 13: only 1-6-6, 3-5-5 and 4-4-5."),
            (
                dice("661", N_("a pair, total 13"), {"crag": 50}),
                dice("355", N_("a pair, total 13"), {"crag": 50}),
                dice("445", N_("a pair, total 13"), {"crag": 50}),
                dice("346", N_("total 13, no pair"), {"crag": 0}),
            ),
        ),
        Point(
            "thirteen",
            N_("Thirteen, 26"),
            N_("Three dice that total 13."),
            (
                dice("652", N_("total 13"), {"thirteen": 26}),
                dice("653", N_("total 14"), {"thirteen": 0}),
            ),
        ),
        CRAG_AS_THIRTEEN,
        Point(
            "three_of_a_kind",
            N_("Three of a kind, 25"),
            N_("All three the same."),
            (
                dice("222", N_("three twos"), {"three_of_a_kind": 25}),
                dice("223", N_("only two"), {"three_of_a_kind": 0}),
            ),
        ),
        Point(
            "straights",
            N_("Four straights, 20 each"),
            N_("High 456, low 123, even 246, odd 135; each in its own box."),
            (
                dice("456", N_("high straight"), {"high_straight": 20}),
                dice("123", N_("low straight"), {"low_straight": 20}),
                dice("246", N_("even straight"), {"even_straight": 20}),
                dice("135", N_("odd straight"), {"odd_straight": 20}),
                dice("234", N_("as low straight"), {"low_straight": 0}),
            ),
            boxes=tuple(STRAIGHTS),
        ),
        Point(
            "faces",
            N_("The six faces"),
            N_("Face times count: in fives each five counts 5, the other dice nothing."),
            (
                dice("551", N_("two fives"), {"fives": 10}),
                dice("551", N_("no four"), {"fours": 0}),
            ),
            boxes=FACES,
        ),
        Point(
            "striking",
            N_("Crossing out"),
            N_(
                "Dice that do not fit the box score 0. You may cross out any open box, even if the dice "
                "would score in another."
            ),
            (dice("551", N_("no sixes"), {"sixes": 0}),),
        ),
    ),
    (N_("The printed sheet. Its highest total is 244."),),
)

"""Help page of Goldene Fünfzig."""

from __future__ import annotations

from scorekeeper.games.help.content import Guide, Point, Reading, Rule, dice, wrote
from scorekeeper.games.help.shared import five_as_full_house, sheet, six_faces, striking
from scorekeeper.rules.contract import N_

_KEPT = {"gut": True}

GUT = Rule(
    "gut",
    N_("The usual German description plays with Gut. It can be left out."),
    (
        Reading(
            True,
            N_("A saved roll is a Gut"),
            N_(
                "A straight, full house or golden fifty scored after two rolls saves one Gut, after one "
                "roll two. A Gut is an extra roll in a later round."
            ),
            N_("rolls saved are kept as Gut"),
            (
                dice("12345", N_("first roll"), {"low_straight": 15}, throws=1, spares=2),
                dice("66622", N_("second roll"), {"full_house": 30}, throws=2, spares=1),
                dice("66622", N_("third roll"), {"full_house": 30}, throws=3, spares=0),
            ),
        ),
        Reading(
            False,
            N_("There is no Gut"),
            N_("Three rolls a round; rolls not used are lost."),
            N_("without Gut"),
            (
                dice("12345", N_("first roll"), {"low_straight": 15}, throws=1),
                dice(
                    "66612",
                    N_("a fourth roll"),
                    {"sixes": 18},
                    throws=4,
                    before=(wrote("low_straight", "12345", 1),),
                    refused="too_many_throws",
                ),
            ),
        ),
    ),
)
GUT_ON = Rule(
    "gut_on",
    N_(
        "Our choice: the roll must be scored as one of the four combinations. Other tables save a "
        "Gut for dice that form one, whatever box they go into."
    ),
    (
        Reading(
            "scored_box",
            N_("A Gut is saved by scoring the box"),
            N_("The roll must be entered as one of the four combinations and score there."),
            N_("the roll must be scored as one of the four combinations"),
            (
                dice(
                    "66622",
                    N_("full house, second roll"),
                    {"full_house": 30},
                    throws=2,
                    spares=1,
                    options=_KEPT,
                ),
                dice("66622", N_("sixes, second roll"), {"sixes": 18}, throws=2, spares=0),
            ),
        ),
        Reading(
            "rolled",
            N_("A Gut is saved by rolling it"),
            N_("Dice that form one of the four combinations earn it, whatever box they go into."),
            N_("the dice alone are enough, whatever the box"),
            (
                dice("66622", N_("sixes, second roll"), {"sixes": 18}, throws=2, spares=1),
                dice("66623", N_("no combination"), {"sixes": 18}, throws=2, spares=0),
            ),
        ),
    ),
    _KEPT,
)

GUIDE = Guide(
    "goldene_fuenfzig",
    (
        Point(
            "turn",
            N_("A turn"),
            N_("Five dice, up to three rolls. Keep any, roll the rest. Then fill one of the ten boxes."),
        ),
        sheet,
        six_faces,
        Point(
            "low_straight",
            N_("Low straight, 15"),
            N_("12345 and nothing else."),
            (
                dice("53142", N_("third roll"), {"low_straight": 15}),
                dice("23456", N_("the high one"), {"low_straight": 0}),
            ),
        ),
        Point(
            "high_straight",
            N_("High straight, 25"),
            N_("23456 and nothing else."),
            (
                dice("23456", N_("third roll"), {"high_straight": 25}),
                dice("12345", N_("the low one"), {"high_straight": 0}),
            ),
        ),
        Point(
            "full_house",
            N_("Full house, 30"),
            N_("Three of one face and two of another."),
            (
                dice("66622", N_("third roll"), {"full_house": 30}),
                dice("66221", N_("two pairs"), {"full_house": 0}),
            ),
        ),
        Point(
            "golden_fifty",
            N_("Golden fifty, 50"),
            N_("Five of a kind."),
            (
                dice("55555", N_("third roll"), {"golden_fifty": 50}),
                dice("55554", N_("only four of a kind"), {"golden_fifty": 0}),
            ),
        ),
        GUT,
        GUT_ON,
        Point(
            "using",
            N_("Using a Gut"),
            N_(
                "Any number in one round, each once, never more than you have. A box scored after more "
                "than three rolls saves none. Any left at the end are worth nothing."
            ),
            (
                dice(
                    "66666",
                    N_("fourth roll, two Gut saved before"),
                    {"golden_fifty": 50},
                    throws=4,
                    before=(wrote("low_straight", "12345", 1),),
                    spares=-1,
                ),
                dice(
                    "66666",
                    N_("sixth roll, two Gut saved before"),
                    {"golden_fifty": 50},
                    throws=6,
                    before=(wrote("low_straight", "12345", 1),),
                    refused="too_many_throws",
                ),
            ),
            _KEPT,
        ),
        five_as_full_house(
            N_(
                "We read the usual German description as two different faces. Both ways are played, so it "
                "is a house rule."
            ),
            30,
        ),
        striking,
    ),
    (
        N_(
            "The usual German description: low straight 15, high straight 25, full house 30, golden fifty "
            "50. The highest total is 225."
        ),
    ),
)

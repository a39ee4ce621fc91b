"""Help page of Generala: the order of its points; other modules hold its rules."""

from __future__ import annotations

from scorekeeper.games.help.content import Guide, Point, dice
from scorekeeper.games.help.shared import (
    five_as_four_of_a_kind,
    five_as_full_house,
    sheet,
    six_faces,
    striking,
)
from scorekeeper.rules.contract import N_

from .help_double import AT_ONCE, NEEDS
from .help_rules import DOUBLE, FIRST_THROW, GENERALA, STRAIGHTS

GUIDE = Guide(
    "generala",
    (
        Point(
            "turn",
            N_("A turn"),
            N_(
                "Five dice, up to three rolls. Keep any, roll the rest; dice kept before may be rolled "
                "again. Then fill one box."
            ),
        ),
        sheet,
        six_faces,
        STRAIGHTS,
        Point(
            "full_house",
            N_("Full house, 30"),
            N_("Three of one face and two of another."),
            (
                dice("55533", N_("third roll"), {"full_house": 30}),
                dice("55443", N_("two pairs"), {"full_house": 0}),
            ),
        ),
        Point(
            "four_of_a_kind",
            N_("Four of a kind, 40"),
            N_("Four of one face; the fifth die does not matter."),
            (
                dice("22225", N_("third roll"), {"four_of_a_kind": 40}),
                dice("22255", N_("only three"), {"four_of_a_kind": 0}),
            ),
        ),
        GENERALA,
        FIRST_THROW,
        AT_ONCE,
        five_as_four_of_a_kind(
            N_(
                "The usual description lets five of a kind go into four of a kind. Other tables do not, "
                "so it is a house rule."
            ),
            (40, {}),
        ),
        five_as_full_house(
            N_(
                "The usual description names four of a kind only. Where it says nothing, we play: a full "
                "house needs two different faces. Both ways are played, so it is a house rule."
            ),
            30,
        ),
        DOUBLE,
        NEEDS,
        striking,
    ),
    (
        N_(
            "The usual Ibero-American description of the game: straight 20, full house 30, four of a "
            "kind 40, generala 50 or 60, five or ten more for each of the first three when made on "
            "the first roll."
        ),
        N_("Its relatives are poker dice and Jacy-Tacy; here General, Yacht and Yahtzee."),
    ),
    N_(
        "Five of a kind on the first roll that does not win earns no first-roll bonus; scored as "
        "the double generala it wins, even where that box takes any five of a kind."
    ),
)

"""Help page of Generals and Majors: the order of its points; other modules hold its rules."""

from __future__ import annotations

from scorekeeper.games.help.content import ALLOWED, Guide, Point, Shown
from scorekeeper.rules.contract import N_

from .help_battle import ANAS, CANCEL, CHOICE, LEAD
from .help_command import ARMY, COMMANDER, EDITION, GROUPS, HARD, LIMIT
from .help_turns import ANA, BO, stopped, strengths, turn, turns

GUIDE = Guide(
    "generals_and_majors",
    (
        Point(
            "deal",
            N_("The deal"),
            N_(
                "Two players, seven cards each; the player who did not deal starts. A hand without a commander may "
                "be thrown in for seven new ones before the first turn, as often as it happens."
            ),
            (
                turns(
                    (),
                    N_("Ana throws the hand in; whose turn it is"),
                    ANA,
                    ({"player": ANA, "redeal": True},),
                    {"turn": ANA},
                ),
            ),
        ),
        Point(
            "suits",
            N_("Five suits, two colours"),
            N_(
                "[H] and [D] are red, [S] and [C] black, [X] is the fifth suit. Numbers are armies, J, Q, K "
                "and A are commanders. Commanders pay armies of their own colour."
            ),
            (
                turns(
                    (Shown(COMMANDER, ("AH",)), Shown(ARMY, ("2D",))),
                    N_("red pays red"),
                    ALLOWED,
                    (turn(ANA, "AH 2D"),),
                    strengths(2, 0),
                ),
                stopped(
                    (Shown(COMMANDER, ("AH",)), Shown(ARMY, ("2S",), "wrong")),
                    N_("red does not pay black"),
                    "cannot_pay",
                    (turn(ANA, "AH 2S"),),
                ),
            ),
        ),
        EDITION,
        Point(
            "turn",
            N_("A turn"),
            N_(
                "Draw a card. Lay at most one commander, which counts at once; then armies whose values do "
                "not exceed the points of their colour. Cancel. Discard down to seven. More cards than the hand "
                "holds by the count are refused."
            ),
            (
                turns(
                    (Shown(COMMANDER, ("AH",)), Shown(ARMY, ("2H",))),
                    N_("laid and used in one turn: strength"),
                    "2",
                    (turn(ANA, "AH 2H"),),
                    strengths(2, 0),
                ),
                stopped(
                    (Shown(COMMANDER, ("AH",)), Shown(ARMY, ("4H",), "wrong")),
                    N_("more than the points"),
                    "cannot_pay",
                    (turn(ANA, "AH 4H"),),
                ),
            ),
        ),
        LIMIT,
        HARD,
        GROUPS,
        Point(
            "strength",
            N_("Strength"),
            N_("The sum of the armies that lie face up. Face down they stay on the table and count no more."),
            (
                turns(
                    (Shown(ANAS, ("2H",)),),
                    N_("Ana’s strength"),
                    "2",
                    (turn(ANA, "AH 2H"), turn(BO)),
                    strengths(2, 0),
                ),
            ),
        ),
        CANCEL,
        CHOICE,
        LEAD,
        Point(
            "stock",
            N_("The stock is empty"),
            N_(
                "The discards are shuffled and drawn from. With no card and no play left the higher strength "
                "wins; equal strengths are a draw."
            ),
            (
                stopped(
                    (),
                    N_("cards are left to draw"),
                    "cards_left",
                    (turn(ANA, "AH 2H"), {"end": "no_cards"}),
                ),
            ),
        ),
        Point(
            "concede",
            N_("Giving up"),
            N_("At any time; the other wins, whatever the strengths."),
            (
                turns(
                    (),
                    N_("Ana, ahead by 2, gives up: won by"),
                    BO,
                    (turn(ANA, "AH 2H"), {"player": ANA, "concede": True}),
                    {"reason": "conceded", "winners": [BO]},
                ),
            ),
        ),
    ),
    (
        N_("The page of the author, C. Scott Davis."),
        N_(
            "Where it says nothing, we play: the armies of a turn are laid and paid together, then "
            "they cancel, in any order; cards out of sight are counted; a redeal is no turn."
        ),
    ),
    N_(
        "A turn may lay more cards than a hand can hold, and the game may end for want of cards "
        "while some are left to draw. Conceding is an automatic win for the other."
    ),
)

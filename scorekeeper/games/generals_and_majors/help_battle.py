"""House rules of Generals and Majors about cancelling and winning, for its help page."""

from __future__ import annotations

from scorekeeper.games.help.content import ALLOWED, GOES_ON, Reading, Rule, Shown
from scorekeeper.rules.contract import N_

from .help_turns import ANA, BO, TURNS, armies, marching, stopped, strengths, turn, turns

_TURN = {"command_limit": "per_turn"}

ANAS, BOS = N_("Ana’s armies"), N_("Bo’s armies")


def _lead(points: int) -> Reading:
    """Return the reading of a lead that wins after one turn of grace."""
    laid = Shown(ANAS, armies(points))
    answer = armies(points)[-1].replace("H", "S")
    return Reading(
        points,
        N_("A lead of {value} wins, after one turn of grace"),
        N_(
            "A player who ends a turn ahead by {value} or more gives the other one more turn. If the "
            "lead is still {value} or more after it, the game is won; otherwise play goes on."
        ),
        "{value}",
        (
            turns(
                (laid,),
                N_("Bo’s turn of grace changes nothing: won by"),
                ANA,
                marching(points, saved=False),
                {"reason": "lead", "winners": [ANA]},
                **_TURN,
            ),
            turns(
                (laid, Shown(BOS, (answer,))),
                N_("Bo cancels the last one, below {value}"),
                GOES_ON,
                marching(points, saved=True),
                {"finished": False},
                **_TURN,
            ),
        ),
    )


LEAD = Rule(
    "lead",
    N_(
        "The author’s page says 20. The author’s text for longer games is lost: a larger lead is our reading "
        "of it."
    ),
    tuple(_lead(points) for points in TURNS),
)

_GATHERED = (turn(ANA, "AH"), turn(BO, "AS 2S"), turn(ANA, "AD 4H"), turn(BO, "AC 2C", ("2S 2C", "4H")))

_ONE = (turn(ANA, "AH 2H"), turn(BO, "AS"), turn(ANA, "AD 2D"), turn(BO, "AC 4S", ("4S", "2H 2D")))

CANCEL = Rule(
    "cancel",
    N_("The author’s page gives a 6 against 4 and 2: the new army alone. Elsewhere older ones may join it."),
    (
        Reading(
            "single_vs_group",
            N_("A cancellation: the new army alone, against one or several"),
            N_("Its value must be the total of the enemy armies it takes, all of them face up."),
            N_("the new army acts alone"),
            (
                turns(
                    (Shown(N_("Bo lays"), ("4S",)), Shown(ANAS, ("2H", "2D"))),
                    N_("4 against 2 and 2: all face down, Bo is left with"),
                    "0",
                    _ONE,
                    {
                        **strengths(0, 0),
                        "sheet": {BO: {"face_down": ["4S"]}, ANA: {"face_down": ["2H", "2D"]}},
                    },
                ),
                stopped(
                    (Shown(N_("Bo has"), ("2S",)), Shown(N_("Bo lays"), ("2C",)), Shown(ANAS, ("4H",))),
                    N_("2 and 2 against 4"),
                    "cancels_alone",
                    _GATHERED,
                ),
            ),
        ),
        Reading(
            "group_vs_group",
            N_("A cancellation: several against several"),
            N_("At least one of them is new; older ones may join to make the same total."),
            N_("older armies may join the new one"),
            (
                turns(
                    (Shown(N_("Bo has"), ("2S",)), Shown(N_("Bo lays"), ("2C",)), Shown(ANAS, ("4H",))),
                    N_("2 and 2 against 4: all face down, Ana is left with"),
                    "0",
                    _GATHERED,
                    strengths(0, 0),
                ),
            ),
        ),
    ),
)

_LEFT = (turn(ANA, "AH 2H"), turn(BO, "AS 2S"))

CHOICE = Rule(
    "cancel_choice",
    N_(
        "The author’s page: armies of the same total are turned down. The player who lays an army "
        "picks among several; elsewhere also none."
    ),
    (
        Reading(
            "deployer",
            N_("Cancelling is compulsory"),
            N_("Where a new army can cancel, it must. The player who lays it picks what goes."),
            N_("compulsory"),
            (
                stopped(
                    (Shown(ANAS, ("2H",)), Shown(N_("Bo lays"), ("2S",))),
                    N_("both left face up"),
                    "cancel_needed",
                    _LEFT,
                ),
                turns(
                    (Shown(ANAS, ("2H",)), Shown(N_("Bo lays"), ("2S",))),
                    N_("both face down: Ana is left with"),
                    "0",
                    (turn(ANA, "AH 2H"), turn(BO, "AS 2S", ("2S", "2H"))),
                    strengths(0, 0),
                ),
            ),
        ),
        Reading(
            "optional",
            N_("Cancelling is optional"),
            N_("The player who lays a new army picks what goes, or that nothing does."),
            N_("optional"),
            (
                turns(
                    (Shown(ANAS, ("2H",)), Shown(N_("Bo lays"), ("2S",))),
                    N_("both left face up"),
                    ALLOWED,
                    _LEFT,
                    strengths(2, 2),
                ),
            ),
        ),
    ),
)

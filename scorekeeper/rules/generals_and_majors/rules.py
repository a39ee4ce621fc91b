"""Generals and Majors: two players, five suits; points of commanders deploy armies.

The reading is that of the page of the author (C. Scott Davis), our first source. Aces command 2 points, the other
courts 1; a turn draws a card, deploys at most one commander and armies that the points pay, and discards down to
seven. A lead of 20 after one's own turn gives the opponent one turn of grace; if it still stands after that, it
wins.

Decided where that is silent. The armies of a turn are laid and paid together, then they cancel, in any order; no
cancellation that is possible and compulsory may be left. Cards that are out of sight (hands, stock, discards) are
counted: that a hand held no commander is taken from the table's word, but no player lays more cards than the hand
holds, and the game does not run out of cards while there are some to draw (version 2; version 1 judged neither). A
redeal is no turn. `lead`: the author's text for longer games is lost, 30 and 40 are ours. `command_limit:
cumulative`: armies face up must be paid at every turn, those face down no more; what a turn cancels is still paid
in it. `pays` may also be said without `hard`, and then holds. Groups are parted so that they bring the most.

Kalosi: five suits of fourteen and two jokers, 72 cards. Three commanders of a colour bring 1 more, once; jokers
count for no group. A joker's two command points may go to one colour or to both, anew each turn, so they are shared
points; under `hard` they are bound when deployed: to a colour if one is named, else one to each. A joker that
serves as an army is worth, and costs, as much as that player's highest other army face up at the moment; it may not
be deployed where there is none, and counts nothing once there is none left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.contract import (
    CONCEDED,
    N_,
    Box,
    Choice,
    Game,
    IllegalMoveError,
    Option,
    Options,
    Outcome,
    PlayerField,
    Preset,
    Seats,
    Sheet,
    Value,
    resolve,
    yes_or_no,
)

from . import choices as offering
from . import sheet as drawing
from . import turn as playing
from .move import CONCEDE, END, REDEAL, Move, dump_move, parse_move
from .table import Table, opening, place_of, strength

OPTIONS: tuple[Option, ...] = (
    Option(
        "lead",
        N_("Winning lead"),
        N_("Ahead by this much, the opponent has one more turn. A larger lead makes a longer game."),
        tuple(Value(each, str(each), phrase=N_("a lead of %(value)s wins")) for each in (20, 30, 40)),
        20,
    ),
    Option(
        "command_limit",
        N_("Command points pay for"),
        N_("The armies of one turn, or all that lie face up?"),
        (
            Value("per_turn", N_("Each turn"), phrase=N_("command points pay for one turn")),
            Value("cumulative", N_("All face up"), phrase=N_("command points pay for all that lie face up")),
        ),
        "per_turn",
    ),
    yes_or_no(
        "groups",
        N_("Commanders in sequence score more"),
        N_("J-Q-K or Q-K-A of one colour 1 point more, of one suit 2. A quicker game."),
        default=False,
        phrases=(N_("commanders in sequence score more"), N_("commanders in sequence score nothing extra")),
    ),
    yes_or_no(
        "hard",
        N_("Stars are bound to a colour"),
        N_("A star commander serves one colour for good, one colour alone pays for a star army."),
        default=False,
        phrases=(N_("stars are bound to a colour"), N_("stars serve both colours")),
    ),
    Option(
        "cancel",
        N_("What may cancel"),
        N_("Does the new army act alone, or may older ones join it to make the total?"),
        (
            Value("single_vs_group", N_("The new army alone"), phrase=N_("the new army cancels alone")),
            Value(
                "group_vs_group",
                N_("The new army with older ones"),
                phrase=N_("several armies may cancel together"),
            ),
        ),
        "single_vs_group",
    ),
    Option(
        "cancel_choice",
        N_("Cancelling is"),
        N_("Must an army that matches cancel, or may its player leave it?"),
        (
            Value("deployer", N_("Compulsory"), phrase=N_("cancelling is compulsory")),
            Value("optional", N_("Optional"), phrase=N_("cancelling is optional")),
        ),
        "deployer",
    ),
    Option(
        "edition",
        N_("Edition"),
        N_("Kalosi adds ones and two jokers, and its commanders give a point more."),
        (
            Value("stardeck", N_("Star deck"), phrase=N_("with the star deck")),
            Value("kalosi", N_("Kalosi"), phrase=N_("with the Kalosi deck")),
        ),
        "stardeck",
    ),
)


class GeneralsAndMajors:
    """The rules of Generals and Majors."""

    slug = "generals_and_majors"
    name = N_("Generals and Majors")
    summary = N_("two armies, five suits")
    version = 2
    OPTIONS = OPTIONS
    PRESETS: Mapping[str, Preset] = {}
    PLAYERS = range(2, 3)
    DEALS = True
    POINTS = True
    PARTNERSHIPS: Mapping[int, tuple[int, ...]] = {}
    PLAYER_FIELDS: Mapping[str, PlayerField] = {"player": PlayerField.PLAYERS}
    BOXES: tuple[Box, ...] = ()

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        return resolve(self.OPTIONS, given, self.PRESETS, version or self.version)

    def start(self, options: Options, seats: Seats) -> Table:
        seats.check_number(self.PLAYERS)
        seats.check_alone()
        return opening(options, seats)

    def parse(self, data: object) -> Move:
        return parse_move(data)

    def dump(self, move: Move) -> dict[str, Any]:
        return dump_move(move)

    def apply(self, state: Table, move: Move, *, check_order: bool = True) -> Table:
        # the turn decides who draws and whose lead counts, so its order is checked always
        if state.ended:
            raise IllegalMoveError("game_over")
        if move.kind == END:
            return playing.end_as_it_stands(state) if move.agreed else playing.run_out(state)
        place = place_of(state, move.player)
        if move.kind == CONCEDE:
            return playing.concede(state, place)
        if move.kind == REDEAL:
            return playing.redeal(state, place)
        if place != state.turn:
            turn = state.seats.players[state.turn]
            raise IllegalMoveError("not_your_turn", player=move.player, turn=turn)
        return playing.take_turn(state, move)

    def choices(
        self,
        state: Table,
        *,
        player: str | None = None,
        partial: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        return offering.choices(state, player=player, partial=partial)

    def may_win_at_once(self, options: Options) -> bool:
        return False

    def bounds(self, state: Table) -> dict[str, tuple[int, int]]:
        return drawing.bounds(state)

    def dealer(self, state: Table) -> str:
        # for a new game the deal passes to the other player
        first = state.seats.first_dealer
        return state.seats.after(first)[0] if state.ended else first

    def turn(self, state: Table) -> str | None:
        return None if state.ended else state.seats.players[state.turn]

    def scores(self, state: Table) -> dict[str, int]:
        return dict(zip(state.seats.players, map(strength, state.sides), strict=True))

    def sheet(self, state: Table) -> Sheet:
        return drawing.sheet(state, self.scores(state))

    def report(self, state: Table) -> dict[str, Any]:
        return drawing.report(state)

    def outcome(self, state: Table) -> Outcome | None:
        if not state.ended:
            return None
        winners = () if state.winner is None else (state.seats.players[state.winner],)
        conceded = state.ended == CONCEDED
        # version 1 called a concession an automatic win: the stakes of old games stay as settled
        automatic = conceded and state.options.version < 2
        return Outcome(
            state.ended,
            self.scores(state),
            state.seats.sides,
            winners,
            automatic=automatic,
            outright=conceded,
        )


GAME: Game[Table, Move] = GeneralsAndMajors()

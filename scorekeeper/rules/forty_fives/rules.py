"""Forty-fives as in Nova Scotia, Massachusetts and Ireland: rounds of five tricks to 120.

The reading is that of the description this project started from, the first source: 52 cards and a joker, five cards
each, the next card turned for trumps, five points a trick and five more for the best trump. What it does not say
(the place of the ace of hearts, what follows a lead, what may be kept back) is read in Bicycle's rules and in
Wikipedia's article. What other tables do are options.

Decided where that is silent, and said in the modules that do it: partners sit as they like; the player left of the
dealer leads, in an auction too; in an auction one player always bids (where all pass, the dealer is held to 15);
trumps given without the turned card leave the ace its rank; a turned ace that the dealer leaves is out of play
(module `deal`); a revoke counts for play as it was played (module `play`) and undoes a bid (module `score`). A play
that is no revoke but cannot have happened is refused.

Version 2: a player who robs by the ace keeps it (module `deal`), and a bidder who goes out first has no automatic
win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.contract import (
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
    SetupError,
    Sheet,
    resolve,
)

from . import choices, view
from .move import EndMove, Round, dump, parse
from .options import OPTIONS
from .round import judge
from .score import ending_as_it_stands
from .state import State, side_of

ROUND = 30  # the most points of a round without an auction


class FortyFives:
    """The rules of Forty-fives."""

    slug = "forty_fives"
    name = N_("Forty-fives")
    summary = N_("trick-taking, the ace of hearts always a trump")
    version = 2
    OPTIONS: tuple[Option, ...] = OPTIONS
    PRESETS: Mapping[str, Preset] = {}
    PLAYERS = range(2, 11)
    DEALS = True
    POINTS = True
    PARTNERSHIPS: Mapping[int, tuple[int, ...]] = {4: (2,), 6: (2, 3)}
    PLAYER_FIELDS: Mapping[str, PlayerField] = {
        "player": PlayerField.PLAYERS,
        "dealer": PlayerField.PLAYERS,
        "best": PlayerField.PLAYERS,
        "tricks": PlayerField.TRICKS,
        "robbed": PlayerField.PART,
        "bid": PlayerField.PART,
    }
    BOXES: tuple[Box, ...] = ()

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        return resolve(self.OPTIONS, given, self.PRESETS, version or self.version)

    def start(self, options: Options, seats: Seats) -> State:
        seats.check_number(self.PLAYERS)
        if seats.teams and len(seats.teams) not in self.PARTNERSHIPS.get(len(seats.players), ()):
            raise SetupError("bad_teams")
        return State(options, seats)

    def parse(self, data: object) -> Round | EndMove:
        return parse(data)

    def dump(self, move: Round | EndMove) -> dict[str, Any]:
        return dump(move)

    def apply(self, state: State, move: Round | EndMove, *, check_order: bool = True) -> State:
        if state.ending is not None:
            raise IllegalMoveError("game_over")
        if isinstance(move, EndMove):
            if not state.rounds:
                raise IllegalMoveError("nothing_on_sheet")
            return state._replace(ending=ending_as_it_stands(state.seats, self.scores(state)))
        written, ending = judge(state, move, check_order=check_order)
        return State(state.options, state.seats, (*state.rounds, written), ending)

    def choices(
        self,
        state: State,
        *,
        player: str | None = None,
        partial: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        return choices.choices(state, partial or {})

    def bounds(self, state: State) -> dict[str, tuple[int, int]] | None:
        """Return the least and most final totals, or None if nothing bounds them.

        Totals are unbounded in an auction, where a bid may fail in every round, and where a tie is played on for
        ever.
        """
        scores, options = self.scores(state), state.options
        if state.ending is not None:
            return {player: (score, score) for player, score in scores.items()}
        if options["auction"] or options["tie"] == "play_on":
            return None
        last = options.number("target") - 5 + ROUND  # before its last round a side is 5 or more below it
        sums = {player: sum(scores[mate] for mate in side_of(state.seats, player)) for player in scores}
        return {player: (score, last - (sums[player] - score)) for player, score in scores.items()}

    def dealer(self, state: State) -> str:
        return state.dealer

    def may_win_at_once(self, options: Options) -> bool:
        return options["sweep_wins"] is True

    def turn(self, state: State) -> str | None:
        return None

    def scores(self, state: State) -> dict[str, int]:
        return dict(zip(state.seats.players, state.totals, strict=True))

    def sheet(self, state: State) -> Sheet:
        return view.sheet(state)

    def report(self, state: State) -> dict[str, Any]:
        return view.report(state)

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        reason, winners, outright = state.ending
        # version 1 called a bidder who goes out first an automatic win, too: the stakes of old games stay as settled
        automatic = reason == "sweep" or (outright and state.options.version < 2)
        return Outcome(
            reason, self.scores(state), state.seats.sides, winners, automatic=automatic, outright=outright
        )


# the annotation lets the type checker verify the protocol
GAME: Game[State, Round | EndMove] = FortyFives()

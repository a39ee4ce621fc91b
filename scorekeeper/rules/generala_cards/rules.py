"""Générala (Cameroon): tricks without trumps; the last player with cards loses.

The reading follows the first source of this project and, for two players, the other printed descriptions. The whole
pack of 54 is dealt singly from the dealer's right. The player left with cards drops out of the game; with two left
the first to run out is the champion. Seats go in order of play, which is counter-clockwise; seats and first dealer
are drawn by cards (`cards.order_by_cards`).

A hand is written by its result, or trick by trick with a referee (module `trick`). The rest of a hand that was
started by tricks may be written by its result where the entry says so (`rest`), never otherwise. A trick says
exactly who ran out (`out`): leaving it out means that no player did. Module `hand` decides how a hand ends and who
deals next, module `known` what the cards shown prove. The first lead of a hand must be the last card dealt to the
leader, which no player can know, so it is not checked.

Decided where the source is silent: every player plays alone, so partnerships are refused. Scores are the hands
survived: played to their end and not lost, hands without a player left with cards included. The champion ranks
first, the first to drop out is lowest. Without elimination the table ends the game whenever it agrees to: a hand
that runs card by card then counts for nothing, and the player with the fewest lost hands has won; several may share
it. As it stands any game can end after its first hand, by the same count: with elimination the players still in have
survived all hands and share it. Corrections do not relax anything: every check is about the cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.rules.contract import (
    N_,
    Box,
    Choice,
    IllegalMoveError,
    Options,
    Outcome,
    PlayerField,
    Preset,
    Seats,
    Sheet,
    resolve,
)
from scorekeeper.rules.move_fields import AGREED, AS_IT_STANDS

from . import choices, view
from .hand import after_trick, check_out, finished, out_with_rest, running
from .move import MOST_PLAYERS, EndMove, HandMove, Move, TrickMove, dump_move, parse_move
from .options import OPTIONS
from .state import Groups, State
from .trick import referee


class GeneralaCards:
    """The rules of Générala."""

    slug = "generala_cards"
    name = N_("Générala")
    summary = N_("cards, from Cameroon")
    version = 1
    OPTIONS = OPTIONS
    PRESETS: Mapping[str, Preset] = {}
    PLAYERS = range(2, MOST_PLAYERS + 1)
    DEALS = True
    POINTS = False
    PARTNERSHIPS: Mapping[int, tuple[int, ...]] = {}
    PLAYER_FIELDS: Mapping[str, PlayerField] = {
        "player": PlayerField.PLAYERS,
        "out": PlayerField.PLAYERS,
        "trick": PlayerField.PLAYS,
        "took": PlayerField.PART,
    }
    BOXES: tuple[Box, ...] = ()

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        return resolve(self.OPTIONS, given, self.PRESETS, version or self.version)

    def start(self, options: Options, seats: Seats) -> State:
        seats.check_number(self.PLAYERS)
        seats.check_alone()
        return State(options, seats, seats.first_dealer)

    def parse(self, data: object) -> Move:
        return parse_move(data)

    def dump(self, move: Move) -> dict[str, Any]:
        return dump_move(move)

    def apply(self, state: State, move: Move, *, check_order: bool = True) -> State:
        if state.over:
            raise IllegalMoveError("game_over")
        if isinstance(move, EndMove):
            self._must_end_by_agreement(state, move)
            return replace(state, running=None, moves=state.moves + 1, over=AGREED)
        check_names(state, move)
        if isinstance(move, HandMove):
            out = self._whole_out(state, move)
            check_out(state, out)
            return finished(state, out, state.running.tricks if state.running else ())
        found = referee(state.options, running(state), move)
        return after_trick(state, found.after(state.moves))

    def choices(
        self,
        state: State,
        *,
        player: str | None = None,
        partial: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        """Return the choices of module `choices`, which describes their kinds and fields."""
        if player is not None and player not in state.seats.players:
            raise IllegalMoveError("unknown_player")
        move = choices.partial_move(partial)
        if state.over:
            return ()
        if isinstance(move, EndMove):
            self._must_end_by_agreement(state, move)
        elif move is not None:
            check_names(state, move)
        if isinstance(move, HandMove):
            self._whole_out(state, move)
        return choices.choices(state, move)

    def may_win_at_once(self, options: Options) -> bool:
        return False

    def bounds(self, state: State) -> None:
        """Return None: the game has no totals."""

    def dealer(self, state: State) -> str:
        return state.dealer

    def turn(self, state: State) -> str | None:
        """Return None: a line belongs to the whole table, so every player may write it."""
        return None

    def scores(self, state: State) -> dict[str, int]:
        scores = dict.fromkeys(state.seats.players, 0)
        for hand in state.hands:
            for player in hand.players:
                scores[player] += player != hand.lost
        return scores

    def sheet(self, state: State) -> Sheet:
        return view.sheet(state, self.scores(state), self.outcome(state))

    def report(self, state: State) -> dict[str, Any]:
        return view.report(state, self.outcome(state))

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        scores = self.scores(state)
        most, least = max(scores.values()), min(scores.values())
        winners = tuple(player for player, score in scores.items() if score == most)
        lowest = tuple(player for player, score in scores.items() if score == least)
        if state.over == "champion":
            winners, lowest = state.players, state.dropped[:1]
        sides = state.seats.sides
        return Outcome(state.over, scores, sides, winners, lowest=lowest, has_points=False)

    def _must_end_by_agreement(self, state: State, move: EndMove) -> None:
        if move.kind == AS_IT_STANDS:
            if not state.hands:
                raise IllegalMoveError("nothing_on_sheet")
        elif state.eliminates:
            raise IllegalMoveError("played_to_the_champion")

    def _whole_out(self, state: State, move: HandMove) -> Groups:
        """Return the players who ran out of the hand, those of the earlier tricks included."""
        if move.rest and state.running is None:
            raise IllegalMoveError("no_hand_begun")
        if state.running is not None and not move.rest:
            raise IllegalMoveError("hand_runs_by_cards", tricks=len(state.running.tricks))
        return out_with_rest(state, move)


def check_names(state: State, move: HandMove | TrickMove) -> None:
    """Check the players that an entry names.

    Raises IllegalMoveError `unknown_player`, or `not_in_the_game` for a player who has dropped out.
    """
    for player in move.names:
        if player not in state.seats.players:
            raise IllegalMoveError("unknown_player")
        if player in state.dropped:
            raise IllegalMoveError("not_in_the_game", player=player)


GAME = GeneralaCards()

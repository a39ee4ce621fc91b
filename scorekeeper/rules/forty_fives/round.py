"""The judgement of one round of Forty-fives: from its entry to the row on the sheet.

A round by result and a round by cards both become a `Written`. The dealer follows from the round before, and the
player left of the dealer leads, in an auction too. A line that was accepted earlier, or is marked out of turn,
keeps the dealer that it shows (the one it names, else the one before its first leader): a correction elsewhere must
not make it illegal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from scorekeeper.rules.contract import IllegalMoveError

from .deal import lay
from .move import TRICKS, Bid, Round
from .play import Play, referee
from .score import count, ending, gains, penalised, sweep
from .state import Ending, State, Written, side_of


class Tally(NamedTuple):
    """The count of the tricks of a round.

    `points`: as won. `zeroed`: the players who score nothing for a revoke. `gains`: as written.
    """

    points: dict[str, int]
    zeroed: frozenset[str]
    gains: dict[str, int]
    totals: dict[str, int]
    sweep: tuple[str, ...]
    ending: Ending | None


def tally(
    state: State,
    winners: Sequence[str],
    best: str | None,
    bid: Bid | None = None,
    revokers: Collection[str] = (),
    *,
    complete: bool = True,
) -> Tally:
    """Count the round.

    While it is not `complete`, a round without a trump scores no bonus for that.
    """
    options, seats = state.options, state.seats
    zeroed = penalised(options, seats, revokers)
    points = count(seats, winners, best, str(options["no_trump_bonus"]) if complete else "none")
    gained = gains(options, seats, points, bid, zeroed)
    totals = {
        player: total + gained[player] for player, total in zip(seats.players, state.totals, strict=True)
    }
    swept = sweep(options, seats, winners, zeroed)
    return Tally(points, zeroed, gained, totals, swept, ending(options, seats, totals, bid, swept))


def judge(state: State, move: Round, *, check_order: bool = True) -> tuple[Written, Ending | None]:
    """Return the written round, and the end of the game if the round ends it.

    Raises IllegalMoveError: `unknown_player`, `wrong_dealer` (`dealer`), `best_without_trick` (`player`), those of
    `check_bid`, `takings` and `referee`.
    """
    dealer = dealer_of(state, move, check_order=check_order)
    check_bid(state, move.bid, needed=True)
    deal = lay(state.options, state.seats, dealer, move)
    play: Play | None = None
    winners, best = move.winners, move.best
    if move.plays:
        play = referee(state.seats, state.seats.after(dealer)[0], deal, move.plays)
        if play.next_player is not None:
            raise IllegalMoveError("wrong_plays", trick=TRICKS, count=len(state.seats.players))
        winners, best = play.winners, play.best.player if play.best else None
    else:
        check_result(state, move)
    revokes = play.revokes if play else ()
    brought = tally(state, winners, best, move.bid, {each.player for each in revokes})
    written = Written(
        dealer,
        deal.trumps.suit,
        winners,
        best,
        tuple(brought.gains.values()),
        tuple(brought.totals.values()),
        deal.takings,
        move.bid,
        move.bid is not None and brought.gains[move.bid.player] >= 0,
        play.best if play else None,
        revokes,
        play is not None,
        brought.sweep,
        _won(state, brought, move.bid),
    )
    return written, brought.ending


def _won(state: State, brought: Tally, bid: Bid | None) -> int:
    """Return the points of the bidder's side before the bid is settled."""
    side = side_of(state.seats, bid.player) if bid else ()
    return sum(brought.points[player] for player in side if player not in brought.zeroed)


def dealer_of(state: State, move: Round, *, check_order: bool = True) -> str:
    """Return the dealer of this round."""
    players = state.seats.players
    ordered = check_order and not move.out_of_turn
    if move.dealer is not None:
        if move.dealer not in players:
            raise IllegalMoveError("unknown_player")
        if ordered and move.dealer != state.dealer:
            raise IllegalMoveError("wrong_dealer", dealer=state.dealer)
        return move.dealer
    if ordered or not move.plays or not move.plays[0]:
        return state.dealer
    leader = move.plays[0][0][0]
    if leader not in players:
        raise IllegalMoveError("unknown_player")
    return players[players.index(leader) - 1]


def check_bid(state: State, bid: Bid | None, *, needed: bool) -> None:
    """Raise IllegalMoveError for a bid without auction, a missing bid or an unknown player."""
    if bid is None:
        if needed and state.options["auction"]:
            raise IllegalMoveError("bid_needed")
        return
    if not state.options["auction"]:
        raise IllegalMoveError("no_auction")
    if bid.player not in state.seats.players:
        raise IllegalMoveError("unknown_player")


def check_result(state: State, move: Round) -> None:
    """Raise IllegalMoveError for an unknown player, or for a best trump without a trick."""
    if not set(move.winners) <= set(state.seats.players):
        raise IllegalMoveError("unknown_player")
    if move.best is None:
        return
    if move.best not in state.seats.players:
        raise IllegalMoveError("unknown_player")
    if len(move.winners) == TRICKS and move.best not in move.winners:
        raise IllegalMoveError("best_without_trick", player=move.best)

"""The draft of a round of Forty-fives: the facts before the tricks, and its points so far."""

from __future__ import annotations

from typing import Any, NamedTuple

from .cards import JOKER, PACK
from .chances import SoFar, chances
from .deal import Deal, Taking, taking_fields
from .move import BIDS, TRICKS, Plays, Round, dump
from .play import Play
from .round import judge, tally
from .score import progress
from .state import State


class Draft(NamedTuple):
    """A partial round, with the facts that follow from it before any trick.

    `played`: known cards of a round by its result, see module `known`.
    """

    state: State
    round: Round
    said: frozenset[str]
    dealer: str
    takings: tuple[Taking, ...]
    deal: Deal | None
    played: Plays = ()

    @property
    def leader(self) -> str:
        """The leader of the first trick."""
        return self.state.seats.after(self.dealer)[0]


def pack_of(draft: Draft) -> tuple[str, ...]:
    """Return the pack under the house rule on the joker."""
    return PACK.cards if draft.state.options["joker"] else tuple(card for card in PACK.cards if card != JOKER)


def next_question(draft: Draft) -> str | None:
    """Return the next field that must be answered before the tricks, or None."""
    if draft.state.options["auction"] and draft.round.bid is None:
        return "bid"
    if draft.round.turned == (JOKER,):
        return "turned"
    return "trump" if draft.deal is None else None


def common_fields(draft: Draft) -> dict[str, Any]:
    """Return the fields that every choice has."""
    state, made = draft.state, draft.round
    auction = bool(state.options["auction"])
    return {
        "number": len(state.rounds) + 1,
        "dealer": draft.dealer,
        "leader": draft.leader,
        "target": state.options["target"],
        "trump": made.suit,
        "order": list(draft.deal.trumps.order) if draft.deal else [],
        "turned": list(made.turned),
        "takings": taking_fields(
            state.options, draft.dealer, draft.takings, made.turned, asked="robbed" in draft.said
        ),
        "auction": auction,
        "bid": made.bid,
        "bids": list(BIDS) if auction else [],
        "revoke": state.options["revoke"],
    }


def count_fields(
    draft: Draft,
    needs: str | None,
    winners: tuple[str, ...],
    best: str | None,
    *,
    settled: bool,
    play: Play | None = None,
) -> dict[str, Any]:
    """Return points, totals, revokes and chances, and the written round once it is complete."""
    state, made, complete = draft.state, draft.round, needs is None
    revokes = play.revokes if play else ()
    revokers = {each.player for each in revokes}
    over = settled and len(winners) == TRICKS
    brought = tally(state, winners, best, made.bid if complete else None, revokers, complete=over)
    sure = tally(state, winners, best if settled else None, complete=over).points
    so_far = SoFar(sure, winners, TRICKS - len(winners), settled, made.bid, brought.zeroed)
    points = {player: 0 if player in brought.zeroed else each for player, each in brought.points.items()}
    won = progress(state.seats, points, made.bid, TRICKS - len(winners), settled=over) if made.bid else None
    return {
        "needs": needs,
        "complete": complete,
        "bid_won": won,
        "winners": list(winners),
        "points": brought.points,
        "sum": sum(brought.points.values()),
        "of_points": 25 if over and sum(brought.points.values()) == 25 else 30,
        "gains": brought.gains,
        "totals": brought.totals,
        "side_totals": [sum(brought.totals[player] for player in team) for team in state.seats.teams],
        "zeroed": [player for player in state.seats.players if player in brought.zeroed],
        "revokes": revokes,
        "chances": chances(state, so_far),
        **(_written(draft) if complete else {}),
    }


def _written(draft: Draft) -> dict[str, Any]:
    """Return the round as it will be written, and the end of the game with it.

    Raises as `judge` does.
    """
    written, ending = judge(draft.state, draft.round)
    return {
        "entry": dump(draft.round),
        "made": written.made if written.bid else None,
        "sweep": list(written.sweep),
        "ends": ending,
    }

"""The sheet of Forty-fives for the pages and for `replay`: rounds down, players across.

A row is a round: `fields.WrittenRow`. A cell holds the points of the round and the running total; its `marks`:
"revoke", "best", and for the bidder "made" or "failed".
"""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.contract import N_, Cell, Row, Sheet, leaders

from .fields import WrittenBid, WrittenRow
from .state import State, Written


def sheet(state: State) -> Sheet:
    """Return the sheet: rounds in order of play.

    The column marks show the dealer and the leader of the next round.
    """
    seats = state.seats
    scores = dict(zip(seats.players, state.totals, strict=True))
    marks: tuple[tuple[str, ...], ...] = ((),) * len(seats.players)
    if state.ending is None:
        leader = seats.after(state.dealer)[0]
        jobs = {state.dealer: ("dealer",), leader: ("leads",)}
        marks = tuple(jobs.get(player, ()) for player in seats.players)
    return Sheet(
        seats.players,
        tuple(_row(state, number, written) for number, written in enumerate(state.rounds, 1)),
        state.totals,
        None,
        state.ending.winners if state.ending else leaders(scores, seats.teams),
        (len(state.rounds) + (state.ending is None), None),
        seats.teams,
        tuple(sum(scores[player] for player in team) for team in seats.teams),
        marks,
    )


def report(state: State) -> dict[str, Any]:
    """Return every round with its dealer, its trumps, every player's points, and the revokes."""
    return {
        "rounds": [
            {
                "dealer": written.dealer,
                "trump": written.trump,
                "points": dict(zip(state.seats.players, written.gains, strict=True)),
                "revokes": [
                    {"player": each.player, "trick": each.trick, "card": each.card}
                    for each in written.revokes
                ],
            }
            for written in state.rounds
        ]
    }


def _row(state: State, number: int, written: Written) -> Row:
    places = zip(state.seats.players, written.gains, written.totals, strict=True)
    cells = tuple(
        Cell(gain, number - 1, total, marks=_marks(written, player)) for player, gain, total in places
    )
    return Row(
        f"round{number}", N_("Round %(number)s"), cells, "round", fields=_fields(state, number, written)
    )


def _marks(written: Written, player: str) -> tuple[str, ...]:
    marks = []
    if any(each.player == player for each in written.revokes):
        marks.append("revoke")
    if written.best == player:
        marks.append("best")
    if written.bid and written.bid.player == player:
        marks.append("made" if written.made else "failed")
    return tuple(marks)


def _fields(state: State, number: int, written: Written) -> WrittenRow:
    bid, best = written.bid, written.best_trump
    return WrittenRow(
        number=number,
        dealer=written.dealer,
        leader=state.seats.after(written.dealer)[0],
        trump=written.trump,
        turned=[taking.card for taking in written.takings],
        bid=WrittenBid(*bid, written.made, written.won) if bid else None,
        winners=list(written.winners),
        best=written.best,
        best_card=best.card if best else None,
        best_trick=best.trick if best else None,
        by_cards=written.by_cards,
        sweep=list(written.sweep),
        revokes=written.revokes,
    )

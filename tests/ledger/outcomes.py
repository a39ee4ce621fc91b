"""Outcomes in short form: totals by seat, and the winners."""

from __future__ import annotations

from scorekeeper.ledger.settle import Transfer
from scorekeeper.rules.contract import Outcome


def outcome(
    scores: dict[str, int],
    winners: str | None = None,
    *,
    teams: str = "",
    automatic: bool = False,
    lowest: str = "",
    has_points: bool = True,
) -> Outcome:
    """Return an outcome of one-letter players, such as `winners` "AC" and `teams` "AC BD".

    The highest wins by default.
    """
    sides = tuple(tuple(team) for team in teams.split()) or tuple((player,) for player in scores)
    totals = {side: sum(scores[player] for player in side) for side in sides}
    best = max(totals.values())
    if winners is None:
        won = tuple(player for side in sides if totals[side] == best for player in side)
    else:
        won = tuple(winners)
    return Outcome("sheets_full", scores, sides, won, automatic, tuple(lowest), has_points)


def ledger(transfers: tuple[Transfer, ...]) -> list[str]:
    """ "A -> D 65": one line for each transfer, as the tests compare them."""
    return [f"{each.payer} -> {each.payee} {each.amount}" for each in transfers]

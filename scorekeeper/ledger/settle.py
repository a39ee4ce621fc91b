"""Settlement of a finished game: transfers between players.

Pure: the standard library and the rules' contract. Amounts are whole smallest units of the stake's unit, so nothing is
rounded: the odd units of a sum that does not divide go to the first seats. Partnerships settle as sides: a side is one
player or one team, and its total is the sum of its members' scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.rules.contract import Outcome

from .stake import Stake, suited

Side = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of a transfer, from which its text is made.

    `code`: "points" (difference to the winner), "automatic_win" (the amount agreed for one), "fixed", "ante",
    "low_pays", "low_buys" (to each other player), "pairwise" (difference within a pair). `amount`: the stake's
    amount, per point if `points` is set. `payers`, `payees`: the players who pay, or receive, the sum together; empty
    for a single player.
    """

    code: str
    amount: int
    points: int | None = None
    payers: Side = ()
    payees: Side = ()

    @property
    def total(self) -> int:
        """The sum before its split, in smallest units; a transfer is at most this."""
        return self.amount if self.points is None else self.amount * self.points


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer: `payer` owes `payee` `amount` smallest units, at least 1."""

    payer: str
    payee: str
    amount: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Debt:
    """The debt of one side to other sides together; `total` is its part of the reason's total."""

    payers: Side
    payees: tuple[Side, ...]
    total: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Parties:
    """The winning and the losing sides of a game in seat order, and the seat of each player."""

    seat: dict[str, int]
    winning: tuple[Side, ...]
    losing: tuple[Side, ...]


def settle(stake: Stake, outcome: Outcome) -> tuple[Transfer, ...]:
    """Return the transfers that settle a game, ordered by the payer's seat, then the payee's.

    Each pair of players appears at most once, payer and payee differ, and amounts are positive. A stake of 0 or `none`
    gives (); so does a draw, except for `pairwise`, which compares totals.

    The debt of a side is split among the winning sides. Each part is split among the members who pay it, and again
    among the members who receive it. Odd units go by seat.

    Raises StakeError `stake_needs_points` for `per_point` and `pairwise` if the scores are no points.
    """
    suited(stake, points=outcome.has_points)
    seat = _seats(outcome)
    transfers = [
        transfer
        for debt in _debts(stake, outcome, _parties(outcome, seat))
        for transfer in _transfers(debt)
        if transfer.amount
    ]
    return tuple(sorted(transfers, key=lambda transfer: (seat[transfer.payer], seat[transfer.payee])))


def split(total: int, parts: int) -> list[int]:
    """Split `total` into whole parts that differ by at most 1; the first ones are larger."""
    each, odd = divmod(total, parts)
    return [each + (place < odd) for place in range(parts)]


# --- the sides of a game ---------------------------------------------------------------------------------


def _seats(outcome: Outcome) -> dict[str, int]:
    """Return the seat of each player: by the sides if each has one player, else by the scores.

    Partners do not sit together, so the order of sides with several members is not the seat order.
    """
    alone = all(len(side) == 1 for side in outcome.sides)
    players = [side[0] for side in outcome.sides] if alone else list(outcome.scores)
    return {player: number for number, player in enumerate(players)}


def _parties(outcome: Outcome, seat: dict[str, int]) -> _Parties:
    """Sort the sides, and the members of each, by seat."""
    sides = sorted(
        (tuple(sorted(side, key=seat.__getitem__)) for side in outcome.sides), key=lambda s: seat[s[0]]
    )
    winners = set(outcome.winners)
    return _Parties(
        seat=dict(sorted(seat.items(), key=lambda each: each[1])),
        winning=tuple(side for side in sides if winners.intersection(side)),
        losing=tuple(side for side in sides if not winners.intersection(side)),
    )


def _members(sides: Sequence[Side]) -> Side:
    """Return the players of these sides as a reason stores them: () for a single player."""
    players = tuple(player for side in sides for player in side)
    return players if len(players) > 1 else ()


# --- the kinds of stakes ---------------------------------------------------------------------------------


def _debts(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Return the debts of the sides; without a winner only `pairwise` has any."""
    if stake.kind == "pairwise":
        return _pairwise(stake, outcome, parties)
    if stake.kind in _KINDS and parties.winning:
        return _KINDS[stake.kind](stake, outcome, parties)
    return iter(())


def _per_point(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Each loser pays the difference to the winner, or the amount agreed for an automatic win.

    A winner with fewer points (an automatic win, the others gave up) receives nothing and pays nothing.
    """
    best = max(map(outcome.side_score, parties.winning))
    for side in parties.losing:
        if outcome.automatic and stake.automatic_win is not None:
            yield _to_winners(parties, side, "automatic_win", stake.automatic_win)
        else:
            yield _to_winners(parties, side, "points", stake.amount, max(0, best - outcome.side_score(side)))


def _fixed(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Each losing side pays the amount."""
    for side in parties.losing:
        yield _to_winners(parties, side, "fixed", stake.amount)


def _ante(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Each side put the amount into the pot: each losing side loses its ante to the winner.

    Tied winners get their own antes back, which moves nothing, and share each of the others.
    """
    for side in parties.losing:
        yield _to_winners(parties, side, "ante", stake.amount)


def _low_pays(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """The lowest side pays the amount once; sides tied for lowest share it.

    Only losers can be lowest: an automatic winner with the fewest points still ranks above them. If all are tied, all
    have won and no side pays.
    """
    lowest = _lowest(outcome, parties)
    reason = Reason("low_pays", stake.amount, None, _members(lowest), _members(parties.winning))
    for side, part in zip(lowest, split(stake.amount, len(lowest)) if lowest else (), strict=True):
        yield _Debt(side, parties.winning, part, reason)


def _low_buys(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """The lowest side buys for all: it owes each other player the amount.

    Players who pay together pay the same up to one unit: odd units rotate among them by seat.
    """
    lowest = _lowest(outcome, parties)
    payers = sorted((player for side in lowest for player in side), key=parties.seat.__getitem__)
    others = [player for player in parties.seat if player not in payers] if payers else []
    reason = Reason("low_buys", stake.amount, None, tuple(payers) if len(payers) > 1 else ())
    for place, player in enumerate(others):
        each, odd = divmod(stake.amount, len(payers))
        for number, payer in enumerate(payers):
            carries = (number - place * odd) % len(payers) < odd
            yield _Debt((payer,), ((player,),), each + carries, reason)


def _lowest(outcome: Outcome, parties: _Parties) -> list[Side]:
    """Return the lowest losing sides: named by the rules, else those with the fewest points."""
    named = [side for side in parties.losing if set(outcome.lowest).intersection(side)]
    if named or not parties.losing:
        return named
    least = min(map(outcome.side_score, parties.losing))
    return [side for side in parties.losing if outcome.side_score(side) == least]


def _pairwise(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Each two sides settle their difference, winners and losers alike, without netting."""
    for one, other in combinations(parties.winning + parties.losing, 2):
        points = outcome.side_score(one) - outcome.side_score(other)
        payers, payees = (other, one) if points > 0 else (one, other)
        reason = Reason("pairwise", stake.amount, abs(points), _members([payers]), _members([payees]))
        yield _Debt(payers, (payees,), reason.total, reason)


_KINDS: dict[str, Callable[[Stake, Outcome, _Parties], Iterator[_Debt]]] = {
    "per_point": _per_point,
    "low_pays": _low_pays,
    "low_buys": _low_buys,
    "ante": _ante,
    "fixed": _fixed,
}


def _to_winners(parties: _Parties, side: Side, code: str, amount: int, points: int | None = None) -> _Debt:
    """Return the debt of a losing side to the winning sides together."""
    reason = Reason(code, amount, points, _members([side]), _members(parties.winning))
    return _Debt(side, parties.winning, reason.total, reason)


# --- from sides to players -------------------------------------------------------------------------------


def _transfers(debt: _Debt) -> Iterator[Transfer]:
    """Yield one transfer per pair of players; its amount is 0 if there were too few units."""
    for payees, due in zip(debt.payees, split(debt.total, len(debt.payees)), strict=True):
        for payer, carried in zip(debt.payers, split(due, len(debt.payers)), strict=True):
            for payee, received in zip(payees, split(carried, len(payees)), strict=True):
                yield Transfer(payer, payee, received, debt.reason)

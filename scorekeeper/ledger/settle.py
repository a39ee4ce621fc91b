"""Who pays whom, once a game has ended. Pure: the standard library and the contract of the rules only.

Everything is counted in whole smallest units of the stake's unit, so that nothing is ever rounded: a sum that
does not divide leaves its odd units with those who sit first. Partnerships settle as sides: a side is one
player or one team, and its total is the sum of its members'.
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
    """Why a transfer is owed.

    `code`: "points" (difference to the winner), "automatic_win" (the sum agreed for one), "fixed", "ante",
    "low_pays", "low_buys" (to each other player), "pairwise" (difference within a pair). `amount`: the stake's
    sum, or the sum per point where `points` says how many. `payers`, `payees`: who carried that sum together, who
    shared it; empty where it was one player.
    """

    code: str
    amount: int
    points: int | None = None
    payers: Side = ()
    payees: Side = ()

    @property
    def total(self) -> int:
        """The sum before it was split, in smallest units; a transfer is at most this."""
        return self.amount if self.points is None else self.amount * self.points


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` owes `payee` `amount` smallest units, at least 1."""

    payer: str
    payee: str
    amount: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Debt:
    """What one side owes one or more others together; `total` is its own part of the reason's total."""

    payers: Side
    payees: tuple[Side, ...]
    total: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Parties:
    """The sides of a game in seat order, parted into those that won and those that lost; everybody's seat."""

    seat: dict[str, int]
    winning: tuple[Side, ...]
    losing: tuple[Side, ...]


def settle(stake: Stake, outcome: Outcome) -> tuple[Transfer, ...]:
    """The transfers that settle a game, ordered by the payer's seat, then the payee's.

    Each pair of players appears once at most, nobody pays himself and nothing of 0 is listed: a stake of
    0, `none` and a draw (but for `pairwise`, which asks for totals, not for a winner) give ().

    The sum that a side owes is split among the winning sides first, then each part among the members who
    carry it, then each of those among the members who receive it, always with the odd units by seat.

    Raises StakeError `stake_needs_points` for `per_point` and `pairwise` where the scores are no points.
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
    """`total` in `parts` whole parts that differ by 1 at most; the first ones carry the odd units."""
    each, odd = divmod(total, parts)
    return [each + (place < odd) for place in range(parts)]


# --- who settles with whom -------------------------------------------------------------------------------


def _seats(outcome: Outcome) -> dict[str, int]:
    """Everybody's seat. Sides of one player stand in seat order themselves; partners do not sit together, so
    with teams only the order of the scores knows who sits where."""
    alone = all(len(side) == 1 for side in outcome.sides)
    players = [side[0] for side in outcome.sides] if alone else list(outcome.scores)
    return {player: number for number, player in enumerate(players)}


def _parties(outcome: Outcome, seat: dict[str, int]) -> _Parties:
    """The sides, and the members of each, by seat."""
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
    """Everybody in these sides where they are several, () for a single player: how a reason says "shared"."""
    players = tuple(player for side in sides for player in side)
    return players if len(players) > 1 else ()


# --- what each kind of stake makes of it -----------------------------------------------------------------


def _debts(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """What the sides owe. Without a winner only `pairwise` has anything to settle."""
    if stake.kind == "pairwise":
        return _pairwise(stake, outcome, parties)
    if stake.kind in _KINDS and parties.winning:
        return _KINDS[stake.kind](stake, outcome, parties)
    return iter(())


def _per_point(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Every loser pays the difference to the winner, or after an automatic win the sum agreed for one.

    A winner who is behind all the same (an automatic win, the others gave up) is owed nothing; he never pays.
    """
    best = max(map(outcome.side_score, parties.winning))
    for side in parties.losing:
        if outcome.automatic and stake.automatic_win is not None:
            yield _to_winners(parties, side, "automatic_win", stake.automatic_win)
        else:
            yield _to_winners(parties, side, "points", stake.amount, max(0, best - outcome.side_score(side)))


def _fixed(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Every losing side pays the amount."""
    for side in parties.losing:
        yield _to_winners(parties, side, "fixed", stake.amount)


def _ante(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Every side has put the amount in and the winner takes the pot: each losing side is out its own ante.

    Winners who tie take their own antes back, which moves nothing, and share each of the others.
    """
    for side in parties.losing:
        yield _to_winners(parties, side, "ante", stake.amount)


def _low_pays(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """The lowest side pays the amount once; those tied there share it.

    Only losers can be lowest: a winner ranks above them even where an automatic win left him with the fewest
    points, and when all are tied all have won and nobody is left to pay.
    """
    lowest = _lowest(outcome, parties)
    reason = Reason("low_pays", stake.amount, None, _members(lowest), _members(parties.winning))
    for side, part in zip(lowest, split(stake.amount, len(lowest)) if lowest else (), strict=True):
        yield _Debt(side, parties.winning, part, reason)


def _low_buys(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """The lowest side buys for everybody: each player of the others is owed the amount.

    Those who pay together carry the same, to one unit: what does not divide is theirs by seat, and the next
    odd unit is the next one's.
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
    """The lowest of those who lost: those whom the rules name, else those with the fewest points."""
    named = [side for side in parties.losing if set(outcome.lowest).intersection(side)]
    if named or not parties.losing:
        return named
    least = min(map(outcome.side_score, parties.losing))
    return [side for side in parties.losing if outcome.side_score(side) == least]


def _pairwise(stake: Stake, outcome: Outcome, parties: _Parties) -> Iterator[_Debt]:
    """Every two sides settle their difference, winners and losers alike; nothing is netted."""
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
    """A sum that a losing side owes to the winning sides together."""
    reason = Reason(code, amount, points, _members([side]), _members(parties.winning))
    return _Debt(side, parties.winning, reason.total, reason)


# --- from sides to players -------------------------------------------------------------------------------


def _transfers(debt: _Debt) -> Iterator[Transfer]:
    """One transfer for each pair of players; some may be of 0 where there were too few units."""
    for payees, due in zip(debt.payees, split(debt.total, len(debt.payees)), strict=True):
        for payer, carried in zip(debt.payers, split(due, len(debt.payers)), strict=True):
            for payee, received in zip(payees, split(carried, len(payees)), strict=True):
                yield Transfer(payer, payee, received, debt.reason)

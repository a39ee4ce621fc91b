"""The chances of each side of Forty-fives to reach the target in the round being played.

Every way in which the remaining tricks and the best trump may fall to a side is counted like a finished round; the
tricks of the others do not matter to a side's own points. The cards in hand are unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from .move import BIDS, Bid
from .score import BEST, DOUBLE, DOUBLED, TRICK
from .state import State


class SoFar(NamedTuple):
    """The known part of a round.

    `points`: of the tricks won, with the five of the best trump only if `settled` (no player can better it any
    more). `won`: the winner of each trick. `left`: the number of tricks to come.
    """

    points: Mapping[str, int]
    won: tuple[str, ...]
    left: int
    settled: bool
    bid: Bid | None = None
    zeroed: Collection[str] = ()


class Way(NamedTuple):
    """One possible rest of the round for a side.

    `tricks`: further tricks. `best`: the side gets the best trump. `gain`: the points that the side writes. `bid`: what
    it has to bid for that (0: nothing, or its bid stands).
    """

    tricks: int
    best: bool
    gain: int
    bid: int = 0


class Chance(NamedTuple):
    """The chance of a side in the round being played.

    `total`: before the round. `distance`: to the target. `most`: the points that the round may still bring.
    `reaches`: the side may reach the target, by at least so many further tricks `with_best` trump and `without_best`
    (None: impossible). `sweep`: it may still win outright with all five. `bid`: the lowest bid that reaches the target,
    0 where none is needed or the bidding is over.
    """

    players: tuple[str, ...]
    total: int
    distance: int
    most: int
    reaches: bool
    with_best: int | None
    without_best: int | None
    sweep: bool
    bid: int


def chances(state: State, so_far: SoFar) -> list[Chance]:
    """Return the chances of every side, in seat order."""
    return [_chance(state, so_far, side) for side in state.seats.sides]


def _chance(state: State, so_far: SoFar, side: tuple[str, ...]) -> Chance:
    scores = dict(zip(state.seats.players, state.totals, strict=True))
    total = sum(scores[player] for player in side)
    distance = max(0, state.options.number("target") - total)
    ways = list(_ways(state, so_far, side))
    enough = [way for way in ways if way.gain >= distance]
    alive = not set(side) & set(so_far.zeroed)
    return Chance(
        side,
        total,
        distance,
        most=max(way.gain for way in ways),
        reaches=bool(enough),
        with_best=min((way.tricks for way in enough if way.best), default=None),
        without_best=min((way.tricks for way in enough if not way.best), default=None),
        sweep=bool(state.options["sweep_wins"]) and alive and set(so_far.won) <= set(side),
        bid=min((way.bid for way in enough), default=0),
    )


def _ways(state: State, so_far: SoFar, side: tuple[str, ...]) -> Iterator[Way]:
    """Yield every way for a side, with the bid made, else with every bid that it may make."""
    bids: list[Bid | None] = [so_far.bid]
    if state.options["auction"] and so_far.bid is None:
        bids += [Bid(player, points) for player in side for points in BIDS]
    for bid in bids:
        bidder = bid.player if bid and bid.player in side else None
        needed = bid.points if bid and not so_far.bid else 0
        if set(side) & set(so_far.zeroed):
            yield Way(0, False, -bid.points if bid and bidder else 0)
            continue
        mates = [player for player in side if player != bidder]
        for own in range(so_far.left + 1 if bidder else 1):
            for theirs in range(so_far.left - own + 1 if mates else 1):
                for way in _points(so_far, [bidder] if bidder else [], mates, (own, theirs)):
                    gain = _gain(state, *way[2:], bid if bidder else None)
                    yield Way(way[0], way[1], gain, needed)


def _points(
    so_far: SoFar, bidder: list[str], mates: list[str], tricks: tuple[int, int]
) -> Iterator[tuple[int, bool, int, int]]:
    """Yield further tricks, whether the best trump is among them, bidder's and others' points."""
    parties = [bidder, mates]
    points = [
        sum(so_far.points[player] for player in party) + TRICK * each
        for party, each in zip(parties, tricks, strict=True)
    ]
    yield sum(tricks), False, points[0], points[1]
    for place, party in enumerate(parties):
        if not so_far.settled and (tricks[place] or set(party) & set(so_far.won)):
            best = [*points]
            best[place] += BEST
            yield sum(tricks), True, best[0], best[1]


def _gain(state: State, bidder: int, mates: int, bid: Bid | None) -> int:
    """Return the points that a side writes, from those of its bidder and of its others."""
    if bid is None:
        return bidder + mates
    beside = 0 if state.options["auction_side"] == "side" else mates
    if bidder + mates < bid.points:
        return beside - bid.points
    return beside + DOUBLE if bid.points == DOUBLED else mates + bidder

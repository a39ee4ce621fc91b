"""The points of a round of Forty-fives, and the end of the game.

Five tricks of 5; the trick with the best trump counts 10. Then the auction, then the revokes. The first source adds
up at the end of the round and gives the game to the side with the target, the highest if several have it.

Decided here: a side that revoked and scores 0 has not made its bid; a loss or the 60 is written in the bidder's own
points, and partners write what they won, or under `auction_side: side` nothing beside it; in an auction a bidder's
side at the target wins whatever the others have; a tie at the target that no bidder breaks is played on or shared
as the house rules say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scorekeeper.rules.contract import Options, Seats
from scorekeeper.rules.move_fields import AGREED

from .move import TRICKS, Bid
from .state import Ending, side_of

TRICK = 5
BEST = 5
DOUBLED, DOUBLE = 30, 60

Points = Mapping[str, int]


def count(seats: Seats, winners: Sequence[str], best: str | None, bonus: str = "none") -> dict[str, int]:
    """Return the points that the tricks score.

    `best`: the player with the best trump. `bonus`: the trick that counts 10 without a best trump ("first_trick",
    "last_trick", "none").
    """
    points = dict.fromkeys(seats.players, 0)
    for winner in winners:
        points[winner] += TRICK
    if best is None and bonus == "first_trick" and winners:
        best = winners[0]
    elif best is None and bonus == "last_trick" and len(winners) == TRICKS:
        best = winners[-1]
    if best is not None:
        points[best] += BEST
    return points


def penalised(options: Options, seats: Seats, revokers: Collection[str]) -> frozenset[str]:
    """Return the players who score 0: the side that revoked, if a revoke loses the round."""
    if options["revoke"] != "lose_round":
        return frozenset()
    return frozenset(mate for player in revokers for mate in side_of(seats, player))


def gains(
    options: Options, seats: Seats, points: Points, bid: Bid | None, zeroed: Collection[str] = ()
) -> dict[str, int]:
    """Return the points that every player writes.

    These are the points won, nothing for a side that revoked, and the gain or loss of the bid.
    """
    written = {player: 0 if player in zeroed else each for player, each in points.items()}
    if bid is None:
        return written
    made = is_made(seats, written, bid)
    if made and bid.points != DOUBLED:
        return written
    if options["auction_side"] == "side":
        written |= dict.fromkeys(side_of(seats, bid.player), 0)
    written[bid.player] = DOUBLE if made else -bid.points
    return written


def is_made(seats: Seats, points: Points, bid: Bid) -> bool:
    """Return whether the points of the bidder's side reach the bid."""
    return sum(points[player] for player in side_of(seats, bid.player)) >= bid.points


def progress(seats: Seats, points: Points, bid: Bid, left: int, *, settled: bool) -> tuple[int, str]:
    """Return the points of the bidder's side, and "made", "failed" or "open".

    `left`: the tricks to come. `settled`: the points of the best trump are given.
    """
    won = sum(points[player] for player in side_of(seats, bid.player))
    if won >= bid.points:
        # before the end a revoke may still cost the bid
        return won, "open" if left else "made"
    return won, "failed" if won + TRICK * left + (0 if settled else BEST) < bid.points else "open"


def sweep(options: Options, seats: Seats, winners: Sequence[str], zeroed: Collection[str]) -> tuple[str, ...]:
    """Return the side that wins outright with all five tricks, () if there is none."""
    if not options["sweep_wins"] or len(winners) < TRICKS:
        return ()
    side = side_of(seats, winners[0])
    return side if set(winners) <= set(side) and not set(side) & set(zeroed) else ()


def ending(
    options: Options, seats: Seats, totals: Points, bid: Bid | None, swept: tuple[str, ...]
) -> Ending | None:
    """Return the end of the game with these totals; None if it goes on."""
    if swept:
        return Ending("sweep", _by_seat(seats, swept), outright=True)
    sums = {side: sum(totals[player] for player in side) for side in seats.sides}
    target = options.number("target")
    highest = max(sums.values())
    if highest < target:
        return None
    if bid is not None and sums[side_of(seats, bid.player)] >= target:
        side = side_of(seats, bid.player)
        ahead = all(total < sums[side] for other, total in sums.items() if other != side)
        return Ending("target", _by_seat(seats, side), outright=not ahead)
    first = [side for side, total in sums.items() if total == highest]
    if len(first) > 1 and options["tie"] == "play_on":
        return None
    return Ending("target", _by_seat(seats, [player for side in first for player in side]), outright=False)


def ending_as_it_stands(seats: Seats, totals: Points) -> Ending:
    """Return the end at these totals: the highest wins, equal ones share it."""
    sums = {side: sum(totals[player] for player in side) for side in seats.sides}
    best = [player for side, total in sums.items() if total == max(sums.values()) for player in side]
    return Ending(AGREED, _by_seat(seats, best), outright=False)


def _by_seat(seats: Seats, players: Collection[str]) -> tuple[str, ...]:
    return tuple(player for player in seats.players if player in players)

"""Points of a round of Forty-fives by its result, as tables for phones without signal.

The rules compute every entry. The points of a side follow from its tricks and the best trump; those of the bidder's
side also from the bid, and from the tricks of the bidder and of their mates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.rules.contract import Options, Seats
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.move import TRICKS

# the side has neither, the best trump, or the trick that counts ten without one
NEITHER, BEST, BONUS = "0", "b", "B"
# the best trump is the bidder's, or that of a mate
BIDDER, MATE = "b", "m"
BONUS_TRICKS = {"first_trick": 0, "last_trick": TRICKS - 1}
Entry = dict[str, Any]


@lru_cache(maxsize=64)
def points_tables(options: Options, seats: Seats) -> dict[str, Any]:
    """Return the points of a side by number of tricks and a sign.

    "3b": three tricks and the best trump.
    "open": while tricks or the best trump are missing. "done": when both are entered. "bonus": the index of the trick
    that counts ten without a best trump, None under other house rules. With an auction these are the points before
    the bid is settled, and "bids" has `bid_tables` by bid.
    """
    side, other = seats.sides[0], seats.sides[1][0]
    bonus = BONUS_TRICKS.get(str(options["no_trump_bonus"]))

    def gain(entry: Entry) -> int:
        fields = _fields(options, seats, entry)
        return sum(fields.points[player] for player in side)

    found: dict[str, Any] = {"bonus": bonus, "open": {}, "done": {}}
    for count in range(TRICKS + 1):
        own, others = [side[0]] * count, [other] * (TRICKS - count)
        complete = {"trump": "H", "tricks": own + others}
        found["open"][f"{count}{NEITHER}"] = gain({"tricks": own})
        if count and others:
            found["open"][f"{count}{BEST}"] = gain({"tricks": own, "best": side[0]})
        if count:
            found["done"][f"{count}{BEST}"] = gain(complete | {"best": side[0]})
        if count and bonus is not None:
            tricks = own + others if bonus == 0 else others + own
            found["done"][f"{count}{BONUS}"] = gain(complete | {"tricks": tricks, "best": None})
        if others or bonus is None:
            found["done"][f"{count}{NEITHER}"] = gain(complete | {"best": other if others else None})
    if options["auction"]:
        bids = _fields(options, seats, {}).bids
        found["bids"] = {bid: bid_tables(options, seats, bid) for bid in bids}
    return found


def bid_tables(options: Options, seats: Seats, bid: int) -> dict[str, Any]:
    """Return what becomes of a bid.

    "open": its state by the bidder's side's tricks, sign and the number of all tricks ("2b4"). "done": its state by
    the side's tricks and sign, once the round is entered. "gains": what the side then writes, by the tricks of the
    bidder, those of mates, and who has the best trump ("3.1b").
    """
    side, other = seats.sides[0], seats.sides[1][0]
    bidder, mate = side[0], side[-1]
    entry = {"bid": {"player": bidder, "points": bid}, "trump": "H"}

    def state(more: Entry) -> str:
        won = _fields(options, seats, entry | more).bid_won
        assert won is not None
        return won[1]

    found: dict[str, Any] = {"open": {}, "done": {}, "gains": {}}
    for count in range(TRICKS + 1):
        for own in range(count + 1):
            tricks = [bidder] * own + [other] * (count - own)
            found["open"][f"{own}{NEITHER}{count}"] = state({"tricks": tricks})
            # with five tricks the best trump is entered, so the round is
            if own and count < TRICKS:
                found["open"][f"{own}{BEST}{count}"] = state({"tricks": tricks, "best": bidder})
    has_bonus = options["no_trump_bonus"] in BONUS_TRICKS
    for own, mates, holder in _divisions(has_mates=len(side) > 1):
        if has_bonus and holder == NEITHER and own + mates == TRICKS:
            continue
        tricks = [bidder] * own + [mate] * mates + [other] * (TRICKS - own - mates)
        best = {BIDDER: bidder, MATE: mate}.get(holder, other if other in tricks else None)
        more = {"tricks": tricks, "best": best}
        fields = _fields(options, seats, entry | more)
        gained: Mapping[str, int] = fields.gains
        found["gains"][f"{own}.{mates}{holder}"] = sum(gained[player] for player in side)
        found["done"][f"{own + mates}{NEITHER if holder == NEITHER else BEST}"] = state(more)
    return found


def _divisions(*, has_mates: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the tricks of the bidder, those of mates, and who has the best trump."""
    for own in range(TRICKS + 1):
        for mates in range(TRICKS + 1 - own if has_mates else 1):
            yield own, mates, NEITHER
            if own:
                yield own, mates, BIDDER
            if mates:
                yield own, mates, MATE


def _fields(options: Options, seats: Seats, entry: Entry) -> RoundFields:
    return RoundFields.of(GAME.choices(GAME.start(options, seats), partial=entry)[0])

"""Points of a round of Forty-fives by its result, as tables for phones without signal.

The rules compute every entry. Without an auction the points of a side follow from its tricks and the best trump.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from scorekeeper.rules.contract import Options, Seats
from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.move import TRICKS

# the side has neither, the best trump, or the trick that counts ten without one
NEITHER, BEST, BONUS = "0", "b", "B"
BONUS_TRICKS = {"first_trick": 0, "last_trick": TRICKS - 1}


@lru_cache(maxsize=64)
def points_tables(options: Options, seats: Seats) -> dict[str, Any]:
    """Return the points of a side by the number of its tricks and a sign: "3b", three and the best trump.

    "open": while the round is incomplete. "done": when it is complete. "bonus": the index of the trick that counts
    ten without a best trump, None under other house rules.
    """
    state = GAME.start(options, seats)
    side, other = seats.sides[0], seats.sides[1][0]
    bonus = BONUS_TRICKS.get(str(options["no_trump_bonus"]))

    def gain(entry: dict[str, Any]) -> int:
        fields = RoundFields.of(GAME.choices(state, partial=entry)[0])
        return sum(fields.gains[player] for player in side)

    found: dict[str, Any] = {"bonus": bonus, "open": {}, "done": {}}
    for count in range(TRICKS + 1):
        own, others = [side[0]] * count, [other] * (TRICKS - count)
        complete = {"trump": "H", "tricks": own + others}
        found["open"][f"{count}{NEITHER}"] = gain({"tricks": own})
        if count:
            found["open"][f"{count}{BEST}"] = gain({"tricks": own, "best": side[0]})
            found["done"][f"{count}{BEST}"] = gain(complete | {"best": side[0]})
        if count and bonus is not None:
            tricks = own + others if bonus == 0 else others + own
            found["done"][f"{count}{BONUS}"] = gain(complete | {"tricks": tricks, "best": None})
        if others or bonus is None:
            found["done"][f"{count}{NEITHER}"] = gain(complete | {"best": other if others else None})
    return found

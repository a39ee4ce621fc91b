"""The stake of a game.

Pure: the standard library only. `money` reads and writes stakes, `settle` turns a stake and an outcome into transfers,
`messages` has the texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

KINDS = ("none", "per_point", "pairwise", "low_pays", "low_buys", "ante", "fixed")

# these two multiply a difference of totals, so they need scores that are points
BY_POINTS = ("per_point", "pairwise")


class StakeError(ValueError):
    """An invalid stake.

    `code`: stable identifier in snake case. `field`: the invalid field. `fields`: values for the error text.
    """

    def __init__(self, code: str, field: str = "stake", **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Stake:
    """The stake of a game.

    `amount`: in the smallest units of `unit` (cents; a thing counts in ones); per point of difference for
    `per_point` and `pairwise`, once in total for `low_pays`, to each other player for `low_buys`, from each side
    for `ante` and `fixed`.
    `unit`: an ISO 4217 code or a free word ("drink"). `automatic_win`: with `per_point` only, what each loser
    pays after an automatic win instead of the difference; None if nothing was agreed.

    Raises StakeError `unknown_kind`, `bad_amount`, `automatic_win_needs_per_point`.
    """

    kind: str
    amount: int = 0
    unit: str = ""
    automatic_win: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise StakeError("unknown_kind", "kind")
        if type(self.amount) is not int or self.amount < 0:
            raise StakeError("bad_amount", "amount")
        if self.automatic_win is None:
            return
        if self.kind != "per_point":
            raise StakeError("automatic_win_needs_per_point", "automatic_win")
        if type(self.automatic_win) is not int or self.automatic_win < 0:
            raise StakeError("bad_amount", "automatic_win")

    @property
    def needs_points(self) -> bool:
        """Return whether settling needs scores that are points (`Outcome.has_points`)."""
        return self.kind in BY_POINTS


def suited(stake: Stake, *, points: bool) -> Stake:
    """Return the stake if it suits the game.

    `points`: whether the game counts points. Raises StakeError `stake_needs_points` if the stake needs them.
    """
    if stake.needs_points and not points:
        raise StakeError("stake_needs_points", "kind", kind=stake.kind)
    return stake

"""The fields of the choices of Generals and Majors, by kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.contract import ChoiceFields

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourFields(ChoiceFields):
    """A card to bind: `field` ("colour" or "pays") and the possible `colours`."""

    field: str
    colours: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFields(ChoiceFields):
    """A redeal, a concession or the end: its `entry`, and the facts of the whole table (`sheet.facts`)."""

    entry: Object
    turn: int
    stock: int
    discards: int
    hands: dict[str, int]
    shuffle: bool
    counted_out: bool
    winning: int
    lead: Object
    grace: Object | None
    caps: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFields(LineFields):
    """A turn being entered.

    - `player`, `opponent`, `commander`, `armies` (as laid, colours chosen), `commanders` (those that may be laid),
      `payable`, `unpayable` (each `card`, `missing`, `colours`: the number of points missing, in any one of these
      colours; 0 for a joker that no army gives a value), `seen` (cards on the table or in this turn)
    - `points_before`, `points` (after the commander), `need` (the cost of the armies), `reach` (the largest army of
      each colour that can still be paid)
    - `cancellations` (one an army of the turn: `army`, `sets` each with `mine` and `theirs`, `chosen`, `none`),
      `cancel` (chosen so far), `to_choose` (armies that wait for a choice), `optional`, `more` (there are more sets
      than listed)
    - `group` (if given: `mine`, `theirs`, their sums as `worth`, `may_join`, `fits`), `complete`, `hand` (number of
      cards in hand after the draw), `over_hand` (more are laid)
    - `before` and `after` (`strengths`, `lead`, `grace`; after also `saved` and `won_by`)
    """

    player: str
    opponent: str
    commander: Any
    armies: list[Any]
    seen: list[str]
    commanders: list[str]
    payable: list[str]
    unpayable: list[Object]
    points_before: dict[str, int]
    points: dict[str, int]
    need: dict[str, int]
    reach: dict[str, int]
    cancellations: list[Object]
    cancel: list[dict[str, list[str]]]
    to_choose: list[str]
    optional: bool
    more: bool
    group: Object | None
    complete: bool
    hand: int
    over_hand: bool
    before: Object
    after: Object

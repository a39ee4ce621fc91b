"""The fields of the choices and of the rows of Generals and Majors, by kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.contract import Fields

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourFields(Fields):
    """A card to bind: `field` ("colour" or "pays") and the possible `colours`."""

    field: str
    colours: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts(Fields):
    """The facts of the whole table: the row "table", and part of most choices.

    `turn` (number of the turn), `stock`, `discards`, `hands` (counted, by player), `shuffle` (the next card is
    drawn from shuffled discards), `counted_out` (no card is left to draw), `winning` (the lead that wins), `lead`
    (see `sheet.lead_text`), `grace` (see `sheet.grace_text`), `caps` (the points of all commanders of each colour).
    """

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
class LineFields(TableFacts):
    """A redeal, a concession or the end: its `entry`, and the facts of the whole table."""

    entry: Object


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRow(Fields):
    """The commanders, the armies, or the armies face down, by column.

    `lines`: card to the index of the line that deployed it. `bound`: card to the colour that it was bound to.
    `values`: the value of each army; only of the armies.
    """

    lines: tuple[dict[str, int], ...]
    bound: tuple[dict[str, str], ...]
    values: tuple[dict[str, int], ...] = ()

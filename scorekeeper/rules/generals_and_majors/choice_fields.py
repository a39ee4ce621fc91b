"""The fields of the choices and of the rows of Generals and Majors, by kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.contract import Fields

Entry = dict[str, Any]
CardSet = dict[str, list[str]]  # a cancellation as an entry writes it: the cards `mine` and `theirs`


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead."""

    player: str | None  # the one ahead, None if tied
    by: int  # the points
    signed: int  # the first seat's lead


@dataclass(frozen=True, slots=True)
class Grace:
    """A turn of grace of `player`.

    `against`: the leader. `by`: the lead. `needs`: the points that bring it back below the winning lead.
    """

    player: str
    against: str
    by: int
    needs: int


@dataclass(frozen=True, slots=True)
class Shortage:
    """A card that cannot be laid: the points that are `missing`, in any one of these `colours`.

    0 are missing for a joker that no army gives a value.
    """

    card: str
    missing: int
    colours: list[str]


@dataclass(frozen=True, slots=True)
class ArmyCancellations:
    """The cancellations of an army of the turn: possible sets and the chosen one."""

    army: str
    sets: list[CardSet]
    chosen: CardSet | None
    none: bool  # no cancellation is chosen


@dataclass(frozen=True, slots=True)
class GroupFields:
    """A cancellation that is entered card by card.

    `worth`: the sums of both sides. `may_join`: the cards that may be added. `fits`: the sums are equal.
    """

    mine: list[str]
    theirs: list[str]
    worth: tuple[int, int]
    may_join: CardSet
    fits: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The strengths of both players, the lead, and the turn of grace if there is one."""

    strengths: dict[str, int]
    lead: Lead
    grace: Grace | None


@dataclass(frozen=True, slots=True)
class StandingAfter(Standing):
    """The standing after the turn."""

    saved: bool  # it ends a turn of grace
    won_by: str | None  # the winner, None if play goes on


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourFields(Fields):
    """A card to bind: `field` ("colour" or "pays") and the possible `colours`."""

    field: str
    colours: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts(Fields):
    """The facts of the whole table: the row "table", and part of most choices.

    `turn` (number of the turn), `stock`, `discards`, `hands` (counted, by player), `shuffle` (the next card is
    drawn from shuffled discards), `counted_out` (no card is left to draw), `winning` (the lead that wins), `lead`,
    `grace`, `caps` (the points of all commanders of each colour).
    """

    turn: int
    stock: int
    discards: int
    hands: dict[str, int]
    shuffle: bool
    counted_out: bool
    winning: int
    lead: Lead
    grace: Grace | None
    caps: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFields(TableFacts):
    """A redeal, a concession or the end: its `entry`, and the facts of the whole table."""

    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFields(LineFields):
    """A turn being entered.

    - `player`, `opponent`, `commander`, `armies` (as laid, colours chosen), `commanders` (those that may be laid),
      `payable`, `unpayable`, `seen` (cards on the table or in this turn)
    - `points_before`, `points` (after the commander), `need` (the cost of the armies), `reach` (the largest army of
      each colour that can still be paid)
    - `cancellations` (one for each army of the turn), `cancel` (chosen so far), `to_choose` (armies that wait for a
      choice), `optional`, `more` (there are more sets than listed)
    - `group` (if given), `complete`, `hand` (number of cards in hand after the draw), `over_hand` (more are laid)
    - the standing `before` and `after`
    """

    player: str
    opponent: str
    commander: str | Entry | None
    armies: list[str | Entry]
    seen: list[str]
    commanders: list[str]
    payable: list[str]
    unpayable: list[Shortage]
    points_before: dict[str, int]
    points: dict[str, int]
    need: dict[str, int]
    reach: dict[str, int]
    cancellations: list[ArmyCancellations]
    cancel: list[CardSet]
    to_choose: list[str]
    optional: bool
    more: bool
    group: GroupFields | None
    complete: bool
    hand: int
    over_hand: bool
    before: Standing
    after: StandingAfter


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRow(Fields):
    """The commanders, the armies, or the armies face down, by column.

    `lines`: card to the index of the line that deployed it. `bound`: card to the colour that it was bound to.
    `values`: the value of each army; only of the armies.
    """

    lines: tuple[dict[str, int], ...]
    bound: tuple[dict[str, str], ...]
    values: tuple[dict[str, int], ...] = ()

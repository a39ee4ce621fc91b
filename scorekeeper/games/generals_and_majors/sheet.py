"""Sheet of Generals and Majors: the cards of both sides, and the lead between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import card_html, card_text, down_html, suit_html
from scorekeeper.games.card_rounds.draft import heads
from scorekeeper.games.card_rounds.inputs import is_new_line, marked_line, table_shown
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.stake_labels import stake_label
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Row
from scorekeeper.rules.generals_and_majors.choice_fields import CardsRow, TableFacts, TurnFields

from . import text as texts
from .inputs import (
    ArmyShown,
    CommanderShown,
    GraceShown,
    LayInputs,
    LeadBar,
    PointsBox,
    SidesContext,
    SideShown,
    TurnInputs,
)
from .lines import name_of

STYLES, SCRIPT = "css/generals_and_majors.css", "js/cards.js"
ROOM = 1.6  # least length of the bar on each side of its middle, in winning leads
COLOURS = ("red", "black", "star")
SHAPES = {"red": ("H", "D"), "black": ("S", "C"), "star": ("X",)}
Rows = Mapping[str, Row]


def sides_sheet(table: Table, panel: EntryPanel) -> SidesContext:
    """Return the template context of both sides and the lead, with the drafted turn in pencil."""
    shown = table_shown(table, panel)
    values = panel.drawn if isinstance(panel.drawn, TurnInputs) else None
    pencil = values.turn if values and is_new_line(panel) else None
    rows = {row.key: row for row in shown.sheet.rows}
    facts = TableFacts.of(rows["table"])
    sides = [_side(shown, place, rows, panel, pencil) for place in (0, 1)]
    grace = facts.grace
    return {
        "sheet_template": "games/generals_and_majors/_sheet.html",
        "styles": STYLES,
        "script": SCRIPT,
        "heads": heads(table),
        "subtitle": " · ".join(filter(None, [texts.stock_text(facts), stake_label(table)])),
        "top": sides[0],
        "bottom": sides[1],
        "lead": _lead(shown, facts, pencil),
        "grace": GraceShown(table.name(grace.player), table.name(grace.against), grace.by, facts.winning)
        if grace
        else None,
        "drawing": texts.drawing_text(facts) if table.outcome is None else "",
        "changed": texts.after_change(shown) if shown is not table else "",
        "bounds": [],
    }


def cards_lie(table: Table, state: Any) -> dict[str, str]:
    """Return the place of each card that was shown, in words."""
    found: dict[str, str] = {}
    words = {
        "commanders": _("%(player)s’s commander"),
        "armies": _("%(player)s’s army"),
        "face_down": _("face down, %(player)s"),
    }
    for row in table.game.sheet(state).rows:
        if row.key in words:
            for player, cell in zip(table.sheet.players, row.cells, strict=True):
                found |= dict.fromkeys(cell.cards, words[row.key] % {"player": table.name(player)})
    return found


def lies_where(table: Table, panel: EntryPanel) -> dict[str, str]:
    """Return the place of each card that can be asked for at this entry panel."""
    values = panel.drawn
    if not isinstance(values, LayInputs) or values.turn is None:
        return {}
    laid = {
        name_of(each): _("in this turn.") for each in (values.turn.commander, *values.turn.armies) if each
    }
    places = cards_lie(table, values.shown_in)
    return laid | {card: _("%(where)s.") % {"where": where} for card, where in places.items()}


# --- a side ----------------------------------------------------------------------------------------------


def _side(table: Table, place: int, rows: Rows, panel: EntryPanel, pencil: TurnFields | None) -> SideShown:
    """Return the side of a player, with its pencil marks."""
    head, sheet = heads(table)[place], table.sheet
    mine = pencil is not None and pencil.player == head.key
    total, then = sheet.totals[place], pencil.after.strengths[head.key] if pencil else None
    winners = table.outcome.winners if table.outcome else None
    cards = _Cards(table, place, rows, panel, pencil if mine else None, _going(pencil, mine=mine))
    armies = list(cards.armies())
    return SideShown(
        head=head,
        total=total,
        then=then if then != total else None,
        turn=sheet.turn == head.key,
        grace="grace" in sheet.marks[place],
        deals="dealer" in sheet.marks[place],
        leads=winners is None and head.key in sheet.leaders,
        won=winners is not None and head.key in winners,
        boxes=[_box(colour, rows, place, cards) for colour in COLOURS],
        commanders=list(cards.commanders()),
        armies=armies,
        down=down_html(len(rows["face_down"].cells[place].cards)),
        empty="" if armies else _("no army face up"),
    )


def _going(pencil: TurnFields | None, *, mine: bool) -> set[str]:
    """Return the armies of a side that the turn would turn down."""
    side = "mine" if mine else "theirs"
    return {card for each in (pencil.cancel if pencil else ()) for card in each[side]}


def _box(colour: str, rows: Rows, place: int, cards: _Cards) -> PointsBox:
    """Return the points of a colour, with the commanders that they come from."""
    points, pencil = rows[colour].cells[place].points, cards.pencil
    then = points if pencil is None else pencil.points[colour]
    return PointsBox(
        suits=[suit_html(suit) for suit in SHAPES[colour]],
        points=then,
        pencil=then != points,
        commanders=[each for each in cards.commanders() if each.colour == colour],
    )


class _Cards:
    """The cards of one side, with those of the drafted turn in pencil."""

    def __init__(
        self,
        table: Table,
        place: int,
        rows: Rows,
        panel: EntryPanel,
        pencil: TurnFields | None,
        going: set[str],
    ) -> None:
        self.table, self.place, self.rows, self.pencil, self.going = table, place, rows, pencil, going
        self.last = len(table.replayed.places) - 1 if pencil is None else None
        self.marked = marked_line(panel)

    def commanders(self) -> Iterator[CommanderShown]:
        """Yield the commanders with the colour that they serve."""
        row = self.rows["commanders"]
        bound = CardsRow.of(row).bound[self.place]
        for card in row.cells[self.place].cards:
            yield self._commander(card, bound.get(card, ""), self._state("commanders", card)[0])
        if self.pencil is not None and self.pencil.commander:
            laid = self.pencil.commander
            colour = laid.get("colour", "") if isinstance(laid, dict) else ""
            yield self._commander(name_of(laid), colour, "pencil")

    def _commander(self, card: str, bound: str, state: str) -> CommanderShown:
        suit = card[-1]
        own = next((colour for colour, suits in SHAPES.items() if suit in suits), "star")
        names = {"red": _("red"), "black": _("black")}
        return CommanderShown(card_text(card), state, names.get(bound, ""), bound or own)

    def armies(self) -> Iterator[ArmyShown]:
        """Yield the armies face up, in the order in which they were laid."""
        row = self.rows["armies"]
        bound = CardsRow.of(row).bound[self.place]
        for card in row.cells[self.place].cards:
            state, line = self._state("armies", card)
            yield self._army(card, bound.get(card, ""), state, line)
        for laid in self.pencil.armies if self.pencil else ():
            pays = laid.get("pays", "") if isinstance(laid, dict) else ""
            yield self._army(name_of(laid), pays, "pencil", None)

    def _army(self, card: str, bound: str, state: str, line: int | None) -> ArmyShown:
        if card in self.going:
            state = f"{state} going".strip()
        return ArmyShown(card_html(card), state, line, bound)

    def _state(self, key: str, card: str) -> tuple[str, int]:
        """Return the state of a card and the number of its line.

        "on": of the marked line, "new": of the last line.
        """
        index = CardsRow.of(self.rows[key]).lines[self.place][card]
        line = self.table.replayed.places[index][0]
        return ("on" if line == self.marked else "new" if index == self.last else ""), line


# --- the lead --------------------------------------------------------------------------------------------


def _lead(table: Table, facts: TableFacts, pencil: TurnFields | None) -> LeadBar:
    """Return the bar of the lead, with the winning leads and the lead after the turn.

    The bar starts in the middle and extends towards the leader.
    """
    lead, winning = facts.lead, facts.winning
    after = pencil.after.lead if pencil else lead
    moved = after.signed != lead.signed
    reach = max(ROOM * winning, abs(lead.signed) + 2, abs(after.signed) + 2)

    def at(signed: float) -> str:
        """Return the place of a lead of the first player: the larger, the further left."""
        return f"{50 - 50 * signed / reach:.2f}%"

    return LeadBar(
        text=texts.lead_after(table, lead, after) if moved else texts.lead_text(table, lead),
        names=[table.name(key) for key in table.sheet.players],
        start=at(max(lead.signed, 0)),
        length=f"{50 * abs(lead.signed) / reach:.2f}%",
        past=abs(lead.signed) >= winning,
        after=at(after.signed) if moved else "",
        marks=[(at(winning), winning), (at(-winning), winning)],
        ticks=[(at(signed * tick), tick) for tick in range(10, winning, 10) for signed in (1, -1)],
    )

"""The big screen of Générala: games won, the trick as it lies, the hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.card_rounds.cards import suit_html
from scorekeeper.games.card_rounds.screen import (
    PlayedCard,
    TrickOnScreen,
    opening_question,
    question_of,
)
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.scoreboard import last_line, tiles
from scorekeeper.games.screen import Question, Screen, Tile
from scorekeeper.play.table import Table
from scorekeeper.rules.generala_cards.fields import LineFields, TrickFields

from .inputs import HandsContext, LineInputs, PlayerColumn, TrickInputs
from .sheet import sheet
from .text import players_in

MOST_ROWS = 8
ROWS_BELOW_A_TRICK = 3


def hands_screen(table: Table, panel: EntryPanel) -> Screen:
    """Return the big screen of a hand that is entered by its result or trick by trick."""
    drafted = panel.drawn.choice.fields if isinstance(panel.drawn, LineInputs) else None
    fields = drafted if isinstance(drafted, LineFields) else None
    drawn = sheet(table, panel)
    question = _question(table, panel, fields)
    columns = {column.head.key: column for column in drawn["columns"]}
    shown = tiles(
        table,
        asked=question.player,
        figures={key: str(column.figure) for key, column in columns.items()},
        notes=_notes(table, fields),
    )
    counted = _("hands lost") if drawn["losses"] else _("won so far")
    trick = _trick(table, fields, panel) if isinstance(fields, TrickFields) else None
    return Screen(
        question,
        (_("Game %(number)s") % {"number": drawn["game_number"]}, counted),
        tuple(_standing(tile, columns[tile.players[0]]) for tile in shown),
        "games/generala_cards/_screen.html",
        last=last_line(table),
        values={**drawn, **_newest(drawn, trick), "trick": None, "tricks": [], "seats": [], "laid": trick},
    )


def _newest(drawn: HandsContext, trick: TrickOnScreen | None) -> dict[str, Any]:
    """Return the newest games of the evening and hands of this one, as many as fit the screen."""
    most = ROWS_BELOW_A_TRICK if trick else MOST_ROWS
    hands = drawn["hands"][-most:]
    games = drawn["games"]
    return {"hands": hands, "games": games[max(0, len(games) + len(hands) - most) :]}


def _question(table: Table, panel: EntryPanel, fields: LineFields | None) -> Question:
    if fields is None:
        return question_of(panel)
    unit = _("Hand %(number)d") % {"number": fields.number}
    if isinstance(fields, TrickFields):
        return question_of(panel, listed([unit, _trick_name(fields)]))
    if not fields.out:
        return opening_question(table, fields.leader, fields.dealer, unit)
    return question_of(panel, unit)


def _standing(tile: Tile, column: PlayerColumn) -> Tile:
    """Show who leads the evening, and players who dropped out without a lead."""
    return replace(tile, leads=column.leads, dropped=column.dropped)


def _notes(table: Table, fields: LineFields | None) -> dict[str, list[str]]:
    """Return the remarks on each player: dropped, out of cards, the number of cards left."""
    found: dict[str, list[str]] = {key: [] for key in table.names}
    marks = zip(table.sheet.players, table.sheet.marks, strict=True)
    for key, mark in marks:
        count = fields.cards.get(key, 0) if fields else 0
        if "dropped" in mark:
            found[key].append(_("dropped"))
        elif count:
            found[key].append(ngettext("%(count)d card", "%(count)d cards", count) % {"count": count})
    return found


def _trick(table: Table, fields: TrickFields, panel: EntryPanel) -> TrickOnScreen:
    """Return the trick in play in the order of turns."""
    took = panel.drawn.took if isinstance(panel.drawn, TrickInputs) else None
    places = []
    for each in players_in(table, fields, took):
        leading = each.head.key == fields.winner and not each.away
        state = "away" if each.away else "best" if leading else "next" if each.next else ""
        note = _("picks up") if each.took else _("takes the trick") if each.wins else ""
        places.append(PlayedCard(each.head, each.card, state, note))
    suit = suit_html(fields.suit) if fields.suit else ""
    return TrickOnScreen(_trick_name(fields), tuple(places), suit)


def _trick_name(fields: TrickFields) -> str:
    return _("Trick %(number)s") % {"number": fields.trick} if fields.trick else _("Disputed trick")

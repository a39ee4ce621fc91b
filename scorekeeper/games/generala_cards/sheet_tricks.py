"""Tricks on the sheet of Générala."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.card_rounds.cards import card_text, suit_html
from scorekeeper.games.card_rounds.draft import Head, heads
from scorekeeper.games.entry_panel import EntryPanel, WrittenLine
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Row
from scorekeeper.rules.generala_cards.fields import HandRow, PlayedTrick, TrickFields, TrickRow

from .inputs import CurrentTrick, PastTrick, PlayShown, TrickInputs, TrickOutcome
from .text import players_in, trick_text


def trick_in_play(table: Table, fields: TrickFields, panel: EntryPanel) -> CurrentTrick:
    """Return the trick in play: a line for each player, the suit to follow, the result."""
    suit, trick = fields.suit, panel.drawn
    assert isinstance(trick, TrickInputs)
    return CurrentTrick(
        hand=fields.number,
        number=fields.trick,
        leader=table.name(fields.turn_order[0]),
        suit=suit_html(suit) if suit else "",
        any=fields.joker_led,
        players=players_in(table, fields, trick.took),
        fix=trick.fix,
        came=_outcome(table, fields, trick.if_out) if fields.complete else None,
    )


def _outcome(table: Table, fields: TrickFields, if_out: str) -> TrickOutcome:
    found = trick_text(table, fields)
    return replace(found, remarks=[*found.remarks, if_out]) if if_out else found


def earlier_tricks(table: Table, panel: EntryPanel) -> list[PastTrick]:
    """Return the tricks before the one in play; for a marked line, the tricks of its hand."""
    shown = {head.key: head for head in heads(table)}
    if isinstance(panel.drawn, TrickInputs):
        return [_of_running(table, row, shown) for row in panel.drawn.tricks]
    line = panel.drawn.line if isinstance(panel.drawn, WrittenLine) else None
    for row in table.sheet.rows:
        if line is None or not isinstance(row.fields, HandRow):
            continue
        past = [_past(table, number, each, shown) for number, each in enumerate(row.fields.tricks, start=1)]
        if any(each.line == line.number for each in past):
            return [replace(each, on=each.line == line.number) for each in past]
    running = [_of_running(table, row, shown) for row in table.sheet.rows if row.kind == "trick"]
    return [replace(each, on=line is not None and each.line == line.number) for each in running]


def _of_running(table: Table, row: Row, shown: Mapping[str, Head]) -> PastTrick:
    """Return a trick of the unfinished hand from its cells."""
    cells = dict(zip(table.sheet.players, row.cells, strict=True))
    fields = TrickRow.of(row)
    first = fields.leader
    keys = [first, *(key for key in table.state.seats.after(first) if key != first)]
    line = next(cell.line for cell in row.cells if cell.line is not None)
    plays = [
        (key, cells[key].cards[0]) for key in keys if cells[key].cards and "took" not in cells[key].marks
    ]
    trick = PlayedTrick(plays=plays, took=fields.took, winner=fields.winner, line=line)
    return _past(table, fields.number, trick, shown)


def _past(table: Table, number: int, trick: PlayedTrick, shown: Mapping[str, Head]) -> PastTrick:
    """Return a trick for one line: cards, winner, card picked up."""
    line = table.replayed.places[trick.line][0]
    last = table.scored_line
    took = trick.took
    plays = [
        PlayShown(shown[key], card_text(card), key == trick.winner, took is not None and took[1] == card)
        for key, card in trick.plays
    ]
    state = "new" if last and last.number == line else ""
    return PastTrick(number, line, state, plays, shown[took[0]] if took else None)

"""The big screen of Forty-fives: side totals, trick, turned card, order of trumps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.card_rounds.cards import card_html, suit_html
from scorekeeper.games.card_rounds.draft import heads
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
from scorekeeper.rules.forty_fives.fields import RoundFields

from .sheet import choice_on, rounds_sheet, trump_order

TRICKS = 5
MOST_ROUNDS = 8
ROUNDS_BELOW_A_TRICK = 3


def rounds_screen(table: Table, panel: EntryPanel) -> Screen:
    """Return the big screen of a round that is being entered, by its result or by cards."""
    choice = choice_on(panel)
    fields = None if choice is None else RoundFields.of(choice)
    target = table.options.number("target")
    question, laid = _question(table, panel, fields), _trick(table, fields)
    drawn = rounds_sheet(table, panel)
    rows = drawn["rows"][-(ROUNDS_BELOW_A_TRICK if laid else MOST_ROUNDS) :]
    shown = tiles(
        table,
        asked=question.player,
        gains=fields.gains or None if fields else None,
        notes=_dealer_notes(table),
    )
    return Screen(
        question,
        (_("Plays to"), str(target)),
        tuple(_towards(tile, table, target) for tile in shown),
        "games/forty_fives/_screen.html",
        "games/forty_fives/_screen_trumps.html" if fields and (fields.trump or fields.turned) else "",
        last=None if fields and fields.trump else last_line(table),
        values={
            **drawn,
            "order": [],  # beside the question, where no tap is needed
            "rows": rows,
            "laid": laid,
            "slots": _taken(table, fields),
            "trumps": _trumps(fields),
        },
    )


def _question(table: Table, panel: EntryPanel, fields: RoundFields | None) -> Question:
    if fields is None:
        return question_of(panel)
    unit = _("Round %(number)d") % {"number": fields.number}
    has_started = fields.winners or fields.trump or fields.turned or fields.bid
    if not (has_started or fields.auction or fields.by_cards):
        return opening_question(table, fields.leader, fields.dealer, unit)
    dealer = _("%(player)s deals") % {"player": table.name(fields.dealer)}
    return question_of(panel, listed([unit, dealer, _bid(table, fields)]))


def _bid(table: Table, fields: RoundFields) -> str:
    bid = fields.bid
    if not bid:
        return ""
    return _("%(player)s bid %(points)d") % {"player": table.name(bid.player), "points": bid.points}


def _dealer_notes(table: Table) -> dict[str, tuple[str, ...]]:
    marks = zip(table.sheet.players, table.sheet.marks, strict=True)
    return {} if table.outcome else {key: (_("deals"),) for key, found in marks if "dealer" in found}


def _towards(tile: Tile, table: Table, target: int) -> Tile:
    """Add the points that a side still needs; after the end nobody needs any."""
    total = sum(
        points
        for key, points in zip(table.sheet.players, table.sheet.totals, strict=True)
        if key in tile.players
    )
    reach = max(0, min(100, 100 * total // target))
    if table.outcome is not None or table.session.ended:
        return replace(tile, reach=reach)
    to_go = _("%(to_go)s to go") % {"to_go": max(0, target - total)}
    return replace(tile, reach=reach, notes=(*tile.notes, to_go))


def _trick(table: Table, fields: RoundFields | None) -> TrickOnScreen | None:
    """Return the trick in play; between two tricks the one that was just taken."""
    if fields is None or not fields.tricks:
        return None
    now, shown = fields.tricks[-1], {head.key: head for head in heads(table)}
    if not now.plays and len(fields.tricks) > 1:
        now = fields.tricks[-2]
    cards = dict(now.plays)
    seats = table.state.seats.players
    first = seats.index(now.leader)
    places = []
    for player in (*seats[first:], *seats[:first]):
        state = "best" if player == now.winner else ""
        if player not in cards:
            state = "next" if player == fields.next else ""
        note = _("takes the trick") if state == "best" and now.full else ""
        card = card_html(cards[player]) if player in cards else ""
        places.append(PlayedCard(shown[player], card, state, note))
    return TrickOnScreen(_("Trick %(number)s") % {"number": now.number}, tuple(places))


def _taken(table: Table, fields: RoundFields | None) -> list[SafeString | None]:
    """Return the avatar of the winner of each of the five tricks; [] before the first."""
    avatars = {head.key: head.avatar for head in heads(table)}
    found = [avatars[key] for key in (fields.winners if fields else ())]
    return [*found, *[None] * (TRICKS - len(found))] if found else []


def _trumps(fields: RoundFields | None) -> dict[str, Any]:
    """Return the turned cards, and every trump from the best down with whether it was played."""
    if fields is None:
        return {"turned": [], "suit": "", "order": []}
    return {
        "turned": [card_html(card) for card in fields.turned],
        "suit": suit_html(fields.trump) if fields.trump else "",
        "order": trump_order(fields),
    }

"""Rounds of Forty-fives card by card without signal: the panel, and the cards from the best down.

The phone continues from the first lead on. Turned cards, robbing, corrections, revokes and points need the server.
"""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import card_text, written
from scorekeeper.games.card_rounds.draft import heads
from scorekeeper.games.card_rounds.offline import offline_digest
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Options
from scorekeeper.rules.forty_fives.cards import JOKER, PACK, trumps
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.move import BIDS

from .draft import step_before
from .inputs import CardsInputs
from .lines import bid_text
from .offline_rounds import NUMBER, Writing, panel_html


def cards_digest(table: Table) -> str:
    """Return the digest of `cards_tables`."""
    return offline_digest(table, "cards")


def cards_draft(table: Table, panel: EntryPanel) -> dict[str, Any] | None:
    """Return the draft of a new round that asks for the next card or has all, None for any other panel.

    `address`: that of `cards_tables`. `number`, `dealer`, `leader`: of the round. `data`: the draft. `draft`: its id.
    `order`: trumps from the best down. `away`: cards that no player can show. `held`: the holder by card. `bid`:
    in words, without its progress. `before`: the step that is taken back once no card is left.
    """
    values = panel.values
    if not isinstance(values, CardsInputs) or values.draft_line or values.fix or values.won:
        return None
    fields = RoundFields.of(values.choice)
    if fields.needs not in ("card", None):
        return None
    entry = values.draft_data["entry"]
    away = [
        card for each in fields.takings for card in (each.discarded, None if each.by else each.card) if card
    ]
    return {
        "address": reverse("offline_tables", args=[table.session.address, cards_digest(table)]),
        "number": fields.number,
        "dealer": fields.dealer,
        "leader": fields.leader,
        "data": dict(values.draft_data),
        "draft": values.draft_key,
        "order": fields.order,
        "away": away if table.options["joker"] else [*away, JOKER],
        "held": {
            card: each.by for each in fields.takings if each.by for card in (each.card, each.ace) if card
        },
        "bid": bid_text(table, fields.bid, None) if fields.bid else "",
        "before": step_before({name: value for name, value in entry.items() if name != "tricks"}),
    }


def cards_tables(table: Table, writing: Writing) -> dict[str, Any]:
    """Return what the phone needs for rounds by cards at this table.

    "panel": the question of the first lead, with "number" in place of the round's. "plain": the cards of each suit
    from the best down. "players" in order of play, "columns" of the sheet; "names" and "counters" (avatars) by seat;
    "html" and "written" by card. "texts": with the names of their values in braces.
    """
    seats, first = table.state.seats.players, table.seats[0].key
    bid = {"bid": {"player": first, "points": BIDS[0]}} if table.options["auction"] else {}
    return {
        "kind": "cards",
        "number": NUMBER,
        "panel": panel_html(table, {**bid, "trump": "H"}, writing, mode="cards"),
        "plain": {suit: plain_cards(table.options, suit) for suit in PACK.suits},
        "players": seats,
        "columns": table.sheet.players,
        "names": {key: table.names[key] for key in seats},
        "counters": {head.key: head.avatar for head in heads(table)},
        "html": {card: card_text(card) for card in PACK.cards},
        "written": {card: written(card) for card in PACK.cards},
        "texts": {
            "leads": _("%(player)s leads: which card?") % {"player": "{player}"},
            "follows": _("What does %(player)s play to %(other)s’s %(card)s?")
            % {"player": "{player}", "other": "{other}", "card": "{card}"},
            "back": _("Take back %(card)s") % {"card": "{card}"},
            "out": _("out of play"),
            "over": _("Round %(number)d is over") % {"number": NUMBER},
        },
    }


def plain_cards(options: Options, suit: str) -> list[str]:
    """Return the cards of a suit that is not trumps, from the best down."""
    ranked = trumps(options, next(each for each in PACK.suits if each != suit), ace_lowest=False)
    cards = [card for card in PACK.cards if ranked.is_plain(card, suit)]
    return sorted(cards, key=lambda card: ranked.value(card, card), reverse=True)

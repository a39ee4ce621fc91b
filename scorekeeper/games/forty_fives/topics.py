"""Rules of Forty-fives at which its entry panels and refusals open the help page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.forty_fives.cards import JOKER

from .draft import asks_robbery, fields_of

REFUSALS = {
    "bad_discard": "robbing",
    "best_without_trick": "points",
    "bid_needed": "auction",
    "bidder_first": "auction",
    "card_discarded": "robbing",
    "card_held": "robbing",
    "card_turned": "robbing",
    "dealer_robs": "robbing",
    "must_show": "robbing",
    "rob_without_ace": "robbing",
    "trump_differs": "trumps",
    "trump_first": "trumps",
}


def topic(drafted: DraftChoices) -> str:
    """Return the rule of the question that the panel asks."""
    fields = fields_of(drafted)
    if fields.needs == "bid" or drafted.data.get("bidding"):
        return "auction"
    if fields.needs == "turned":
        return "joker_turned" if JOKER in fields.turned else "deal"
    if asks_robbery(fields):
        return "robbing"
    if fields.follow:
        return "trumps_led" if fields.follow["trump"] else "follow"
    if len(fields.winners) == 5 or fields.complete:
        return "points"
    return "winning" if fields.trump else "trumps"


def line_topic(move: Mapping[str, Any]) -> str:
    """Return the rule of a written round."""
    return "auction" if "bid" in move else "points"

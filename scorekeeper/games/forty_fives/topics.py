"""Rules of Forty-fives at which its entry panels and refusals open the help page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.forty_fives.cards import JOKER
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.move import TRICKS

from .disputed_trick import is_settling
from .draft import asks_robbery, fields_of

REFUSALS = {
    "bad_discard": "robbing",
    "best_without_trick": "points",
    "bid_needed": "auction",
    "bidder_first": "auction",
    "card_beats": "winning",
    "card_discarded": "robbing",
    "card_held": "robbing",
    "card_turned": "robbing",
    "dealer_robs": "robbing",
    "must_show": "robbing",
    "revoke_by_cards": "revoke",
    "no_trump_known": "points",
    "rob_without_ace": "robbing",
    "trump_differs": "trumps",
    "trump_first": "trumps",
}


def topic(drafted: DraftChoices) -> str:
    """Return the rule of the question that the panel asks."""
    fields = fields_of(drafted)
    rule = "winning"
    if fields.trump is None or fields.needs == "turned" or drafted.data.keys() & {"bidding", "turning"}:
        rule = _trump_topic(drafted, fields)
    elif asks_robbery(fields):
        rule = "robbing"
    elif "fix" in drafted.data:
        rule = _corrected_topic(drafted, fields)
    elif fields.revokes:
        rule = "revoke"
    elif not is_settling(drafted) and (fields.complete or len(fields.winners) == TRICKS):
        rule = "points"
    elif not is_settling(drafted) and fields.follow:
        rule = "trumps_led" if fields.follow.trump else "follow"
    return rule


def _trump_topic(drafted: DraftChoices, fields: RoundFields) -> str:
    """Return the rule of a question before the first trick: bid, turned card or trumps."""
    if drafted.data.get("turning") or fields.needs == "turned":
        return "joker_turned" if JOKER in fields.turned else "deal"
    return "auction" if fields.auction else "trumps"


def _corrected_topic(drafted: DraftChoices, fields: RoundFields) -> str:
    """Return the rule of a card that is being corrected: that of a lead, or of following."""
    trick, place = drafted.data["fix"]
    if place == 0:
        return "winning"
    return "trumps_led" if drafted.entry["tricks"][trick][0][1] in fields.order else "follow"


def line_topic(move: Mapping[str, Any]) -> str:
    """Return the rule of a written round."""
    return "auction" if "bid" in move else "points"

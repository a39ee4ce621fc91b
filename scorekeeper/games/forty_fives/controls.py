"""Entry panels of Forty-fives for the bid and for a round by its result.

The module also holds the parts that the panels of a round card by card share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import SUIT_KEYS, cards_text, suit_name
from scorekeeper.games.card_rounds.draft import DraftChoices, across, heads, hidden
from scorekeeper.games.card_rounds.inputs import PlayerKey
from scorekeeper.games.card_rounds.picker import Picker, SideKey, picker
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice
from scorekeeper.rules.forty_fives.cards import PACK
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.known import best_refusal
from scorekeeper.rules.forty_fives.move import TRICKS

from .draft import holes_of, place_of
from .inputs import BidInputs, ResultInputs
from .lines import bid_text


def bid_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel that asks for the bidder and the bid."""
    fields, bidder = RoundFields.of(choice), bidder_of(drafted)
    bid = fields.bid
    values = BidInputs(
        choice=choice,
        players=player_keys(drafted, "bidder", chosen=bidder),
        across=across(len(drafted.table.seats)),
        bids=fields.bids if bidder else [],
        made=bid.points if bid else None,
        leave=bool(drafted.data.get("bidding") or "bidder" in drafted.data),
        forced=forced_bid_text(drafted.table, fields.dealer, fields.bids[0]),
    )
    title = _("Round %(number)d: who won the bidding?") % {"number": fields.number}
    if bidder:
        title = _("How much does %(player)s bid?") % {"player": drafted.table.name(bidder)}
    return EntryPanel("forty_fives/bid", bidder, title, values=values)


def forced_bid_text(table: Table, dealer: str, points: int) -> str:
    """Return the label of the key for the bid of the dealer after all passed."""
    return _("All pass: %(dealer)s must bid %(points)d") % {"dealer": table.name(dealer), "points": points}


def bidder_of(drafted: DraftChoices) -> str | None:
    """Return the bidder: the tapped player, else the player of the entered bid."""
    bid = drafted.entry.get("bid")
    return drafted.data.get("bidder") or (bid["player"] if bid else None)


def result_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel of a round by its result: trumps, five winners, the best trump.

    Its keys stay the same from the first tap to the last.
    """
    fields, table = RoundFields.of(choice), drafted.table
    winners, best, bid = fields.winners, drafted.entry.get("best", ...), fields.bid
    full, returns = len(winners) == TRICKS, "shown" in drafted.data
    known = fields.known.tricks.get(place_of(drafted)) if fields.known and not full else None
    open_to = fields.best_choices if full else known and known.winners
    avatars = {head.key: head.avatar for head in heads(table)}
    values = ResultInputs(
        choice=choice,
        suits=suit_keys(fields.trump),
        slots=slots(winners, holes_of(drafted), avatars),
        asked=place_of(drafted) + 1,
        bid=(avatars[bid.player], bid.points, bid_text(table, bid, None)) if bid else None,
        why=bid_progress(drafted, choice) or (_("The cards entered stay.") if returns else ""),
        across=across(len(table.seats)),
        asking="best" if full else "took",
        lacking="trump" if full and fields.needs == "trump" else "best" if full else "took",
        none_on=best is None,
        none_refused=best_refusal(fields.known, None, winners) is not None,
        turned=cards_text(fields.turned),
        turning=bool(drafted.data.get("turning")),
        returns=returns,
        begun=bool(winners or bid),
        players=player_keys(drafted, "best" if full else "took", chosen=best, open_to=open_to),
    )
    if values.turning:
        values = _with_turned_card(drafted, fields, values)
    if fields.complete:
        values = replace(values, points=(fields.sum, fields.of_points))
    goes_along = hidden(drafted, whole_entry(fields)) if fields.complete else {}
    title = complete_title(drafted, fields) if fields.complete else _result_title(fields, values)
    return EntryPanel("forty_fives/result", None, title, hidden=goes_along, values=values)


def taken_joker(drafted: DraftChoices, fields: RoundFields) -> str:
    """Name the player who takes a turned joker."""
    return _("The joker goes to the dealer, %(dealer)s.") % {"dealer": drafted.table.name(fields.dealer)}


def _with_turned_card(drafted: DraftChoices, fields: RoundFields, values: ResultInputs) -> ResultInputs:
    """Return the inputs that ask for the turned card, or for the one after a joker."""
    shown: dict[str, str] = {}
    if fields.needs == "turned":
        shown = dict.fromkeys(fields.turned, _("turned up"))
        values = replace(values, why=taken_joker(drafted, fields))
    open_cards = set(PACK.cards) - shown.keys()
    keys = card_picker(drafted, open_cards, shown, SideKey("×", "back"), purpose="turned")
    return replace(values, picker=keys)


def _result_title(fields: RoundFields, values: ResultInputs) -> str:
    """Return the next question: trumps before the first trick, the tricks, then missing answers."""
    if values.turning:
        return _("Which card was turned next?") if fields.needs == "turned" else _("Which card was turned?")
    if fields.needs in ("trump", "turned") and not fields.winners:
        return _("Round %(number)d: which suit is trumps?") % {"number": fields.number}
    if values.asking == "took":
        return _("Who took trick %(number)s?") % {"number": values.asked}
    if fields.needs == "best":
        return _("Whose was the best trump?")
    return _("Which suit was trumps?")


def complete_title(drafted: DraftChoices, fields: RoundFields) -> str:
    """Return the title of a complete round: it is over, or an earlier one is being corrected."""
    title = _("Round %(number)d is over") if drafted.line is None else _("Correct round %(number)d")
    return title % {"number": fields.number}


def suit_keys(chosen: str | None) -> list[tuple[str, str, str, bool]]:
    """Return the keys of the suits: suit, name, letter on a keyboard, whether it is chosen."""
    return [(suit, suit_name(suit), str(SUIT_KEYS[suit]), suit == chosen) for suit in PACK.suits]


def slots(winners: list[str], holes: list[int], avatars: Mapping[str, Any]) -> list[Any]:
    """Return the avatars of the winners of the five tricks, None for a missing winner."""
    left = iter(winners)
    return [None if place in holes else avatars.get(next(left, "")) for place in range(TRICKS)]


def bid_progress(drafted: DraftChoices, choice: Choice) -> str:
    """Describe the bid and the points of the bidder's side so far, "" without a bid."""
    fields = RoundFields.of(choice)
    return bid_text(drafted.table, fields.bid, fields.bid_won) if fields.bid else ""


def whole_entry(fields: RoundFields) -> dict[str, Any]:
    """Return the entry with its dealer, so that undoing an earlier round keeps the dealer."""
    return {"dealer": fields.dealer, **fields.entry}


def player_keys(drafted: DraftChoices, verb: str, *, chosen: object, open_to: Any = None) -> list[PlayerKey]:
    """Return a key per player."""
    return [
        PlayerKey(
            head, f"{verb}-{head.key}", head.key == chosen, open_to is not None and head.key not in open_to
        )
        for head in heads(drafted.table)
    ]


def card_picker(
    drafted: DraftChoices,
    open_cards: Any,
    shown: dict[str, str],
    last: SideKey | None,
    suit: str = "",
    purpose: str = "next",
) -> Picker:
    """Build the card picker with the pack of Forty-fives."""
    keys = picker(PACK, open_cards, shown, chosen=suit, last=last, line=drafted.draft.line)
    return replace(keys, purpose=purpose)

"""A disputed trick of a round by its result: its keys, and the panel with the verdict.

The draft has "settle", the cards of the trick in the order of play. They are no part of the entry: keeping the verdict
enters only the winner.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games.card_rounds.cards import card_html, card_text, suit_name, written
from scorekeeper.games.card_rounds.draft import DraftChoices, heads, no_such_key
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.rules.cards import suit_of
from scorekeeper.rules.contract import Choice, MoveError
from scorekeeper.rules.forty_fives.disputed import Verdict, judge_trick
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.move import TRICKS

from .controls import card_picker, suit_keys
from .draft import fields_of, mode_of, place_of
from .inputs import DisputeInputs

UNROBBED = "unrobbed"


def is_settling(drafted: DraftChoices) -> bool:
    """Return whether the panel asks for the cards of a disputed trick."""
    return "settle" in drafted.data and not fields_of(drafted).by_cards


def settle(drafted: DraftChoices, rest: str) -> dict[str, Any]:
    """Ask for the cards of the next trick, or discard them."""
    if is_settling(drafted):
        return {name: value for name, value in drafted.data.items() if name != "settle"}
    fields = fields_of(drafted)
    if mode_of(drafted) != "result" or fields.needs == "bid" or len(fields.winners) == TRICKS:
        raise no_such_key()
    return {**drafted.data, "entry": dict(drafted.entry), "mode": "result", "settle": []}


def with_card(drafted: DraftChoices, card: str) -> dict[str, Any]:
    """Add a card to the disputed trick.

    Raises MoveError for an impossible card.
    """
    verdict = _verdict(drafted)
    if verdict is None or verdict.next_player is None:
        raise no_such_key()
    cards = [*(card for _player, card in verdict.plays), card]
    judge_trick(drafted.state, drafted.entry, _leader(drafted), cards)
    return {**drafted.data, "settle": cards}


def without_last_card(drafted: DraftChoices) -> dict[str, Any]:
    """Take the last card back; without a card, close the question."""
    cards = drafted.data["settle"]
    return {**drafted.data, "settle": cards[:-1]} if cards else settle(drafted, "")


def winner_to_enter(drafted: DraftChoices, rest: str) -> str:
    """Return the winner of the disputed trick: under the verdict, or if no player robbed."""
    verdict = _verdict(drafted) if is_settling(drafted) else None
    if verdict is None or verdict.next_player is not None:
        raise no_such_key()
    winner = verdict.unrobbed if rest == UNROBBED else verdict.winner
    if winner is None:
        raise no_such_key()
    return winner


def plays(drafted: DraftChoices) -> list[list[str]]:
    """Return the cards of the disputed trick, each with its player."""
    verdict = _verdict(drafted)
    return [list(play) for play in verdict.plays] if verdict else []


def dispute_panel(drafted: DraftChoices, choice: Choice) -> EntryPanel:
    """Build the panel of the disputed trick: trumps, the next card, then the verdict."""
    fields, verdict = RoundFields.of(choice), _verdict(drafted)
    number = place_of(drafted) + 1
    if verdict is None:
        values = DisputeInputs(choice=choice, number=number, suits=suit_keys(None))
        title = _("Round %(number)d: which suit is trumps?") % {"number": fields.number}
        return EntryPanel("forty_fives/disputed_trick", None, title, values=values)
    shown = {head.key: head for head in heads(drafted.table)}
    values = DisputeInputs(
        choice=choice,
        number=number,
        laid=[(shown[player], card_html(card)) for player, card in verdict.plays],
        undo=written(verdict.plays[-1][1]) if verdict.plays else "",
        why=_reason(verdict) if verdict.next_player is None else _("Trick %(number)s") % {"number": number},
        order=_order(verdict) if verdict.next_player is None else [],
        picker=_picker(drafted, verdict),
        winner=_name(drafted, verdict.winner) if verdict.next_player is None else "",
        unrobbed=_name(drafted, verdict.unrobbed),
        ace=written("A" + str(fields.trump)),
    )
    asked = verdict.next_player
    return EntryPanel("forty_fives/disputed_trick", asked, _title(drafted, verdict, number), values=values)


def _title(drafted: DraftChoices, verdict: Verdict, number: int) -> str:
    if verdict.next_player is None:
        return _("%(player)s takes trick %(number)d") % {
            "player": _name(drafted, verdict.winner),
            "number": number,
        }
    player = _name(drafted, verdict.next_player)
    if not verdict.plays:
        return _("%(player)s leads: which card?") % {"player": player}
    led_by, card = verdict.plays[0]
    return _("What does %(player)s play to %(other)s’s %(card)s?") % {
        "player": player,
        "other": _name(drafted, led_by),
        "card": written(card),
    }


def _reason(verdict: Verdict) -> str:
    """Describe the rule by which the trick is won."""
    card = written(verdict.card)
    if verdict.why == "only_trump":
        return _("The %(card)s is the only trump.") % {"card": card}
    if verdict.why == "best_trump":
        return _("The %(card)s is the highest trump in this trick.") % {"card": card}
    suit = suit_name(suit_of(verdict.card))
    return _("No trump was played. In %(suit)s the %(card)s is the best card here.") % {
        "suit": suit,
        "card": card,
    }


def _order(verdict: Verdict) -> list[tuple[Any, bool]]:
    """Return the deciding suit from the best down, each card with whether it is in the trick."""
    played = {card for _player, card in verdict.plays}
    return [(card_text(card), card in played) for card in verdict.order]


def _picker(drafted: DraftChoices, verdict: Verdict) -> Any:
    if verdict.next_player is None:
        return None
    shown = {card: _name(drafted, player) for player, card in verdict.plays}
    led = suit_of(verdict.plays[0][1]) if verdict.plays else ""
    return card_picker(drafted, verdict.cards, shown, None, led, purpose="settle")


def _name(drafted: DraftChoices, player: str | None) -> str:
    return drafted.table.name(player) if player else ""


def _leader(drafted: DraftChoices) -> str:
    """Return the leader of that trick: the winner of the one before."""
    fields, place = fields_of(drafted), place_of(drafted)
    return fields.winners[place - 1] if place else fields.leader


def _verdict(drafted: DraftChoices) -> Verdict | None:
    """Return the verdict so far, None without trumps; cards that no longer fit are dropped."""
    if fields_of(drafted).trump is None:
        return None
    cards = drafted.data.get("settle", [])
    try:
        return judge_trick(drafted.state, drafted.entry, _leader(drafted), cards)
    except MoveError:
        return judge_trick(drafted.state, drafted.entry, _leader(drafted), [])

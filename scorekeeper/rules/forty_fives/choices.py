"""The choices for the next step of a round of Forty-fives, by result or by cards.

`partial` is a partial transcript entry: null for `robbed` says that no player robbed, for `best` that no trump was
played, and `tricks` may hold fewer tricks, the last one by cards not full. While the entry can still become either,
both ways are answered: first "round" (by result), then "card" (by cards). A "card" for no player is the card that
is turned up. `fields.RoundFields` lists the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.cards import suit_of
from scorekeeper.rules.contract import Choice, IllegalMoveError, InvalidMoveError, Reason

from .deal import Deal, lay, takings
from .draft import Draft, common_fields, count_fields, next_question, pack_of
from .fields import LedCard, RoundFields
from .known import best_refusal, known_of, shown_cards
from .move import TRICKS, PartialRound, parse_partial
from .play import Play, referee, refusal
from .round import check_bid, check_result, dealer_of
from .state import State


def choices(state: State, partial: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Return the choices for the next step of the round; () when the game is over.

    Raises MoveError if no round can start with `partial`.
    """
    if state.ending is not None:
        return ()
    draft = draft_of(state, parse_partial(partial))
    if draft.round.plays:
        return (_by_cards(draft),)
    found = [_by_result(draft)]
    if not draft.round.winners and "best" not in draft.said:
        if draft.deal is not None:
            found.append(_by_cards(draft))
        elif not state.options["auction"]:
            found.append(_turn_up(draft))
    return tuple(found)


def draft_of(state: State, partial: PartialRound) -> Draft:
    """Return the draft of a partial round.

    Raises MoveError if no round can start with it.
    """
    made = partial.round
    if made.plays and "best" in partial.said:
        raise InvalidMoveError("unknown_field", field="best")
    if made.plays and made.suit is None:
        raise InvalidMoveError("trump_needed")
    dealer = dealer_of(state, made)
    check_bid(state, made.bid, needed=False)
    taken = takings(state.options, state.seats, dealer, made)
    asked = "robbed" in partial.said or bool(made.plays and made.plays[0])
    deal = lay(state.options, state.seats, dealer, made, asked=asked) if made.suit else None
    if any(player not in state.seats.players for trick in partial.played for player, _card in trick):
        raise IllegalMoveError("unknown_player")
    return Draft(state, made, partial.said, dealer, taken, deal, partial.played)


# --- by result ---


def _by_result(draft: Draft) -> Choice:
    made = draft.round
    check_result(draft.state, made)
    known = known_of(draft)
    if "best" in draft.said and len(made.winners) == TRICKS:
        refused = best_refusal(known, made.best, made.winners)
        if refused is not None:
            raise refused
    needs = next_question(draft) or ("trick" if len(made.winners) < TRICKS else None)
    if needs is None and "best" not in draft.said:
        needs = "best"
    best = made.best if made.best in made.winners else None
    settled = "best" in draft.said and len(made.winners) == TRICKS
    fields = {
        "by_cards": False,
        "best": made.best,
        "best_choices": [
            player
            for player in draft.state.seats.players
            if player in made.winners and not best_refusal(known, player, made.winners)
        ],
        "known": known,
        "shown": shown_cards(draft),
        **count_fields(draft, needs, made.winners, best, settled=settled),
    }
    return Choice("round", fields=RoundFields(**common_fields(draft), **fields))


# --- by cards ---


def _turn_up(draft: Draft) -> Choice:
    """Return the choice of the card that is turned for trumps."""
    known = {*draft.round.turned, *(each.discarded for each in draft.takings)}
    cards = tuple(card for card in pack_of(draft) if card not in known)
    fields = RoundFields(**common_fields(draft), by_cards=True, needs="turned")
    return Choice("card", fields=fields, cards=cards)


def _by_cards(draft: Draft) -> Choice:
    assert draft.deal is not None
    state = draft.state
    play = referee(state.seats, draft.leader, draft.deal, draft.round.plays)
    needs = next_question(draft) or ("card" if play.next_player else None)
    best = play.best if play.best and play.best.trick <= len(play.winners) else None
    settled = play.next_player is None or _is_settled(draft.deal, play)
    fields = {
        "by_cards": True,
        "best": best.player if best else None,
        "best_trump": play.best,
        "next": play.next_player,
        "tricks": play.tricks,
        "follow": _follow(draft.deal, play),
        "shown": play.seen,
        **count_fields(draft, needs, play.winners, best.player if best else None, settled=settled, play=play),
    }
    if play.next_player is None:
        return Choice("round", fields=RoundFields(**common_fields(draft), **fields))
    closed = closed_cards(draft, play, play.next_player)
    cards = tuple(card for card in pack_of(draft) if card not in closed)
    found = RoundFields(**common_fields(draft), **fields, closed=closed)
    return Choice("card", play.next_player, fields=found, cards=cards)


def _is_settled(deal: Deal, play: Play) -> bool:
    """Return whether no better trump than the best one of the full tricks can come."""
    if play.best is None or play.best.trick > len(play.winners):
        return False
    better = deal.trumps.order[: deal.trumps.order.index(play.best.card)]
    return all(card in deal.away for card in better)


def _follow(deal: Deal, play: Play) -> LedCard | None:
    """Return the card that the next card answers; None for a lead."""
    if play.next_player is None or not play.tricks[-1].plays:
        return None
    player, card = play.tricks[-1].plays[0]
    trump = deal.trumps.is_trump(card)
    return LedCard(player, card, trump, deal.trumps.suit if trump else suit_of(card))


def closed_cards(draft: Draft, play: Play, player: str) -> dict[str, Reason]:
    """Return the cards that the next player cannot show, with the reason."""
    assert draft.deal is not None
    found = {}
    for card in pack_of(draft):
        if card in play.seen:
            shown_by, trick = play.seen[card]
            found[card] = Reason("card_twice", {"player": shown_by, "trick": trick})
            continue
        refused = refusal(draft.deal, play.seen, player, card, play.tricks[-1].number)
        if refused is not None:
            found[card] = Reason(refused.code, refused.fields)
    return found

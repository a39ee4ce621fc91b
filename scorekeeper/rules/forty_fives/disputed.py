"""A disputed trick of a round by its result: its winner, with the rule that decides.

The entry of such a round holds no cards, so the trick is judged by itself: who led is given, and revokes, which only
later tricks prove, are not looked for. Decided here: while it is open who robbed, any card may show, and the verdict
has both winners if the house rule on the ace of trumps decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.cards import parse_card, suit_of
from scorekeeper.rules.contract import InvalidMoveError

from .cards import PACK, PLAIN, Trumps, trumps
from .choices import closed_cards, draft_of
from .draft import Draft, pack_of
from .move import parse_partial
from .play import referee
from .state import State


class Verdict(NamedTuple):
    """The trick as far as its cards are known.

    `plays`: player and card. `next_player`: None once the trick is full; `cards`: those that this player can show.
    `winner` so far, None before the lead. `why`: "only_trump", "best_trump" or "best_of_suit", "" before the lead.
    `order`: the cards of the deciding suit from the best down. `unrobbed`: the winner of the full trick if no player
    robbed, None if that is the same player.
    """

    plays: tuple[tuple[str, str], ...]
    next_player: str | None
    cards: tuple[str, ...]
    winner: str | None
    card: str
    why: str
    order: tuple[str, ...]
    unrobbed: str | None


def judge_trick(state: State, partial: Mapping[str, Any], leader: str, cards: Sequence[str]) -> Verdict:
    """Return the verdict on a trick that `leader` began, with its cards in the order of play.

    Raises MoveError: `trump_needed`, those of `choices`, and those of `referee` for an impossible card.
    """
    draft = _without_tricks(state, partial)
    for each in cards:
        parse_card(each, PACK)
    if draft.deal is None:
        raise InvalidMoveError("trump_needed")
    seats = state.seats.players
    first = seats.index(leader)
    plays = tuple(zip((*seats[first:], *seats[:first]), cards, strict=False))
    play = referee(state.seats, leader, draft.deal, (plays,))
    next_player = play.next_player if len(plays) < len(seats) else None
    closed = closed_cards(draft, play, next_player) if next_player else {}
    can_show = tuple(card for card in pack_of(draft) if card not in closed) if next_player else ()
    rank = draft.deal.trumps
    if not plays:
        return Verdict(plays, next_player, can_show, None, "", "", (), None)
    winner, card = plays[rank.best(cards)]
    other = _winner_unrobbed(draft, plays) if next_player is None else winner
    unrobbed = None if other == winner else other
    why = _deciding_rule(rank, card, cards)
    return Verdict(plays, next_player, can_show, winner, card, why, _order(rank, card), unrobbed)


def _without_tricks(state: State, partial: Mapping[str, Any]) -> Draft:
    """Return the draft before its first trick.

    Until robbing is known, a turned card names trumps only.
    """
    entry = {name: value for name, value in partial.items() if name not in ("tricks", "best")}
    draft = draft_of(state, parse_partial(entry))
    if "robbed" in draft.said or not draft.round.turned or draft.deal is None:
        return draft
    del entry["turned"]
    return draft_of(state, parse_partial({**entry, "trump": draft.round.suit}))


def _winner_unrobbed(draft: Draft, plays: Sequence[tuple[str, str]]) -> str:
    """Return the winner if no player robbed, where this is open and decides the rank of the ace."""
    options, deal = draft.state.options, draft.deal
    assert deal is not None
    open_rank = options["unrobbed_ace"] == "lowest_trump" and not options["auction"] and not draft.takings
    rank = trumps(options, deal.trumps.suit, ace_lowest=True) if open_rank else deal.trumps
    return plays[rank.best([card for _player, card in plays])][0]


def _deciding_rule(trumps: Trumps, card: str, cards: Sequence[str]) -> str:
    """Return the code of the rule by which the card wins."""
    if not trumps.is_trump(card):
        return "best_of_suit"
    return "best_trump" if sum(map(trumps.is_trump, cards)) > 1 else "only_trump"


def _order(trumps: Trumps, card: str) -> tuple[str, ...]:
    """Return the trumps or the plain suit that the card belongs to, from the best down."""
    if not card or trumps.is_trump(card):
        return trumps.order
    suit = suit_of(card)
    return tuple(rank + suit for rank in PLAIN[suit] if trumps.is_plain(rank + suit, suit))

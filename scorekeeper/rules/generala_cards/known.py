"""The knowledge about the hands of Générala that follows from the cards shown so far.

The whole pack is dealt, so every card that was never shown is in a player's hand, and every player's number of
cards is known. A player who did not follow a suit had none of it: the unseen cards of that hand include none from
then on. A picked-up card is in a known hand until it is played again.

A play is possible as long as the unseen cards can still be dealt out accordingly. That is checked exactly, by
counting (Hall's condition), so an impossible play is found as soon as the cards shown prove it, and never earlier.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from scorekeeper.rules.cards import FRENCH, is_joker, suit_of

from .move import PACK

T = TypeVar("T")
SUITS = FRENCH
_EVERY_SUIT = (1 << len(SUITS)) - 1
_BIT = {suit: 1 << place for place, suit in enumerate(SUITS)}


@dataclass(frozen=True, slots=True)
class Known:
    """The knowledge about the hands; tuples are indexed by a player's place in the hand.

    `unknown`: the number of unseen cards in each hand. `held`: cards picked up and not played since. `without`: the
    suits that the unseen cards of the hand include none of, each with the trick that showed it. `unseen`: cards
    never shown. `gone`: cards that have left play.
    """

    unknown: tuple[int, ...]
    held: tuple[tuple[str, ...], ...]
    without: tuple[tuple[tuple[str, int], ...], ...]
    unseen: frozenset[str] = frozenset(PACK.cards)
    gone: frozenset[str] = frozenset()

    def count(self, place: int) -> int:
        """Return the number of cards of a player."""
        return self.unknown[place] + len(self.held[place])

    def shown_without(self, place: int, suit: str) -> int:
        """Return the trick that showed that a hand's unseen cards lack a suit, 0 if none did."""
        return dict(self.without[place]).get(suit, 0)

    def holder(self, card: str) -> int | None:
        """Return the player known to hold a card because they picked it up."""
        return next((place for place, cards in enumerate(self.held) if card in cards), None)

    def holds_suit(self, place: int, suit: str) -> bool:
        """Return whether a picked-up card proves that the player holds the suit.

        `may_lack` takes the other hands into account too.
        """
        return any(suit_of(card) == suit for card in self.held[place])

    def may_lack(self, place: int, suit: str) -> bool:
        """Return whether a player may lack a suit, by the cards shown."""
        return not self.holds_suit(place, suit) and self.lacking(place, suit, 0).is_possible()

    def may_play(self, place: int, card: str) -> bool:
        """Return whether a player may hold a card."""
        if card in self.held[place]:
            return True
        if card not in self.unseen or not self.unknown[place]:
            return False
        if self.shown_without(place, suit_of(card)):
            return False
        return self.played(place, card).is_possible()

    def open_cards(self, place: int) -> tuple[str, ...]:
        """Return the cards that a player may hold, in the order of the pack.

        Unseen cards of one suit all have the same answer.
        """
        answers: dict[str, bool] = {}
        found = list(self.held[place])
        for card in self.unseen:
            suit = suit_of(card)
            if suit not in answers:
                answers[suit] = self.may_play(place, card)
            if answers[suit]:
                found.append(card)
        return PACK.sort(found)

    # --- changes ---

    def played(self, place: int, card: str) -> Known:
        """Return the knowledge after a player has played a card."""
        if card in self.held[place]:
            rest = tuple(each for each in self.held[place] if each != card)
            return replace(self, held=_with(self.held, place, rest))
        unknown = _with(self.unknown, place, self.unknown[place] - 1)
        return replace(self, unknown=unknown, unseen=self.unseen - {card})

    def lacking(self, place: int, suit: str, trick: int) -> Known:
        """Return the knowledge after a player has shown to lack a suit in that trick."""
        if self.shown_without(place, suit):
            return self
        without = (*self.without[place], (suit, trick))
        return replace(self, without=_with(self.without, place, without))

    def taken(self, place: int, card: str) -> Known:
        """Return the knowledge after a player has picked up a card."""
        return replace(self, held=_with(self.held, place, (*self.held[place], card)))

    def left(self, cards: Iterable[str]) -> Known:
        """Return the knowledge after cards have left play."""
        return replace(self, gone=self.gone.union(cards))

    # --- possibility ---

    def is_possible(self) -> bool:
        """Return whether some deal of the unseen cards agrees with everything shown.

        For every set of suits there must be room in the hands that may hold one of them. Jokers may be in any hand,
        and all unseen cards together fill all hands exactly, so these sets are enough.
        """
        if not any(self.without):
            return True
        unseen = dict.fromkeys(SUITS, 0)
        for card in self.unseen:
            if not is_joker(card):
                unseen[suit_of(card)] += 1
        may_hold = [_EVERY_SUIT - sum(_BIT[suit] for suit, _ in without) for without in self.without]
        for suits in range(1, _EVERY_SUIT + 1):
            cards = sum(count for suit, count in unseen.items() if suits & _BIT[suit])
            room = sum(count for count, may in zip(self.unknown, may_hold, strict=True) if suits & may)
            if cards > room:
                return False
        return True


def dealt(counts: Iterable[int]) -> Known:
    """Return the knowledge before the first card: only the number of cards in each hand."""
    unknown = tuple(counts)
    return Known(unknown, ((),) * len(unknown), ((),) * len(unknown))


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])

"""The parts that card games share: suits, ranks, packs, and the notation of a card.

A card is a text, rank then suit ("AS", "10H", "7X"); a joker is "JK", or "JK1" and "JK2" in a pack with two. An
unknown card is refused when the entry is read, a card shown twice when it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from .contract import N_, IllegalMoveError, InvalidMoveError, shown

P = TypeVar("P")

SPADES, HEARTS, DIAMONDS, CLUBS, STARS = "S", "H", "D", "C", "X"
FRENCH = (SPADES, HEARTS, DIAMONDS, CLUBS)
FIVE_SUITS = (HEARTS, DIAMONDS, SPADES, CLUBS, STARS)
RED, BLACK = (HEARTS, DIAMONDS), (SPADES, CLUBS)
SUIT_LABELS = {
    SPADES: N_("spades"),
    HEARTS: N_("hearts"),
    DIAMONDS: N_("diamonds"),
    CLUBS: N_("clubs"),
    STARS: N_("stars"),
}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
JOKER, JOKERS = ("JK",), ("JK1", "JK2")


class Pack:
    """The cards of a game, immutable: every suit in every rank, then the jokers."""

    __slots__ = ("_places", "cards", "jokers", "ranks", "suits")

    def __init__(
        self, suits: Sequence[str], jokers: Sequence[str] = (), ranks: Sequence[str] = RANKS
    ) -> None:
        self.suits, self.jokers, self.ranks = tuple(suits), tuple(jokers), tuple(ranks)
        self.cards = (*(rank + suit for suit in suits for rank in ranks), *jokers)
        self._places = {card: place for place, card in enumerate(self.cards)}

    def __contains__(self, card: object) -> bool:
        return isinstance(card, str) and card in self._places

    def __len__(self) -> int:
        return len(self.cards)

    def sort(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return the cards in the order of the pack."""
        return tuple(sorted(cards, key=self._places.__getitem__))


@cache
def pack(suits: tuple[str, ...] = FRENCH, jokers: int = 0, ranks: tuple[str, ...] = RANKS) -> Pack:
    """Return a pack with no joker, one ("JK") or two ("JK1", "JK2")."""
    return Pack(suits, ((), JOKER, JOKERS)[jokers], ranks)


def is_joker(card: str) -> bool:
    """Return whether a card is one of the jokers."""
    return card.startswith("JK")


def suit_of(card: str) -> str:
    """Return the suit of a card, "" for a joker."""
    return "" if is_joker(card) else card[-1]


def rank_of(card: str) -> str:
    """Return the rank of a card, "JK" for a joker."""
    return "JK" if is_joker(card) else card[:-1]


def parse_card(data: object, known: Pack) -> str:
    """Return the card if it is of this pack.

    Raises InvalidMoveError `unknown_card` (`card`) for anything else.
    """
    if not isinstance(data, str) or data not in known:
        # a value of another type may be a number too long to print
        raise InvalidMoveError("unknown_card", card=shown(data) if isinstance(data, str) else "")
    return data


def card(data: Mapping[str, Any], field: str, known: Pack) -> str | None:
    """Return the card in a field, or None if the field is missing."""
    return parse_card(data[field], known) if field in data else None


def each_once(cards: Iterable[str], seen: Iterable[str] = ()) -> None:
    """Check that no card comes twice, because a pack holds each card once.

    Raises IllegalMoveError `card_twice` (`card`).
    """
    found = set(seen)
    for each in cards:
        if each in found:
            raise IllegalMoveError("card_twice", card=each)
        found.add(each)


# --- the draw for seats ---


def height(card: str) -> int:
    """Return the height of a card without regard to its suit.

    A joker is 14, the ace 13, and so on down to 1 for the two.
    """
    return len(RANKS) - (-1 if is_joker(card) else RANKS.index(rank_of(card)))


def order_by_cards(draws: Mapping[P, Sequence[str]]) -> tuple[tuple[P, ...], ...]:
    """Return players from the highest card to the lowest, tied players in one group (Générala).

    `draws`: each player's cards so far. Players whose card ranks equal to another's put it away and draw again,
    until no rank in the whole circle equals another; only the last cards count. Suits never matter.
    """
    worth, _waiting = _drawn(draws)
    found: dict[int, list[P]] = {}
    for player in draws:
        found.setdefault(-worth.get(player, 0), []).append(player)
    return tuple(tuple(found[each]) for each in sorted(found))


def to_draw(draws: Mapping[P, Sequence[str]]) -> tuple[P, ...]:
    """Return the players who draw now: for the first time, or to break a tie."""
    return _drawn(draws)[1]


def _drawn(draws: Mapping[P, Sequence[str]]) -> tuple[dict[P, int], tuple[P, ...]]:
    """Return the height of the cards that count, and the players still to draw in this round."""
    first = tuple(player for player, cards in draws.items() if not cards)
    if first:
        return {}, first
    places = dict.fromkeys(draws, 0)
    while True:
        worth = {player: height(draws[player][place]) for player, place in places.items()}
        ranks = list(worth.values())
        equal = [player for player in draws if ranks.count(worth[player]) > 1]
        waiting = tuple(player for player in equal if len(draws[player]) == places[player] + 1)
        if waiting or not equal:
            return worth, waiting
        for player in equal:
            places[player] += 1

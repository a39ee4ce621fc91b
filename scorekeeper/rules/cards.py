"""What card games share: suits, ranks, packs, and how a card is written.

A card is a text, rank then suit ("AS", "10H", "7X"); jokers are "JK", where a pack has two "JK1" and "JK2". A
pack knows its cards, so an unknown card is refused where it is read, and a card shown twice where it is played.
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
    """The cards of a game: every suit in every rank, then the jokers. Immutable."""

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
        """Cards in the order of the pack."""
        return tuple(sorted(cards, key=self._places.__getitem__))


@cache
def pack(suits: tuple[str, ...] = FRENCH, jokers: int = 0, ranks: tuple[str, ...] = RANKS) -> Pack:
    """A pack with no joker, one ("JK") or two ("JK1", "JK2")."""
    return Pack(suits, ((), JOKER, JOKERS)[jokers], ranks)


def is_joker(card: str) -> bool:
    """Whether a card is one of the jokers."""
    return card.startswith("JK")


def suit_of(card: str) -> str:
    """The suit of a card, "" for a joker."""
    return "" if is_joker(card) else card[-1]


def rank_of(card: str) -> str:
    """The rank of a card, "JK" for a joker."""
    return "JK" if is_joker(card) else card[:-1]


def parse_card(data: object, known: Pack) -> str:
    """A card of this pack. Code `unknown_card` (`card`) for anything else."""
    if not isinstance(data, str) or data not in known:
        # what is no text may be a number too long to be written
        raise InvalidMoveError("unknown_card", card=shown(data) if isinstance(data, str) else "")
    return data


def card(data: Mapping[str, Any], field: str, known: Pack) -> str | None:
    """A field that may hold a card, None when left out."""
    return parse_card(data[field], known) if field in data else None


def each_once(cards: Iterable[str], seen: Iterable[str] = ()) -> None:
    """Raise IllegalMoveError `card_twice` (`card`) where a card comes again: a pack holds it once."""
    found = set(seen)
    for each in cards:
        if each in found:
            raise IllegalMoveError("card_twice", card=each)
        found.add(each)


# --- who sits where --------------------------------------------------------------------------------------


def height(card: str) -> int:
    """How high a card ranks whatever its suit: a joker 14, the ace 13, down to 1 for the two."""
    return len(RANKS) - (-1 if is_joker(card) else RANKS.index(rank_of(card)))


def order_by_cards(draws: Mapping[P, Sequence[str]]) -> tuple[tuple[P, ...], ...]:
    """Players from the highest card to the lowest, in groups of those who are still equal (Générala).

    `draws`: each player's cards so far. Players whose card ranks equal to another's put it away and draw again, until
    no rank in the whole circle equals another; only the last cards count. Suits never matter.
    """
    worth, _waiting = _drawn(draws)
    found: dict[int, list[P]] = {}
    for player in draws:
        found.setdefault(-worth.get(player, 0), []).append(player)
    return tuple(tuple(found[each]) for each in sorted(found))


def to_draw(draws: Mapping[P, Sequence[str]]) -> tuple[P, ...]:
    """The players who draw now, for the first time or because their card ranks equal to another's."""
    return _drawn(draws)[1]


def _drawn(draws: Mapping[P, Sequence[str]]) -> tuple[dict[P, int], tuple[P, ...]]:
    """What the cards that count are worth, round by round, and who has still to draw in this round."""
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

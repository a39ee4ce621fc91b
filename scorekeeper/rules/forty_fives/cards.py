"""The cards of Forty-fives: the trumps, the winner of a trick, and the cards owed to a lead.

`Trumps` holds all of it for one suit of trumps under one set of house rules; this module knows no players. Rank is
the first source's: highest in red, lowest in black; the ace of hearts and the joker are always trumps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.rules.cards import DIAMONDS, FRENCH, HEARTS, RED, pack, suit_of
from scorekeeper.rules.contract import Options

JOKER = "JK"
ACE_OF_HEARTS = "AH"
PACK = pack(FRENCH, jokers=1)
HAND = 5

_RED = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_BLACK = ("K", "Q", "J", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
PLAIN = {suit: _RED if suit in RED else _BLACK for suit in FRENCH} | {DIAMONDS: (*_RED, "A")}

# trumps that the option `renege` lets a player keep back from a lower trump: a rank of the suit, or a card
_MAY_STAY = {
    "5_J_AH": ("5", "J", ACE_OF_HEARTS),
    "5_J_AH_joker": ("5", "J", ACE_OF_HEARTS, JOKER),
    "5": ("5",),
}


@dataclass(frozen=True, slots=True)
class Trumps:
    """One suit of trumps.

    `order`: every trump from the best down. `kept`: the trumps that may be kept back from a lower trump. `strict`:
    a holder of the suit led may not trump it.
    """

    suit: str
    order: tuple[str, ...]
    kept: frozenset[str]
    strict: bool
    strength: Mapping[str, int]  # of trumps only: the higher the better

    def is_trump(self, card: str) -> bool:
        """Return whether a card is a trump: of the suit, the ace of hearts or the joker."""
        return card in self.strength

    def value(self, card: str, led: str) -> int:
        """Return the value of a card in a trick that `led` started; 0 if it cannot win the trick."""
        if card in self.strength:
            return 100 + self.strength[card]
        suit = suit_of(card)
        if self.is_trump(led) or suit != suit_of(led):
            return 0
        return 20 - PLAIN[suit].index(card[:-1])

    def best(self, cards: Sequence[str]) -> int:
        """Return the place of the winning card in the order of play."""
        values = [self.value(card, cards[0]) for card in cards]
        return values.index(max(values))

    def proof(self, card: str, led: str, held: str) -> str | None:
        """Return the code of a revoke: a holder of `held` played `card` to `led`; None if legal.

        - `trumps_led`: a trump was led and `held` may not be kept back
        - `suit_led`: `held` is of the suit led and `card` neither that nor a trump
        - `suit_trumped`: strict, `card` trumped although `held` could follow
        """
        if self.is_trump(led):
            if self.is_trump(card) or not self.is_trump(held) or self.may_keep(held, led):
                return None
            return "trumps_led"
        suit = suit_of(led)
        if not self.is_plain(held, suit) or self.is_plain(card, suit):
            return None
        if self.is_trump(card):
            return "suit_trumped" if self.strict else None
        return "suit_led"

    def is_plain(self, card: str, suit: str) -> bool:
        """Return whether a card follows a plain suit; the ace of hearts follows none."""
        return suit_of(card) == suit and not self.is_trump(card)

    def may_keep(self, card: str, led: str) -> bool:
        """Return whether a trump may be kept back from the trump led.

        It must be one of the privileged trumps, and higher than the trump led.
        """
        return card in self.kept and self.strength[card] > self.strength[led]


@lru_cache(maxsize=1024)
def trumps(options: Options, suit: str, ace_lowest: bool) -> Trumps:
    """Return the trumps of a suit.

    `ace_lowest`: the ace of trumps is the lowest trump, because its holder did not rob and the house rules say so.
    """
    order = _order(options, suit, ace_lowest)
    kept = {name if name in PACK else name + suit for name in _MAY_STAY[str(options["renege"])]}
    strength = {card: len(order) - place for place, card in enumerate(order)}
    return Trumps(suit, order, frozenset(kept), options["follow"] == "strict", strength)


def _order(options: Options, suit: str, ace_lowest: bool) -> tuple[str, ...]:
    specials = [ACE_OF_HEARTS, JOKER]
    if options["joker_rank"] == "above_ace_of_hearts":
        specials.reverse()
    if not options["joker"]:
        specials.remove(JOKER)
    ranks = [rank for rank in PLAIN[suit] if rank not in ("5", "J", "A", "K", "Q")]
    own = [] if suit == HEARTS else ["A" + suit]
    order = [
        "5" + suit,
        "J" + suit,
        *specials,
        *own,
        "K" + suit,
        "Q" + suit,
        *(rank + suit for rank in ranks),
    ]
    if ace_lowest:
        order.remove("A" + suit)
        order.append("A" + suit)
    return tuple(order)

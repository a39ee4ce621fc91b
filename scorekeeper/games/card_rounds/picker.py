"""Card picker: two taps a card, suit then rank; one tap where the suit is preset.

The page holds the ranks of every suit, and the style sheet shows those of the chosen suit, so only the rank is
sent. Keys keep their places. A card that was already shown is struck through, and its key says where it was shown.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.rules.cards import Pack, suit_of

from .cards import SUIT_KEYS, letter_of, spoken, suit_name


@dataclass(frozen=True, slots=True)
class CardKey:
    """Key for one card.

    `state`: "open", "shown", or "off" for a card that the rules refuse: a tap gives the reason. `spoken`: the text for
    screen readers, with the place of a shown card. `short`: refused for something that is missing.
    """

    card: str
    rank: str
    state: str
    spoken: str
    short: bool = False


@dataclass(frozen=True, slots=True)
class SuitKey:
    """A suit with the keys of its cards, from the ace down; `letter` chooses it on a keyboard."""

    suit: str
    name: str
    letter: str
    cards: tuple[CardKey, ...]

    @property
    def closed(self) -> bool:
        """Whether no card of the suit can be played now."""
        return all(key.state != "open" or key.short for key in self.cards)


@dataclass(frozen=True, slots=True)
class SideKey:
    """Key beside the cards: its label, the value that it sends, its style ("joker", "none").

    `long`: its label where no suit is open. `writes`: it writes the line instead, and its label is only spoken.
    """

    label: str
    press: str = ""
    style: str = ""
    off: bool = False
    writes: bool = False
    long: str = ""


@dataclass(frozen=True, slots=True)
class Picker:
    """Context of the picker's template.

    `chosen`: the suit that is open at first. `ask`: the address for asking where a card was shown, up to the card.
    `purpose`: the use of the card; unchanged while several cards are picked in a row.
    """

    suits: tuple[SuitKey, ...]
    chosen: str
    jokers: tuple[CardKey, ...]
    last: SideKey | None
    ask: str
    purpose: str = "next"


def picker(
    pack: Pack,
    open_cards: Container[str],
    shown: Mapping[str, str],
    *,
    chosen: str = "",
    last: SideKey | None = None,
    line: int = 0,
) -> Picker:
    """Build the picker for `open_cards` of a pack.

    `shown`: the place of each card that was shown, in words ("Bo, trick 2"). `line`: the line that is
    being corrected, if any.
    """

    def key(card: str) -> CardKey:
        rank = letter_of(card[:-1]) if suit_of(card) else card
        if card in open_cards:
            return CardKey(card, rank, "open", spoken(card))
        if card in shown:
            return CardKey(card, rank, "shown", listed([spoken(card), shown[card]]))
        return CardKey(card, rank, "off", _("%(card)s, not now") % {"card": spoken(card)})

    suits = tuple(
        SuitKey(suit, suit_name(suit), str(SUIT_KEYS[suit]), tuple(key(rank + suit) for rank in pack.ranks))
        for suit in pack.suits
    )
    asked = f"?line={line}&right=1&where=" if line else "?where="
    return Picker(suits, chosen, tuple(key(card) for card in pack.jokers), last, asked)


def falling_short(keys: Picker, cards: Container[str]) -> Picker:
    """Return the picker with the keys of `cards` drawn as refused for something missing."""

    def drawn(key: CardKey) -> CardKey:
        return replace(key, short=key.card in cards)

    suits = tuple(replace(suit, cards=tuple(map(drawn, suit.cards))) for suit in keys.suits)
    return replace(keys, suits=suits, jokers=tuple(map(drawn, keys.jokers)))

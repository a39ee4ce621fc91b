"""The card picker: a suit, then a rank. Two taps a card, one where the suit is chosen beforehand.

Every suit's ranks are on the page and the style sheet shows those of the chosen suit, so that only the rank is
sent. Keys never change places; a card that was shown is struck through and says where.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.rules.cards import Pack, suit_of

from .cards import spoken, suit_name


@dataclass(frozen=True, slots=True)
class CardKey:
    """A key for one card. `state`: "open", "shown" or "off". `spoken`: what is heard, with where it was shown.

    `short`: it may be tapped, and will be refused with what is missing.
    """

    card: str
    rank: str
    state: str
    spoken: str
    short: bool = False


@dataclass(frozen=True, slots=True)
class SuitKey:
    """A suit with the keys of its cards, from the ace down."""

    suit: str
    name: str
    cards: tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """A key beside the cards: what it says, what it sends, how it looks ("joker", "none")."""

    label: str
    press: str
    style: str = ""
    off: bool = False


@dataclass(frozen=True, slots=True)
class Picker:
    """What the picker's template draws. `chosen`: the suit that is open at first. `ask`: the address that asks
    where a card was shown, up to the card. `purpose`: what the card is for, the same as long as one follows another."""

    suits: tuple[SuitKey, ...]
    chosen: str
    jokers: tuple[CardKey, ...]
    last: Extra | None
    ask: str
    purpose: str = "next"


def picker(
    pack: Pack,
    open_cards: Container[str],
    shown: Mapping[str, str],
    *,
    chosen: str = "",
    last: Extra | None = None,
    line: int = 0,
) -> Picker:
    """The keys for `open_cards` of a pack. `shown`: where each card that was shown lies, in words ("Bo, trick 2").
    `line`: the line that is put right, if any."""

    def key(card: str) -> CardKey:
        rank = card[:-1] if suit_of(card) else card
        if card in open_cards:
            return CardKey(card, rank, "open", spoken(card))
        if card in shown:
            return CardKey(card, rank, "shown", listed([spoken(card), shown[card]]))
        return CardKey(card, rank, "off", _("%(card)s, not now") % {"card": spoken(card)})

    suits = tuple(
        SuitKey(suit, suit_name(suit), tuple(key(rank + suit) for rank in pack.ranks)) for suit in pack.suits
    )
    asked = f"?line={line}&right=1&where=" if line else "?where="
    return Picker(suits, chosen, tuple(key(card) for card in pack.jokers), last, asked)


def falling_short(keys: Picker, cards: Container[str]) -> Picker:
    """The same keys, those of `cards` drawn as what will be refused with what is missing."""

    def drawn(key: CardKey) -> CardKey:
        return replace(key, short=key.card in cards)

    suits = tuple(replace(suit, cards=tuple(map(drawn, suit.cards))) for suit in keys.suits)
    return replace(keys, suits=suits, jokers=tuple(map(drawn, keys.jokers)))

"""Cards as HTML and text: within a sentence, face up, face down.

The style sheet draws the suits as shapes that differ without colour. Screen readers get the suit in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from scorekeeper.rules.cards import SUIT_LABELS, is_joker, rank_of, suit_of

RANK_NAMES = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "10": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
    "1": gettext_lazy("one"),
}
# one message for each suit: the grammar depends on it, as in French ("as d’étoile", "as de pique")
OF_SUIT = {
    "S": gettext_lazy("%(rank)s of spades"),
    "H": gettext_lazy("%(rank)s of hearts"),
    "D": gettext_lazy("%(rank)s of diamonds"),
    "C": gettext_lazy("%(rank)s of clubs"),
    "X": gettext_lazy("%(rank)s of stars"),
}
# the letters on the court cards, as packs of the language print them
LETTERS = {
    "A": pgettext_lazy("letter on a card", "A"),
    "K": pgettext_lazy("letter on a card", "K"),
    "Q": pgettext_lazy("letter on a card", "Q"),
    "J": pgettext_lazy("letter on a card", "J"),
}
# the keys of a keyboard that choose a suit; none is a letter on a court card of the language
SUIT_KEYS = {
    "S": pgettext_lazy("key for a suit", "S"),
    "H": pgettext_lazy("key for a suit", "H"),
    "D": pgettext_lazy("key for a suit", "D"),
    "C": pgettext_lazy("key for a suit", "C"),
    "X": pgettext_lazy("key for a suit", "X"),
}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "X": "★"}


def spoken(card: str) -> str:
    """Return a card in words: "nine of spades", "joker"."""
    if is_joker(card):
        return _("joker")
    return str(OF_SUIT[suit_of(card)]) % {"rank": RANK_NAMES[rank_of(card)]}


def letter_of(rank: str) -> str:
    """Return a rank as it is printed on the card: "K" in English, "R" in French, "10"."""
    return str(LETTERS.get(rank, rank))


def suit_name(suit: str) -> str:
    """Return a suit in words: "hearts"."""
    return _(SUIT_LABELS[suit])


def written(card: str) -> str:
    """Return a card as plain text for messages and shared results: "9♠", "joker"."""
    return _("joker") if is_joker(card) else letter_of(rank_of(card)) + SIGNS[suit_of(card)]


def suit_html(suit: str) -> SafeString:
    """Draw a suit with its name for screen readers; "" for the joker."""
    return _suit_html(suit, get_language() or "")


@lru_cache(maxsize=64)
def _suit_html(suit: str, _language: str) -> SafeString:
    name = suit_name(suit) if suit else _("joker")
    return format_html('<i class="s s-{}"></i><span class="vh">{}</span>', suit or "JK", name)


def card_text(card: str) -> SafeString:
    """Draw a card within a sentence: rank and suit, with words for screen readers."""
    return _card_text(card, get_language() or "")


@lru_cache(maxsize=512)
def _card_text(card: str, _language: str) -> SafeString:
    if is_joker(card):
        return format_html(
            '<span class="ct"><span>{}</span><i class="s s-JK" aria-hidden="true"></i></span>', spoken(card)
        )
    return format_html(
        '<span class="ct"><span class="vh">{}</span><span aria-hidden="true">{}<i class="s s-{}"></i></span></span>',
        spoken(card),
        letter_of(rank_of(card)),
        suit_of(card),
    )


def card_html(card: str, style: str = "") -> SafeString:
    """Draw a card face up.

    `style`: further classes ("taken", "new", "led").
    """
    return _card_html(card, style, get_language() or "")


@lru_cache(maxsize=1024)
def _card_html(card: str, style: str, _language: str) -> SafeString:
    rank = mark_safe("&nbsp;") if is_joker(card) else letter_of(rank_of(card))
    return format_html(
        '<span class="card{}"><span class="vh">{}</span><b aria-hidden="true">{}</b><i class="s s-{}"></i></span>',
        f" {style}" if style else "",
        spoken(card),
        rank,
        suit_of(card) or "JK",
    )


def down_html(count: int) -> SafeString:
    """Draw a pile of cards face down with its count."""
    if not count:
        return mark_safe("")
    backs = mark_safe('<i class="back"></i>' * min(count, 3))  # noqa: S308 - constant markup
    return format_html(
        '<span class="downs">{}<small>{}</small></span>', backs, _("%(count)d down") % {"count": count}
    )


def cards_text(cards: Iterable[str]) -> SafeString:
    """Draw several cards within a sentence, separated by blanks."""
    return mark_safe(" ".join(card_text(card) for card in cards))  # noqa: S308 - card_text escapes its texts

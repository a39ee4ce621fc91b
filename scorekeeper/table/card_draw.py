"""Drawing cards for seats (Générala): the highest card takes the first seat and deals.

The next highest card takes the next seat. Players with cards of equal rank draw again, until all ranks differ.
Cards are typed as transcripts write them ("KH", "10S", "JK") or with the signs of suits; no card is drawn twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.card_rounds.cards import SIGNS, card_html, written
from scorekeeper.games.card_rounds.picker import Picker, picker
from scorekeeper.rules.cards import JOKERS, order_by_cards, pack, to_draw

from .opening_roll import LONGEST, MOST_ROUNDS, Draw
from .seating import Seating

PACK = pack(jokers=2)
_LETTERS = str.maketrans({sign: letter for letter, sign in SIGNS.items()})
_NOISE = re.compile(r"[\s\ufe0e\ufe0f]+")


@dataclass(frozen=True)
class CardDraw(Draw):
    """The cards that all players have drawn.

    `names`: names of the players, for texts.
    """

    names: tuple[str, ...] = ()

    @property
    def groups(self) -> list[list[int]]:
        """Places from the highest card to the lowest; equal ranks share a group."""
        return [list(group) for group in order_by_cards(dict(enumerate(self.turns)))]

    @property
    def waiting(self) -> list[int]:
        """The places of the players who draw next."""
        return [] if self.chosen else list(to_draw(dict(enumerate(self.turns))))

    def read(self, place: int) -> str | None:
        """Return the card typed for a place; None for no card and for one drawn before."""
        return next((card for card in self._typed(place) if self._holder(card) is None), None)

    def fault(self, place: int) -> str:
        """Return the error text for a typed card: no card, or drawn by another player."""
        for card in self._typed(place):
            holder = self._holder(card)
            if holder is not None:
                return _("%(player)s drew %(card)s.") % {
                    "player": self.names[holder],
                    "card": written(card),
                }
        return _("Type rank and suit, such as KH, 10S or JK.")

    def seated(self, seating: Seating) -> Seating:
        """Return the seating in the order drawn, with the highest card as dealer."""
        return super().seated(seating).dealt_by(1)

    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that hold the cards drawn so far."""
        return [(f"drawn-{place + 1}", " ".join(cards)) for place, cards in enumerate(self.turns) if cards]

    def describe(self, place: int) -> str:
        """Return the cards of a player in words, such as "9♠, K♥"."""
        return listed(written(card) for card in self.turns[place])

    def last_card(self, place: int) -> SafeString:
        """Return a player's last card as HTML."""
        return card_html(self.turns[place][-1])

    def tapped(self, place: int, card: str) -> CardDraw:
        """Return the draw with a card typed for a place."""
        typed = (*self.typed[:place], card[:LONGEST], *self.typed[place + 1 :])
        return replace(self, typed=typed)

    def picker(self, place: int) -> Picker:
        """Return the picker of cards left to draw, with one key for both jokers."""
        keys = picker(PACK, [card for card in PACK.cards if self._holder(card) is None], {})
        jokers = [key for key in keys.jokers if key.state == "open"] or keys.jokers
        return replace(keys, jokers=tuple(jokers[:1]))

    def _typed(self, place: int) -> tuple[str, ...]:
        """Return the cards that a typed text may mean: one, either joker, or none."""
        text = _NOISE.sub("", self.typed[place]).upper().translate(_LETTERS)
        if text in ("JK", "JOKER", _("joker").upper()):
            return JOKERS
        return (text,) if text in PACK else ()

    def _holder(self, card: str) -> int | None:
        return next((place for place, cards in enumerate(self.turns) if card in cards), None)


def read_cards(form: QueryDict, names: tuple[str, ...]) -> CardDraw:
    """Read the cards drawn so far from a form; unknown and repeated cards are left out."""
    draws: list[tuple[str, ...]] = []
    for number in range(1, len(names) + 1):
        cards = [card for card in form.get(f"drawn-{number}", "").split()[:MOST_ROUNDS] if card in PACK]
        drawn = [card for card in dict.fromkeys(cards) if all(card not in others for others in draws)]
        draws.append(tuple(drawn))
    typed = tuple(form.get(f"card-{number}", "")[:LONGEST] for number in range(1, len(names) + 1))
    return CardDraw(tuple(draws), typed, names)

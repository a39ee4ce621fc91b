"""Drawing cards for seats (Générala): the highest card takes the first seat and deals, then the next highest.

Equal ranks put the card away and draw again, until no rank in the circle equals another. Cards are typed as transcripts
write them ("KH", "10S", "JK"), suits also by their signs; a card that was put away is not drawn again.
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
    """The cards that everybody has drawn. `names`: to say who holds a card."""

    names: tuple[str, ...] = ()

    @property
    def groups(self) -> list[list[int]]:
        """From the highest card to the lowest."""
        return [list(group) for group in order_by_cards(dict(enumerate(self.turns)))]

    @property
    def waiting(self) -> list[int]:
        """The places of those who draw now."""
        return list(to_draw(dict(enumerate(self.turns))))

    def read(self, place: int) -> str | None:
        """The card that is typed, None where it is none or was drawn before."""
        return next((card for card in self._typed(place) if self._holder(card) is None), None)

    def fault(self, place: int) -> str:
        """No card, or who holds it."""
        for card in self._typed(place):
            holder = self._holder(card)
            if holder is not None:
                return _("%(player)s drew %(card)s.") % {
                    "player": self.names[holder],
                    "card": written(card),
                }
        return _("Type rank and suit, such as KH, 10S or JK.")

    def seated(self, seating: Seating) -> Seating:
        """The highest deals."""
        return super().seated(seating).dealt_by(1)

    def fields(self) -> list[tuple[str, str]]:
        """The fields that carry the cards so far."""
        return [(f"drawn-{place + 1}", " ".join(cards)) for place, cards in enumerate(self.turns) if cards]

    def told(self, place: int) -> str:
        """ "K♥" after "9♠"."""
        return listed(written(card) for card in self.turns[place])

    def shown(self, place: int) -> SafeString:
        """The last card of somebody as it lies there."""
        return card_html(self.turns[place][-1])

    def tapped(self, place: int, card: str) -> CardDraw:
        """The draw with a card typed for a place."""
        typed = (*self.typed[:place], card[:LONGEST], *self.typed[place + 1 :])
        return replace(self, typed=typed)

    def picker(self, place: int) -> Picker:
        """The cards that may be drawn now; one joker is as good as the other."""
        keys = picker(PACK, [card for card in PACK.cards if self._holder(card) is None], {})
        jokers = [key for key in keys.jokers if key.state == "open"] or keys.jokers
        return replace(keys, jokers=tuple(jokers[:1]))

    def _typed(self, place: int) -> tuple[str, ...]:
        """The cards that what is typed may mean: one, either joker, or none."""
        text = _NOISE.sub("", self.typed[place]).upper().translate(_LETTERS)
        if text in ("JK", "JOKER", _("joker").upper()):
            return JOKERS
        return (text,) if text in PACK else ()

    def _holder(self, card: str) -> int | None:
        """Who drew a card."""
        return next((place for place, cards in enumerate(self.turns) if card in cards), None)


def read_cards(form: QueryDict, names: tuple[str, ...]) -> CardDraw:
    """The cards that a form carries; what is no card of this pack is left out, and what was drawn twice."""
    draws: list[tuple[str, ...]] = []
    for number in range(1, len(names) + 1):
        cards = [card for card in form.get(f"drawn-{number}", "").split()[:MOST_ROUNDS] if card in PACK]
        kept = [card for card in dict.fromkeys(cards) if all(card not in others for others in draws)]
        draws.append(tuple(kept))
    typed = tuple(form.get(f"card-{number}", "")[:LONGEST] for number in range(1, len(names) + 1))
    return CardDraw(tuple(draws), typed, names)

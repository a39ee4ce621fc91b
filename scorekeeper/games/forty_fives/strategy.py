"""Random rounds of Forty-fives, by result and by cards.

A pack is dealt, a card turned and robbed, and five tricks are played. Most cards follow the rules; a random card now
and then produces revokes. Bids are chosen after the play, and most of them are made: otherwise games with an auction
would go on forever.
"""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.rules.contract import Game
from scorekeeper.rules.forty_fives.cards import PACK, Trumps, trumps
from scorekeeper.rules.forty_fives.state import State

Hands = dict[str, list[str]]


def played_round(game: Game[Any, Any], state: State, chance: Random, wild: float = 0) -> dict[str, Any]:
    """Return a random round.

    `wild`: the probability of a random card.
    """
    dealt = Table(state, chance)
    tricks = dealt.play(wild)
    entry: dict[str, Any] = dealt.head
    if chance.random() < 0.5:
        entry["tricks"] = [[list(play) for play in trick] for trick in tricks]
    else:
        entry |= {"tricks": dealt.winners, "best": dealt.best}
    if state.options["auction"]:
        entry["bid"] = dealt.bid()
    if chance.random() < 0.2:
        entry["dealer"] = game.dealer(state)
    return entry


class Table:
    """A dealt table: hands, trumps, and the tricks as they are played."""

    def __init__(self, state: State, chance: Random) -> None:
        self.state, self.chance, self.players = state, chance, state.seats.players
        self.head: dict[str, Any] = {}
        pack = [card for card in PACK.cards if card != "JK" or state.options["joker"]]
        chance.shuffle(pack)
        self.hands: Hands = {player: [pack.pop() for _ in range(5)] for player in self.players}
        self.trumps = self._turn(pack)
        self.winners: list[str] = []
        self.best: str | None = None

    def _turn(self, pack: list[str]) -> Trumps:
        options, chance = self.state.options, self.chance
        if options["auction"] or chance.random() < 0.2:
            self.head["trump"] = chance.choice("SHDC")
            return trumps(options, self.head["trump"], False)
        turned, robbed = [pack.pop()], []
        if turned == ["JK"]:
            turned.append(pack.pop())
            robbed.append(self._take(self.state.dealer, "JK"))
        ace = "A" + turned[-1][-1]
        robber = self.state.dealer if turned[-1] == ace else self._holder(ace)
        robs = robber is not None and chance.random() < 0.6
        if robs:
            robbed.append(self._take(robber, turned[-1], ace))
        self._say(turned, robbed, robs)
        lowest = not robs and turned[-1] != ace and options["unrobbed_ace"] == "lowest_trump"
        return trumps(options, turned[-1][-1], lowest)

    def _holder(self, card: str) -> str | None:
        return next((player for player, hand in self.hands.items() if card in hand), None)

    def _take(self, player: Any, card: str, ace: str = "") -> dict[str, str]:
        hand = self.hands[player]
        out = self.chance.choice([each for each in hand if each != ace])
        hand[hand.index(out)] = card
        return {"player": player, **({"discarded": out} if self.chance.random() < 0.5 else {})}

    def _say(self, turned: list[str], robbed: list[dict[str, str]], robs: bool) -> None:
        self.head["turned"] = turned if len(turned) == 2 else turned[0]
        if len(robbed) == 2 and robbed[1]["player"] != self.state.dealer and self.chance.random() < 0.5:
            del robbed[0]  # the entry may omit that the dealer takes the joker
        elif len(turned) == 2 and not robs and self.chance.random() < 0.5:
            robbed = []
        if robbed:
            self.head["robbed"] = robbed if len(robbed) == 2 else robbed[0]

    def play(self, wild: float) -> list[list[tuple[str, str]]]:
        """Play five tricks.

        `wild`: the probability of a random card.
        """
        tricks = []
        leader = self.state.seats.after(self.state.dealer)[0]
        for _ in range(5):
            place = self.players.index(leader)
            trick: list[tuple[str, str]] = []
            for player in self.players[place:] + self.players[:place]:
                card = self._card(player, trick[0][1] if trick else None, wild)
                self.hands[player].remove(card)
                trick.append((player, card))
            leader = trick[self.trumps.best([card for _, card in trick])][0]
            self.winners.append(leader)
            tricks.append(trick)
        strength = {card: self.trumps.strength.get(card, 0) for trick in tricks for _, card in trick}
        highest = max(strength, key=strength.__getitem__)
        if strength[highest]:
            self.best = next(player for trick in tricks for player, card in trick if card == highest)
        return tricks

    def _card(self, player: str, led: str | None, wild: float) -> str:
        hand = self.hands[player]
        if led is None or self.chance.random() < wild:
            return self.chance.choice(hand)
        return self.chance.choice(
            [card for card in hand if not any(self.trumps.proof(card, led, held) for held in hand)]
        )

    def bid(self) -> dict[str, Any]:
        """Return a bid, in most cases one that was made."""
        points = {
            player: 5 * self.winners.count(player) + 5 * (player == self.best) for player in self.players
        }
        bidder = max(points, key=points.__getitem__)
        bids = [bid for bid in (15, 20, 25, 30) if bid <= points[bidder]]
        if not bids or self.chance.random() < 0.2:
            return {
                "player": self.chance.choice(self.players),
                "points": self.chance.choice((15, 20, 25, 30)),
            }
        return {"player": bidder, "points": self.chance.choice(bids)}

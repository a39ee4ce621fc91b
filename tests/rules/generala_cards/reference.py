"""Reference implementation of Générala, written from the description of the game alone.

It remembers shown cards and players who did not follow. Whether a player can have held a card is decided at every
entry by trying to deal the pack so, card by card. Slow, and none of the rules' own code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS] + ["JK1", "JK2"]

Entry = Mapping[str, Any]


class RefusedError(Exception):
    """The paper does not take it."""


def must(fine: object) -> None:
    if not fine:
        raise RefusedError


def is_joker(card: str) -> bool:
    return card in ("JK1", "JK2")


def strength(card: str) -> int:
    return 99 if is_joker(card) else RANKS.index(card[:-1])


class ReferenceHand:
    """A hand as far as it was played."""

    def __init__(self, options: Mapping[str, Any], players: Sequence[str], leader: str) -> None:
        self.options, self.players, self.leader = options, list(players), leader
        self.dealt = dict.fromkeys(players, 0)
        at = self.players.index(leader)
        for number in range(54):
            self.dealt[self.players[(at + number) % len(players)]] += 1
        self.cards = dict(self.dealt)
        self.own: dict[str, set[str]] = {player: set() for player in players}  # shown out of the cards dealt
        self.picked: dict[str, set[str]] = {player: set() for player in players}
        self.gone: set[str] = set()
        self.lacked: list[tuple[str, str, set[str]]] = []  # player, suit, cards shown before
        self.out: list[list[str]] = []

    def copy(self) -> ReferenceHand:
        """The same hand once more, to play on in."""
        twin = object.__new__(ReferenceHand)
        twin.options, twin.players, twin.leader, twin.dealt = (
            self.options,
            self.players,
            self.leader,
            self.dealt,
        )
        twin.cards, twin.gone = dict(self.cards), set(self.gone)
        twin.own = {player: set(cards) for player, cards in self.own.items()}
        twin.picked = {player: set(cards) for player, cards in self.picked.items()}
        twin.lacked, twin.out = list(self.lacked), list(self.out)
        return twin

    @property
    def over(self) -> bool:
        return sum(1 for count in self.cards.values() if count > 0) <= 1

    def order(self) -> list[str]:
        at = self.players.index(self.leader)
        turned = self.players[at:] + self.players[:at]
        return [player for player in turned if self.cards[player] > 0]

    def trick(self, entry: Entry, whole: bool = True) -> None:
        order = self.order()
        table: list[tuple[str, str]] = []
        for player, card in entry["trick"]:
            must(len(table) < len(order) and order[len(table)] == player)
            self.put(table, player, card)
        took = entry.get("took")
        if took:
            must(table and len(table) < len(order) and order[len(table)] == took["player"])
            must(not is_joker(table[0][1]))
            self.lacks(took["player"], table[0][1][-1])
            must(took["card"] in [card for _, card in table] and not is_joker(took["card"]))
        elif whole:
            must(len(table) == len(order))
        if took or whole:
            self.finish(table, took, entry.get("out", []))

    def put(self, table: list[tuple[str, str]], player: str, card: str) -> None:
        must(card in PACK and card not in self.gone and card not in [each for _, each in table])
        must(not any(card in self.picked[other] for other in self.players if other != player))
        if table and not is_joker(table[0][1]) and is_joker(card):
            self.lacks(player, table[0][1][-1])
        elif table and not is_joker(table[0][1]):
            must(card[-1] == table[0][1][-1])
        if is_joker(card) and table and is_joker(table[-1][1]):
            must(self.options["joker_after_joker"] == "allowed" or self.cards[player] == 1)
        if card in self.picked[player]:
            self.picked[player].remove(card)
        else:
            self.own[player].add(card)
        self.cards[player] -= 1
        table.append((player, card))

    def lacks(self, player: str, suit: str) -> None:
        must(not any(card[-1] == suit for card in self.picked[player]))
        self.lacked.append((player, suit, set(self.own[player])))

    def finish(self, table: list[tuple[str, str]], took: Entry | None, named: Sequence[str]) -> None:
        out = [player for player, _ in table if self.cards[player] == 0]
        must(sorted(out) == sorted(named))
        if out:
            self.out.append(out)
        taken = took["card"] if took else None
        self.gone |= {card for _, card in table if card != taken}
        if took:
            self.picked[took["player"]].add(took["card"])
            self.cards[took["player"]] += 1
        best = list(table)
        best.sort(key=lambda play: strength(play[1]), reverse=True)  # stable: equal ones as they were played
        for player, card in best:
            if card == taken and not self.options["winner_counts_taken_card"]:
                continue
            if self.cards[player] > 0:
                self.leader = player
                return
        if took:
            self.leader = took["player"]

    # --- can it have been dealt so ---

    def can_be_dealt(self) -> bool:
        for player, suit, before in self.lacked:
            if any(card[-1] == suit for card in self.own[player] - before if not is_joker(card)):
                return False
        room = {player: self.dealt[player] - len(self.own[player]) for player in self.players}
        if min(room.values()) < 0:
            return False
        lacks = {(player, suit) for player, suit, _ in self.lacked}
        shown = set().union(*self.own.values())
        hidden = [card for card in PACK if card not in shown]
        may_hold = {
            card: [player for player in self.players if (player, card[-1]) not in lacks] for card in hidden
        }
        hands: dict[str, list[str]] = {player: [] for player in self.players}
        hidden.sort(key=lambda card: len(may_hold[card]))
        return all(find_hand(card, may_hold, room, hands, set()) for card in hidden)


def find_hand(
    card: str,
    may_hold: Mapping[str, Sequence[str]],
    room: Mapping[str, int],
    hands: dict[str, list[str]],
    asked: set[str],
) -> bool:
    """Put a card into a hand that may hold it; where all are full, move another card out of one."""
    for player in may_hold[card]:
        if len(hands[player]) < room[player]:
            hands[player].append(card)
            return True
    for player in may_hold[card]:
        if player in asked:
            continue
        asked.add(player)
        for other in list(hands[player]):
            if find_hand(other, may_hold, room, hands, asked):
                hands[player].remove(other)
                hands[player].append(card)
                return True
    return False


class ReferenceGame:
    """A game: hands that are over, and the tricks of the one that runs."""

    def __init__(self, options: Mapping[str, Any], players: Sequence[str], dealer: str) -> None:
        self.options, self.players, self.dealer = options, list(players), dealer
        self.inside = list(players)
        self.hands: list[dict[str, Any]] = []
        self.course = self.new_course()
        self.begun = False
        self.survived = dict.fromkeys(players, 0)
        self.first_home: str | None = None
        self.reason: str | None = None
        self.winners: list[str] = []

    def copy(self) -> ReferenceGame:
        """The same paper once more, to try something on."""
        twin = ReferenceGame(self.options, self.players, self.dealer)
        twin.inside, twin.hands = list(self.inside), list(self.hands)
        twin.course, twin.begun = self.course, self.begun
        twin.survived, twin.first_home = dict(self.survived), self.first_home
        twin.reason, twin.winners = self.reason, list(self.winners)
        return twin

    def write(self, entry: Entry) -> None:
        """Take an entry, or raise RefusedError and be as before."""
        must(self.reason is None)
        if "end" in entry:
            early = entry["end"] == "as_it_stands" and self.hands
            must(early or (entry["end"] == "agreed" and not self.options["elimination"]))
            self.reason, self.begun = "agreed", False
            best = max(self.survived.values())
            self.winners = [player for player in self.players if self.survived[player] == best]
        elif "trick" in entry:
            course = self.course.copy()
            course.trick(entry)
            must(course.can_be_dealt())
            self.course, self.begun = course, True
            if course.over:
                self.end_hand(course.out)
        else:
            must(self.begun == entry.get("rest", False))
            before = self.course.out if self.begun else []
            must(entry["out"])
            self.check([*before, *entry["out"]])
            self.end_hand([*before, *entry["out"]])

    def next_inside(self, player: str) -> str:
        at = self.players.index(player)
        while True:
            at = (at + 1) % len(self.players)
            if self.players[at] in self.inside:
                return self.players[at]

    def new_course(self) -> ReferenceHand:
        return ReferenceHand(self.options, self.inside, self.next_inside(self.dealer))

    def check(self, out: Sequence[Sequence[str]]) -> None:
        must(out and all(out))
        named = [player for group in out for player in group]
        must(set(named) <= set(self.inside) and len(set(named)) == len(named))
        must(len(named) >= len(self.inside) - 1)
        if len(named) == len(self.inside):
            must(len(out[-1]) >= 2)

    def end_hand(self, out: Sequence[Sequence[str]]) -> None:
        named = [player for group in out for player in group]
        loser = next((player for player in self.inside if player not in named), None)
        drops = self.options["elimination"]
        if self.options["last_trick_spares"] == "two_or_more" and len(out[-1]) > 1:
            loser = None
        two_left = len(self.inside) == 2
        if loser is None and drops and two_left and self.options["final_tie"] == "first_to_play":
            loser = named[1]
        hand: dict[str, Any] = {
            "dealer": self.dealer,
            "leader": self.next_inside(self.dealer),
            "out": [list(group) for group in out],
            "dropped": loser if drops else None,
        }
        if not drops:
            hand["lost"] = loser
        self.hands.append(hand)
        self.begun = False
        for player in self.inside:
            if player != loser:
                self.survived[player] += 1
        self.deal_next(loser)
        if drops and loser is not None:
            self.inside.remove(loser)
            self.first_home = self.first_home or loser
            if len(self.inside) == 1:
                self.reason, self.winners = "champion", list(self.inside)
                return
        self.course = self.new_course()

    def deal_next(self, loser: str | None) -> None:
        if len(self.players) == 2 and self.options["two_player_deal"] == "alternate":
            self.dealer = self.players[1 - self.players.index(self.dealer)]
        elif loser is not None:
            self.dealer = loser
        elif self.options["all_out_dealer"] == "next_right":
            self.dealer = self.next_inside(self.dealer)

    def report(self) -> dict[str, Any]:
        course = None if self.reason else self.course
        return {
            "hands": self.hands,
            "in": self.inside,
            "leader": course.leader if course else None,
            "cards": course.cards if course else {},
            "wins": dict.fromkeys(self.winners, 1),
        }

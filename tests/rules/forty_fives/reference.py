"""Reference implementation of Forty-fives, written from the rules alone.

Slow and plain: ranks are the printed tables, a card is legal if it is in the list of cards that the hand may play,
and whether a player may have taken a card is tried with every card of the pack as the one discarded.
`Paper.write` puts a round on the sheet or raises RefusedError.
"""

from __future__ import annotations

from typing import Any

TRUMPS = {
    "H": "5H JH AH JK KH QH 10H 9H 8H 7H 6H 4H 3H 2H",
    "D": "5D JD AH JK AD KD QD 10D 9D 8D 7D 6D 4D 3D 2D",
    "S": "5S JS AH JK AS KS QS 2S 3S 4S 6S 7S 8S 9S 10S",
    "C": "5C JC AH JK AC KC QC 2C 3C 4C 6C 7C 8C 9C 10C",
}
PLAIN = {
    "H": "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H",
    "D": "KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D AD",
    "S": "KS QS JS AS 2S 3S 4S 5S 6S 7S 8S 9S 10S",
    "C": "KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C 10C",
}
PACK = {*" ".join(PLAIN.values()).split(), "AH", "JK"}


class RefusedError(Exception):
    """The round is not one that could have been played, or not like this."""


def need(so: object) -> None:
    if not so:
        raise RefusedError


class ReferenceGame:
    """A game. `rounds`: (dealer, trump, points, revokes); `over`: (reason, winners) or None."""

    def __init__(self, options: Any, players: Any, teams: Any = (), dealer: Any = None) -> None:
        self.options, self.players = options, list(players)
        self.sides = [list(team) for team in teams] or [[player] for player in players]
        self.dealer = dealer or self.players[-1]
        self.totals = dict.fromkeys(self.players, 0)
        self.rounds: list[Any] = []
        self.over: Any = None

    def side(self, player: str) -> list[str]:
        return next(side for side in self.sides if player in side)

    def left_of(self, player: str) -> str:
        return str(self.players[(self.players.index(player) + 1) % len(self.players)])

    def write(self, entry: Any) -> None:
        need(self.over is None)
        if "end" in entry:
            self.end_as_it_stands(entry)
            return
        need(not set(entry) - {"trump", "turned", "robbed", "bid", "tricks", "best", "dealer", "note"})
        need(entry.get("dealer", self.dealer) == self.dealer)
        self.check_bid(entry)
        table = Cards(self, entry)
        tricks = entry.get("tricks")
        need(isinstance(tricks, list) and len(tricks) == 5)
        if all(isinstance(trick, str) for trick in tricks):
            need("best" in entry)
            need(set(tricks) <= set(self.players))
            need(entry["best"] is None or entry["best"] in tricks)
            winners, best, revokes = tricks, entry["best"], []
        else:
            need("best" not in entry)
            winners, best, revokes = table.play(tricks)
        points = self.points(winners, best)
        losers = set()
        if self.options["revoke"] == "lose_round":
            losers = {mate for player, _, _ in revokes for mate in self.side(player)}
        for player in losers:
            points[player] = 0
        bid = entry.get("bid")
        if bid:
            self.settle(points, bid)
        for player in self.players:
            self.totals[player] += points[player]
        self.rounds.append((self.dealer, table.suit, points, revokes))
        self.end(winners, losers, bid)
        self.dealer = self.left_of(self.dealer)

    def check_bid(self, entry: Any) -> None:
        need(("bid" in entry) == self.options["auction"])
        if "bid" in entry:
            need("turned" not in entry)
            need(isinstance(entry["bid"], dict) and set(entry["bid"]) == {"player", "points"})
            need(entry["bid"]["player"] in self.players)
            need(entry["bid"]["points"] in (15, 20, 25, 30))

    def points(self, winners: Any, best: Any) -> dict[str, int]:
        points = dict.fromkeys(self.players, 0)
        for winner in winners:
            points[winner] += 5
        bonus = self.options["no_trump_bonus"]
        ten = best or {"none": None, "first_trick": winners[0], "last_trick": winners[4]}[bonus]
        if ten:
            points[ten] += 5
        return points

    def settle(self, points: dict[str, int], bid: Any) -> None:
        made = sum(points[mate] for mate in self.side(bid["player"])) >= bid["points"]
        if made and bid["points"] < 30:
            return
        if self.options["auction_side"] == "side":
            for mate in self.side(bid["player"]):
                points[mate] = 0
        points[bid["player"]] = 60 if made else -bid["points"]

    def end_as_it_stands(self, entry: Any) -> None:
        need(entry["end"] == "as_it_stands" and not set(entry) - {"end", "note"} and self.rounds)
        sums = [sum(self.totals[player] for player in side) for side in self.sides]
        best = [side for side, total in zip(self.sides, sums, strict=True) if total == max(sums)]
        self.over = ("agreed", {player for side in best for player in side})

    def end(self, winners: Any, losers: set[str], bid: Any) -> None:
        side = self.side(winners[0])
        if self.options["sweep_wins"] and set(winners) <= set(side) and not losers & set(side):
            self.over = ("sweep", set(side))
            return
        sums = [(sum(self.totals[player] for player in side), side) for side in self.sides]
        there = [(total, side) for total, side in sums if total >= self.options["target"]]
        if not there:
            return
        if bid and self.side(bid["player"]) in [side for _, side in there]:
            self.over = ("target", set(self.side(bid["player"])))
            return
        highest = max(total for total, _ in there)
        best = [side for total, side in there if total == highest]
        if len(best) == 1 or self.options["tie"] == "shared":
            self.over = ("target", {player for side in best for player in side})


class Cards:
    """Cards of one round: turned, taken and played."""

    def __init__(self, paper: ReferenceGame, entry: Any) -> None:
        self.paper, self.options, self.dealer = paper, paper.options, paper.dealer
        self.turned = entry.get("turned", [])
        if isinstance(self.turned, str):
            self.turned = [self.turned]
            need(self.turned != ["JK"])
        elif "turned" in entry:
            need(len(self.turned) == 2 and self.turned[0] == "JK" != self.turned[1])
        need(set(self.turned) <= PACK)
        need("JK" not in self.turned or self.options["joker"])
        self.suit = self.turned[-1][-1] if self.turned else entry.get("trump")
        need(self.suit in ("S", "H", "D", "C") and entry.get("trump", self.suit) == self.suit)
        self.take(entry.get("robbed", []), "robbed" in entry)
        self.order = self.ranks()

    def take(self, robbed: Any, answered: bool) -> None:
        """Let players take the joker and the other card: [player, discarded card or None]."""
        joker, other = None, None
        if isinstance(robbed, dict):
            robbed = [robbed]
        else:
            need(not answered or (len(robbed) == 2 and len(self.turned) == 2))
        if answered:
            need(self.turned)
        for each in robbed:
            need(set(each) <= {"player", "discarded"} and each.get("player") in self.paper.players)
            need(each.get("discarded", "2C") in PACK)
        named = [[each["player"], each.get("discarded")] for each in robbed]
        if len(self.turned) == 2:
            joker = [self.dealer, None]
            if len(named) == 2:
                joker, other = named
            elif named and named[0][0] == self.dealer:
                joker = named[0]
            elif named:
                other = named[0]
            need(joker[0] == self.dealer)
        elif named:
            other = named[0]
        self.joker: Any = joker
        self.other: Any = other
        need(self.possible(dict.fromkeys(self.paper.players, ()), whole=False))

    def ranks(self) -> list[str]:
        order = TRUMPS[self.suit].split()
        if self.options["joker_rank"] == "above_ace_of_hearts":
            order[2], order[3] = order[3], order[2]
        if not self.options["joker"]:
            order.remove("JK")
        ace = "A" + self.suit
        unrobbed = self.turned and not self.other and self.turned[-1] != ace
        if unrobbed and self.options["unrobbed_ace"] == "lowest_trump":
            order.remove(ace)
            order.append(ace)
        return order

    def possible(self, hands: dict[str, Any], whole: bool = True) -> bool:
        """Return whether the hands that were shown can have come about, whatever went out unnamed."""
        first = [self.joker[1]] if self.joker and self.joker[1] else sorted(PACK)
        second = [self.other[1]] if self.other and self.other[1] else sorted(PACK)
        pairs = [
            (one, two)
            for one in (first if self.joker else [None])
            for two in (second if self.other else [None])
        ]
        return any(self.came_about(hands, one, two, whole) for one, two in pairs)

    def came_about(self, hands: Any, one: Any, two: Any, whole: bool) -> bool:
        """Return whether it can be so if `one` went out for the joker and `two` for the other card."""
        shown = {card for hand in hands.values() for card in hand}
        out = [card for card in (one, two) if card]
        lying = set() if self.other else set(self.turned[-1:])
        joker_again = two == "JK" and self.joker and self.other[0] == self.dealer
        return all(
            (
                len(set(out)) == len(out),
                not shown & (set(out) | lying),
                self.options["joker"] or "JK" not in out,
                one not in self.turned,
                two not in self.turned or joker_again,
                two != "A" + self.suit or self.options.version == 1,
                self.kept(hands, one, two, whole),
            )
        )

    def kept(self, hands: Any, one: Any, two: Any, whole: bool) -> bool:
        """Return whether all show what was taken, and the ace that took it."""
        musts: dict[str, set[str]] = {player: set() for player in self.paper.players}
        if self.joker:
            musts[self.dealer].add("JK")
        if self.other:
            taker, card, ace = self.other[0], self.turned[-1], "A" + self.suit
            if (card == ace and taker != self.dealer) or (card != ace == one):
                return False
            musts[taker] |= {card, ace}
            musts[taker].discard(two)
        return all(self.shows(hands, player, cards, whole) for player, cards in musts.items())

    def shows(self, hands: Any, player: str, cards: set[str], whole: bool) -> bool:
        others = {card for other, hand in hands.items() if other != player for card in hand}
        return not cards & others and (not whole or cards <= set(hands[player]))

    def play(self, tricks: Any) -> Any:
        players, leader = self.paper.players, self.paper.left_of(self.dealer)
        hands: dict[str, list[str]] = {player: [] for player in players}
        winners, used = [], []
        for trick in tricks:
            need(isinstance(trick, list) and len(trick) == len(players))
            expected = leader
            for play in trick:
                need(isinstance(play, list) and len(play) == 2)
                need(play[0] == expected)
                need(play[1] in PACK and (play[1] != "JK" or self.options["joker"]))
                hands[expected].append(play[1])
                used.append(play[1])
                expected = self.paper.left_of(expected)
            leader = self.winner(trick)
            winners.append(leader)
        need(len(set(used)) == len(used))
        need(self.possible(hands))
        best = next((card for card in self.order if card in used), None)
        holder = next((player for player in players if best in hands[player]), None)
        return winners, holder, self.revokes(tricks, hands)

    def winner(self, trick: Any) -> str:
        led = trick[0][1]
        ranking = self.order + ([] if led in self.order else PLAIN[led[-1]].split())
        able = [play for play in trick if play[1] in ranking]
        return str(min(able, key=lambda play: ranking.index(play[1]))[0])

    def revokes(self, tricks: Any, hands: Any) -> list[tuple[str, int, str]]:
        found = []
        for number, trick in enumerate(tricks):
            for player, card in trick[1:]:
                if card not in self.allowed(hands[player][number:], trick[0][1]):
                    found.append((player, number + 1, card))
        return found

    def allowed(self, hand: list[str], led: str) -> list[str]:
        """The cards of a hand that may be played to this lead."""
        mine = [card for card in hand if card in self.order]
        if led in self.order:
            kinds = {"5": ["5"], "5_J_AH": ["5", "J", "AH"], "5_J_AH_joker": ["5", "J", "AH", "JK"]}
            safe = [kind + self.suit for kind in kinds[self.options["renege"]]] + kinds[
                self.options["renege"]
            ]
            forced = [
                card for card in mine if card not in safe or self.order.index(card) > self.order.index(led)
            ]
            return mine if forced else hand
        suit = [card for card in hand if card[-1] == led[-1] and card not in self.order]
        if not suit:
            return hand
        return suit if self.options["follow"] == "strict" else suit + mine

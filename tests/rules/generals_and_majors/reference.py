"""Reference implementation of Generals and Majors, written from the rules alone.

The table is dictionaries of lists. Payment is found by trying every way to share out the points, cancellation
by trying every selection of cards. `play` returns whether an entry was legal and applies it only then.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

RED, BLACK, STAR = "red", "black", "star"
SUITS = {"H": RED, "D": RED, "S": BLACK, "C": BLACK, "X": STAR}
Entry = dict[str, Any]


@cache
def full_pack(edition: str) -> tuple[str, ...]:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    if edition == "kalosi":
        ranks.insert(0, "1")
    cards = tuple(rank + suit for suit in SUITS for rank in ranks)
    return (*cards, "JK1", "JK2") if edition == "kalosi" else cards


def joker(card: str) -> bool:
    return card in ("JK1", "JK2")


def court(card: str) -> bool:
    return not joker(card) and card[0] in "JQKA"


def colour(card: str) -> str:
    return STAR if joker(card) else SUITS[card[-1]]


def name(laid: Any) -> str:
    """The card of a laid thing, however an entry writes it."""
    return str(laid["card"] if isinstance(laid, dict) else laid)


def field_of(laid: Any, field: str) -> Any:
    return laid.get(field) if isinstance(laid, dict) else None


class Model:
    """One game. `up` and `commanders` hold (card, colour said or None)."""

    def __init__(
        self, players: list[str], options: dict[str, Any], dealer: str | None = None, version: int = 2
    ) -> None:
        self.players, self.options, self.version = players, options, version
        # hidden cards, each pile as a number
        self.piles = {
            "stock": len(full_pack(options["edition"])) - 14,
            "thrown": 0,
            **dict.fromkeys(players, 7),
        }
        self.turn = players[0] if (dealer or players[1]) == players[1] else players[1]
        self.commanders: dict[str, list[tuple[str, str | None]]] = {player: [] for player in players}
        self.up: dict[str, list[tuple[str, str | None]]] = {player: [] for player in players}
        self.down: dict[str, list[str]] = {player: [] for player in players}
        self.turns = dict.fromkeys(players, 0)
        self.lines = 0
        self.counted: dict[Any, dict[str, int]] = {}
        self.threat: str | None = None  # the winner unless the other's next turn helps
        self.reason: str | None = None
        self.winner: str | None = None

    def other(self, player: str) -> str:
        return self.players[1 - self.players.index(player)]

    def shown(self) -> list[str]:
        return [
            card
            for player in self.players
            for card in [*(c for c, _ in self.commanders[player] + self.up[player]), *self.down[player]]
        ]

    # --- points ---

    def points(self, commanders: list[tuple[str, str | None]]) -> dict[str, int]:
        """Counted once for the same commanders: many turns are tried."""
        known = tuple(commanders)
        if known not in self.counted:
            self.counted[known] = self.count(commanders)
        return self.counted[known]

    def count(self, commanders: list[tuple[str, str | None]]) -> dict[str, int]:
        found = {RED: 0, BLACK: 0, STAR: 0}
        kalosi = self.options["edition"] == "kalosi"
        for card, bound in commanders:
            if joker(card) and self.options["hard"] and bound is None:
                found[RED] += 1
                found[BLACK] += 1
            elif joker(card):
                found[bound or STAR] += 2
            else:
                found[bound or colour(card)] += (2 if card[0] == "A" else 1) + (1 if kalosi else 0)
        for each in (RED, BLACK, STAR):
            if each == STAR and self.options["hard"]:
                continue
            cards = [card for card, _ in commanders if not joker(card) and colour(card) == each]
            if kalosi and len(cards) > 2:
                found[each] += 1
            if self.options["groups"]:
                found[each] += best_groups(cards)
        return found

    def values(self, up: list[tuple[str, str | None]]) -> dict[str, int]:
        found = {card: 0 if joker(card) else int(card[:-1]) for card, _ in up}
        highest = max(found.values(), default=0)
        return {card: number or highest for card, number in found.items()}

    def strength(self, player: str) -> int:
        return sum(self.values(self.up[player]).values())

    def pays(self, player: str, commanders: list[Any], up: list[Any], new: list[str]) -> bool:
        """Every way to share shared points and to split shared armies is tried."""
        worth, points = self.values(up), self.points(commanders)
        need = {RED: 0, BLACK: 0, STAR: 0}
        for card, bound in up:
            if card in new or self.options["command_limit"] == "cumulative":
                need[bound or colour(card)] += worth[card]
        for stars_for_red in range(points[STAR] + 1):
            for split in range(need[STAR] + 1):
                red = need[RED] + split <= points[RED] + stars_for_red
                black = need[BLACK] + need[STAR] - split <= points[BLACK] + points[STAR] - stars_for_red
                if red and black:
                    return True
        return False

    # --- lines ---

    def legal(self, entry: Entry) -> bool:
        """Return whether the line may be written now."""
        if self.reason is not None:
            return False
        if entry.get("end") == "as_it_stands":
            return self.lines > 0
        if "end" in entry:
            return self.version == 1 or self.piles["stock"] + self.piles["thrown"] == 0
        if entry["player"] not in self.players:
            return False
        if entry.get("redeal"):
            return self.turns[entry["player"]] == 0
        return bool(entry.get("concede")) or self.legal_turn(entry)

    def play(self, entry: Entry) -> None:
        """Add a legal line."""
        self.lines += 1
        if "end" in entry:
            one, other = (self.strength(player) for player in self.players)
            agreed = entry["end"] == "as_it_stands"
            self.reason = "draw" if one == other else "agreed" if agreed else "no_cards"
            self.winner = None if one == other else self.players[0 if one > other else 1]
        elif entry.get("concede"):
            self.reason, self.winner = "conceded", self.other(entry["player"])
        elif entry.get("redeal"):
            self.piles["thrown"] += self.piles[entry["player"]]
            self.piles[entry["player"]] = 0
            for _ in range(7):
                self.draw(entry["player"])
        else:
            commanders, up, new = self.with_laid(entry)
            self.draw(entry["player"])
            left = self.piles[entry["player"]] - len(new) - ("commander" in entry)
            self.piles[entry["player"]] = min(left, 7)
            self.piles["thrown"] += max(left - 7, 0)
            self.keep(entry, commanders, up)

    def draw(self, player: str) -> None:
        """Draw one card, from the stock or the discards."""
        if not self.piles["stock"]:
            self.piles["stock"], self.piles["thrown"] = self.piles["thrown"], 0
        if self.piles["stock"]:
            self.piles["stock"] -= 1
            self.piles[player] += 1

    def legal_turn(self, entry: Entry) -> bool:
        player, other = entry["player"], self.other(entry["player"])
        if player != self.turn or not self.well_laid(entry):
            return False
        laid = len(entry.get("armies", [])) + ("commander" in entry)
        drawn = 1 if self.piles["stock"] + self.piles["thrown"] else 0
        if self.version > 1 and laid > self.piles[player] + drawn:
            return False
        commanders, up, new = self.with_laid(entry)
        if not self.pays(player, commanders, up, new):
            return False
        mine = {card: n for card, n in self.values(up).items() if n}
        theirs = {card: n for card, n in self.values(self.up[other]).items() if n}
        if any(card not in mine for card in new):  # a joker with no army to be worth as much as
            return False
        for each in entry.get("cancel", []):
            if not self.cancels(each["mine"], each["theirs"], mine, theirs, new):
                return False
            for card in each["mine"]:
                del mine[card]
            for card in each["theirs"]:
                del theirs[card]
        return self.options["cancel_choice"] == "optional" or not self.may_cancel(mine, theirs, new)

    def well_laid(self, entry: Entry) -> bool:
        """Return whether the cards are of this pack, unseen so far, with legal values."""
        hard, pack = self.options["hard"], full_pack(self.options["edition"])
        laid = [*([entry["commander"]] if "commander" in entry else []), *entry.get("armies", [])]
        cards = [name(each) for each in laid]
        if len(set(cards)) < len(cards) or any(c in self.shown() or c not in pack for c in cards):
            return False
        leader = entry.get("commander")
        if leader is not None:
            bound = field_of(leader, "colour")
            if bound and not hard:
                return False
            if hard and not bound and colour(name(leader)) == STAR and not joker(name(leader)):
                return False
        return not any(
            hard and colour(name(army)) == STAR and not field_of(army, "pays")
            for army in entry.get("armies", [])
        )

    def with_laid(self, entry: Entry) -> tuple[list[Any], list[Any], list[str]]:
        player = entry["player"]
        commanders, up = list(self.commanders[player]), list(self.up[player])
        if "commander" in entry:
            commanders.append((name(entry["commander"]), field_of(entry["commander"], "colour")))
        up += [(name(army), field_of(army, "pays")) for army in entry.get("armies", [])]
        return commanders, up, [name(army) for army in entry.get("armies", [])]

    def cancels(self, one: list[str], two: list[str], mine: Any, theirs: Any, new: list[str]) -> bool:
        """Return whether these cards, all on the table, may cancel each other."""
        if len(set(one)) < len(one) or len(set(two)) < len(two):
            return False
        if any(card not in mine for card in one) or any(card not in theirs for card in two):
            return False
        if not any(card in new for card in one):
            return False
        if self.options["cancel"] == "single_vs_group" and len(one) != 1:
            return False
        return bool(sum(mine[card] for card in one) == sum(theirs[card] for card in two))

    def may_cancel(self, mine: Any, theirs: Any, new: list[str]) -> bool:
        """Return whether any cancellation is left."""
        against = sums(list(theirs.values()))
        fresh = [card for card in new if card in mine]
        if self.options["cancel"] == "single_vs_group":
            return any(mine[card] in against for card in fresh)
        for card in fresh:
            rest = sums([n for each, n in mine.items() if each != card]) | {0}
            if any(mine[card] + n in against for n in rest):
                return True
        return False

    def keep(self, entry: Entry, commanders: list[Any], up: list[Any]) -> None:
        player, other = entry["player"], self.other(entry["player"])
        self.commanders[player], self.up[player] = commanders, up
        for each in entry.get("cancel", []):
            for who, cards in ((player, each["mine"]), (other, each["theirs"])):
                self.up[who] = [laid for laid in self.up[who] if laid[0] not in cards]
                self.down[who] += cards
        self.turns[player] += 1
        self.turn = other
        lead = self.strength(player) - self.strength(other)
        if self.threat == other and -lead >= self.options["lead"]:
            self.reason, self.winner = "lead", other
        self.threat = player if lead >= self.options["lead"] else None

    # --- totals ---

    def report(self) -> dict[str, Any]:
        return {
            player: {
                "commanders": [card for card, _ in self.commanders[player]],
                "armies": [card for card, _ in self.up[player]],
                "face_down": self.down[player],
                "points": self.points(self.commanders[player]),
                "strength": self.strength(player),
            }
            for player in self.players
        }


def sums(numbers: list[int]) -> set[int]:
    """The sums of every selection of at least one number."""
    found: set[int] = set()
    for number in numbers:
        found |= {number, *(number + each for each in found)}
    return found


def best_groups(cards: list[str]) -> int:
    """Return the maximum for disjoint sequences of three or four: 1 each, of one suit 2."""
    best = 0
    for size in (3, 4):
        for group in combinations(cards, size):
            if "".join(sorted(card[0] for card in group)) in ("JKQ", "AKQ", "AJKQ"):
                worth = 2 if len({card[-1] for card in group}) == 1 else 1
                best = max(best, worth + best_groups([card for card in cards if card not in group]))
    return best

"""Thousands of whole deals of Generals and Majors against the reference.

A pack is shuffled, seven cards are dealt, and each turn is laid from the real hand; illegal variations of it are
tried first. So the counts of stock, discards and hands are checked against the truth too.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.rules.contract import MoveError, Seats
from scorekeeper.rules.generals_and_majors import GAME
from scorekeeper.rules.generals_and_majors.sheet import facts
from tests.playthrough_files import files_of
from tests.rules.random_games import random_options

from .reference import Entry, Model, court, full_pack, joker, name

PARTS, DEALS = 8, 250


class Deal:
    """A shuffled pack, two real hands, the module and the model side by side."""

    def __init__(self, seed: str) -> None:
        self.chance, self.seed = Random(seed), seed
        players = ["Ana", "Bo"]
        dealer = self.chance.choice((None, *players))
        options = random_options(GAME, self.chance)
        self.options = dict(options)
        self.state = GAME.start(options, Seats(tuple(players), (), dealer))
        self.model = Model(players, self.options, dealer)
        self.stock = list(full_pack(str(options["edition"])))
        self.chance.shuffle(self.stock)
        self.hands = {player: [self.stock.pop() for _ in range(7)] for player in players}
        self.discards: list[str] = []
        self.refused = self.cancelled = 0

    def play(self) -> None:
        """Play to the end: a lead that held, no possible play (or patience), or a concession."""
        idle = 0
        while self.model.reason is None:
            player = self.model.turn
            self.redeal(player)
            self.draw(player)
            entry = self.turn_of(player)
            for spoiled in self.spoiled(entry):
                self.refused += not self.line(spoiled, keep=False)
            idle = 0 if entry.keys() - {"player"} else idle + 1
            if idle >= 2 and not self.model.piles["stock"] + self.model.piles["thrown"]:
                assert self.line({"end": "no_cards"})
                return
            if idle == 6:  # no player has a play, and there are cards to draw
                assert not self.line({"end": "no_cards"}, keep=False) or self.state.options.version == 1
                assert self.line({"player": player, "concede": True})
                return
            if self.chance.random() < 0.02:
                entry = {"player": self.chance.choice(self.model.players), "concede": True}
            assert self.line(entry), (self.seed, entry)
            self.lay(player, entry)
            self.compare(counts=idle == 0)

    def line(self, entry: Entry, *, keep: bool = True) -> bool:
        """Assert that the rules and the reference agree on a line."""
        code, after = "taken", None
        try:
            after = GAME.apply(self.state, GAME.parse(entry))
        except MoveError as error:
            code = error.code
        legal = self.model.legal(entry)
        assert legal == (after is not None), (self.seed, entry, code, self.model.report())
        if keep and after is not None:
            self.state = after
            self.model.play(entry)
        return legal

    # --- the cards ---

    def redeal(self, player: str) -> None:
        while not self.model.turns[player] and not any(map(court, self.hands[player])):
            if self.chance.random() < 0.3:
                return
            assert self.line({"player": player, "redeal": True})
            self.discards += self.hands[player]
            self.hands[player] = []
            for _ in range(7):
                self.draw(player)
            self.compare(counts=True)

    def draw(self, player: str) -> None:
        if not self.stock:
            self.stock, self.discards = self.discards, []
            self.chance.shuffle(self.stock)
        if self.stock:
            self.hands[player].append(self.stock.pop())

    def lay(self, player: str, entry: Entry) -> None:
        """Remove the laid cards from the hand; discard what exceeds seven."""
        if "concede" in entry:
            return
        hand = self.hands[player]
        for laid in [*([entry["commander"]] if "commander" in entry else []), *entry.get("armies", [])]:
            hand.remove(name(laid))
        self.chance.shuffle(hand)
        hand.sort(key=court)  # commanders stay
        while len(hand) > 7:
            self.discards.append(hand.pop(0))

    # --- a turn ---

    def turn_of(self, player: str) -> Entry:
        """A legal turn out of this hand, as many cards as the player feels like."""
        chance = self.chance
        entry: Entry = {"player": player}
        hand = chance.sample(self.hands[player], len(self.hands[player]))
        leaders = [card for card in hand if court(card) or (joker(card) and chance.random() < 0.5)]
        if leaders and chance.random() < 0.95:
            entry["commander"] = self.bound(leaders[0], "commander")
        for card in hand:
            if not court(card) and card != name(entry.get("commander", "")) and chance.random() < 0.9:
                trial = {**entry, "armies": [*entry.get("armies", []), self.bound(card, "army")]}
                if self.payable(trial):
                    entry = trial
        self.cancel(entry)
        return entry

    def bound(self, card: str, role: str) -> Any:
        found = {"card": card, "as": role} if joker(card) else {"card": card}
        if self.options["hard"] and (card.endswith("X") or joker(card)):
            if role == "army" or not joker(card) or self.chance.random() < 0.5:
                found["pays" if role == "army" else "colour"] = self.chance.choice(("red", "black"))
        elif card.endswith("X") and role == "army" and self.chance.random() < 0.1:
            found["pays"] = self.chance.choice(("red", "black"))
        return found if len(found) > 1 else card

    def payable(self, entry: Entry) -> bool:
        commanders, up, new = self.model.with_laid(entry)
        worth = self.model.values(up)
        return all(worth[card] for card in new) and self.model.pays(entry["player"], commanders, up, new)

    def cancel(self, entry: Entry) -> None:
        """Cancellations by chance until none is left, or the players leave it where they may."""
        chance, player = self.chance, entry["player"]
        _, up, new = self.model.with_laid(entry)
        mine = self.model.values(up)
        theirs = {c: n for c, n in self.model.values(self.model.up[self.model.other(player)]).items() if n}
        group, chosen = self.options["cancel"] == "group_vs_group", []
        while self.model.may_cancel(mine, theirs, new):
            if self.options["cancel_choice"] == "optional" and chance.random() < 0.4:
                break
            one = chance.sample(sorted(mine), chance.randint(1, len(mine)) if group else 1)
            found = self.matching(sum(mine[card] for card in one), theirs)
            if found is None or not any(card in new for card in one):
                continue
            chosen.append({"mine": one, "theirs": found})
            mine = {card: n for card, n in mine.items() if card not in one}
            theirs = {card: n for card, n in theirs.items() if card not in found}
        if chosen:
            entry["cancel"] = chosen
            self.cancelled += len(chosen)

    def matching(self, total: int, theirs: dict[str, int]) -> list[str] | None:
        """Some cards of theirs with this sum, by chance."""
        for _ in range(8):
            found, left = [], total
            for card in self.chance.sample(sorted(theirs), len(theirs)):
                if theirs[card] <= left:
                    found.append(card)
                    left -= theirs[card]
            if not left:
                return found
        return None

    # --- refusals ---

    def spoiled(self, entry: Entry) -> list[Entry]:
        """The turn with one thing changed; some of these are legal all the same."""
        chance = self.chance
        if chance.random() < 0.6:
            return []
        other = self.model.other(entry["player"])
        card = chance.choice(full_pack("kalosi"))
        role = chance.choice(("commander", "army")) if joker(card) else "commander" if court(card) else "army"
        laid = self.bound(card, role)
        if role == "commander":
            more = {**entry, "commander": laid}
        else:
            more = {**entry, "armies": [*entry.get("armies", []), laid]}
        shown = self.model.up[other] or [(card, None)]
        taken = {"mine": [card], "theirs": [chance.choice(shown)[0]]}
        found = [more, {**entry, "cancel": [*entry.get("cancel", []), taken]}, {**entry, "player": other}]
        if "cancel" in entry:
            found.append({**entry, "cancel": entry["cancel"][1:]})
        if self.model.turns[entry["player"]]:
            found.append({"player": entry["player"], "redeal": True})
        return found

    # --- the same in the end ---

    def compare(self, *, counts: bool) -> None:
        """Compare the table, the next player, the winner, and the counts of hidden cards."""
        state, model = self.state, self.model
        assert GAME.report(state) == model.report(), self.seed
        assert GAME.turn(state) == (None if model.reason else model.turn)
        outcome = GAME.outcome(state)
        assert (outcome.reason if outcome else None) == model.reason
        assert (outcome.winners if outcome else ()) == ((model.winner,) if model.winner else ())
        if counts and not model.reason:
            found = facts(state)
            counted = (found["stock"], found["discards"], found["hands"])
            hands = {player: len(hand) for player, hand in self.hands.items()}
            assert counted == (len(self.stock), len(self.discards), hands), self.seed
            grace = found["grace"]
            assert (grace.against if grace else None) == model.threat


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_lines_of_random_deals_equal_reference(part: int) -> None:
    ends: dict[str | None, int] = {}
    refused = cancelled = 0
    for number in range(DEALS):
        deal = Deal(f"{part}-{number}")
        deal.play()
        ends[deal.model.reason] = ends.get(deal.model.reason, 0) + 1
        refused += deal.refused
        cancelled += deal.cancelled
    assert {"lead", "no_cards", "conceded"} <= ends.keys()
    assert refused > DEALS
    assert cancelled > DEALS


@pytest.mark.parametrize("path", files_of(GAME.slug), ids=lambda path: str(path.stem))
def test_kitchen_table_agrees_with_golden_games(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    options = dict(GAME.resolve(found.get("options", {}), found.get("rules")))
    model = Model(found["players"], options, found.get("dealer"), found.get("rules", GAME.version))
    refused = None
    for number, entry in enumerate(found["entries"], start=1):
        if not model.legal(entry):
            refused = number
            break
        model.play(entry)
    assert refused == (expected["error"] and expected["error"]["entry"])
    assert model.report() == expected["sheet"]
    assert (model.reason, [model.winner] if model.winner else []) == (expected["reason"], expected["winners"])

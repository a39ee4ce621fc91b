"""Générala against its reference: thousands of games by result, hundreds by cards.

Compared in total: legality and effect. Variations of legal entries, and players who do not follow suit, are taken or
refused by both, at the same entry.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.rules.contract import MoveError, Options, Seats
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.fields import CardFields
from scorekeeper.rules.generala_cards.state import State
from tests.playthrough_files import files_of, read
from tests.rules.random_games import random_options

from .reference import PACK, ReferenceGame, ReferenceHand, RefusedError, is_joker

NAMES = "ABCDEFGHIJ"
MOST_TRICKS = 60
GOLDEN = files_of(GAME.slug)
Entry = dict[str, Any]


class CheckedGame:
    """A game in the rules and on paper."""

    def __init__(self, chance: Random, **options: Any) -> None:
        players = tuple(NAMES[: chance.choice((2, 2, 3, 3, 4, 5, 6, 10))])
        dealer = chance.choice(players)
        resolved: Options = GAME.resolve({**random_options(GAME, chance), **options})
        self.state: State = GAME.start(resolved, Seats(players, dealer=dealer))
        self.paper = ReferenceGame(resolved, players, dealer)

    def takes(self, entry: Entry) -> bool:
        """Return whether both take an entry; they must agree, also on its effect."""
        try:
            self.paper.write(entry)
            taken = True
        except RefusedError:
            taken = False
        try:
            state = GAME.apply(self.state, GAME.parse(entry))
        except MoveError:
            assert not taken, entry
            return False
        assert taken, entry
        self.state = state
        self.agree()
        return True

    def refuses_alike(self, entry: Entry) -> None:
        """The same for an entry that is only tried."""
        state, paper = self.state, self.paper.copy()
        self.takes(entry)
        self.state, self.paper = state, paper

    def agree(self) -> None:
        state, paper = self.state, self.paper
        assert GAME.report(state) == paper.report()
        assert GAME.scores(state) == paper.survived
        assert paper.reason or GAME.dealer(state) == paper.dealer
        outcome = GAME.outcome(state)
        assert (outcome.reason if outcome else None) == paper.reason
        assert list(outcome.winners if outcome else ()) == paper.winners
        if outcome and paper.reason == "champion":
            assert outcome.lowest == (paper.first_home,)


# --- by result -------------------------------------------------------------------------------------------


def some_hand(paper: ReferenceGame, chance: Random) -> Entry:
    """Return players who ran out, mostly a possible list."""
    players = list(paper.inside)
    chance.shuffle(players)
    if chance.random() < 0.7:
        players.pop()
    groups: list[list[str]] = []
    for player in players:
        if groups and chance.random() < 0.3:
            groups[-1].append(player)
        else:
            groups.append([player])
    return {"out": groups}


def spoilt_hand(hand: Entry, chance: Random) -> Entry:
    """One thing in it another."""
    groups = deepcopy(hand["out"]) or [["A"]]
    group = chance.choice(groups)
    way = chance.randrange(6)
    if way == 0:
        group.append(chance.choice(NAMES))
    elif way == 1 and group:
        group.pop()
    elif way == 2:
        groups.remove(group)
    elif way == 3 and group:
        group[0] = chance.choice(NAMES)
    elif way == 4:
        groups.append([chance.choice(NAMES)])
    else:
        return {"end": "agreed"}
    return {"out": groups}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_games_by_result(part: int) -> None:
    ended = 0
    for seed in range(part * 500, part * 500 + 500):
        chance = Random(seed)
        both = CheckedGame(chance)
        for _ in range(30):
            hand = some_hand(both.paper, chance)
            both.refuses_alike(spoilt_hand(hand, chance))
            both.takes(hand)
            if both.paper.reason:
                break
        if not both.paper.reason and not both.state.eliminates:
            assert both.takes({"end": "agreed"})
        ended += both.paper.reason is not None
        both.refuses_alike({"out": [["A"]]})
        both.refuses_alike({"end": "agreed"})
    assert ended > 450


# --- card by card ----------------------------------------------------------------------------------------


def deal(course: ReferenceHand, chance: Random) -> dict[str, list[str]]:
    pack = list(PACK)
    chance.shuffle(pack)
    return {player: [pack.pop() for _ in range(count)] for player, count in course.dealt.items()}


def some_trick(course: ReferenceHand, hands: dict[str, list[str]], chance: Random, cheats: float) -> Entry:
    """Return the next trick, played from real hands; now and then a player revokes."""
    plays: list[list[str]] = []
    entry: Entry = {"trick": plays}
    for player in course.order():
        cards, declines = open_to(
            course, [card for _, card in plays], hands[player], chance.random() < cheats
        )
        if declines and (not cards or chance.random() < 0.5):
            took = chance.choice([card for _, card in plays if not is_joker(card)])
            hands[player].append(took)
            entry["took"] = {"player": player, "card": took}
            break
        card = chance.choice(cards)
        hands[player].remove(card)
        plays.append([player, card])
    out = [player for player, _ in plays if not hands[player]]
    return entry | ({"out": out} if out else {})


def open_to(course: ReferenceHand, trick: list[str], hand: list[str], cheats: bool) -> tuple[list[str], bool]:
    """The cards that a hand may play, and whether it may decline."""
    plain, jokers = [card for card in hand if not is_joker(card)], [card for card in hand if is_joker(card)]
    if trick and is_joker(trick[-1]) and course.options["joker_after_joker"] == "forbidden" and len(hand) > 1:
        jokers = []
    if not trick or is_joker(trick[0]):
        return plain + jokers, False
    following = [card for card in plain if card[-1] == trick[0][-1]]
    if following and not cheats:
        return following, False
    return jokers, True


def spoilt_trick(entry: Entry, paper: ReferenceGame, hands: dict[str, list[str]], chance: Random) -> Entry:
    """One thing in it another."""
    spoilt = deepcopy(entry)
    plays = spoilt["trick"]
    play = chance.choice(plays)
    way = chance.randrange(9)
    if way <= 2:
        play[1] = chance.choice(PACK if way else [card for hand in hands.values() for card in hand] or PACK)
    elif way == 3:
        play[0] = chance.choice(paper.players)
    elif way == 4:
        plays.remove(play)
    elif way == 5:
        spoilt["took"] = {"player": chance.choice(paper.players), "card": chance.choice(plays)[1]}
        del plays[chance.randint(1, len(plays)) :]
    elif way == 6 and "took" in spoilt:
        del spoilt["took"]
    elif way == 7:
        spoilt["out"] = chance.sample(paper.players, chance.randint(0, 2))
    else:
        chance.shuffle(plays)
    return spoilt


def choices_agree(both: CheckedGame, entry: Entry, chance: Random) -> None:
    """Compare a point of a trick: next player, possible cards, whether a card may be picked up."""
    plays = entry["trick"][: chance.randint(0, len(entry["trick"]) - (0 if "took" in entry else 1))]
    before = both.paper.course
    choices = {choice.kind: choice for choice in GAME.choices(both.state, partial={"trick": plays})}
    player = before.order()[len(plays)]
    assert choices["card"].player == player
    assert set(choices["card"].cards) == {card for card in PACK if goes_on(both.paper, plays, player, card)}
    on_the_table = [card for _, card in plays]
    takes = {card for card in on_the_table if goes_on(both.paper, plays, player, card, took=True)}
    assert ("take" in choices) == bool(takes) == CardFields.of(choices["card"]).declines
    assert not takes or set(choices["take"].cards) == takes == set(CardFields.of(choices["card"]).takes)


def goes_on(
    paper: ReferenceGame, plays: list[list[str]], player: str, card: str, *, took: bool = False
) -> bool:
    """Return whether the paper takes the trick with one card more, or with that card picked up."""
    course = paper.course.copy()
    try:
        if not took:
            course.trick({"trick": [*plays, [player, card]]}, whole=False)
        else:
            out = [each for each, _ in plays if course.cards[each] == 1]
            course.trick({"trick": plays, "took": {"player": player, "card": card}, "out": out})
    except RefusedError:
        return False
    return course.can_be_dealt()


def play_hand(both: CheckedGame, chance: Random, cheats: float) -> bool:
    """A hand card by card to its end, or as far as it goes; whether it came to an end."""
    hands = deal(both.paper.course, chance)
    for _ in range(MOST_TRICKS):
        entry = some_trick(both.paper.course, hands, chance, cheats)
        if chance.random() < 0.15:
            both.refuses_alike(spoilt_trick(entry, both.paper, hands, chance))
        if chance.random() < 0.08 and not cheats:
            choices_agree(both, entry, chance)
        if not both.takes(entry):
            assert cheats
            return False
        if not both.paper.begun:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_hands_card_by_card(part: int) -> None:
    """If a picked-up card cannot win, some hands never end: the same few cards circulate."""
    ended = 0
    for seed in range(part * 60, part * 60 + 60):
        chance = Random(f"cards {seed}")
        both = CheckedGame(chance)
        while not both.paper.reason and play_hand(both, chance, 0) and chance.random() < 0.6:
            ended += 1
        ended += bool(both.paper.reason)
    assert ended > 35


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_revoke_is_found_at_same_card(part: int) -> None:
    refused = 0
    for seed in range(part * 150, part * 150 + 150):
        chance = Random(f"cheats {seed}")
        refused += not play_hand(CheckedGame(chance), chance, 0.03)
    assert refused > 50


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_equal_reference(path: Path) -> None:
    found, expected = read(path)
    options = GAME.resolve(found.get("options", {}), found.get("rules"))
    paper = ReferenceGame(options, found["players"], found.get("dealer", found["players"][-1]))
    written = 0
    try:
        for entry in found["entries"]:
            paper.write(entry)
            written += 1
    except RefusedError:
        assert written == expected["error"]["entry"] - 1
    else:
        assert expected["error"] is None
    assert paper.report() == expected["sheet"]
    assert paper.survived == expected["scores"]
    assert (paper.reason, paper.winners) == (expected["reason"], expected["winners"])

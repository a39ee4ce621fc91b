"""Random play of Générala: dealt packs, all legal cards, hands by result or card by card.

A state has no hands of cards. So the pack of a hand, and how it is played, are derived from the state before it, and
the cards of each player from the tricks since. Under the rule that a picked-up card does not win, a hand can go on
forever (A holds a club, B a heart and a diamond: the same three cards circulate). Such a hand is written by its
result.
"""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.rules import generala_cards
from scorekeeper.rules.cards import is_joker, suit_of
from scorekeeper.rules.generala_cards.move import PACK
from scorekeeper.rules.generala_cards.state import State, deal

BY_CARDS = 0.35  # share of the hands; a hand card by card has dozens of tricks
MOST_TRICKS = 60


def next_entry(state: State, chance: Random) -> dict[str, Any]:
    """Return a hand by its result, the next trick of a hand by cards, or the end by agreement."""
    if not state.eliminates and chance.random() < (0.01 if state.running else 0.2):
        return {"end": "agreed"}
    if state.running or (chance.random() < BY_CARDS and _ends(state)):
        return random_trick(state, _chance(state))
    return random_hand(state, chance)


def _chance(state: State) -> Random:
    """Return a generator seeded with the state, so that the same state plays the same way."""
    return Random(f"{len(state.running.tricks) if state.running else 0} {_seed(state)}")


def _ends(state: State) -> bool:
    """Return whether this hand comes to an end under this play."""
    played, game = state, generala_cards.GAME
    for _ in range(MOST_TRICKS):
        played = game.apply(played, game.parse(random_trick(played, _chance(played))))
        if played.running is None:
            return True
    return False


def random_hand(state: State, chance: Random) -> dict[str, Any]:
    """Return a hand by its result, with random groups of players out."""
    players = list(state.players)
    chance.shuffle(players)
    groups: list[list[str]] = []
    for player in players[:-1]:
        if groups and chance.random() < 0.25:
            groups[-1].append(player)
        else:
            groups.append([player])
    if chance.random() < 0.2:
        groups[-1].append(players[-1])
    return {"out": groups}


def hands_of(state: State) -> dict[str, list[str]]:
    """Return the cards of every player.

    The pack is dealt from the seed of this hand, then the tricks since are applied.
    """
    pack = list(PACK.cards)
    Random(_seed(state)).shuffle(pack)
    hands = {player: [pack.pop() for _ in range(count)] for player, count in deal(state).items()}
    for trick in state.running.tricks if state.running else ():
        for player, card in trick.plays:
            hands[player].remove(card)
        if trick.took:
            hands[trick.took[0]].append(trick.took[1])
    return hands


def _seed(state: State) -> str:
    hands = [(hand.dealer, hand.out, len(hand.tricks)) for hand in state.hands]
    return f"{state.seats} {sorted(state.options.items())} {hands}"


def random_trick(state: State, chance: Random) -> dict[str, Any]:
    """Return the next trick, in which all play a legal card of their hands."""
    hands = hands_of(state)
    leader = state.running.leader if state.running else state.leader
    order = [leader, *(each for each in state.seats.after(leader) if each != leader and hands.get(each))]
    plays: list[list[str]] = []
    entry: dict[str, Any] = {"trick": plays}
    for player in order:
        cards = may_play(state, [card for _, card in plays], hands[player])
        led_suit = suit_of(plays[0][1]) if plays else ""
        could_follow = any(suit_of(card) == led_suit for card in hands[player])
        if led_suit and not could_follow and (not cards or chance.random() < 0.5):
            taken = chance.choice([card for _, card in plays if not is_joker(card)])
            entry["took"] = {"player": player, "card": taken}
            break
        card = chance.choice(cards)
        hands[player].remove(card)
        plays.append([player, card])
    out = [player for player, _ in plays if not hands[player]]
    chance.shuffle(out)
    return entry | ({"out": out} if out else {})


def may_play(state: State, trick: list[str], hand: list[str]) -> list[str]:
    """Return the cards of a hand that the rules allow."""
    jokers = [card for card in hand if is_joker(card)]
    if trick and is_joker(trick[-1]) and state.options["joker_after_joker"] == "forbidden" and len(hand) > 1:
        jokers = []
    if not trick or is_joker(trick[0]):
        return [card for card in hand if not is_joker(card)] + jokers
    return [card for card in hand if suit_of(card) == suit_of(trick[0])] or jokers

"""Ranks and legal cards of Forty-fives: the tables of the rules, card for card."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.cards import PACK, Trumps, trumps

from .reference import PLAIN, TRUMPS


def of(suit: str, *, ace_lowest: bool = False, **options: Any) -> Trumps:
    return trumps(GAME.resolve(options), suit, ace_lowest)


@pytest.mark.parametrize("suit", "HDSC")
def test_trumps_from_best_down(suit: str) -> None:
    assert " ".join(of(suit).order) == TRUMPS[suit]


@pytest.mark.parametrize("suit", "HDSC")
def test_joker_may_rank_above_ace_of_hearts(suit: str) -> None:
    expected = TRUMPS[suit].replace("AH JK", "JK AH")
    assert " ".join(of(suit, joker_rank="above_ace_of_hearts").order) == expected


@pytest.mark.parametrize("suit", "HDSC")
@pytest.mark.parametrize("rank", ["below_ace_of_hearts", "above_ace_of_hearts"])
def test_trumps_without_joker_close_up(suit: str, rank: str) -> None:
    assert " ".join(of(suit, joker=False, joker_rank=rank).order) == TRUMPS[suit].replace(" JK", "")


@pytest.mark.parametrize("suit", "HDSC")
def test_ace_that_did_not_rob_is_lowest_trump(suit: str) -> None:
    """The ace of hearts too, when hearts are trumps; of other trumps it stays third best."""
    expected = [card for card in TRUMPS[suit].split() if card != f"A{suit}"] + [f"A{suit}"]
    assert list(of(suit, ace_lowest=True).order) == expected


@pytest.mark.parametrize("suit", "HDSC")
@pytest.mark.parametrize("trump", "HDSC")
def test_plain_suits_from_best_down(suit: str, trump: str) -> None:
    if suit == trump:
        return
    played = of(trump)
    cards = PLAIN[suit].split()
    for place, card in enumerate(cards):
        for lower in cards[place + 1 :]:
            assert played.best([card, lower]) == 0
            assert played.best([lower, card]) == 1


@pytest.mark.parametrize("trump", "HDSC")
def test_trick_of_two_cards_equals_reference(trump: str) -> None:
    """The higher trump, else a trump, else the higher of the suit led; other cards win nothing."""
    played, order = of(trump), TRUMPS[trump].split()
    for led in PACK.cards:
        ranking = order + ([] if led in order else PLAIN[led[-1]].split())
        for card in PACK.cards:
            if card != led:
                better = card in ranking and ranking.index(card) < ranking.index(led)
                assert played.best([led, card]) == int(better), (led, card)


# (trumps, led, hand, cards that may be played, house rules)
MAY_PLAY = [
    # a plain suit is led: follow it or trump, as you like
    ("S", "KD", "2D 3C", "2D", {}),
    ("S", "KD", "2D 3C 10S", "2D 10S", {}),
    ("S", "KD", "2D AD AH JK 3C", "2D AD AH JK", {}),
    # without it, anything
    ("S", "KD", "3C 4H 10S", "3C 4H 10S", {}),
    # the ace of hearts does not follow hearts: it is a trump
    ("S", "KH", "AH 3C", "AH 3C", {}),
    ("S", "KH", "AH 2H 3C", "AH 2H", {}),
    # strict: follow if able; trumps only without the suit
    ("S", "KD", "2D 3C 10S AH", "2D", {"follow": "strict"}),
    ("S", "KD", "3C 10S", "3C 10S", {"follow": "strict"}),
    ("S", "KH", "AH 3C", "AH 3C", {"follow": "strict"}),
    ("S", "KH", "AH 2H 3C", "2H", {"follow": "strict"}),
    # trumps are led: play one, the ace of hearts and the joker too
    ("S", "10S", "2S 3C", "2S", {}),
    ("S", "AH", "10S 3H 2H", "10S", {}),
    ("S", "JK", "KS 3C", "KS", {}),
    ("S", "10S", "JK 3C", "JK", {}),
    ("S", "10S", "3C 4H", "3C 4H", {}),
    # the five, the jack and the ace of hearts may be held back when the card led is a lower trump
    ("S", "10S", "5S 3C", "5S 3C", {}),
    ("S", "10S", "5S JS AH 3C", "5S JS AH 3C", {}),
    ("S", "JK", "AH 3C", "AH 3C", {}),
    ("S", "AH", "JS 3C", "JS 3C", {}),
    ("S", "JS", "5S 3C", "5S 3C", {}),
    # with another trump beside them any trump will do, but it must be one
    ("S", "10S", "5S 2S 3C", "5S 2S", {}),
    # a higher trump led forces them out
    ("S", "5S", "JS 3C", "JS", {}),
    ("S", "5S", "AH 3C", "AH", {}),
    ("S", "JS", "AH 3C", "AH", {}),
    ("S", "JS", "5S AH 3C", "5S AH", {}),
    # the ace of trumps, the king and the joker have no such right
    ("S", "10S", "AS 3C", "AS", {}),
    ("D", "2D", "KD 3C", "KD", {}),
    # the jack and the five of other suits are plain cards
    ("S", "10S", "5H JD 3C", "5H JD 3C", {}),
    # 5_J_AH_joker: the joker too
    ("S", "10S", "JK 3C", "JK 3C", {"renege": "5_J_AH_joker"}),
    ("S", "AH", "JK 3C", "JK", {"renege": "5_J_AH_joker"}),
    ("S", "AH", "JK 3C", "JK 3C", {"renege": "5_J_AH_joker", "joker_rank": "above_ace_of_hearts"}),
    ("S", "JK", "AH 3C", "AH", {"joker_rank": "above_ace_of_hearts"}),
    # 5: only the five
    ("S", "10S", "5S 3C", "5S 3C", {"renege": "5"}),
    ("S", "10S", "JS 3C", "JS", {"renege": "5"}),
    ("S", "10S", "AH 3C", "AH", {"renege": "5"}),
]


@pytest.mark.parametrize(("suit", "led", "hand", "may", "options"), MAY_PLAY)
def test_legal_cards_by_example(suit: str, led: str, hand: str, may: str, options: dict[str, Any]) -> None:
    played, held = of(suit, **options), hand.split()
    allowed = [card for card in held if not any(played.proof(card, led, other) for other in held)]
    assert " ".join(allowed) == may


def test_ace_of_hearts_as_lowest_trump_has_lost_its_right() -> None:
    lowest = of("H", ace_lowest=True)
    assert lowest.proof("3C", "2H", "AH") == "trumps_led"
    assert of("H").proof("3C", "2H", "AH") is None
    # under other trumps it is still third best when their ace did not rob
    assert of("S", ace_lowest=True).proof("3C", "AS", "AH") is None


def test_why_card_may_not_be_played() -> None:
    assert of("S").proof("3C", "10S", "2S") == "trumps_led"
    assert of("S").proof("3C", "KD", "2D") == "suit_led"
    assert of("S", follow="strict").proof("10S", "KD", "2D") == "suit_trumped"

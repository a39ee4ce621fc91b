"""Generals and Majors by example: commanders, armies, stars under `hard`, jokers."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from scorekeeper.rules.generals_and_majors import GAME
from scorekeeper.rules.generals_and_majors.points import Points, caps, is_payable, pack_of, shortage

from .table import Table

KALOSI = {"edition": "kalosi"}


# --- the pack, and the points of commanders ---


def test_packs_of_both_editions() -> None:
    """Five suits of thirteen; Kalosi adds the ones and two jokers."""
    plain, kalosi = (pack_of(GAME.resolve({"edition": each})).cards for each in ("stardeck", "kalosi"))
    assert (len(plain), len(kalosi)) == (65, 72)
    assert set(kalosi) - set(plain) == {"1H", "1D", "1S", "1C", "1X", "JK1", "JK2"}


@pytest.mark.parametrize(
    ("card", "points"),
    [
        *(
            (rank + suit, (worth, 0, 0))
            for suit in "HD"
            for rank, worth in zip("AKQJ", (2, 1, 1, 1), strict=True)
        ),
        *(
            (rank + suit, (0, worth, 0))
            for suit in "SC"
            for rank, worth in zip("AKQJ", (2, 1, 1, 1), strict=True)
        ),
        *((rank + "X", (0, 0, worth)) for rank, worth in zip("AKQJ", (2, 1, 1, 1), strict=True)),
    ],
)
def test_commander_points_by_card(card: str, points: tuple[int, int, int]) -> None:
    """A 2; J, Q, K 1; stars serve either colour. In Kalosi one more each."""
    assert Table().turn(card).points() == points
    assert Table(**KALOSI).turn(card).points() == tuple(each + 1 if each else 0 for each in points)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, (10, 10, 5)),
        ({"groups": True}, (14, 14, 7)),  # two sequences of one suit in a colour, one of stars
        ({"hard": True}, (10, 10, 0)),
        (KALOSI, (19, 19, 14)),  # 2 x 3 + 6 x 2 + 1; stars 3 + 3 x 2 + 1, and two jokers
    ],
)
def test_most_that_colour_can_have(options: dict[str, Any], most: tuple[int, int, int]) -> None:
    """At most 10 command points a colour and 5 of stars: it follows from the cards."""
    assert caps(GAME.resolve(options)) == most


@pytest.mark.parametrize(
    ("commanders", "bonus"),
    [
        ("JH QH", 0),
        ("JH QH KH", 2),  # of one suit 2 in all
        ("QD KD AD", 2),
        ("JH QD KH", 1),  # of one colour 1
        ("JH QH KH AH", 2),  # a longer one brings no more
        ("JH QH KS", 0),  # two colours
        ("JH QH AH", 0),  # no sequence
        ("KH AH JH", 0),
        ("JH QH KH JD QD KD", 4),  # disjoint groups each score
        ("JH QD KH JD QH KD", 4),  # and are grouped for the most points
        ("JH QH KH QD KD AD", 4),
        ("JH QH KH QD KD AH", 3),
        ("JH QH KD AD", 1),
    ],
)
def test_groups_of_colour(commanders: str, bonus: int) -> None:
    """Three or more commanders in sequence of one colour +1, of one suit +2 in all."""
    plain, grouped = Table(), Table(groups=True)
    for card in commanders.split():
        plain.turns(card, "")
        grouped.turns(card, "")
    assert grouped.points()[0] - plain.points()[0] == bonus
    assert grouped.points()[1:] == plain.points()[1:]


def test_groups_of_stars_bring_shared_points() -> None:
    """Stars form groups of their own for the shared points, none under `hard`."""
    stars = ("JX", "", "QX", "", "KX", "")
    assert Table(groups=True).turns(*stars).points() == (0, 0, 5)
    bound = ("JX:red", "", "QX:red", "", "KX:red", "")
    assert Table(groups=True, hard=True).turns(*bound).points() == (3, 0, 0)


def test_kalosi_three_of_colour() -> None:
    """Three or more commanders of one colour +1, once."""
    desk = Table(**KALOSI).turns("JH", "", "JD", "")
    assert desk.points() == (4, 0, 0)
    assert desk.turns("AH", "").points() == (8, 0, 0)
    assert desk.turns("KD", "", "QD", "", "QH", "").points() == (14, 0, 0)


# --- payment ---


def in_some_way(need: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """The same by trying every way to give out star points and to split star armies."""
    return any(
        need[0] + split <= points[0] + given and need[1] + need[2] - split <= points[1] + points[2] - given
        for given in range(points[2] + 1)
        for split in range(need[2] + 1)
    )


def test_payment_rule_says_when_points_can_be_given_out() -> None:
    """max(0, r-R) + max(0, b-B) <= S and r+b+s <= R+B+S."""
    for need in product(range(5), repeat=3):
        for points in product(range(4), repeat=3):
            assert is_payable(Points(*need), Points(*points)) == in_some_way(need, points), (need, points)


@pytest.mark.parametrize(
    ("need", "points", "hard", "missing", "colours"),
    [
        ((0, 9, 0), (1, 6, 1), False, 2, ("black", "star")),  # 9 of spades: 2 more black or star points
        ((0, 9, 0), (9, 6, 0), False, 3, ("black", "star")),  # red points are of no use
        ((3, 0, 0), (2, 5, 0), False, 1, ("red", "star")),
        ((0, 0, 4), (1, 1, 1), False, 1, ("red", "black", "star")),  # a star army takes any
        ((2, 0, 3), (2, 2, 0), False, 1, ("red", "black", "star")),
        ((4, 2, 0), (2, 2, 1), False, 1, ("red", "star")),
        ((0, 5, 0), (0, 3, 0), True, 2, ("black",)),
        ((2, 2, 2), (2, 2, 2), False, 0, ()),
    ],
)
def test_missing_cards_are_named(need: Any, points: Any, hard: bool, missing: int, colours: Any) -> None:
    assert shortage(Points(*need), Points(*points), hard=hard) == (missing, colours)


def test_commander_counts_at_once() -> None:
    desk = Table()
    assert desk.refuses("cannot_pay", "", "2H") == {"card": "2H", "missing": 2, "colours": ["red", "star"]}
    desk.turn("AH", "2H")
    assert desk.strengths == (2, 0)


def test_armies_of_both_colours_and_stars_in_one_turn() -> None:
    """Points serve armies of their own colour; stars either, star armies by either, in any mix."""
    desk = Table().turns("AH", "", "AS", "", "AX", "")
    desk.refuses("cannot_pay", "KX", "4H 4S")
    assert desk.refuses("cannot_pay", "KX", "5H 3X")["card"] == "3X"
    assert desk.turn("KX", "3H 2S 2X").strengths == (7, 0)  # red 2 + 1 star; 2 black; 2 stars


def test_first_army_that_is_not_paid_is_named() -> None:
    desk = Table().turns("AH", "", "AD", "")
    found = desk.refuses("cannot_pay", "KH", "2H 3D 4S")
    assert found == {"card": "4S", "missing": 4, "colours": ["black", "star"]}


def test_points_per_turn_are_renewed() -> None:
    desk = Table().turns("AH 2H", "", "- 2D", "")
    assert desk.strengths == (4, 0)


def test_cumulative_points_pay_for_all_armies_face_up() -> None:
    desk = Table(command_limit="cumulative").turns("AH 2H", "")
    assert desk.refuses("cannot_pay", "", "2D")["missing"] == 2
    assert desk.refuses("cannot_pay", "KH", "2D")["missing"] == 1
    desk.turns("AD 2D", "")
    assert desk.refuses("cannot_pay", "KH", "3H")["missing"] == 2
    desk.turn("KH")


def test_cumulative_armies_face_down_need_no_points() -> None:
    desk = Table(command_limit="cumulative").turns("AH 2H").turn("AS", "2S", "2S=2H")
    assert desk.turn("", "2D").side("A")["armies"] == ["2D"]


def test_bound_colour_of_army_is_kept() -> None:
    desk = Table().turns("AH", "", "AS", "")
    assert desk.refuses("cannot_pay", "KH", "4X:red")["missing"] == 1
    desk.turn("KH", "3X:red 2S")


# --- under `hard` ---


def test_hard_star_commander_serves_one_colour() -> None:
    desk = Table(hard=True)
    desk.refuses("colour_needed", "AX")
    assert desk.turn("AX:black", "2S").points() == (0, 2, 0)
    desk.turn()
    desk.refuses("cannot_pay", "", "2H")


def test_hard_star_army_is_paid_wholly_in_one_colour() -> None:
    desk = Table(hard=True).turns("AH", "", "AS", "")
    desk.refuses("pays_needed", "", "2X")
    assert desk.refuses("cannot_pay", "", "3X:red") == {"card": "3X", "missing": 1, "colours": ["red"]}
    desk.turn("KH", "3X:red 2S")
    assert Table().turns("AH", "", "AS", "").turn("", "4X").strengths == (4, 0)  # else in any mix


def test_only_stars_and_jokers_are_bound() -> None:
    Table().refuses("colour_not_fixed", "AX:red")
    Table(hard=True).refuses("colour_is_printed", "AH:red")
    Table(hard=True).refuses("colour_is_printed", "AH", "2H:red")


# --- jokers ---


def test_joker_commands_either_colour() -> None:
    """2 points of either colour or 1 of each."""
    assert Table(**KALOSI).turn("JK1").points() == (0, 0, 2)
    for armies in ("2H", "2S", "1H 1S"):
        Table(**KALOSI).turn("JK1", armies)
    Table(**KALOSI).refuses("cannot_pay", "JK1", "2H 1S")


def test_hard_joker_is_bound_when_it_is_deployed() -> None:
    hard = KALOSI | {"hard": True}
    assert Table(**hard).turn("JK1").points() == (1, 1, 0)
    assert Table(**hard).turn("JK2:red").points() == (2, 0, 0)
    Table(**hard).turn("AH", "1H").turn().refuses("pays_needed", "", "JK1")
    Table(**hard).turn("AH", "1H").turn().turn("", "JK1:red")


def test_joker_is_worth_highest_army() -> None:
    desk = Table(**KALOSI).turns("AH 3H", "AS 1S", "AD JK1 2H")
    assert desk.strengths == (8, 1)  # 3, 2 and 3 for the joker
    desk.turn("AC", "3S", "3S=3H")
    assert desk.strengths == (4, 1)  # its army gone, the joker is a 2
    assert desk.turn("KH", "4H").strengths == (10, 1)


def test_joker_costs_what_it_is_worth() -> None:
    desk = Table(**KALOSI).turns("AH 3H", "")
    desk.refuses("cannot_pay", "", "JK1 1H")
    desk.turn("", "JK1")
    assert desk.strengths == (6, 0)


def test_joker_alone_is_no_army() -> None:
    Table(**KALOSI).refuses("joker_alone", "AH", "JK1")
    desk = Table(**KALOSI).turns("AH 2H", "AS").turn("AD", "JK1").turn("", "2S", "2S=2H")
    assert desk.strengths == (0, 0)  # the joker is face up and counts nothing
    desk.turn()
    desk.refuses("not_theirs_to_cancel", "", "1S", "1S=JK1")
    desk.turn()
    assert desk.turn("", "1H").strengths == (2, 0)


def test_joker_counts_for_no_group() -> None:
    assert Table(**KALOSI).turns("JH", "", "QH", "", "JK1", "").points() == (4, 0, 2)

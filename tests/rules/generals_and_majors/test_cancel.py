"""Generals and Majors by example: cancellations, possible and forced."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table


def before_a_six(**options: Any) -> Table:
    """A has 4H, 2D, 6H and more face up; B has black points for a six."""
    return Table(**options).turns("AH 2D", "AS", "AD 4H", "AC", "KH", "KS", "QH 6H", "KC")


def test_strength_is_sum_of_armies_face_up() -> None:
    assert before_a_six().strengths == (12, 0)


@pytest.mark.parametrize(
    ("cancel", "strengths"),
    [("6S=6H", (6, 0)), ("6S=4H+2D", (6, 0)), ("6S=2D+4H", (6, 0))],
)
def test_six_against_six_or_four_and_two(cancel: str, strengths: tuple[int, int]) -> None:
    desk = before_a_six().turns("")
    taken = cancel.split("=")[1].split("+")
    desk.turn("", "6S", cancel)
    assert desk.strengths == strengths
    assert (desk.side("A")["face_down"], desk.side("B")["face_down"]) == (taken, ["6S"])


@pytest.mark.parametrize(
    ("cancel", "code"),
    [
        ("", "cancel_needed"),  # compulsory where possible
        ("6S=4H", "cancels_unequal"),
        ("6S=4H+2D+6H", "cancels_unequal"),
        ("6S=4C+2D", "not_theirs_to_cancel"),
        ("6S=6H+6H", "not_theirs_to_cancel"),
        ("6H=6S", "not_yours_to_cancel"),
        ("6S+6S=6H", "not_yours_to_cancel"),
        ("6S=6H, 6S=4H+2D", "not_yours_to_cancel"),  # face down already
    ],
)
def test_sets_that_do_not_cancel(cancel: str, code: str) -> None:
    before_a_six().turns("").refuses(code, "", "6S", cancel)


def test_only_army_of_this_turn_cancels() -> None:
    desk = before_a_six(cancel_choice="optional").turns("").turn("", "6S").turn()
    desk.refuses("cancels_without_new_army", "", "", "6S=6H")
    assert desk.strengths == (12, 6)


def test_optional_cancellations_may_be_left() -> None:
    desk = before_a_six(cancel_choice="optional").turns("").turn("", "6S", "6S=4H+2D")
    assert desk.strengths == (6, 0)


def test_two_new_armies_cancel_one_old() -> None:
    """The armies of a turn are laid before they cancel.

    Either two takes A's, and then nothing is left to take.
    """
    for mine, left in (("2S", "2C"), ("2C", "2S")):
        desk = Table().turns("AH 2H", "AS", "", "AC", "").turn("", "2S 2C", f"{mine}=2H")
        assert desk.strengths == (0, 2)
        assert desk.side("B")["armies"] == [left]


@pytest.mark.parametrize("cancel", ["3S=3H, 2S=2H", "2S=2H, 3S=3H"])
def test_several_cancellations_in_any_order(cancel: str) -> None:
    desk = Table().turns("AH 2H", "AS", "KH 3H", "AC", "", "KS")
    desk.turn().refuses("cancel_needed", "", "2S 3S", cancel.partition(", ")[0])
    assert desk.turn("", "2S 3S", cancel).strengths == (0, 0)


def test_army_cannot_be_helped_by_another() -> None:
    """`single_vs_group`: the deployed card against one or more enemy cards."""
    desk = Table().turns("AH 2H", "AS", "KH", "AC", "AD 5H", "KS")
    desk.turn().refuses("cancels_alone", "", "2S 3S", "2S+3S=5H")
    desk.turn("", "2S 3S", "2S=2H")


def test_groups_against_groups() -> None:
    """`group_vs_group`: older armies may join, one of this turn at least."""
    options = {"cancel": "group_vs_group"}
    desk = Table(**options).turns("AH", "AS", "KH", "AC", "AD 5H", "KS 2S", "", "")
    desk.turn()
    desk.refuses("cancel_needed", "", "3S")
    desk.refuses("cancels_without_new_army", "", "", "2S=5H")
    desk.turn("", "3S", "2S+3S=5H")
    assert desk.strengths == (0, 0)
    assert desk.side("B")["face_down"] == ["2S", "3S"]


def test_face_down_armies_stay_and_are_not_seen_again() -> None:
    desk = Table().turns("AH 2H").turn("AS", "2S", "2S=2H")
    desk.refuses("card_twice", "KH", "2H")
    desk.refuses("card_twice", "AH")
    desk.refuses("card_twice", "KH", "2D 2D")
    desk.refuses("card_twice", "AS")

"""Generala: straight 20, full house 30, four of a kind 40, five alike 50 or 60."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dice_sheet.table import Table, worth

BASIC, ROUND_TO_ONE, WRAP, ONE_FOR_TWO = "basic", "with_34561", "wrap", "one_for_two"

# A face box: the face times how often it shows, whichever throw.
FACES = [
    ("ones", "11123", 3),
    ("ones", "23456", 0),
    ("twos", "22222", 10),
    ("threes", "33333", 15),
    ("fours", "44426", 12),
    ("fives", "55123", 10),
    ("sixes", "66661", 24),
]


@pytest.mark.parametrize(("box", "dice", "points"), FACES)
@pytest.mark.parametrize("throws", [2, 3])
def test_faces_are_added_up(box: str, dice: str, points: int, throws: int) -> None:
    assert worth("generala", box, dice, throws) == points


# Straight 20, full house 30, four of a kind 40, generala 50; dice that do not fit write 0.
COMBINATIONS = [
    ("straight", "12345", 20),
    ("straight", "23456", 20),
    ("straight", "13456", 0),
    ("straight", "12346", 0),
    ("straight", "11345", 0),
    ("full_house", "22333", 30),
    ("full_house", "66611", 30),
    ("full_house", "22334", 0),
    ("full_house", "22224", 0),
    ("four_of_a_kind", "44442", 40),
    ("four_of_a_kind", "44422", 0),
    ("four_of_a_kind", "33333", 40),  # five alike contain four
    ("generala", "33333", 50),
    ("generala", "33334", 0),
]


@pytest.mark.parametrize(("box", "dice", "points"), COMBINATIONS)
@pytest.mark.parametrize("throws", [2, 3])
def test_combinations_on_later_throw(box: str, dice: str, points: int, throws: int) -> None:
    assert worth("generala", box, dice, throws) == points


# On the first throw exactly the three combinations score 5 (or 10) more.
SERVED = [
    ("straight", "12345", 20),
    ("full_house", "22333", 30),
    ("four_of_a_kind", "44442", 40),
]


@pytest.mark.parametrize(("box", "dice", "points"), SERVED)
@pytest.mark.parametrize("bonus", [5, 10])
def test_first_throw_brings_more(box: str, dice: str, points: int, bonus: int) -> None:
    assert worth("generala", box, dice, 1, first_throw_bonus=bonus) == points + bonus
    assert worth("generala", box, dice, 2, first_throw_bonus=bonus) == points


@pytest.mark.parametrize(("box", "dice", "points"), FACES)
def test_first_throw_brings_no_more_in_face_box(box: str, dice: str, points: int) -> None:
    assert worth("generala", box, dice, 1, automatic_win="off") == points


def test_five_alike_at_once_that_do_not_win_earn_bonus() -> None:
    house: dict[str, Any] = {"automatic_win": "off", "five_as_full_house": True, "first_throw_bonus": 10}
    assert worth("generala", "four_of_a_kind", "44444", 1, **house) == 50
    assert worth("generala", "full_house", "44444", 1, **house) == 40
    assert worth("generala", "generala", "44444", 1, **house) == 50
    assert worth("generala", "fours", "44444", 1, **house) == 20
    used = Table("generala").strike("generala")
    assert used.write("four_of_a_kind", "44444", 1) == 45


def test_five_alike_at_once_of_version_1_earn_no_bonus() -> None:
    house: dict[str, Any] = {"automatic_win": "off", "five_as_full_house": True}
    old = Table("generala", version=1, **house)
    assert old.offered("44444", 1) == old.offered("44444", 3)
    assert old.write("four_of_a_kind", "44444", 1) == 40


def test_unfit_first_throw_has_no_bonus() -> None:
    assert worth("generala", "straight", "13456", 1) == 0
    assert worth("generala", "full_house", "11223", 1, first_throw_bonus=10) == 0


# Which straights count: 12345 and 23456; also 34561, or any five round the circle, or a one for a two.
STRAIGHTS = {
    "12345": {BASIC, ROUND_TO_ONE, WRAP, ONE_FOR_TWO},
    "23456": {BASIC, ROUND_TO_ONE, WRAP, ONE_FOR_TWO},
    "34561": {ROUND_TO_ONE, WRAP, ONE_FOR_TWO},
    "45612": {WRAP},
    "56123": {WRAP},
    "61234": {WRAP},
    "11345": {ONE_FOR_TWO},
    "11344": set(),
    "12344": set(),
}


@pytest.mark.parametrize("dice", STRAIGHTS)
@pytest.mark.parametrize("straights", [BASIC, ROUND_TO_ONE, WRAP, ONE_FOR_TWO])
def test_straights_of_house(dice: str, straights: str) -> None:
    counts = straights in STRAIGHTS[dice]
    assert worth("generala", "straight", dice, 3, straights=straights) == (20 if counts else 0)
    assert worth("generala", "straight", dice, 1, straights=straights) == (25 if counts else 0)


@pytest.mark.parametrize("points", [50, 60])
def test_generala_and_its_double(points: int) -> None:
    assert worth("generala", "generala", "66666", 3, generala_points=points) == points
    table = Table("generala", generala_points=points, double_generala=True)
    assert table.write("generala", "66666") == points
    assert table.write("double_generala", "11111") == 2 * points


@pytest.mark.parametrize(("option", "box", "points"), [("four_of_a_kind", "four_of_a_kind", 40)])
def test_five_alike_as_four_of_kind_is_option(option: str, box: str, points: int) -> None:
    assert worth("generala", box, "22222", 3, **{f"five_as_{option}": True}) == points
    assert worth("generala", box, "22222", 3, **{f"five_as_{option}": False}) == 0


def test_five_alike_as_full_house_is_option() -> None:
    assert worth("generala", "full_house", "22222", 3) == 0
    assert worth("generala", "full_house", "22222", 3, five_as_full_house=True) == 30


def test_any_fitting_box_may_be_chosen() -> None:
    offered = Table("generala").offered("33333", 2)
    assert {box: points for box, points in offered.items() if points} == {
        "threes": 15,
        "four_of_a_kind": 40,
        "generala": 50,
    }


# --- the double generala ---


def test_double_box_requires_its_option() -> None:
    assert Table("generala").refuses("box_not_played", "double_generala", "11111") == {
        "box": "double_generala"
    }
    assert "double_generala" in Table("generala", double_generala=True).offered("12345")


def test_double_needs_points_in_generala() -> None:
    table = Table("generala", double_generala=True)
    assert table.write("fours", "44444", 2) == 20  # a generala written in another box is none
    assert table.offered("11111", 2)["double_generala"] == 0
    table.strike("generala")
    assert table.write("double_generala", "11111", 2) == 0


def test_double_after_any_five_alike() -> None:
    rule: dict[str, Any] = {"double_generala": True, "double_requires": "any_five_before"}
    assert worth("generala", "double_generala", "11111", 2, **rule) == 0
    table = Table("generala", **rule)
    table.write("fours", "44444", 2)
    assert table.write("double_generala", "11111", 2) == 100
    struck = Table("generala", **rule)
    struck.write("fours", "44444", strike=True)  # the dice of a strike were thrown all the same
    assert struck.write("double_generala", "11111", 2) == 100
    by_points = Table("generala", **rule)
    by_points.write("fours", points=20)  # only five fours are 20
    assert by_points.write("double_generala", points=100) == 100
    nothing_shown = Table("generala", **rule)
    nothing_shown.write("four_of_a_kind", points=40)
    nothing_shown.strike("generala")
    assert nothing_shown.refuses("impossible_points", "double_generala", points=100)["points"] == 100
    assert nothing_shown.write("double_generala", points=0) == 0


def test_double_is_each_players_own() -> None:
    table = Table("generala", "AB", double_generala=True)
    table.write("generala", "66666", 2)
    assert table.write("double_generala", "66666", 2) == 0  # B has no generala


# --- five alike on the first throw ---


@pytest.mark.parametrize("rule", ["open_box", "always"])
def test_five_alike_at_once_win(rule: str) -> None:
    table = Table("generala", "ABC", automatic_win=rule)
    table.write("sixes", "66662", 2)
    table.write("ones", "11112", 2)
    assert table.offered("22222", 1) == {"win": 0}
    assert table.write(None, "22222", 1) == 0
    assert (table.reason, table.winners, table.turn) == ("automatic_win", ("C",), None)
    assert table.column("C") == {}
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert outcome.automatic
    assert outcome.scores == {"A": 24, "B": 4, "C": 0}


@pytest.mark.parametrize("box", ["generala", "twos", "ones"])
def test_winning_throw_may_name_any_open_box(box: str) -> None:
    table = Table("generala", "AB")
    table.write(box, "22222", 1)
    assert table.winners == ("A",)
    assert table.column("A") == {}


def test_winning_throw_may_not_name_filled_box() -> None:
    table = Table("generala")
    table.strike("ones")
    assert table.refuses("box_filled", "ones", "22222", throws=1) == {"box": "ones", "points": 0}
    table.refuses("box_not_played", "double_generala", "22222", throws=1)


def test_points_beside_winning_throw_must_agree() -> None:
    Table("generala").refuses("wrong_points", "generala", "22222", throws=1, points=60)
    table = Table("generala")
    table.write("generala", "22222", 1, points=50)
    assert table.reason == "automatic_win"


def test_struck_winning_throw_wins() -> None:
    table = Table("generala")
    table.write("ones", "22222", 1, strike=True)
    assert table.reason == "automatic_win"


@pytest.mark.parametrize("used", ["struck", "filled"])
def test_used_generala_box_ends_automatic_win(used: str) -> None:
    table = Table("generala", double_generala=True)
    if used == "struck":
        table.strike("generala")
    else:
        table.write("generala", "66666", 2)
    double = table.offered("22222", 1)["double_generala"]
    assert double == (100 if used == "filled" else 0)
    assert table.write("double_generala", "22222", 1) == double
    assert table.reason is None
    table.refuses("box_needed", None, "22222", throws=1)


@pytest.mark.parametrize("requires", ["any_five_before", "generala_scored"])
def test_five_alike_at_once_in_double_box_do_not_win(requires: str) -> None:
    table = Table("generala", double_generala=True, double_requires=requires)
    table.write("threes", "33333", 2)
    worth_it = 100 if requires == "any_five_before" else 0
    assert table.offered("66666", 1) == {"win": 0} | ({"double_generala": 100} if worth_it else {})
    assert table.write("double_generala", "66666", 1) == worth_it
    assert table.reason is None


def test_five_alike_at_once_in_double_box_won_in_version_1() -> None:
    house: dict[str, Any] = {"double_generala": True, "double_requires": "any_five_before"}
    table = Table("generala", version=1, **house)
    table.write("threes", "33333", 2)
    assert table.offered("66666", 1) == {"win": 0}
    table.write("double_generala", "66666", 1)
    assert table.reason == "automatic_win"


def test_always_wins_with_used_box_too() -> None:
    table = Table("generala", automatic_win="always", double_generala=True)
    table.write("generala", "66666", 2)
    table.write("double_generala", "22222", 1)
    assert table.reason == "automatic_win"


def test_full_sheet_throws_no_more() -> None:
    table = Table("generala", "AB", automatic_win="always")
    for choice in table.game.choices(table.state):
        table.take({"player": "A", "box": choice.box, "strike": True, "out_of_turn": True})
    assert table.game.choices(table.state, player="A", partial={"dice": [2] * 5, "throws": 1}) == ()
    with pytest.raises(Exception, match="sheet_full"):
        table.take({"player": "A", "dice": [2] * 5, "throws": 1, "out_of_turn": True})


def test_off_scores_as_on_any_throw() -> None:
    table = Table("generala", automatic_win="off")
    assert table.offered("22222", 1)["generala"] == 50
    assert table.write("generala", "22222", 1) == 50
    assert table.reason is None


def test_later_five_alike_never_win() -> None:
    table = Table("generala", automatic_win="always")
    assert table.write("generala", "22222", 2) == 50
    table.refuses("box_needed", None, "22222")  # how many throws is not said: three


# --- totals ---


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 260),
        ({"generala_points": 60}, 270),
        ({"first_throw_bonus": 10}, 275),
        ({"double_generala": True}, 360),
        ({"generala_points": 60, "double_generala": True}, 390),
    ],
)
def test_generala_highest_total(options: dict[str, Any], most: int) -> None:
    table = Table("generala", **options)
    assert table.most() == most
    for box, dice in zip(("ones", "twos", "threes", "fours", "fives", "sixes"), "123456", strict=True):
        table.write(box, dice * 5, 3)
    table.write("straight", "12345", 1)
    table.write("full_house", "66655", 1)
    table.write("four_of_a_kind", "66665", 1)
    table.write("generala", "66666", 2)
    if table.turn:
        table.write("double_generala", "66666", 2)
    assert (table.total(), table.most(), table.reason) == (most, most, "sheets_full")


@pytest.mark.parametrize(("options", "turns"), [({}, 10), ({"double_generala": True}, 11)])
def test_generala_has_its_number_of_turns(options: dict[str, Any], turns: int) -> None:
    table = Table("generala", **options)
    assert len(table.game.choices(table.state)) == turns
    assert table.game.sheet(table.state).progress == (1, turns)

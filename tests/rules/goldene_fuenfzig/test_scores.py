"""Goldene Fünfzig: straights 15 and 25, full house 30, five alike 50, and the Gut."""

from __future__ import annotations

import pytest

from tests.rules.dice_sheet.table import Table, worth

VALUES = [
    ("low_straight", "12345", 15),
    ("low_straight", "23456", 0),
    ("high_straight", "23456", 25),
    ("high_straight", "12345", 0),
    ("high_straight", "13456", 0),
    ("full_house", "22333", 30),
    ("full_house", "22223", 0),
    ("full_house", "22222", 0),
    ("golden_fifty", "22222", 50),
    ("golden_fifty", "22223", 0),
    ("ones", "11222", 2),
    ("twos", "11222", 6),
    ("threes", "33333", 15),
    ("fours", "12356", 0),
    ("fives", "55556", 20),
    ("sixes", "66123", 12),
]


@pytest.mark.parametrize(("box", "dice", "points"), VALUES)
@pytest.mark.parametrize("throws", [1, 2, 3])
@pytest.mark.parametrize("gut", [True, False])
def test_goldene_fuenfzig_scores_by_example(
    box: str, dice: str, points: int, throws: int, *, gut: bool
) -> None:
    assert worth("goldene_fuenfzig", box, dice, throws, gut=gut) == points


def test_five_alike_as_full_house_is_option() -> None:
    assert worth("goldene_fuenfzig", "full_house", "22222", 3, five_as_full_house=True) == 30


# --- earning: one Gut for each throw saved on one of the four combinations ---


@pytest.mark.parametrize(("throws", "gut"), [(1, 2), (2, 1), (3, 0)])
@pytest.mark.parametrize(
    ("box", "dice"),
    [
        ("low_straight", "12345"),
        ("high_straight", "23456"),
        ("full_house", "11222"),
        ("golden_fifty", "44444"),
    ],
)
def test_saved_throw_is_gut(box: str, dice: str, throws: int, gut: int) -> None:
    for given in ({"dice": dice}, {"points": worth("goldene_fuenfzig", box, dice, 3)}):
        table = Table("goldene_fuenfzig")
        table.write(box, throws=throws, **given)
        assert table.column()["gut"] == gut


@pytest.mark.parametrize(
    ("box", "dice", "scored_box", "rolled"),
    [
        ("fives", "12345", 0, 2),  # dice that form a straight, written in a face box
        ("twos", "22333", 0, 2),
        ("sixes", "66666", 0, 2),
        ("low_straight", "23456", 0, 2),  # a straight in the wrong straight
        ("full_house", "66666", 0, 2),  # five alike are a golden fifty, whatever the box
        ("sixes", "66661", 0, 0),
        ("full_house", "66661", 0, 0),
        ("high_straight", "13456", 0, 0),
    ],
)
def test_gut_is_earned_for_these_rolls(box: str, dice: str, scored_box: int, rolled: int) -> None:
    for rule, gut in (("scored_box", scored_box), ("rolled", rolled)):
        table = Table("goldene_fuenfzig", gut_on=rule)
        table.write(box, dice, 1)
        assert table.column()["gut"] == gut


def test_five_alike_as_full_house_earn_where_they_score() -> None:
    table = Table("goldene_fuenfzig", five_as_full_house=True)
    table.write("full_house", "22222", 2)
    assert table.column()["gut"] == 1


def test_strike_earns_by_its_dice_under_rolled_only() -> None:
    for rule, gut in (("scored_box", 0), ("rolled", 2)):
        table = Table("goldene_fuenfzig", gut_on=rule)
        table.write("low_straight", "12345", 1, strike=True)
        assert table.column() == {"low_straight": 0, "gut": gut}
    table = Table("goldene_fuenfzig", gut_on="rolled")
    table.write("low_straight", throws=1, strike=True)
    assert table.column()["gut"] == 0


@pytest.mark.parametrize(
    ("box", "points", "gut"),
    [
        ("golden_fifty", 50, 2),  # only five alike score 50
        ("sixes", 30, 2),
        ("ones", 5, 2),
        ("sixes", 24, 0),
        ("low_straight", 15, 0),  # points that other rolls score too prove nothing
        ("full_house", 30, 0),
    ],
)
def test_points_without_dice_under_rolled(box: str, points: int, gut: int) -> None:
    table = Table("goldene_fuenfzig", gut_on="rolled")
    table.write(box, points=points, throws=1)
    assert table.column()["gut"] == gut


# --- spending ---


def test_gut_is_one_more_throw_and_used_once() -> None:
    table = Table("goldene_fuenfzig")
    assert table.refuses("too_many_throws", "ones", "11123", throws=4) == {"most": 3, "spares": 0}
    table.write("low_straight", "12345", 1)
    assert table.refuses("too_many_throws", "ones", "11123", throws=6) == {"most": 5, "spares": 2}
    table.write("ones", "11123", 4)
    assert table.column()["gut"] == 1
    table.refuses("too_many_throws", "twos", "22213", throws=5)
    table.write("twos", "22213", 4)
    assert table.column()["gut"] == 0
    table.refuses("too_many_throws", "threes", "33313", throws=4)
    table.write("threes", "33313", 3)


def test_spares_of_any_number_are_spent_in_one_round() -> None:
    table = Table("goldene_fuenfzig")
    table.write("low_straight", "12345", 1)
    table.write("golden_fifty", "66666", 1)
    assert table.column()["gut"] == 4
    assert table.write("full_house", "55666", 7) == 30
    assert table.column()["gut"] == 0


def test_strikes_and_points_spend_too() -> None:
    table = Table("goldene_fuenfzig")
    table.write("low_straight", points=15, throws=1)
    table.write("ones", throws=4, strike=True)
    table.write("twos", points=6, throws=4)
    assert table.column()["gut"] == 0


def test_gut_is_each_players_own() -> None:
    table = Table("goldene_fuenfzig", "AB")
    table.write("low_straight", "12345", 1)
    table.refuses("too_many_throws", "ones", "11123", throws=4)


def test_option_removes_gut() -> None:
    table = Table("goldene_fuenfzig", gut=False)
    table.write("low_straight", "12345", 1)
    assert table.column() == {"low_straight": 15}
    table.refuses("too_many_throws", "ones", "11123", throws=4)


def test_five_alike_at_once_do_not_win_here() -> None:
    table = Table("goldene_fuenfzig", "AB")
    table.write("golden_fifty", points=50, throws=1)
    assert (table.reason, table.column()["gut"]) == (None, 2)


def test_offers_say_what_is_banked_and_spent() -> None:
    table = Table("goldene_fuenfzig")
    offers = {choice.box: choice.offers for choice in table.game.choices(table.state)}
    assert [(offer.points, offer.throws, offer.spares) for offer in offers["full_house"]] == [
        (30, 3, 0),
        (30, 2, 1),
        (30, 1, 2),
    ]
    table.write("low_straight", "12345", 1)
    choices = table.game.choices(table.state, partial={"dice": [1, 1, 2, 2, 2], "throws": 5})
    assert {offer.spares for choice in choices for offer in choice.offers} == {-2}


def test_highest_total_and_leftovers() -> None:
    table = Table("goldene_fuenfzig")
    assert table.most() == 225
    for box, face in zip(("ones", "twos", "threes", "fours", "fives", "sixes"), "123456", strict=True):
        table.write(box, face * 5)
    for box, dice in VALUES_AT_BEST.items():
        table.write(box, dice, 1)
    assert (table.total(), table.column()["gut"], table.reason) == (225, 8, "sheets_full")


VALUES_AT_BEST = {
    "low_straight": "12345",
    "high_straight": "23456",
    "full_house": "66655",
    "golden_fifty": "66666",
}

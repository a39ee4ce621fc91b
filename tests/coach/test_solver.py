"""The solver against a naive one in exact fractions, and against single positions."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from scorekeeper.coach.model import Model, Place
from scorekeeper.coach.solver import Table, solve
from scorekeeper.coach.turn import Turn
from scorekeeper.rules import DICE_GAMES
from tests.coach.naive import Naive, shortened

Short = tuple[str, dict[str, Any], tuple[str, ...], int | None]
# game, house rules, boxes, upper sum for the bonus; the first ones run daily
SHORT: list[Short] = [
    ("crag", {"crag_as_thirteen": False}, ("crag", "thirteen", "odd_straight", "sixes"), None),
    ("general", {"big_general_wins": "never"}, ("four_of_a_kind", "small_general"), None),
    ("goldene_fuenfzig", {"gut_on": "rolled"}, ("full_house", "sixes"), None),
    ("yahtzee", {"preset": "kniffel"}, ("fours", "sixes"), 24),
    ("generala", {"automatic_win": "off"}, ("ones", "straight", "full_house"), None),
    (
        "generala",
        {"automatic_win": "off", "double_generala": True},
        ("sixes", "generala", "double_generala"),
        None,
    ),
    (
        "generala",
        {"automatic_win": "off", "double_generala": True, "double_requires": "any_five_before"},
        ("fives", "generala", "double_generala"),
        None,
    ),
    ("goldene_fuenfzig", {}, ("low_straight", "full_house", "twos"), None),
    ("yacht", {"four_of_a_kind": "the_four"}, ("choice", "four_of_a_kind"), None),
    ("yahtzee", {}, ("fives", "sixes", "yahtzee"), 35),
    ("yahtzee", {"yahtzee_bonus": 50}, ("sixes", "yahtzee", "large_straight"), 18),
    ("yahtzee", {"joker": "free"}, ("sixes", "full_house", "yahtzee"), 18),
]


def cases(daily: int) -> list[Any]:
    """The short sheets, all but the first ones as further examples."""
    return [
        pytest.param(*case, marks=pytest.mark.examples if place >= daily else (), id=f"{case[0]}{place}")
        for place, case in enumerate(SHORT)
    ]


def table_of(slug: str, given: dict[str, Any], boxes: tuple[str, ...], bonus_at: int | None) -> Table:
    game = shortened(DICE_GAMES[slug], *boxes, bonus_at=bonus_at)
    return solve(Model(game, game.resolve(given)))


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "given", "boxes", "bonus_at"), cases(4))
def test_short_sheet_equals_exact_fractions(
    slug: str, given: dict[str, Any], boxes: tuple[str, ...], bonus_at: int | None
) -> None:
    table = table_of(slug, given, boxes, bonus_at)
    naive = Naive(table.model.game, given)
    assert table.expected == pytest.approx(float(naive.expected()), abs=1e-9)
    for state in naive.states[:40]:
        value = table.values[table.model.place(state.columns[0])]
        assert value == pytest.approx(float(naive.expected(state)), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "given", "boxes", "bonus_at"), cases(1))
def test_turn_of_short_sheet_equals_exact_fractions(
    slug: str, given: dict[str, Any], boxes: tuple[str, ...], bonus_at: int | None
) -> None:
    table = table_of(slug, given, boxes, bonus_at)
    naive, turn = Naive(table.model.game, given), Turn(table, Place(0, 0, 0, 0))
    for roll in table.model.steps.rolls[::17]:
        for made in range(1, table.model.throws):
            best = naive.rolls(naive.start, made)[roll]
            assert turn.keeps(roll, made)[0].value == pytest.approx(float(best), abs=1e-9)
            kept = naive.keeps(naive.start, made)
            for keep, value in turn.keeps(roll, made):
                if keep != roll:
                    assert value == pytest.approx(float(kept[keep]), abs=1e-9)
        last = naive.boxes(naive.start, roll, table.model.throws)
        found = {box: value for box, _, value in turn.boxes(roll, table.model.throws)}
        assert found == pytest.approx({box: float(value) for box, value in last.items()}, abs=1e-9)


def test_single_box_has_known_chance() -> None:
    # five alike within three throws: 347897 of 7558272
    table = table_of("yacht", {}, ("yacht",), None)
    chance = Fraction(347897, 7558272)
    assert table.expected == pytest.approx(float(50 * chance), abs=1e-12)
    assert table.deviation == pytest.approx(50 * float(chance * (1 - chance)) ** 0.5, abs=1e-9)


def test_deviation_of_sixes_of_crag_is_binomial() -> None:
    table = table_of("crag", {}, ("sixes",), None)
    chance = Fraction(11, 36)  # for each die by itself, a six within two throws
    assert table.expected == pytest.approx(float(18 * chance), abs=1e-9)
    assert table.deviation == pytest.approx((3 * 36 * float(chance * (1 - chance))) ** 0.5, abs=1e-9)


@pytest.mark.parametrize("slug", ["generala", "goldene_fuenfzig", "crag"])
def test_every_place_equals_its_own_turn(slug: str) -> None:
    game = DICE_GAMES[slug]
    table = solve(Model(game, game.resolve({"double_generala": True} if slug == "generala" else {})))
    model, chance = table.model, np.random.default_rng(2026)
    for _ in range(60):
        filled = int(chance.integers(model.full))
        flags = int(chance.choice(model.possible_flags(filled)))
        spares = int(chance.integers(model.most_spares(filled) + 1))
        turn = Turn(table, Place(filled, flags, 0, spares))
        assert turn.by_keep(0)[0] == pytest.approx(turn.value, abs=1e-9)


def test_automatic_win_is_left_out() -> None:
    game = DICE_GAMES["general"]
    one, other = (Model(game, game.resolve({"big_general_wins": how})) for how in ("always", "never"))
    assert solve(one).expected == solve(other).expected


def test_upper_sums_are_told_apart_up_to_bonus_only() -> None:
    game = DICE_GAMES["yahtzee"]
    model = Model(game, game.resolve({}))
    assert model.shape == (2**13, 2, 64, 1)
    assert [model.boxes[at] for at in model.marked] == ["yahtzee"]
    assert Model(game, game.resolve({"preset": "kniffel"})).shape == (2**13, 1, 64, 1)

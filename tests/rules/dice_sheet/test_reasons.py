"""Reasons for zeros and for refused boxes: by example for every box, and for all rolls."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules.contract import Choice, IllegalMoveError, Reason
from scorekeeper.rules.dice import FACES, rolls
from scorekeeper.rules.dice_sheet.game import SheetGame
from tests.rules.subjects import few, seeds

from .states import every_sheet, some_states
from .table import Table

DOUBLE: dict[str, Any] = {"double_generala": True}
ANY_FIVE = DOUBLE | {"double_requires": "any_five_before"}
NOT_ALIKE = [
    ("generala", "generala"),
    ("general", "small_general"),
    ("goldene_fuenfzig", "golden_fifty"),
    ("yacht", "yacht"),
    ("yahtzee", "yahtzee"),
]
FULL_HOUSE = ["generala", "general", "goldene_fuenfzig", "yacht", "yahtzee"]
FOUR_ALIKE = ["generala", "general", "yacht", "yahtzee"]

Example = tuple[str, str, str, str, dict[str, Any], dict[str, Any]]
EXAMPLES: list[Example] = [
    *((slug, box, "12345", "none_alike", {}, {}) for slug, box in NOT_ALIKE),
    *((slug, box, "33336", "only_alike", {"alike": 4}, {}) for slug, box in NOT_ALIKE),
    *((slug, "full_house", "55443", "two_pairs", {}, {}) for slug in FULL_HOUSE),
    *((slug, "full_house", "55532", "pair_missing", {}, {}) for slug in FULL_HOUSE),
    *((slug, "full_house", "55432", "one_pair", {}, {}) for slug in FULL_HOUSE),
    *((slug, "full_house", "55552", "four_and_one", {}, {}) for slug in FULL_HOUSE),
    *((slug, "full_house", "12346", "none_alike", {}, {}) for slug in FULL_HOUSE),
    *((slug, "full_house", "55555", "five_not_counted", {}, {}) for slug in FULL_HOUSE[:4]),
    *((slug, "four_of_a_kind", "55544", "only_alike", {"alike": 3}, {}) for slug in FOUR_ALIKE),
    ("yacht", "four_of_a_kind", "55555", "five_not_counted", {}, {}),
    ("generala", "four_of_a_kind", "55555", "five_not_counted", {}, {"five_as_four_of_a_kind": False}),
    ("generala", "straight", "12246", "faces_missing", {"faces": (3, 5)}, {}),
    ("generala", "straight", "12245", "faces_missing", {"faces": (3,)}, {}),
    ("generala", "straight", "13456", "faces_missing", {"faces": (2,)}, {}),
    ("generala", "straight", "22345", "face_missing", {"either": (1, 6)}, {}),
    ("generala", "straight", "33445", "many_missing", {"count": 2}, {}),
    ("generala", "straight", "24456", "face_missing", {"either": (1, 3)}, {"straights": "wrap"}),
    ("generala", "straight", "11456", "faces_missing", {"faces": (3,)}, {"straights": "one_for_two"}),
    ("general", "straight", "33456", "face_missing", {"either": (1, 2)}, {}),
    ("general", "straight", "12456", "faces_missing", {"faces": (3,)}, {}),
    ("generala", "double_generala", "66665", "only_alike", {"alike": 4}, DOUBLE),
    ("generala", "double_generala", "66666", "double_not_ready", {}, DOUBLE),
    ("generala", "double_generala", "66666", "double_needs_five", {}, ANY_FIVE),
    ("goldene_fuenfzig", "low_straight", "23456", "faces_missing", {"faces": (1,)}, {}),
    ("goldene_fuenfzig", "high_straight", "12345", "faces_missing", {"faces": (6,)}, {}),
    ("yacht", "little_straight", "23456", "faces_missing", {"faces": (1,)}, {}),
    ("yacht", "big_straight", "11345", "faces_missing", {"faces": (2, 6)}, {}),
    ("yahtzee", "small_straight", "12246", "faces_missing", {"faces": (3,)}, {}),
    ("yahtzee", "large_straight", "12246", "faces_missing", {"faces": (3, 5)}, {}),
    ("yahtzee", "three_of_a_kind", "55443", "only_alike", {"alike": 2}, {}),
    ("yahtzee", "full_house", "44444", "joker_needs", {"first": "yahtzee"}, {}),
    ("yahtzee", "large_straight", "44444", "joker_needs", {"first": "yahtzee"}, {}),
    ("yahtzee", "full_house", "44444", "five_not_counted", {}, {"preset": "kniffel"}),
    ("yahtzee", "small_straight", "44444", "many_missing", {"count": 3}, {"preset": "kniffel"}),
    ("crag", "crag", "346", "no_pair", {}, {}),
    ("crag", "crag", "664", "not_thirteen", {"total": 16}, {}),
    ("crag", "thirteen", "653", "not_thirteen", {"total": 14}, {}),
    ("crag", "thirteen", "661", "crag_not_counted", {}, {"crag_as_thirteen": False}),
    ("crag", "three_of_a_kind", "223", "only_alike", {"alike": 2}, {}),
    ("crag", "three_of_a_kind", "123", "none_alike", {}, {}),
    ("crag", "high_straight", "455", "faces_missing", {"faces": (6,)}, {}),
    ("crag", "low_straight", "456", "faces_missing", {"faces": (1, 2, 3)}, {}),
    ("crag", "even_straight", "245", "faces_missing", {"faces": (6,)}, {}),
    ("crag", "odd_straight", "136", "faces_missing", {"faces": (5,)}, {}),
    *(
        (slug, face, "22333"[: 3 if slug == "crag" else 5], "no_face", {"face": number}, {})
        for slug in (*FULL_HOUSE, "crag")
        for number, face in enumerate(FACES, start=1)
        if number not in (2, 3)
    ),
]


def choice_of(table: Table, box: str, dice: str) -> Choice:
    """Return the choice of a box for these dice on the last throw."""
    partial = {"dice": [int(die) for die in dice]}
    return next(each for each in table.game.choices(table.state, partial=partial) if each.box == box)


@pytest.mark.parametrize(("slug", "box", "dice", "code", "fields", "options"), EXAMPLES)
def test_reasons_name_missing_dice(
    slug: str, box: str, dice: str, code: str, fields: dict[str, Any], options: dict[str, Any]
) -> None:
    (offer,) = choice_of(Table(slug, **options), box, dice).offers
    assert (offer.points, offer.reasons) == (0, (Reason(code, fields),))


@every_sheet
def test_examples_cover_every_box_that_may_score_nothing(game: SheetGame) -> None:
    always = {"choice", "chance", "twos", "threes"}
    assert {example[1] for example in EXAMPLES if example[0] == game.slug} >= {
        box.name for box in game.BOXES
    } - always


def test_double_after_struck_generala_is_lost() -> None:
    table = Table("generala", **DOUBLE)
    table.strike("generala")
    (offer,) = choice_of(table, "double_generala", "66666").offers
    assert offer.reasons == (Reason("double_lost"),)


def test_free_joker_waits_for_its_own_box() -> None:
    table = Table("yahtzee", joker="free")
    table.strike("yahtzee")
    (offer,) = choice_of(table, "full_house", "44444").offers
    assert offer.reasons == (Reason("joker_needs", {"first": "fours"}),)


def test_forced_joker_names_its_own_box() -> None:
    table = Table("yahtzee")
    table.strike("yahtzee")
    choice = choice_of(table, "threes", "44444")
    assert (choice.offers, choice.reasons) == ((), (Reason("joker_own_box", {"own": "fours"}),))
    table.strike("fours")
    assert choice_of(table, "ones", "44444").reasons[0].code == "joker_lower_box"


@pytest.mark.parametrize(
    ("slug", "box", "partial", "reason", "options"),
    [
        ("generala", "double_generala", {}, Reason("double_not_ready"), DOUBLE),
        ("generala", "generala", {"throws": 1}, Reason("enter_the_dice"), {}),
        ("generala", "straight", {"dice": [1, 1, 4, 6]}, Reason("out_of_reach", {"count": 1}), {}),
        ("crag", "low_straight", {"dice": [4]}, Reason("out_of_reach", {"count": 2}), {}),
    ],
)
def test_box_without_possible_points_says_why(
    slug: str, box: str, partial: dict[str, Any], reason: Reason, options: dict[str, Any]
) -> None:
    table = Table(slug, **options)
    choice = next(each for each in table.game.choices(table.state, partial=partial) if each.box == box)
    assert (choice.offers, choice.reasons) == ((), (reason,))


def test_impossible_points_name_what_is_possible() -> None:
    assert Table("general").refuses("impossible_points", "straight", points=24)["values"] == [20]
    fields = Table("generala", **DOUBLE).refuses("impossible_points", "double_generala", points=100)
    assert (fields["values"], fields["why"]) == ([], (Reason("double_not_ready"),))


@every_sheet
@given(seed=seeds)
@few
def test_every_choice_has_reason_in_every_state(game: SheetGame, seed: int) -> None:
    """Every offer, also of zero points, has a reason; a box without offers has that of `apply`."""
    _played, states = some_states(game, seed)
    chance = Random(seed)
    for state in states:
        turn = game.turn(state)
        for dice in chance.sample(sorted(rolls(game.dice)), 40):
            throws = chance.randint(1, game.throws)
            for choice in game.choices(state, partial={"dice": list(dice), "throws": throws}):
                assert all(offer.reasons for offer in choice.offers)
                if not choice.offers:
                    line = {"player": turn, "box": choice.box, "dice": list(dice), "throws": throws}
                    with pytest.raises(IllegalMoveError) as caught:
                        game.apply(state, game.parse(line))
                    assert [caught.value.code] == [reason.code for reason in choice.reasons]
        for choice in game.choices(state):
            assert choice.offers or choice.reasons

"""Malformed moves are refused by `parse`, for every game and state."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import InvalidMoveError

from .dice_sheet import reference

DICE = [1, 1, 2, 2, 2]
LINE: dict[str, Any] = {"player": "A", "box": "ones", "dice": DICE, "throws": 2}
HUGE = 10**400

WRONG_DICE: list[Any] = [
    None,
    "11222",
    11222,
    {},
    {"0": 1},
    [],
    [1, 1, 2, 2],
    [1, 1, 2, 2, 2, 2],
    [0, 1, 2, 2, 2],
    [7, 1, 2, 2, 2],
    [-1, 1, 2, 2, 2],
    [HUGE, 1, 2, 2, 2],
    [True, 1, 2, 2, 2],
    [1.0, 1, 2, 2, 2],
    ["1", 1, 2, 2, 2],
    ["\u0661", 1, 2, 2, 2],  # a one, in Arabic digits
    ["⚀", 1, 2, 2, 2],
    [None, 1, 2, 2, 2],
    [[1], 1, 2, 2, 2],
    [float("nan"), 1, 2, 2, 2],
]


def short(value: object) -> str:
    return repr(value)[:20]


def refused(data: object, code: str, slug: str = "generala") -> dict[str, Any]:
    with pytest.raises(InvalidMoveError) as caught:
        GAMES[slug].parse(data)
    assert caught.value.code == code
    return caught.value.fields


@pytest.mark.parametrize("dice", WRONG_DICE, ids=repr)
def test_malformed_dice_are_refused(dice: object) -> None:
    assert refused(LINE | {"dice": dice}, "bad_dice") == {"count": 5}


@pytest.mark.parametrize("dice", [DICE, [1, 2], [1, 2, True], [1, 2, 7], ["1", 2, 3]], ids=repr)
def test_games_of_three_dice_take_three(dice: object) -> None:
    assert refused(LINE | {"dice": dice}, "bad_dice", "crag") == {"count": 3}


@pytest.mark.parametrize(
    "data", [None, True, 3, 3.5, "ones", [], [LINE], (), [("player", "A")], frozenset(), b"{}"], ids=repr
)
def test_entry_is_object(data: object) -> None:
    assert refused(data, "not_an_object") == {}


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("Player", "Player"),
        ("die", "die"),
        ("", ""),
        ("winner", "winner"),
        ("throw\x00s", "throw\\x00s"),
        ("\ud800", "\\ud800"),
        ("würfe", "w\\xfcrfe"),
        ("x" * 5000, "x" * 40),
    ],
)
def test_unknown_fields_are_named_safely(key: str, shown: str) -> None:
    assert refused(LINE | {key: 1}, "unknown_field") == {"field": shown}


def test_first_of_several_unknown_fields() -> None:
    assert refused(LINE | {"b": 1, "a": 1}, "unknown_field") == {"field": "a"}


@pytest.mark.parametrize("value", [None, 3, True, [], ["A"], {"name": "A"}, 1.5], ids=repr)
@pytest.mark.parametrize("field", ["player", "box"])
def test_malformed_texts_are_refused(field: str, value: object) -> None:
    assert refused(LINE | {field: value}, "not_a_text") == {"field": field}


def test_player_must_be_named() -> None:
    assert refused({"box": "ones", "dice": DICE}, "missing_field") == {"field": "player"}


@pytest.mark.parametrize("box", ["", "Ones", "ones ", "óñes", "upper_bonus", "gut", "total", "yahtzee"])
def test_unknown_boxes_are_refused(box: str) -> None:
    assert refused(LINE | {"box": box}, "unknown_box") == {}


@pytest.mark.parametrize("value", [None, "2", 2.0, True, [], {}, "\u0662", float("inf")], ids=repr)
@pytest.mark.parametrize(("field", "least"), [("throws", 1), ("points", 0)])
def test_malformed_numbers_are_refused(field: str, least: int, value: object) -> None:
    assert refused(LINE | {field: value}, "not_a_number") == {"field": field, "least": least}


@pytest.mark.parametrize(
    ("field", "value", "least"), [("throws", 0, 1), ("throws", -1, 1), ("points", -1, 0)]
)
def test_number_below_minimum_is_refused(field: str, value: int, least: int) -> None:
    assert refused(LINE | {field: value}, "not_a_number") == {"field": field, "least": least}


@pytest.mark.parametrize("field", ["throws", "points"])
def test_huge_numbers_are_well_formed_and_illegal(field: str) -> None:
    game = GAMES["generala"]
    assert getattr(game.parse(LINE | {field: HUGE}), field) == HUGE


@pytest.mark.parametrize("value", [None, 0, 1, "true", [], {}], ids=repr)
@pytest.mark.parametrize("field", ["strike", "out_of_turn"])
def test_malformed_flags_are_refused(field: str, value: object) -> None:
    assert refused(LINE | {field: value}, "not_a_flag") == {"field": field}


@pytest.mark.parametrize("note", [None, 3, [], {}, "x" * 501, "a\x00b", "\ud800", "ok \udfff"], ids=short)
def test_unstorable_notes_are_refused(note: object) -> None:
    assert refused(LINE | {"note": note}, "bad_note") == {"most": 500}


@pytest.mark.parametrize(
    "note",
    ["", "x" * 500, "🎲" * 500, "two\nlines", "عشرة", "\u202eflipped"],
    ids=short,
)
def test_notes_are_accepted(note: str) -> None:
    game = GAMES["generala"]
    move = game.parse(LINE | {"note": note})
    assert move.note == note
    assert game.parse(game.dump(move)) == move


def test_false_flags_are_as_if_left_out() -> None:
    game = GAMES["generala"]
    assert game.parse(LINE | {"strike": False, "out_of_turn": False}) == game.parse(LINE)
    assert game.dump(game.parse(LINE | {"strike": False})) == LINE


# --- fields that do not go together ---


@pytest.mark.parametrize("points", [0, 3])
def test_strike_has_no_points(points: int) -> None:
    refused({"player": "A", "box": "ones", "strike": True, "points": points}, "strike_with_points")


@pytest.mark.parametrize("more", [{}, {"throws": 2}, {"strike": False}, {"note": "?"}, {"out_of_turn": True}])
def test_line_says_dice_points_or_strike(more: dict[str, Any]) -> None:
    refused({"player": "A", "box": "ones", **more}, "nothing_written")
    refused({"player": "A", **more}, "nothing_written")


@pytest.mark.parametrize(
    "more", [{"points": 3}, {"strike": True}, {"dice": DICE, "points": 3}, {"dice": DICE, "strike": True}]
)
def test_move_without_box_needs_dice(more: dict[str, Any]) -> None:
    assert refused({"player": "A", **more}, "missing_field") == {"field": "box"}
    assert GAMES["generala"].parse({"player": "A", "dice": DICE}).box is None


# --- reading and writing ---


@pytest.mark.parametrize("slug", reference.BOXES)
@pytest.mark.parametrize(
    "more",
    [
        {"strike": True},
        {"points": 0},
        {"points": 3, "throws": 1},
        {"strike": True, "throws": 7, "out_of_turn": True, "note": "späte Zeile"},
    ],
)
def test_read_moves_can_be_written(slug: str, more: dict[str, Any]) -> None:
    game = GAMES[slug]
    data = {"player": "A", "box": "ones", **more}
    assert game.dump(game.parse(data)) == data
    assert game.parse(game.dump(game.parse(data))) == game.parse(data)


def test_dice_keep_order_in_which_they_were_entered() -> None:
    assert GAMES["crag"].dump(GAMES["crag"].parse(LINE | {"dice": [6, 1, 6]}))["dice"] == [6, 1, 6]


def test_parsed_move_does_not_share_its_source() -> None:
    dice = [1, 1, 2, 2, 2]
    data = LINE | {"dice": dice}
    move = GAMES["generala"].parse(data)
    dice[0] = 6
    assert move.dice == (1, 1, 2, 2, 2)
    dumped = GAMES["generala"].dump(move)
    dumped["dice"][0] = 6
    assert move.dice == (1, 1, 2, 2, 2)

"""The output of replay: results, turns, teams and settlements."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.archive.replay_report import Checked, check
from tests.archive.replay_process import BOXES
from tests.play.transcripts import general

WORKED = {
    "A": (0, 4, 9, 8, 20, 12, 25, 35, 40, 0),
    "B": (0, 6, 9, 8, 10, 0, 25, 30, 40, 0),
    "C": (4, 6, 6, 12, 15, 18, 20, 30, 45, 0),
    "D": (3, 4, 6, 12, 20, 18, 25, 30, 40, 60),
}
AT_ONCE = {25, 35, 45}
CENT = {"kind": "per_point", "amount": "0.01", "unit": "USD"}
FIVE = {"dice": [6, 6, 6, 6, 6], "throws": 1}


def replay(**fields: Any) -> Checked:
    """Check the short game of General with other fields."""
    return check(json.dumps(general(**fields)).encode())


def sheet(points: Mapping[str, tuple[int, ...]]) -> list[dict[str, Any]]:
    """A whole sheet of General, written by its points, round by round."""
    entries = []
    for place, box in enumerate(BOXES):
        for player, column in points.items():
            value = column[place]
            entry: dict[str, Any] = {"player": player, "box": box}
            entry |= {"strike": True} if value == 0 else {"points": value}
            if value in AT_ONCE:
                entry["throws"] = 1
            entries.append(entry)
    return entries


def test_worked_sheet_is_reported() -> None:
    status, document = replay(players=list(WORKED), stake=CENT, entries=sheet(WORKED))
    assert status == 0
    assert document == {
        "format": "scorekeeper/1",
        "game": "general",
        "finished": True,
        "reason": "sheets_full",
        "scores": {"A": 153, "B": 128, "C": 156, "D": 218},
        "standings": [
            {"rank": 1, "players": ["D"], "score": 218},
            {"rank": 2, "players": ["C"], "score": 156},
            {"rank": 3, "players": ["A"], "score": 153},
            {"rank": 4, "players": ["B"], "score": 128},
        ],
        "winners": ["D"],
        "sheet": {player: dict(zip(BOXES, column, strict=True)) for player, column in WORKED.items()},
        "turn": None,
        "settlement": {
            "unit": "USD",
            "transfers": [
                {"from": "A", "to": "D", "amount": "0.65"},
                {"from": "B", "to": "D", "amount": "0.90"},
                {"from": "C", "to": "D", "amount": "0.62"},
            ],
        },
        "error": None,
    }
    assert list(document) == [
        *(
            "format",
            "game",
            "finished",
            "reason",
            "scores",
            "standings",
            "winners",
            "sheet",
            "turn",
            "settlement",
        ),
        "error",
    ]


def test_running_game_has_standings_and_turn_but_no_result() -> None:
    status, document = replay(stake=CENT)
    assert status == 0
    assert document["finished"] is False
    assert document["reason"] is None
    assert document["winners"] == []
    assert document["settlement"] is None
    assert document["turn"] == "B"
    assert document["standings"][0] == {"rank": 1, "players": ["B"], "score": 25}
    assert document["sheet"] == {"A": {"fours": 12, "twos": 0}, "B": {"straight": 25}}


def test_ranks_before_first_entry_are_all_first() -> None:
    _, document = replay(entries=[])
    assert document["standings"] == [{"rank": 1, "players": ["A", "B"], "score": 0}]
    assert document["sheet"] == {"A": {}, "B": {}}
    assert document["turn"] == "A"


def test_ranks_after_tie_are_one_one_three() -> None:
    columns = {"A": WORKED["A"], "B": WORKED["D"], "C": WORKED["D"]}
    _, document = replay(players=list(columns), entries=sheet(columns), stake=CENT)
    assert document["standings"] == [
        {"rank": 1, "players": ["B", "C"], "score": 218},
        {"rank": 3, "players": ["A"], "score": 153},
    ]
    assert document["winners"] == ["B", "C"]
    assert document["settlement"]["transfers"] == [
        {"from": "A", "to": "B", "amount": "0.33"},
        {"from": "A", "to": "C", "amount": "0.32"},
    ]


@pytest.mark.parametrize("stake", [None, {"kind": "none"}, {"kind": "none", "amount": "0", "unit": "USD"}])
def test_report_without_stake_has_no_settlement(stake: object) -> None:
    _, document = replay(players=list(WORKED), stake=stake, entries=sheet(WORKED))
    assert document["finished"] is True
    assert document["settlement"] is None


@pytest.mark.parametrize(
    ("unit", "amount"), [("USD", "1.00"), ("JPY", "1"), ("KWD", "1.000"), ("drink", "1")]
)
def test_amounts_have_decimals_of_their_unit(unit: str, amount: str) -> None:
    stake = {"kind": "low_pays", "amount": "1", "unit": unit}
    _, document = replay(players=list(WORKED), stake=stake, entries=sheet(WORKED))
    assert document["settlement"] == {"unit": unit, "transfers": [{"from": "B", "to": "D", "amount": amount}]}


# --- refusals --------------------------------------------------------------------------------------------


def test_refused_entry_reports_state_before() -> None:
    entries = [
        *general()["entries"],
        {"player": "B", "box": "straight", "points": 20},
        {"player": "A", "box": 7},
    ]
    status, document = replay(entries=entries)
    assert status == 1
    assert document["error"] == {"entry": 4, "code": "box_filled", "message": "Straight already holds 25."}
    assert document["scores"] == {"A": 12, "B": 25}
    assert document["turn"] == "B"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"player": "B", "box": "ones", "points": 1}, "not_your_turn"),
        ({"player": "Z", "box": "ones", "points": 1}, "unknown_player"),
        ({"player": "A", "box": "ones", "points": 6}, "impossible_points"),
        ({"player": "A", "box": "ones", "points": 1, "note": "n" * 501}, "bad_note"),
        ({"player": "A", "box": "ones", "points": 1, "note": "\0"}, "bad_note"),
        ({"player": "A", "box": "ones", "points": 1, "note": None}, "bad_note"),
        ({"player": "A", "box": "ones", "points": True}, "not_a_number"),
        ({"player": "A", "box": "ones", "points": "1"}, "not_a_number"),
        ({"player": "A", "box": "ones", "dice": [1, 1, 1, 1, 7]}, "bad_dice"),
        ({"player": "A", "box": "ones", "dice": [1, 1, 1, 1]}, "bad_dice"),
        ({"player": "A", "box": "ones", "dice": [1, 1, 1, 1, True]}, "bad_dice"),
        ({"player": "A", "box": "ones", "dice": [1, 1, 1, 2, 2], "throws": 0}, "not_a_number"),
        ({"player": "A", "box": "ones", "dice": [1, 1, 1, 2, 2], "throws": 4}, "too_many_throws"),
        ({"player": "A", "box": "ones", "dice": [1, 1, 1, 2, 2], "points": 4}, "wrong_points"),
        ({"player": "A", "box": "yacht", "strike": True}, "unknown_box"),
        ({"player": "A", "box": "ones", "strike": True, "points": 0}, "strike_with_points"),
        ({"player": "A", "box": "ones", "strike": 1}, "not_a_flag"),
        ({"player": "A", "box": "ones"}, "nothing_written"),
        ({"player": "A", "dice": [1, 1, 1, 2, 2]}, "box_needed"),
        ({"player": "A", "box": "small_general", "points": 60, "throws": 1}, "enter_the_dice"),
        ({"player": "A", "points": 3}, "missing_field"),
        ({"box": "ones", "points": 3}, "missing_field"),
        ({"player": "A", "box": "ones", "points": 3, "turn": 1}, "unknown_field"),
    ],
)
def test_refusal_reports_its_code(entry: dict[str, Any], code: str) -> None:
    status, document = replay(entries=[entry])
    assert (status, document["error"]["entry"], document["error"]["code"]) == (1, 1, code)
    assert document["scores"] == {"A": 0, "B": 0}


def test_finished_game_with_extra_entry_is_settled() -> None:
    entries = [*sheet(WORKED), {"player": "A", "box": "ones", "strike": True}]
    status, document = replay(players=list(WORKED), stake=CENT, entries=entries)
    assert (status, document["error"]["code"]) == (1, "game_over")
    assert document["finished"] is True
    assert len(document["settlement"]["transfers"]) == 3


def test_notes_and_odd_but_legal_fields_are_taken() -> None:
    entry = {
        "player": "A",
        "box": "ones",
        "points": 1,
        "strike": False,
        "out_of_turn": False,
        "note": "n" * 500,
    }
    assert replay(entries=[entry]).status == 0
    assert replay(entries=[{**entry, "note": "\u202e\u2028\x07ü"}]).status == 0
    assert replay(entries=[{"player": "A", "box": "ones", "dice": [1, 1, 2, 2, 2], "points": 2}]).status == 0
    assert (
        replay(entries=[{"player": "A", "box": "ones", "strike": True, "dice": [1, 1, 2, 2, 2]}]).status == 0
    )


# --- order -----------------------------------------------------------------------------------------------


def test_from_first_line_out_of_turn_order_is_free() -> None:
    late = {"player": "B", "box": "ones", "strike": True, "out_of_turn": True}
    more = [{"player": "B", "box": box, "strike": True} for box in ("twos", "threes")]
    status, document = replay(entries=[late, *more])
    assert status == 0
    assert document["turn"] == "A", "the first in order with the fewest boxes filled"
    again = replay(entries=[late, *more, {"player": "B", "box": "ones", "strike": True}])
    assert again.document["error"]["code"] == "box_filled", "still each box once"


# --- an automatic win ------------------------------------------------------------------------------------


def test_automatic_win_ends_game_without_box() -> None:
    stake = {**CENT, "automatic_win": "5.00"}
    entries = [{"player": "A", "box": "sixes", "points": 30, "throws": 3}, {"player": "B", **FIVE}]
    status, document = replay(entries=entries, stake=stake)
    assert status == 0
    assert document["reason"] == "automatic_win"
    assert document["winners"] == ["B"]
    assert document["sheet"] == {"A": {"sixes": 30}, "B": {}}
    assert document["standings"] == [
        {"rank": 1, "players": ["B"], "score": 0},
        {"rank": 2, "players": ["A"], "score": 30},
    ]
    assert document["settlement"]["transfers"] == [{"from": "A", "to": "B", "amount": "5.00"}]
    assert document["turn"] is None


def test_box_that_automatic_win_names_must_be_open() -> None:
    first = {"player": "A", "box": "sixes", "strike": True}
    other = {"player": "B", "box": "sixes", "strike": True}
    assert replay(entries=[first, other, {"player": "A", "box": "ones", **FIVE}]).document["winners"] == ["A"]
    assert replay(entries=[first, other, {"player": "A", "box": "sixes", **FIVE}]).status == 1


# --- teams -----------------------------------------------------------------------------------------------

TEAMS = [["A", "C"], ["B", "D"]]


def test_ranks_and_stakes_with_teams_are_by_team() -> None:
    _, document = replay(players=list(WORKED), teams=TEAMS, stake=CENT, entries=sheet(WORKED))
    assert document["scores"] == {"A": 153, "B": 128, "C": 156, "D": 218}
    assert [row["players"] for row in document["standings"]] == [["D"], ["C"], ["A"], ["B"]]
    assert document["team_scores"] == {"A & C": 309, "B & D": 346}
    assert document["team_standings"] == [
        {"rank": 1, "players": ["B & D"], "score": 346},
        {"rank": 2, "players": ["A & C"], "score": 309},
    ]
    assert document["winners"] == ["B", "D"]
    paid = [(each["from"], each["to"], each["amount"]) for each in document["settlement"]["transfers"]]
    assert paid == [("A", "B", "0.10"), ("A", "D", "0.09"), ("C", "B", "0.09"), ("C", "D", "0.09")]


def test_teams_that_tie_share_row() -> None:
    columns = {"A": WORKED["A"], "B": WORKED["A"], "C": WORKED["C"], "D": WORKED["C"]}
    _, document = replay(players=list(columns), teams=TEAMS, entries=sheet(columns))
    assert document["team_standings"] == [{"rank": 1, "players": ["A & C", "B & D"], "score": 309}]
    assert document["winners"] == ["A", "B", "C", "D"]


def test_ranks_after_automatic_win_put_team_first() -> None:
    entries = [{"player": "A", "box": "sixes", "points": 30, "throws": 3}, {"player": "B", **FIVE}]
    _, document = replay(players=list(WORKED), teams=TEAMS, entries=entries)
    assert document["team_standings"] == [
        {"rank": 1, "players": ["B & D"], "score": 0},
        {"rank": 2, "players": ["A & C"], "score": 30},
    ]
    assert document["standings"] == [
        {"rank": 1, "players": ["B", "D"], "score": 0},
        {"rank": 3, "players": ["A"], "score": 30},
        {"rank": 4, "players": ["C"], "score": 0},
    ]
    assert document["winners"] == ["B", "D"]


def test_teams_are_listed_from_start() -> None:
    _, document = replay(players=list(WORKED), teams=TEAMS, entries=[])
    assert document["team_scores"] == {"A & C": 0, "B & D": 0}
    assert document["team_standings"] == [{"rank": 1, "players": ["A & C", "B & D"], "score": 0}]


def test_report_without_teams_names_no_sides() -> None:
    assert not {"team_scores", "team_standings"} & replay().document.keys()

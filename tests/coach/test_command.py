"""The command `coach`: answers as lines of JSON, refusals with a message and a status."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from scorekeeper.rules import GAMES
from tests.coach.command import run
from tests.rules.random_games import random_game


def coach(*asked: str) -> tuple[int, dict[str, Any]]:
    status, line = run(*asked)
    return status, json.loads(line)


def transcript(folder: Path, **fields: Any) -> str:
    path = folder / "game.json"
    usual = {"format": "scorekeeper/1", "game": "crag", "players": ["A", "B"], "entries": []}
    path.write_text(json.dumps(usual | fields))
    return str(path)


def test_game_prints_expected_and_deviation() -> None:
    status, found = coach("crag", "--options", '{"crag_as_thirteen": false}')
    assert status == 0
    assert list(found) == ["game", "options", "expected", "deviation"]
    assert (found["game"], found["options"]) == ("crag", {"crag_as_thirteen": False})
    assert 100 < found["expected"] < 200
    assert 20 < found["deviation"] < 50


def test_position_prints_keeps_best_first() -> None:
    status, found = coach("crag", "--position", '{"dice": [6, 1, 6], "throws_left": 1}')
    assert status == 0
    values = [each["value"] for each in found["keeps"]]
    assert found["keeps"][0]["keep"] == [1, 6, 6]
    assert found["value"] == values[0]
    assert values == sorted(values, reverse=True)
    assert len(values) == 6
    assert "boxes" not in found


def test_position_prints_boxes_after_last_throw() -> None:
    written = {"crag": 50, "thirteen": 0, "sixes": 12}
    asked = json.dumps({"written": written, "dice": [5, 5, 3], "throws_left": 0})
    status, found = coach("crag", "--position", asked)
    assert status == 0
    assert "keeps" not in found
    boxes = {each["box"]: each["points"] for each in found["boxes"]}
    assert boxes["fives"] == 10
    assert not boxes.keys() & written.keys()
    assert found["value"] == found["boxes"][0]["value"]


def test_last_box_is_worth_its_points() -> None:
    written = {box.name: 0 for box in GAMES["crag"].BOXES if box.name != "fives"}
    asked = json.dumps({"written": written, "dice": [5, 5, 3], "throws_left": 0})
    assert coach("crag", "--position", asked)[1]["boxes"] == [{"box": "fives", "points": 10, "value": 10.0}]


def test_spare_throws_follow_last_throw() -> None:
    others = {box.name: 0 for box in GAMES["goldene_fuenfzig"].BOXES if box.name != "golden_fifty"}
    asked = {"written": others | {"low_straight": 15}, "dice": [6, 6, 6, 1, 6], "throws_left": 0, "spares": 2}
    found = coach("goldene_fuenfzig", "--position", json.dumps(asked))[1]
    assert found["boxes"] == [{"box": "golden_fifty", "points": 0, "value": 0.0}]
    assert found["keeps"][0]["keep"] == [6, 6, 6, 6]
    assert found["keeps"][0]["value"] == pytest.approx(50 * 11 / 36)
    assert found["value"] == found["keeps"][0]["value"]


def test_position_before_throw_is_expectation() -> None:
    found = coach("crag", "--position", "{}")[1]
    assert found["value"] == found["expected"]


def test_transcript_prints_players(tmp_path: Path) -> None:
    game = random_game(GAMES["crag"], 7, players=3)
    path = transcript(
        tmp_path, players=list(game.seats.players), options=dict(game.options), entries=game.entries
    )
    status, found = coach("--transcript", path)
    assert status == 0
    assert list(found["players"]) == list(game.seats.players)
    for player in found["players"].values():
        assert list(player)[:5] == ["expected", "total", "luck", "given_away", "turns"]
        total = player["expected"] + player["luck"] - player["given_away"]
        assert total == pytest.approx(player["total"], abs=1e-9)
        assert len(player["turns"]) == 13
        for turn in player["turns"]:
            assert list(turn)[:7] == ["turn", "dice", "box", "points", "best", "loss", "luck"]
    assert coach("crag", "--transcript", path) == (status, found)


def test_refused_entry_ends_analysis(tmp_path: Path) -> None:
    entries = [{"player": "A", "dice": [6, 6, 1], "box": "crag"}, {"player": "A", "dice": [7], "box": "ones"}]
    status, found = coach("--transcript", transcript(tmp_path, entries=entries))
    assert status == 1
    assert len(found["players"]["A"]["turns"]) == 1
    assert found["players"]["B"]["turns"] == []
    assert (found["error"]["entry"], found["error"]["code"]) == (2, "bad_dice")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ([], "no_game"),
        (["whist"], "unknown_game"),
        (["forty_fives"], "no_coach"),
        (["crag", "--options", "[]"], "not_an_object"),
        (["crag", "--options", "{"], "not_json"),
        (["crag", "--options", '{"joker": "free"}'], "unknown_option"),
        (["crag", "--options", '{"crag_as_thirteen": 1}'], "bad_option"),
        (["crag", "--position", "[]"], "not_an_object"),
        (["crag", "--position", '{"throw": 1}'], "unknown_field"),
        (["crag", "--position", '{"throws_left": 1}'], "missing_field"),
        (["crag", "--position", '{"dice": [1, 2, 3]}'], "missing_field"),
        (["crag", "--position", '{"dice": [1, 2], "throws_left": 0}'], "bad_dice"),
        (["crag", "--position", '{"dice": 5, "throws_left": 0}'], "bad_dice"),
        (["crag", "--position", '{"dice": [1, 2, 3], "throws_left": 2}'], "bad_throws_left"),
        (["crag", "--position", '{"dice": [1, 2, 3], "throws_left": true}'], "not_a_number"),
        (["crag", "--position", '{"spares": 1}'], "bad_spares"),
        (["crag", "--position", '{"written": []}'], "not_an_object"),
        (["crag", "--position", '{"written": {"yacht": 50}}'], "unknown_box"),
        (["crag", "--position", '{"written": {"crag": 49}}'], "impossible_points"),
        (["crag", "--position", '{"written": {"crag": -1}}'], "not_a_number"),
        (["crag", "--position", '{"written": {"crag": "50"}}'], "not_a_number"),
        (["generala", "--position", '{"written": {"double_generala": 100}}'], "unknown_box"),
        (["--transcript", "/nowhere"], "unreadable"),
        (["--transcript", "\0"], "unreadable"),
        (["--transcript", "/dev/null"], "not_json"),
        (["--transcript", "/dev/null", "--options", "{}"], "own_options"),
        (["--transcript", "/dev/null", "--position", "{}"], "one_question"),
    ],
)
def test_bad_input_is_refused_with_message(asked: list[str], code: str) -> None:
    status, found = coach(*asked)
    assert status == 2
    assert list(found) == ["error"]
    assert found["error"]["code"] == code
    assert found["error"]["entry"] is None
    assert 10 < len(found["error"]["message"]) <= 200


def test_full_sheet_is_refused() -> None:
    asked = json.dumps({"written": {box.name: 0 for box in GAMES["crag"].BOXES}})
    assert coach("crag", "--position", asked)[1]["error"]["code"] == "sheet_full"


def test_transcript_of_another_game_is_refused(tmp_path: Path) -> None:
    path = transcript(tmp_path)
    assert coach("yacht", "--transcript", path)[1]["error"]["code"] == "other_game"
    cards = transcript(tmp_path, game="forty_fives")
    assert coach("--transcript", cards)[1]["error"]["code"] == "no_coach"


def test_delete_says_how_many_tables_went(tmp_path: Path, settings: LazySettings) -> None:
    settings.DATA_DIR = tmp_path
    coach("--delete")  # a table that an earlier test left in memory would not be stored again
    coach("crag")
    assert coach("--delete") == (0, {"deleted": 1})
    assert coach("--delete") == (0, {"deleted": 0})

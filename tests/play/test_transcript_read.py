"""Reading a transcript: the format of the file itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.archive.replay_report import check
from scorekeeper.play.transcript import read_transcript
from tests.play.transcripts import read_code

from .transcripts import general

PER_POINT = {"kind": "per_point", "amount": "0.01", "unit": "USD"}
FOUR = ["A", "B", "C", "D"]


def code(**fields: Any) -> str | None:
    """Return `read_code` of the short game of General with other fields."""
    return read_code(json.dumps(general(**fields)).encode())


# --- the fields ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["format", "game", "players", "entries"])
def test_four_fields_are_needed(field: str) -> None:
    assert code(**{field: None}) == "missing_field"


@pytest.mark.parametrize("field", ["note", "Format", "winner", "", "\0", "\ud800", "option"])
def test_unknown_fields_are_refused(field: str) -> None:
    assert code(**{field: 1}) == "unknown_field"


@pytest.mark.parametrize("value", ["scorekeeper/2", "scorekeeper", 1, [], {}, True])
def test_unknown_format_is_refused(value: object) -> None:
    assert code(format=value) == "unknown_format"


@pytest.mark.parametrize("value", ["poker", "General", "general ", "", 1, [], {}, True, "\ud800"])
def test_unknown_game_is_refused(value: object) -> None:
    assert code(game=value) == "unknown_game"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, None),
        ({"four_of_a_kind_later": 30}, None),
        ({"four_of_a_kind_later": 35}, "bad_option"),
        ({"four_of_a_kind_later": 30.0}, "bad_option"),
        ({"four_of_a_kind_later": "30"}, "bad_option"),
        ({"five_as_full_house": 1}, "bad_option"),
        ({"five_as_full_house": None}, "bad_option"),
        ({"straights": ["basic"]}, "bad_option"),
        ({"straight": "basic"}, "unknown_option"),
        ([], "not_an_object"),
        (1, "not_an_object"),
        ("", "not_an_object"),
    ],
)
def test_options_are_those_of_game(value: object, expected: str | None) -> None:
    assert code(options=value) == expected


def test_options_that_are_not_given_are_defaults() -> None:
    options = read_transcript(json.dumps(general(options={"straights": "basic"})).encode()).options
    assert options["straights"] == "basic"
    assert options["four_of_a_kind_later"] == 40
    assert read_transcript(json.dumps(general()).encode()).options["straights"] == "ones_wild"


def test_option_overrides_its_preset() -> None:
    tree = general(game="yahtzee", options={"preset": "kniffel", "joker": "free"}, entries=[])
    options = read_transcript(json.dumps(tree).encode()).options
    assert (options["joker"], options["yahtzee_bonus"]) == ("free", 0)


# --- players ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 40,
        "é" * 40,
        "😀" * 40,
        "Ana María",
        "دانا",
        "a\u200bb",
        "a\u200eb",
        "٤",
        "<b>",
        "\u0301",
        "%s",
        "\\",
    ],
)
def test_transcript_accepts_usual_names(name: str) -> None:
    assert code(players=[name], entries=[]) is None


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            " ",
            " A",
            "A ",
            "A\t",
            "\u00a0A",
            "A\u3000",
            "A\u2028",
            "x" * 41,
            "a\0",
            "a\nb",
            "a\x7fb",
            "a\x85b",
        ),
        *("\ud800", "a\udfff", "\u202ea", "a\u2066", "a\u2028b", "\u200b", 1, None, True, [], {}, 1.5),
    ],
)
def test_other_names_are_refused(name: object) -> None:
    assert code(players=["A", name], entries=[]) == "bad_name"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([f"p{number}" for number in range(40)], None),
        ([f"p{number}" for number in range(41)], "bad_players"),
        ([], "bad_players"),
        (["A", "A"], "name_twice"),
        ("AB", "not_a_list"),
        ({"A": 1}, "not_a_list"),
        (2, "not_a_list"),
    ],
)
def test_players_outside_one_to_forty_are_refused(value: object, expected: str | None) -> None:
    assert code(players=value, entries=[]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([["A", "C"], ["B", "D"]], None),
        ([["D", "A"], ["C", "B"]], None),
        ([["A"], ["B"], ["C"], ["D"]], None),
        ([FOUR], None),
        ([["A", "C"], ["B"]], "bad_teams"),
        ([["A", "C"], ["B", "B"]], "bad_teams"),
        ([["A", "C"], ["B", "D"], []], "bad_teams"),
        ([["A", "B", "C"], ["D"]], "bad_teams"),
        ([["A", "C"], ["B", "D", "E"]], "bad_teams"),
        ([["A", "C"], ["B", 1]], "bad_teams"),
        ([["A", "C"], "BD"], "bad_teams"),
        ([], "bad_teams"),
        ([[]], "bad_teams"),
        ("AB", "bad_teams"),
        ({}, "bad_teams"),
        (1, "bad_teams"),
    ],
)
def test_teams_hold_all_players_and_are_of_one_size(value: object, expected: str | None) -> None:
    assert code(players=FOUR, teams=value, entries=[]) == expected


def test_teams_that_would_be_written_alike_are_refused() -> None:
    players = ["A & B", "C", "A", "B & C"]
    assert code(players=players, teams=[players[:2], players[2:]], entries=[]) == "team_names_alike"
    assert code(players=players, teams=[players[::2], players[1::2]], entries=[]) is None


@pytest.mark.parametrize(
    ("value", "expected"), [("A", None), ("B", None), ("C", "bad_dealer"), (1, "bad_dealer")]
)
def test_dealer_is_player(value: object, expected: str | None) -> None:
    assert code(dealer=value) == expected


def test_null_is_not_same_as_left_out() -> None:
    for field in ("options", "teams", "dealer", "stake"):
        assert read_code(json.dumps({**general(), field: None}).encode()) in (
            "not_an_object",
            "bad_teams",
            "bad_dealer",
        )


# --- the stake and the entries ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, None),
        ({"amount": "1"}, None),
        ({"amount": "0"}, None),
        ({"automatic_win": "5.00"}, None),
        ({"unit": "drink", "amount": "2"}, None),
        ({"unit": "drink", "amount": "0.5"}, "amount_too_fine"),
        ({"unit": "JPY", "amount": "0.5"}, "amount_too_fine"),
        ({"amount": "0.001"}, "amount_too_fine"),
        ({"amount": "-1"}, "bad_amount"),
        ({"amount": "1e2"}, "bad_amount"),
        ({"amount": 1}, "bad_amount"),
        ({"amount": "٤"}, "bad_amount"),
        ({"amount": "9" * 5000}, "amount_too_large"),
        ({"kind": "all_in"}, "unknown_kind"),
        ({"kind": "fixed", "automatic_win": "5.00"}, "automatic_win_needs_per_point"),
        ({"unit": ""}, "bad_unit"),
        ({"unit": "\u202e"}, "bad_unit"),
        ({"tip": "1"}, "unknown_field"),
    ],
)
def test_stakes_are_read_by_ledger(changed: dict[str, object], expected: str | None) -> None:
    assert code(stake=PER_POINT | changed) == expected


@pytest.mark.parametrize("value", [1, "x", {}, {"0": {}}, True])
def test_entries_are_list(value: object) -> None:
    assert code(entries=value) == "not_a_list"


@pytest.mark.parametrize("entry", [None, 1, "A", [], {}, {"player": "A", "wrong": 1}, 1.5, True])
def test_fault_inside_entry_is_reported_for_entry(entry: object) -> None:
    """The file is read, the fault is at the entry, the state is that of the entries before."""
    data = json.dumps(general(entries=[*general()["entries"], entry])).encode()
    assert len(read_transcript(data).entries) == 4
    status, document = check(data)
    assert (status, document["error"]["entry"]) == (1, 4)
    assert document["scores"] == {"A": 12, "B": 25}


@pytest.mark.parametrize(
    "number", ["9" * 5000, "-" + "9" * 5000, "1e999", "1e-999", "1" * 19, "12.0", "0.5" + "1" * 5000]
)
@pytest.mark.parametrize(
    "place", ['"points": {}', '"dice": [{}, 1, 1, 1, 1]', '"throws": {}, "points": 3', '"note": {}']
)
def test_numbers_beyond_all_measure_are_entrys_fault(number: str, place: str) -> None:
    text = json.dumps(general(entries=["HERE"])).replace(
        '"HERE"', '{"player": "A", "box": "ones", ' + place.format(number) + "}"
    )
    status, document = check(text.encode())
    assert (status, document["error"]["entry"]) == (1, 1)


def test_files_own_faults_come_first() -> None:
    assert code(entries=[1], winner="A") == "unknown_field"
    assert code(entries=[1], dealer="Z") == "bad_dealer"

"""Reading tables of old results: separators, days, points, rows in error."""

from __future__ import annotations

import time
import tracemalloc
from datetime import date, timedelta

import pytest

from scorekeeper.archive import results_import
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.results_parser import OldGame, read
from tests.archive.import_requests import HEAD, TABLE


def games(text: str) -> tuple[OldGame, ...]:
    found = read(text)
    assert not found.errors
    return found.games


def test_rows_become_games() -> None:
    one, two, three = games(TABLE)
    assert (one.day, one.game, one.players, one.points, one.won) == (
        date(2019, 5, 2),
        "generala",
        ("Ana", "Bo"),
        (153, 98),
        ("Ana",),
    )
    assert two.won == ("Bo",)
    assert (three.game, three.points) == ("forty_fives", (-20, 125))


@pytest.mark.parametrize("parted", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_results_of_common_spreadsheets_are_read(parted: str, mark: str, end: str) -> None:
    assert games(mark + TABLE.replace(",", parted).replace("\n", end)) == games(TABLE)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("2019-05-02", date(2019, 5, 2)), ("2019-5-2", date(2019, 5, 2)), ("02.05.2019", date(2019, 5, 2))),
        *(("2/5/2019", date(2019, 5, 2)), ("2.5.19", date(2019, 5, 2)), ("5/20/2019", date(2019, 5, 20))),
        ("2019-05-02T20:00:00", date(2019, 5, 2)),
    ],
)
def test_results_days_are_read_in_known_formats(typed: str, meant: date) -> None:
    assert games(f"date;game;player;points\n{typed};yacht;Ana;1\n{typed};yacht;Bo;1\n")[0].day == meant


@pytest.mark.parametrize(
    ("typed", "meant"), [("12,0", 12), ("12.00", 12), ("-5", -5), ("\u22125", -5), ("+7", 7), ("1 200", 1200)]
)
def test_results_points_are_read_in_known_formats(typed: str, meant: int) -> None:
    rows = f"2019-01-01;yacht;Ana;{typed}\n2019-01-01;yacht;Bo;1\n"
    assert games(f"date;game;player;points\n{rows}")[0].points == (meant, 1)


WRONG = [
    ("2019-02-30;yacht;Ana;1;", "bad_date", 2),
    ("2018-13-11;yacht;Ana;1;", "bad_date", 2),
    ("soon;yacht;Ana;1;", "bad_date", 2),
    ("9999-12-31;yacht;Ana;1;", "bad_date", 2),
    ("0001-01-01;yacht;Ana;1;", "bad_date", 2),
    ("2019-02-03;chess;Ana;1;", "unknown_game", 2),
    ("2019-02-03;yacht;;1;", "no_player", 2),
    (f"2019-02-03;yacht;{'x' * 41};1;", "bad_name", 2),
    ("2019-02-03;yacht;A\u202eB;1;", "bad_name", 2),
    ("2019-02-03;yacht;A\x00B;1;", "bad_name", 2),
    ("2019-02-03;yacht;Ana;12,5;", "bad_points", 2),
    ("2019-02-03;yacht;Ana;;", "no_points", 2),
    ("2019-02-03;yacht;Ana;1.000;", "bad_points", 2),
    ("2019-02-03;yacht;Ana;1,000;", "bad_points", 2),
    ("2019-02-03;yacht;Ana;99999999999;", "many_points", 2),
    ("2019-02-03;yacht;Ana;1;perhaps", "bad_won", 2),
    (
        "2019-02-03;generals_and_majors;Ana;1;\n2019-02-03;generals_and_majors;Bo;1;\n2019-02-03;generals_and_majors;Cy;1;",
        "player_count",
        2,
    ),
    ("2019-02-03;generala_cards;Ana;;\n2019-02-03;generala_cards;Bo;;", "nobody_won", 2),
    ("2019-02-03;yacht;Ana;1;\n2019-02-03;yacht;Bo;x;", "bad_points", 3),
    ("2019-02-03;yacht;Ana;1;\n2019-02-03;yacht;Bo;;", "no_points", 3),
    (";yacht;Ana;1;\n;yacht;Bo;1;", "no_date", 2),
    ("2019-02-03;;Ana;1;\n2019-02-03;;Bo;1;", "no_game", 2),
    ("2019-02-03;yacht;Ana;1;", "one_player", 2),
    ("2099-02-03;yacht;Ana;1;\n2099-02-03;yacht;Bo;1;", "in_future", 2),
]


@pytest.mark.parametrize(("row", "code", "number"), WRONG)
def test_unreadable_row_skips_its_game(row: str, code: str, number: int) -> None:
    found = read(HEAD + row + "\n2019-03-03;yacht;Ana;5;\n2019-03-03;yacht;Bo;1;\n")
    assert [(error.code, error.row) for error in found.errors] == [(code, number)]
    assert [game.points for game in found.games] == [(5, 1)]
    assert found.skipped == 1


@pytest.mark.parametrize("text", ["", "date;player\n", "a,b\n1,2\n", '"'])
def test_results_without_required_columns_are_refused(text: str) -> None:
    with pytest.raises(FileError, match="no_columns"):
        read(text)


@pytest.mark.parametrize("text", [HEAD, f"{HEAD}\n;;;;\n", f"sep=;\n{HEAD}"])
def test_table_without_results_is_refused(text: str) -> None:
    with pytest.raises(FileError, match="no_results"):
        read(text)


def test_results_over_row_limit_are_refused() -> None:
    with pytest.raises(FileError, match="too_many_rows"):
        read(HEAD + "2019-02-03;yacht;Ana;1;\n" * 20_001)


def test_results_reader_stops_in_many_empty_lines() -> None:
    tracemalloc.start()
    with pytest.raises(FileError, match="too_many_rows"):
        read(HEAD + "\n" * 1_000_000)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 30_000_000


def test_results_over_player_limit_are_refused() -> None:
    rows = "".join(
        f"2019-02-03;yacht;P{number};1;\n2019-02-03;yacht;Q;1;\n2019-02-04;yacht;Bo;1;\n2019-02-04;yacht;Q;1;\n"
        for number in range(1001)
    )
    with pytest.raises(FileError, match="wrong_count"):
        read(HEAD + rows)


def test_game_of_thousands_is_refused_at_once() -> None:
    rows = "".join(f"2019-02-03;yacht;P{number};1;;T\n" for number in range(20_000))
    began = time.process_time()
    found = read(HEAD.replace("won", "won;table") + rows)
    assert [error.code for error in found.errors] == ["player_count"]
    assert time.process_time() - began < 5


def test_day_of_many_games_stays_one_day() -> None:
    at = [place * results_import.APART for place in (0, 10_000)]
    assert at[0] < at[1] < timedelta(hours=4)

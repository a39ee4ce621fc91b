"""Importing tables of old results: parsing, refusals, and the resulting sessions."""

from __future__ import annotations

import csv
import io
import json
import time
import tracemalloc
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.archive import results_import
from scorekeeper.archive.delete_group import wipe
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.results_parser import OldGame, read
from scorekeeper.history import rating_history
from scorekeeper.history.models import Cell, Result, Score, Variant
from scorekeeper.ledger.models import Posting
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Player
from scorekeeper.people.player_merge import merge_players
from scorekeeper.play import log, session_changes
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.models import Session
from scorekeeper.play.write_request import WriteRequest
from scorekeeper.rules import GAMES
from tests.archive.import_requests import LOOK, TABLE, file, sent
from tests.factories import SampleTable, new_writer
from tests.security.cast import everything

from .group_files import exported, imported


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


HEAD = "date;game;player;points;won\n"
WRONG = [
    ("2019-02-30;yacht;Ana;1;", "bad_date", 2),
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
    ("2019-02-03;yacht;Ana;99999999999;", "bad_points", 2),
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


def test_results_over_row_limit_are_refused() -> None:
    with pytest.raises(FileError, match="too_many_rows"):
        read(HEAD + "2019-02-03;yacht;Ana;1;\n" * 20_001)


@pytest.mark.django_db
def test_results_preview_is_confirmed_and_imported() -> None:
    desk = SampleTable(names=("Ana", "Zoe"))
    client = desk.writer.client()
    answer = sent(client, file("old.csv", TABLE + "2019-05-10,Chess,Ana,1\n"), group=desk.group.address)
    assert answer.status_code == 303
    before = everything()
    page = client.get(LOOK).text
    for text in (
        "3 results",
        "2 Generala, 1 Forty-fives",
        "2 May 2019",
        "1 game cannot be read",
        "row 8, game: no game is called “Chess”",
        "2 new players: Bo, Cleo.",
    ):
        assert text in page
    assert everything() == before
    landed = client.post(LOOK, {"do": "import"})["Location"]
    assert landed.startswith(reverse("imports", args=[desk.group.address]))
    page = client.get(landed).text
    assert "The import is finished." in page
    assert page.index("3 games") < page.index("Undo this import")
    assert Result.objects.filter(group=desk.group).count() == 3
    assert sorted(Score.objects.values_list("player__name", "points", "won")) == [
        *(("Ana", -20, False), ("Ana", 120, False), ("Ana", 153, True)),
        *(("Bo", 98, False), ("Bo", 141, True), ("Cleo", 125, True)),
    ]
    assert not Cell.objects.exists()
    assert not Posting.objects.exists()
    assert list(verify(Verified())) == []
    sent(client, file("old.csv", TABLE), group=desk.group.address)
    page = client.get(LOOK).text
    assert "3 already exist" in page
    assert 'value="import"' not in page


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAMES)
def test_imported_session_is_read_only(slug: str) -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    session = results_import.import_results(
        read(f"date,game,player,points,won\n2019-05-02,{slug},Ana,153,yes\n2019-05-02,{slug},Bo,98,no\n"),
        desk.group,
    )[0]
    client = desk.writer.client()
    for name in ("table", "log", "print", "sheet_svg", "big_screen", "change", "rules", "transcript"):
        assert client.get(reverse(name, args=[session.address])).status_code == 200, name
    for name, group in (
        ("games", desk.group.address),
        ("export_results", desk.group.address),
        ("group", desk.group.address),
    ):
        assert client.get(reverse(name, args=[group])).status_code == 200
    page = client.get(reverse("table", args=[session.address])).text
    assert "Ana wins" in page
    write_request = WriteRequest(desk.writer.person, desk.writer.device, 0, "k")
    attempts: list[Callable[[], object]] = [
        lambda: log.append(session.address, write_request, [{}]),
        lambda: session_changes.change(session.address, write_request, {"ended": True}),
    ]
    for attempt in attempts:
        with pytest.raises(RefusedError, match="session_given"):
            attempt()
    player = Player.objects.get(name="Ana")
    assert client.get(reverse("player", args=[desk.group.address, player.address])).status_code == 200
    session_changes.change(session.address, write_request, {"removed": True})
    assert not Result.objects.filter(session=session).exists()
    assert list(verify(Verified())) == []


@pytest.mark.django_db
def test_imported_results_have_own_statistics_and_are_exported() -> None:
    desk = SampleTable("generala", ("Ana", "Bo"))
    results_import.import_results(read(TABLE), desk.group)
    assert all(variant.rules["imported"] for variant in Variant.objects.all())
    first = exported(desk.group)
    wipe(desk.group)
    group = imported(first, desk.writer.person)
    assert exported(group) == first
    assert Result.objects.filter(group=group).count() == 3
    assert list(verify(Verified())) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "given",
    [
        *(
            {},
            [],
            {"won": ["1"]},
            {"won": ["9"], "points": {"1": 1, "2": 2}},
            {"won": [], "points": {"1": 1}},
        ),
        *({"won": [], "points": {"1": 1, "2": "2"}}, {"won": [], "points": {"1": 1, "2": True}}),
    ],
)
def test_odd_totals_are_found(given: Any) -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    session = results_import.import_results(
        read("date,game,player,points\n2019-05-02,yacht,Ana,1\n2019-05-02,yacht,Bo,2\n"), desk.group
    )[0]
    Session.objects.filter(pk=session.pk).update(imported_result=given)
    assert any(
        "total" in fault.what or "won" in fault.what or "points" in fault.what for fault in verify(Verified())
    )


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


@pytest.mark.django_db
def test_write_during_large_import_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lock is held between two parts; an interrupted import resumes with the same file."""
    monkeypatch.setattr(results_import, "AT_ONCE", 2)
    counts: list[int] = []
    monkeypatch.setattr(results_import, "sleep", lambda _seconds: counts.append(Session.objects.count()))
    group = Group.objects.create()
    rows = "".join(f"2019-02-{day:02};yacht;{name};{day};\n" for day in range(1, 6) for name in ("Ana", "Bo"))
    results_import.import_results(read(HEAD + rows), group)
    assert counts == [2, 4]
    assert Session.objects.count() == 5
    assert not results_import.import_results(read(HEAD + rows), group)


@pytest.mark.django_db
def test_old_games_are_put_in_order_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later games are recomputed once for all old ones; also for a file in reverse order."""
    group, walked = Group.objects.create(), list[int]()
    correct_line = rating_history.recompute

    def counted(*given: Any) -> None:
        walked.append(1)
        correct_line(*given)

    monkeypatch.setattr(rating_history, "recompute", counted)
    rows = [f"2019-02-{day:02};yacht;Ana;{day};\n2019-02-{day:02};yacht;Bo;3;\n" for day in range(1, 6)]
    results_import.import_results(read(HEAD + "".join(rows[3:])), group)
    results_import.import_results(read(HEAD + "".join(rows[:3])), group)
    assert len(walked) == 2
    data = json.loads(exported(group))
    data["games"].reverse()
    imported(json.dumps(data).encode(), new_writer().person, copy=True)
    assert len(walked) == 3
    nth = (
        Score.objects.filter(player__name="Ana")
        .order_by("result__group", "result__finished")
        .values_list("nth")
    )
    assert list(nth) == [(1,), (2,), (3,), (4,), (5,)] * 2
    assert not list(verify(Verified()))


@pytest.mark.django_db
def test_exported_results_can_be_imported() -> None:
    desk = SampleTable("forty_fives", ("=Ana", "Bo"), options={"target": 30})
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    out = (
        desk.writer.client()
        .get(reverse("export_results", args=[desk.group.address]))
        .content.decode("utf-8-sig")
    )
    other = Group.objects.create()
    results_import.import_results(read(out), other)
    scores = Score.objects.filter(result__group=other).values_list("player__name", "points", "won")
    assert sorted(scores) == [("=Ana", 30, True), ("Bo", 0, False)]
    assert not results_import.import_results(read(out), desk.group)
    assert next(csv.DictReader(io.StringIO(out)))["player"] == "'=Ana"


TWINS = "date,game,player,points\n" + "".join(
    f"2019-02-03,general,Ana,{points}\n2019-02-03,general,Bo,1\n" for points in (5, 5, 7, 9)
)


COLUMNS = "date,game,player,points\n"
BOB = COLUMNS + "".join(
    f"2019-02-0{day},general,{name},{day}\n2019-02-0{day},general,Ana,1\n"
    for day, name in ((3, "Bob"), (4, "Robert"))
)
BOTH = "2019-02-06,general,Bob,2\n2019-02-06,general,Robert,3\n"


def merged() -> Group:
    """Return a group in which Bob was merged into Robert after both were imported."""
    group = Group.objects.create()
    results_import.import_results(read(BOB), group)
    numbers = dict(group.players.values_list("name", "pk"))
    merge_players(group, numbers["Bob"], numbers["Robert"])
    return group


def stand(group: Group) -> list[tuple[str, int]]:
    """Return the standings of the group except Ana's, the oldest first."""
    found = Score.objects.filter(result__group=group).exclude(player__name="Ana")
    rows = found.order_by("result__finished", "points").values_list("player__name", "points")
    return [(name, points or 0) for name, points in rows]


@pytest.mark.django_db
@pytest.mark.parametrize("new_bob", [False, True])
def test_result_under_former_name_is_duplicate(new_bob: bool) -> None:
    group = merged()
    if new_bob:
        Player.objects.create(group=group, name="Bob", folded_name="bob", colour=4)
    assert results_import.sort(read(BOB), group).known == 2
    assert not results_import.import_results(read(BOB), group)
    assert stand(group) == [("Robert", 3), ("Robert", 4)]


@pytest.mark.django_db
def test_old_name_at_table_means_merged_player() -> None:
    group = merged()
    assert len(results_import.import_results(read(BOB.replace("2019", "2020")), group)) == 2
    assert stand(group)[2:] == [("Robert", 3), ("Robert", 4)]
    assert set(Player.objects.values_list("name", flat=True)) == {"Ana", "Bob", "Robert"}
    assert Player.objects.filter(merged_into=None).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("times", [1, 2])
def test_namesakes_at_one_table_stay_two_players(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal or not, in one batch or not; an earlier game of Bob is Robert's."""
    monkeypatch.setattr(results_import, "AT_ONCE", 2)
    group = merged()
    before = BOTH.replace("06,", "05,").replace("Robert", "Ana")
    text = BOB + before * times + BOTH * times
    assert len(results_import.import_results(read(text), group)) == 2 * times
    known = sorted([("Robert", 3), ("Robert", 4), *[("Robert", 2), ("Bob", 2), ("Robert", 3)] * times])
    assert sorted(stand(group)) == known
    assert not results_import.import_results(read(text), group)
    assert list(verify(Verified())) == []


@pytest.mark.django_db
def test_one_of_two_equal_results_may_be_duplicate() -> None:
    group = Group.objects.create()
    assert len(results_import.import_results(read(COLUMNS + BOTH), group)) == 1
    found = results_import.sort(read(COLUMNS + BOTH * 2), group)
    assert (len(found.fresh), found.known) == (1, 1)
    assert len(results_import.import_results(read(COLUMNS + BOTH * 3), group)) == 2
    assert not results_import.import_results(read(COLUMNS + BOTH * 2), group)
    assert Result.objects.filter(group=group).count() == 3


@pytest.mark.django_db
@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_concurrent_equal_imports_import_once(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    parts, others = results_import.ResultsWriter.parts, list[int]()

    def other() -> None:
        if not others:
            others.append(1)
            results_import.import_results(read(TWINS), desk.group)

    def parted(course: results_import.ResultsWriter) -> Any:
        if when == "before":
            other()
        return parts(course)

    monkeypatch.setattr(results_import, "AT_ONCE", 1)
    monkeypatch.setattr(results_import.ResultsWriter, "parts", parted)
    monkeypatch.setattr(results_import, "sleep", lambda _seconds: other() if when == "meanwhile" else None)
    results_import.import_results(read(TWINS), desk.group)
    assert others
    assert Result.objects.filter(group=desk.group).count() == 4
    assert list(verify(Verified())) == []

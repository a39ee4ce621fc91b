"""Results of a finished game: written with its last entry and each later change."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.history.models import Cell, Frequency, Result, Score, Variant
from scorekeeper.people.models import Player
from scorekeeper.play import log
from tests.factories import SampleTable, new_writer
from tests.history.rows import cells, everything, result_of, scores
from tests.play.finished_games import finished
from tests.verification import verify_one

pytestmark = pytest.mark.django_db

BIG_GENERAL: dict[str, Any] = {"player": "1", "box": "fives", "dice": [5] * 5, "throws": 1}


def healthy(desk: SampleTable) -> bool:
    return verify_one(desk.session.pk) == []


def line_with(desk: SampleTable, points: int) -> int:
    return next(each.number for each in desk.table.replayed.lines if each.moves[0].get("points") == points)


def test_running_game_has_no_result() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    desk.line(1, "ones", points=3)
    assert result_of(desk) is None
    assert healthy(desk)


def test_game_of_dice() -> None:
    desk = SampleTable("crag", ["Eve", "Tom"])
    desk.line(1, "crag", dice=[1, 6, 6], throws=1)
    desk.line(2, "crag", dice=[1, 2, 3], throws=1)
    desk.line(2, "thirteen", points=26)
    desk.line(1, "thirteen", dice=[2, 5, 6], throws=2)
    for player in (1, 2):
        log.go_home(desk.address, desk.write_request(), str(player))
    session, result = desk.table.session, result_of(desk)
    assert result is not None
    assert (result.group, result.game, result.variant.game) == (desk.group, "crag", "crag")
    assert (result.started, result.finished) == (session.started, session.finished)
    assert (result.players, result.teams, result.reason) == (2, 0, "sheets_full")
    assert (result.automatic, result.has_points, result.counted) == (False, True, True)
    assert result.variant.rules == {"crag_as_thirteen": True}
    assert scores(desk, "player__name", "position", "points", "rank", "won", "lowest") == [
        ("Eve", 0, 76, 1, True, False),
        ("Tom", 1, 26, 2, False, True),
    ]
    # scores without dice are not first throws; all strikes on leaving are one entry
    assert scores(desk, "lines", "first_throw") == [(3, 1), (3, 0)]
    eve, tom = cells(desk, 1), cells(desk, 2)
    assert len(eve) == len(tom) == 13
    assert (eve["crag"], eve["thirteen"], eve["ones"]) == ((50, False, 1), (26, False, 2), (0, True, None))
    assert (tom["crag"], tom["thirteen"]) == ((0, True, 1), (26, False, None))
    assert healthy(desk)


def test_equal_totals_share_rank() -> None:
    desk = finished({"Ana": 12, "Bo": 25, "Cleo": 25, "Dan": 12})
    assert scores(desk, "rank", "won", "lowest") == [
        (3, False, True),
        (1, True, False),
        (1, True, False),
        (3, False, True),
    ]


def test_tied_players_have_no_lowest() -> None:
    assert scores(finished({"Ana": 12, "Bo": 12}), "rank", "won", "lowest") == [(1, True, False)] * 2


def test_partners_rank_as_side_with_winning_throw() -> None:
    desk = SampleTable("general", ["Ana", "Bo", "Cleo", "Dev"], teams=[0, 1, 0, 1])
    desk.line(1, "full_house", dice=[5, 5, 5, 2, 2], throws=1)
    desk.line(2, "sixes", points=24)
    desk.line(3, "sixes", points=12)
    desk.entry(player="4", dice=[3] * 5, throws=1)
    result = result_of(desk)
    assert result is not None
    assert (result.players, result.teams, result.automatic) == (4, 2, True)
    assert scores(desk, "team", "points", "rank", "won", "lowest", "lines", "first_throw") == [
        (0, 35, 2, False, True, 1, 1),
        (1, 24, 1, True, False, 1, 0),
        (0, 12, 2, False, True, 1, 0),
        (1, 0, 1, True, False, 1, 1),
    ]
    assert cells(desk, 4) == {}
    assert healthy(desk)


def test_correction_changes_result_in_place() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    first = result_of(desk)
    desk.change(counted=False)
    desk.amend(line_with(desk, 12), box="choice", points=28)
    assert scores(desk, "points", "rank", "won") == [(25, 2, False), (28, 1, True)]
    assert cells(desk, 2)["choice"] == (28, False, None)
    second = result_of(desk)
    assert first is not None
    assert second is not None
    # the number by which others know it stays
    assert (second.pk, second.finished, second.counted) == (first.pk, first.finished, False)
    assert healthy(desk)


def test_undo_of_end_removes_result() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    desk.entry(**BIG_GENERAL)
    before = everything()
    desk.void(1)
    assert not any(everything().values())
    assert healthy(desk)
    desk.void(2)
    assert [row[1] for row in everything()["scores"]] == [row[1] for row in before["scores"]]
    assert scores(desk, "rank", "first_throw", "lines") == [(1, 1, 1), (2, 0, 0)]
    assert healthy(desk)


def test_uncounted_game_stays_uncounted_after_undo() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    desk.change(counted=False)
    desk.entry(**BIG_GENERAL)
    for _ in range(2):
        result = result_of(desk)
        assert result is not None
        assert not result.counted
        assert not Frequency.objects.exists()
        assert scores(desk, "nth", "mu") == [(None, None)] * 2
        number = desk.table.count
        desk.void(number)
        assert healthy(desk)
        desk.void(number + 1)
    desk.change(counted=True)
    assert scores(desk, "nth", "streak") == [(1, 1), (1, -1)]
    assert healthy(desk)


def test_lines_that_were_taken_back_are_not_counted() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    desk.void(desk.line(1, "ones", points=3))
    desk.line(1, "twos", points=4)
    desk.line(2, "ones", points=3)
    desk.entry(**BIG_GENERAL)
    assert scores(desk, "lines", "points") == [(2, 4), (1, 3)]
    assert set(cells(desk, 1)) == {"twos"}
    assert healthy(desk)


def test_abandoned_game_has_no_result_until_resumed() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    before = everything()
    desk.change(ended=True)
    assert not any(everything().values())
    assert healthy(desk)
    desk.change(ended=False)
    assert everything() == before
    assert healthy(desk)


def test_variants_are_complete_house_rules() -> None:
    writer = new_writer()
    variants = []
    for options in ({}, {"big_general_wins": "always"}, {"straights": "basic"}):
        desk = SampleTable("general", ["Ana", "Bo"], options=options, writer=writer)
        desk.entry(**BIG_GENERAL)
        result = result_of(desk)
        assert result is not None
        variants.append(result.variant_id)
    assert variants[0] == variants[1] != variants[2]
    assert Variant.objects.count() == 2


def test_other_house_rules_after_end_are_another_variant() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    first = result_of(desk)
    option = desk.table.game.OPTIONS[0]
    other = next(each.value for each in option.values if each.value != option.default)
    desk.change(options={option.name: other})
    second = result_of(desk)
    assert first is not None
    assert second is not None
    assert second.variant.rules == {**first.variant.rules, option.name: other}
    assert healthy(desk)


def test_another_order_is_another_position() -> None:
    desk = finished({"Ana": 25, "Bo": 12})
    desk.change(order=[2, 1])
    assert scores(desk, "number", "position", "rank") == [(1, 1, 1), (2, 0, 2)]
    assert healthy(desk)


def test_resend_changes_nothing() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    write_request = desk.write_request()
    log.append(desk.address, write_request, [BIG_GENERAL])
    before = list(Score.objects.values_list())
    log.append(desk.address, write_request, [BIG_GENERAL])
    assert list(Score.objects.values_list()) == before


def test_entry_is_rolled_back_when_results_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable("general", ["Ana", "Bo"])

    def fail(*_: object, **__: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("scorekeeper.history.results.write", fail)
    with pytest.raises(OSError, match="no room"):
        desk.entry(**BIG_GENERAL)
    assert desk.entries == []
    assert desk.table.session.finished is None


def test_results_hold_no_names() -> None:
    desk = finished({"Anastasia": 25, "Bonifatius": 12})
    rows = repr([list(model.objects.values_list()) for model in (Variant, Result, Score, Cell)])
    assert "Anastasia" not in rows
    assert "Bonifatius" not in rows
    before = everything()
    for player in Player.objects.filter(group=desk.group):
        Player.objects.filter(pk=player.pk).update(
            name=f"player {player.pk}", folded_name=f"player {player.pk}"
        )
    assert everything() == before
    assert healthy(desk)

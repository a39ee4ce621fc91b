"""Corrections and take-backs: one that breaks a later entry is refused and names it."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.play import log
from scorekeeper.play.exceptions import RefusedError
from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db

AT_ONCE: dict[str, Any] = {"dice": [5, 5, 5, 5, 5], "throws": 1}


def breaks(desk: SampleTable, attempt: Any, code: str, line: int | None) -> None:
    """The attempt is refused with this code, names this line, and changes nothing."""
    before, state = desk.entries, desk.table.state
    with pytest.raises(RefusedError) as refused:
        attempt()
    assert refused.value.error.code == code
    assert (refused.value.line.number if refused.value.line else None) == line
    assert desk.entries == before
    assert desk.table.state == state


def rows(desk: SampleTable) -> list[tuple[str, str]]:
    """Return the players of the boxes on the sheet, in the order of the entries."""
    return [(place.player, place.row.key) for _, place in sorted(desk.table.places.items())]


# --- entries needed by later ones --------------------------------------------------------------------------


def test_double_generala_needs_its_generala() -> None:
    desk = SampleTable("generala", options={"double_generala": True, "automatic_win": "off"})
    desk.line(1, "generala", points=50)
    desk.line(2, "ones")
    double = desk.line(1, "double_generala", points=100)
    breaks(desk, lambda: desk.amend(1, box="generala", strike=True), "impossible_points", double)
    breaks(desk, lambda: desk.void(1), "impossible_points", double)
    breaks(desk, lambda: desk.amend(1, box="fives", points=10), "impossible_points", double)
    desk.void(double)
    desk.amend(1, box="generala", strike=True)
    breaks(desk, lambda: desk.void(4), "impossible_points", None)


def test_double_generala_by_dice_counts_earlier_boxes() -> None:
    desk = SampleTable("generala", options={"double_generala": True, "automatic_win": "off"})
    desk.line(1, "generala", points=50)
    desk.line(1, "double_generala", dice=[3] * 5)
    assert desk.points(1, "double_generala") == 100
    desk.amend(1, box="generala", strike=True)
    assert desk.points(1, "double_generala") == 0


def test_gut_that_was_spent_later() -> None:
    desk = SampleTable("goldene_fuenfzig")
    desk.line(1, "low_straight", dice=[1, 2, 3, 4, 5], throws=2)
    desk.line(2, "ones")
    spent = desk.line(1, "sixes", dice=[6, 6, 6, 6, 1], throws=4)
    for attempt in (
        lambda: desk.void(1),
        lambda: desk.amend(1, box="low_straight", dice=[1, 2, 3, 4, 5], throws=3),
        lambda: desk.amend(1, box="low_straight", strike=True),
    ):
        breaks(desk, attempt, "too_many_throws", spent)
    breaks(desk, lambda: desk.change(options={"gut": False}), "too_many_throws", spent)
    desk.amend(1, box="low_straight", dice=[1, 2, 3, 4, 5], throws=1)
    desk.amend(spent, box="sixes", dice=[6, 6, 6, 6, 1], throws=3)
    desk.void(1)


def test_box_written_twice_because_taking_back_was_undone() -> None:
    desk = SampleTable()
    first = desk.line(1, "fours", points=12)
    gone = desk.void(first)
    desk.line(2, "ones")
    second = desk.line(1, "fours", points=8)
    breaks(desk, lambda: desk.void(gone), "box_filled", second)
    desk.amend(second, box="fives", points=10)
    desk.void(gone)
    assert desk.points(1, "fours") == 12
    assert rows(desk) == [("1", "fours"), ("2", "ones"), ("1", "fives")]


def test_line_that_no_longer_fits_itself() -> None:
    # a restored entry is in its old place; an earlier entry has taken its box meanwhile
    desk = SampleTable()
    first = desk.line(1, "ones", points=1)
    second = desk.line(1, "fours", points=12)
    gone = desk.void(second)
    desk.amend(first, box="fours", points=8)
    breaks(desk, lambda: desk.void(gone), "box_filled", None)
    answer = desk.writer.client().post(desk.url("undo"), desk.form(entry=gone), headers=HTMX)
    assert answer.status_code == 422
    assert "Fours already holds 8" in answer.text
    right = desk.table.count
    other = desk.line(1, "ones", points=2)
    breaks(desk, lambda: desk.void(right), "box_filled", other)


def test_take_back_of_correction_with_used_box_is_refused() -> None:
    desk = SampleTable()
    earlier = desk.line(1, "twos", points=2)
    line = desk.line(1, "fours", points=12)
    right = desk.amend(line, box="fives", points=10).count
    desk.amend(earlier, box="fours", points=4)
    breaks(desk, lambda: desk.void(right), "box_filled", None)


def test_forced_joker_in_middle() -> None:
    desk = SampleTable("yahtzee")
    desk.line(1, "yahtzee", points=50)
    desk.line(1, "sixes", dice=[6, 6, 6, 1, 2])
    joker = desk.line(1, "full_house", dice=[6, 6, 6, 6, 6])
    assert desk.points(1, "full_house") == 25
    # with the sixes open again the roll has to go there
    breaks(desk, lambda: desk.void(2), "joker_own_box", joker)
    breaks(desk, lambda: desk.amend(2, box="ones", strike=True), "joker_own_box", joker)
    desk.amend(1, box="yahtzee", strike=True)
    assert desk.points(1, "full_house") == 25
    # without a used yahtzee box five alike are no full house
    desk.void(1)
    assert desk.points(1, "full_house") == 0


def test_earlier_five_alike_under_forced_joker_is_checked() -> None:
    desk = SampleTable("yahtzee")
    desk.line(1, "chance", points=20)
    later = desk.line(1, "twos", dice=[6, 6, 6, 6, 6])
    breaks(desk, lambda: desk.amend(1, box="yahtzee", points=50), "joker_own_box", later)


def test_automatic_win_in_middle() -> None:
    desk = SampleTable()
    first = desk.line(1, "ones", points=3)
    second = desk.line(2, "ones", points=3)
    breaks(desk, lambda: desk.amend(first, box="fives", **AT_ONCE), "game_over", second)
    desk.amend(second, box="fives", **AT_ONCE)
    table = desk.table
    assert table.outcome is not None
    assert table.outcome.winners == ("2",)
    assert table.session.finished is not None
    # the winning line is not on the sheet; taking the correction back reopens the game
    desk.void(table.count)
    assert desk.table.session.finished is None
    assert desk.points(2, "ones") == 3


def test_win_can_be_corrected_but_ends_writing() -> None:
    desk = SampleTable()
    win = desk.line(1, "fives", **AT_ONCE)
    breaks(desk, lambda: desk.line(2, "ones"), "game_over", None)
    breaks(desk, lambda: log.go_home(desk.address, desk.write_request(), "2"), "game_over", None)
    desk.amend(win, box="fives", dice=[5] * 5, throws=2)
    assert desk.points(1, "fives") == 25
    desk.line(2, "ones")
    # now a line stands after it
    breaks(desk, lambda: desk.amend(win, box="fives", **AT_ONCE), "game_over", 3)
    breaks(desk, lambda: desk.void(2), "game_over", 3)


def test_house_rules_that_would_end_game_in_middle() -> None:
    desk = SampleTable(options={"big_general_wins": "never"})
    desk.line(1, "fives", **AT_ONCE)
    after = desk.line(2, "ones")
    breaks(desk, lambda: desk.change(options={"big_general_wins": "always"}), "game_over", after)
    desk.void(after)
    assert desk.change(options={"big_general_wins": "always"}).session.finished is not None
    assert desk.change(options={"big_general_wins": "never"}).session.finished is None


# --- keeping the place ------------------------------------------------------------------------------------


def test_correction_keeps_place_and_player() -> None:
    desk = SampleTable(names=["Ana", "Bo", "Cleo"])
    for player in (1, 2, 3):
        desk.line(player, "ones")
    table = desk.amend(1, player="3", box="twos", points=4)
    assert rows(desk) == [("1", "twos"), ("2", "ones"), ("3", "ones")]
    line = table.replayed.line(1)
    assert line is not None
    assert (line.first.number, line.latest.number) == (1, 4)
    assert line.moves == ({"player": "1", "box": "twos", "points": 4},)
    assert desk.table.replayed == table.replayed


def test_undone_correction_restores_line() -> None:
    desk = SampleTable()
    desk.line(1, "fours", points=12)
    one = desk.amend(1, box="fours", points=8).count
    two = desk.amend(1, box="fours", points=16).count
    desk.void(one)
    assert desk.points(1, "fours") == 16
    gone = desk.void(two)
    assert desk.points(1, "fours") == 12
    desk.void(gone)
    assert desk.points(1, "fours") == 16
    breaks(desk, lambda: desk.void(gone), "line_gone", None)
    breaks(desk, lambda: desk.void(one), "line_gone", None)
    breaks(desk, lambda: desk.void(99), "line_unknown", None)


def test_written_again_in_place_and_with_its_corrections() -> None:
    desk = SampleTable()
    desk.line(1, "fours", points=12)
    desk.line(2, "ones")
    desk.amend(1, box="fours", points=8)
    gone = desk.void(1)
    breaks(desk, lambda: desk.amend(1, box="fours", points=4), "line_gone", None)
    breaks(desk, lambda: desk.void(1), "line_gone", None)
    desk.void(gone)
    assert desk.points(1, "fours") == 8
    assert rows(desk) == [("1", "fours"), ("2", "ones")]


def test_correction_ignores_order_of_play() -> None:
    desk = SampleTable(names=["Ana", "Bo", "Cleo"])
    for box in ("ones", "twos"):
        for player in "123":
            log.append(desk.address, desk.write_request(), [{"player": player, "box": box, "strike": True}])
    desk.void(1)
    desk.amend(2, box="threes", points=9)
    desk.void(3)
    assert desk.table.turn == "1"
    desk.void(desk.table.count)
    desk.change(order=[3, 2, 1])
    breaks(desk, lambda: desk.amend(2, box="twos", points=4), "box_filled", 5)
    with pytest.raises(RefusedError, match="not_your_turn"):
        log.append(desk.address, desk.write_request(), [{"player": "3", "box": "sixes", "strike": True}])


def test_change_of_table_is_not_taken_back_as_line() -> None:
    desk = SampleTable()
    desk.change(order=[2, 1])
    breaks(desk, lambda: desk.void(1), "line_unknown", None)
    breaks(desk, lambda: desk.amend(1, box="ones", strike=True), "line_unknown", None)


# --- the end ----------------------------------------------------------------------------------------------


def finished(desk: SampleTable) -> bool:
    """Return whether the session is finished; the rules must agree."""
    table = desk.table
    assert (table.session.finished is not None) == (table.outcome is not None)
    return table.session.finished is not None


def test_game_ends_and_reopens() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    home = log.go_home(desk.address, desk.write_request(), "1")
    assert home.session.finished is None
    over = log.go_home(desk.address, desk.write_request(), "2")
    assert over.session.finished is not None
    right = desk.amend(2, 3, box="fours", points=8)
    assert right.session.finished == over.session.finished
    assert right.outcome is not None
    assert right.outcome.winners == ("2",)
    again = desk.void(1)
    assert not finished(desk)
    assert desk.table.turn == "1"
    desk.void(again)
    assert finished(desk)


def test_abandoned_table_refuses_lines_until_resumed() -> None:
    desk = SampleTable()
    desk.line(1, "ones")
    desk.change(ended=True)
    for attempt in (
        lambda: desk.line(2, "ones"),
        lambda: desk.amend(1, box="ones", points=3),
        lambda: desk.void(1),
        lambda: log.go_home(desk.address, desk.write_request(), "2"),
    ):
        breaks(desk, attempt, "session_ended", None)
    assert desk.table.turn is None
    desk.change(ended=False)
    desk.line(2, "ones")


def test_line_named_by_page_can_be_seen_from_there() -> None:
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    desk.line(2, "ones", points=3)
    form = desk.form(line="1", box="fives", dice="55555", throws="1")
    answer = desk.writer.client().post(desk.url("correct"), form, headers=HTMX)
    assert answer.status_code == 422
    assert "That would break turn 1 of Bo." in answer.text
    assert 'href="?line=2"' in answer.text

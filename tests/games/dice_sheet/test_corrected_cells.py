"""Corrected cells of a dice sheet show their first value struck through, also in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.dice import FACE_OF, FACES
from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db
DICE: dict[str, Any] = {"dice": [6, 6, 6, 3, 1]}


def sheet(desk: SampleTable) -> str:
    return desk.writer.client().get(desk.url(), headers=HTMX).content.decode()


@pytest.mark.parametrize("first", [DICE, {"points": 18}])
def test_corrected_cell_shows_and_says_first_value(first: dict[str, Any]) -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", **first)
    assert "<s " not in sheet(desk)
    desk.amend(line, player="1", box="sixes", points=24)
    assert re.search(r'aria-label="Ana, Sixes 24, was 18"><s aria-hidden="true">18</s>24</a>', sheet(desk))


def test_cell_corrected_to_zero_says_first_value() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", **DICE)
    desk.amend(line, player="1", box="sixes", strike=True)
    found = re.search(r'<s aria-hidden="true">18</s><a [^>]*>([^<]*)</a>', sheet(desk))
    assert found
    assert found[1].endswith(", 0, was 18")


def test_undone_correction_leaves_no_trace() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", **DICE)
    correction = desk.amend(line, player="1", box="sixes", points=24).count
    desk.void(correction)
    assert "<s " not in sheet(desk)


def test_correction_of_box_leaves_no_former_points() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", **DICE)
    desk.amend(line, player="1", box="fives", strike=True)
    assert "<s " not in sheet(desk)


def test_many_corrections_cost_one_replay_more(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable()
    moves = [(str(turn % 2 + 1), box) for turn, box in enumerate(box for box in FACES for _ in "12")]
    lines = [desk.line(int(player), box) for player, box in moves]
    for line, (player, box) in zip(lines, moves, strict=True):
        desk.amend(line, player=player, box=box, points=FACE_OF[box])
    applied: list[object] = []
    game = type(GAMES["general"])
    apply = game.apply

    def count(*given: Any, **named: Any) -> Any:
        applied.append(given)
        return apply(*given, **named)

    monkeypatch.setattr(game, "apply", count)
    assert sheet(desk).count("<s aria-hidden") == len(lines) == 12
    # loading, the last notice, the former points; a replay for each correction would be 78 moves more
    assert len(applied) <= 5 * len(lines)

"""An old game reopened and finished again: its history is as before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.history.evenings import evening_of
from scorekeeper.history.models import Result, Score
from scorekeeper.history.period_form import days_of_games
from scorekeeper.history.rating_history import STATE_FIELDS
from scorekeeper.play import log
from scorekeeper.play.write_request import WriteRequest
from tests.factories import SampleTable, Writer, new_writer

pytestmark = pytest.mark.django_db

BEGAN = datetime(2025, 3, 6, 20, 0, tzinfo=UTC)
STAKE = {"kind": "per_point", "amount": "0.05", "unit": "EUR"}


def game(writer: Writer, at: datetime, tricks: Sequence[str]) -> SampleTable:
    """A game of Forty-fives in one round."""
    desk = SampleTable("forty_fives", ["Ana", "Bo"], stake=STAKE, options={"target": 30}, writer=writer)
    write_request = desk.write_request()
    move = {"trump": "H", "tricks": list(tricks), "best": tricks[0]}
    log.append(
        desk.address,
        WriteRequest(
            write_request.person, write_request.device, write_request.seen, write_request.key, at=at
        ),
        [move],
    )
    return desk


def kept(desk: SampleTable) -> list[Any]:
    """The list of games in its order, every step of the course, the last evening."""
    order = Result.objects.filter(group=desk.group).order_by("-finished", "-pk")
    steps = Score.objects.filter(result__group=desk.group).order_by("result__finished", "number")
    evening = evening_of(desk.group, days_of_games(desk.group)[-1])
    return [
        list(order.values_list("session", "finished")),
        list(steps.values_list("result__session", "player", "won", *STATE_FIELDS)),
        [evening.day, len(evening.games), evening.played, evening.won, evening.money],
    ]


def test_course_of_games_is_same_once_one_ends_again() -> None:
    writer = new_writer()
    evenings = [BEGAN + timedelta(days=7 * number) for number in range(4)]
    desks = [game(writer, at, "12"[number % 2] * 5) for number, at in enumerate(evenings)]
    before = kept(desks[1])
    desks[1].void(1)
    assert kept(desks[1]) != before
    desks[1].entry(trump="H", tricks=["2"] * 5, best="2")
    assert kept(desks[1]) == before

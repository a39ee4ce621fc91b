"""Reopened games: their end, the effect of take-backs, the texts about corrections."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.core.i18n.dates import show_day
from scorekeeper.ledger.models import Posting
from scorekeeper.play import log
from scorekeeper.play.models import Session
from tests.factories import HTMX, SampleTable, new_writer
from tests.maintenance.corruption_base import STAKE
from tests.verification import verify_one

pytestmark = pytest.mark.django_db

THEN = timezone.now().replace(microsecond=0) - timedelta(days=150)


def written(desk: SampleTable, at: datetime, **move: Any) -> int:
    """Write a line as it was written at a moment; its number."""
    return log.append(desk.address, replace(desk.write_request(), at=at), [move]).count


def won_then(*, stake: dict[str, str] | None = None) -> tuple[SampleTable, int]:
    """A game of Forty-fives that Ana won half a year ago, and the number of its only line."""
    desk = SampleTable(
        "forty_fives", ["Ana", "Bo", "Cleo"], stake=STAKE if stake is None else stake, options={"target": 30}
    )
    return desk, written(desk, THEN, trump="H", tricks=["1"] * 5, best="1")


def finished(desk: SampleTable) -> tuple[datetime | None, datetime | None]:
    session = Session.objects.get(pk=desk.session.pk)
    return session.finished, session.finished_before


def test_end_of_game_finished_again_is_first() -> None:
    desk, line = won_then()
    desk.void(line)
    assert finished(desk) == (None, THEN)
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    assert finished(desk) == (THEN, None)
    assert verify_one(desk.session.pk) == []


def test_end_of_game_corrected_by_new_line_is_first() -> None:
    desk, line = won_then()
    desk.void(line)
    desk.entry(trump="S", tricks=["2"] * 5, best="2")
    assert finished(desk) == (THEN, None)


def test_end_of_game_that_went_on_is_last() -> None:
    desk, line = won_then()
    desk.amend(line, trump="H", tricks=["1", "1", "1", "1", "2"], best="1")
    assert finished(desk) == (None, THEN)
    desk.entry(trump="S", tricks=["2"] * 5, best="2")
    end, before = finished(desk)
    assert end is not None
    assert end > THEN + timedelta(days=100)
    assert before is None


def test_end_of_corrected_game_is_unchanged() -> None:
    desk, line = won_then()
    desk.amend(line, trump="H", tricks=["2"] * 5, best="2")
    assert finished(desk) == (THEN, None)


# --- the question ----------------------------------------------------------------------------------------


def asks(page: str) -> bool:
    return 'name="sure"' in page


def test_take_back_of_finished_game_asks_once() -> None:
    desk, line = won_then()
    client = desk.writer.client()
    page = client.get(desk.url() + f"?undo={line}").text
    day = show_day(desk.table.session.day)
    assert f"Reopens the game of {day} and reverses 2 debts." in page
    assert asks(page)
    for headers in ({}, HTMX):
        answer = client.post(desk.url("undo"), desk.form(entry=str(line)), headers=headers)
        assert (answer.status_code, asks(answer.text)) == (422, True)
    assert finished(desk) == (THEN, None)
    answer = client.post(desk.url("undo"), desk.form(sure=str(line)), headers=HTMX)
    assert answer.status_code == 200
    assert "Taken back:" in answer.text
    assert finished(desk) == (None, THEN)
    assert Posting.objects.filter(kind="correction").count() == 2


def test_take_back_of_running_game_asks_nothing() -> None:
    desk = SampleTable("general", ["Ana", "Bo"], stake=STAKE)
    desk.line(1, "ones", points=3)
    client = desk.writer.client()
    assert not asks(client.get(desk.url() + "?undo=1").text)
    assert client.post(desk.url("undo"), desk.form(entry="1"), headers=HTMX).status_code == 200
    assert desk.table.last_line is None


def test_undo_of_correction_names_changed_debts() -> None:
    desk, line = won_then()
    desk.amend(line, trump="H", tricks=["2"] * 5, best="2")
    day = show_day(desk.table.session.day)
    page = desk.writer.client().get(desk.url() + f"?undo={desk.table.count}").text
    assert f"Changes the game of {day} and 3 debts." in page


def test_question_about_corrected_line_names_line() -> None:
    """The entry goes with its correction: the question may not promise the former value."""
    desk, line = won_then()
    desk.amend(line, trump="H", tricks=["2"] * 5, best="2")
    client = desk.writer.client()
    assert "Take back round 1?" in client.get(desk.url() + f"?undo={line}").text
    assert "Undo the change to round 1" in client.get(desk.url() + f"?undo={desk.table.count}").text


def test_question_without_stake_speaks_of_no_debts() -> None:
    desk, line = won_then(stake={})
    page = desk.writer.client().get(desk.url() + f"?undo={line}").text
    assert f"Reopens the game of {show_day(desk.table.session.day)}." in page


def test_question_is_not_asked_of_who_only_watches() -> None:
    desk, line = won_then()
    desk.session.writers = "host"
    desk.session.save()
    other = new_writer(desk.group)
    assert not asks(other.client().get(desk.url() + f"?undo={line}").text)


def test_question_about_entry_that_is_none() -> None:
    desk, _line = won_then()
    client = desk.writer.client()
    for entry in ("99", "x", "0", "1" * 9):
        answer = client.get(desk.url() + f"?undo={entry}")
        assert (answer.status_code, asks(answer.text)) == (200, False)
    assert client.post(desk.url("undo"), desk.form(entry="99"), headers=HTMX).status_code == 422


def test_result_offers_to_take_back_on_its_evening_only() -> None:
    long_ago, line = won_then()
    client = long_ago.writer.client()
    assert "?undo=" not in client.get(long_ago.url()).text
    in_the_log = client.get(long_ago.url() + f"?line={line}").text
    assert f'href="?undo={line}"' in in_the_log
    tonight = SampleTable("forty_fives", ["Ana", "Bo"], stake=STAKE, options={"target": 30})
    tonight.entry(trump="H", tricks=["1"] * 5, best="1")
    assert 'href="?undo=1"' in tonight.writer.client().get(tonight.url()).text


# --- corrections -----------------------------------------------------------------------------------------


def corrected(desk: SampleTable) -> str:
    page = unescape(desk.writer.client().get(desk.url()).text)
    return page.partition("Corrected: ")[2].partition("</p>")[0]


def test_result_says_what_correction_changed() -> None:
    desk, line = won_then()
    assert corrected(desk) == ""
    desk.amend(line, trump="H", tricks=["2"] * 5, best="2")
    assert corrected(desk) == "round 1: Ana 0, not 30, Bo 30, not 0. Ana −\u2060$0.90, Bo +\u2060$0.90."


def test_result_says_what_line_written_anew_changed() -> None:
    desk = SampleTable("yacht", ["Ana", "Bo"], stake=STAKE)
    for number in (1, 2):
        for choice in desk.table.game.choices(desk.table.state, player=str(number)):
            points = {"points": 9} if choice.box == "threes" else {"strike": True}
            desk.line(number, str(choice.box), out_of_turn=True, **points)
    assert corrected(desk) == ""
    line = next(each for each in desk.table.replayed.lines if each.moves[0].get("points") == 9)
    desk.void(line.number)
    desk.line(1, "threes", points=6)
    assert corrected(desk) == "Ana’s threes are 6, not 9. Ana −\u2060$0.03, Bo +\u2060$0.03."

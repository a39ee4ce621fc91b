"""Wins on the group page: share of the games, order, period."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from scorekeeper.core.i18n.dates import today
from scorekeeper.history.leaders import SHARE, leaders
from scorekeeper.history.period import ALL_TIME
from scorekeeper.history.presentation import shown_players
from scorekeeper.ledger.presentation import ledger_players
from tests.factories import Writer, new_writer
from tests.history.pages import group_of, home, text_of, won

pytestmark = pytest.mark.django_db


@pytest.fixture
def writer() -> Writer:
    """Ana won 3 of 8, Bo 5 of 10, Cleo 2 of 2."""
    writer = new_writer()
    for winner, loser, times in (("Ana", "Bo", 3), ("Bo", "Ana", 5), ("Cleo", "Bo", 2)):
        for _ in range(times):
            won(winner, loser, writer=writer)
    return writer


def names(page: str) -> list[str]:
    return re.findall(r"(\w+), \d games? won", page)


def test_leaders_by_wins(writer: Writer) -> None:
    page = home(writer)
    assert names(page) == ["Bo", "Ana", "Cleo"]
    assert "5 of 10" in text_of(page)
    assert "50%" in text_of(page)


def test_leaders_by_share_put_few_games_last(writer: Writer) -> None:
    page = home(writer, "?sort=share")
    assert names(page) == ["Bo", "Ana", "Cleo"]
    assert "2 of 2, few games" in text_of(page)
    for _ in range(4):
        won("Cleo", "Bo", writer=writer)
    assert names(home(writer, "?sort=share")) == ["Cleo", "Ana", "Bo"]
    assert names(home(writer)) == ["Cleo", "Bo", "Ana"]


def test_order_keeps_period_and_variant(writer: Writer) -> None:
    page = home(writer, "?period=year&sort=share")
    assert 'href="?sort=share&amp;period=year#won"' in page
    assert 'href="?period=year#won"' in page


def test_leaders_of_year_count_its_games_only(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer, at=datetime(today().year - 2, 5, 5, 20, 0, tzinfo=UTC))
    assert "Ana, 4 games won" in home(writer)
    assert "Ana, 3 games won" in home(writer, "?period=year")


def test_wins_add_up_to_games(writer: Writer) -> None:
    group = group_of(writer)
    known = shown_players(ledger_players(group))
    for order in ("", SHARE):
        found = leaders(group, known, ALL_TIME, order)
        assert (sum(row.won for row in found), sum(row.games for row in found)) == (10, 20)

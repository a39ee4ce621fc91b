"""The year in review of a group and of a player, as a page and as a picture."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse

from scorekeeper.core.i18n.dates import today
from scorekeeper.people.models import Player
from tests.factories import Writer, new_writer
from tests.history.pages import about, group_of, home, text_of, won

pytestmark = pytest.mark.django_db


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def review(writer: Writer, year: int, query: str = "", name: str = "year") -> str:
    answer = writer.client().get(reverse(name, args=[group_of(writer).address, year]) + query)
    assert answer.status_code == 200
    return answer.text


def test_year_of_group_shows_wins_and_games(writer: Writer) -> None:
    for names in (("Ana", "Bo"), ("Ana", "Bo"), ("Bo", "Ana")):
        won(*names, writer=writer)
    text = text_of(review(writer, today().year))
    assert "3 games, 1 evening" in text
    assert "Ana won 2 of 3, 67% 2" in text
    assert "Favourite game: General, 3 games" in text
    assert f"/year/{today().year}/" in home(writer)
    assert f"/year/{today().year}/?player=" in about(writer, "Ana")


def test_year_of_player_shows_record(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    ana = Player.objects.get(group=group_of(writer), name="Ana")
    text = text_of(review(writer, today().year, f"?player={ana.address}"))
    assert "Year in review 1 evening Games won 1, 100% 1" in text
    assert "Current streak" in text
    assert "Favourite game 1 game General" in text


def test_past_year_ends_with_its_streak(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer, at=datetime(2020, 3, 5, 21, tzinfo=UTC))
    ana = Player.objects.get(group=group_of(writer), name="Ana")
    assert "Streak at the end all games 1 won" in text_of(review(writer, 2020, f"?player={ana.address}"))
    assert "Current streak" not in about(writer, "Ana", "?period=2020")


def test_year_without_games_says_so(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    assert "No game that counts in this period" in text_of(review(writer, 1999))
    assert writer.client().get(reverse("year", args=[group_of(writer).address, 1])).status_code == 404


@pytest.mark.parametrize("query", ["", "?player="])
def test_picture_of_year_is_valid_svg(writer: Writer, query: str) -> None:
    won("Maximiliane-Katharina", "Bo", writer=writer)
    player = group_of(writer).players.get(name="Maximiliane-Katharina")
    query = query and query + player.address
    drawn = ET.fromstring(review(writer, today().year, query, "year_svg"))
    text = " ".join(drawn.itertext())
    assert str(today().year) in text  # beside a long name, too
    assert "General" in text
    assert "No game that counts" in review(writer, 1999, query, "year_svg")

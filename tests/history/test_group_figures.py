"""Figures of a group: by seat, by number of players, by stake, the belt, the closest game."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorekeeper.history import group_figures
from scorekeeper.history.period import ALL_TIME
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import group_of, home, text_of, won

pytestmark = pytest.mark.django_db
STAKE = {"kind": "fixed", "amount": "1", "unit": "EUR"}


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def page(writer: Writer, query: str = "") -> str:
    answer = writer.client().get(reverse("figures", args=[group_of(writer).address]) + query)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def test_figures_name_samples_and_chance(writer: Writer) -> None:
    for _ in range(3):
        won("Ana", "Bo", writer=writer)
    won("Bo", "Ana", "Cleo", writer=writer)
    desk = SampleTable("general", ["Bo", "Ana"], stake=STAKE, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    text = page(writer)
    assert "1 5 5 100% 47%" in text
    assert "3 0 1 0% 33%" in text
    assert (
        "With 2 players Games won by each player player won played share A Ana 3 4 75% B Bo 1 4 25%" in text
    )
    assert "With 3 players Games won by each player player won played share B Bo 1 1 100%" in text
    assert "A Ana 0% 0 of 1 75% 3 of 4" in text
    assert "Grey shares come from fewer than 10 games" in text
    assert reverse("figures", args=[group_of(writer).address]) in home(writer)


def test_belt_passes_to_sole_winner_over_its_holder(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    won("Cleo", "Bo", writer=writer)  # the holder was not there
    won("Ana", "Cleo", writer=writer)
    assert "2 games with it Ana" in page(writer)
    won("Bo", "Ana", "Cleo", writer=writer)
    text = page(writer)
    assert "1 game with it Bo Belt changed hands 1" in text


def test_figures_without_games_say_so(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer).change(counted=False)
    assert "No game that counts in this period" in page(writer)
    assert "By seat" not in page(writer, "?period=2020")


def test_only_newest_games_are_counted(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_figures, "MOST", 2)
    for names in (("Bo", "Ana"), ("Ana", "Bo"), ("Ana", "Bo")):
        won(*names, writer=writer)
    found = group_figures.group_figures(group_of(writer), ALL_TIME)
    assert [tuple(tally) for tally in found.by_players[2].values()] == [(2, 2), (0, 2)]

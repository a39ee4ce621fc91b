"""The record of a player with more games than one page reads."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.history import player_record
from scorekeeper.history.period import ALL_TIME
from scorekeeper.history.variants import own_variants, played_variants
from scorekeeper.people.models import Player
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import about, group_of, text_of, won

from .factories import later, made_games

pytestmark = pytest.mark.django_db


def test_page_of_very_many_games_reads_them_on_request(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    won("Ana", "Bo", writer=writer)
    monkeypatch.setattr(player_record, "MOST", 0)
    page = about(writer, "Ana", "?met=all")
    assert "1 played 1 won 100% of all First game" in text_of(page)
    assert "Current streak all games 1 won" in text_of(page)
    assert 'href="?met=all&amp;record=all#record">Evenings, won and lost' in page
    page = about(writer, "Ana", "?met=all&record=all")
    assert "1 won 100% of all 1 evening First game" in text_of(page)
    assert "Evenings, won and lost" not in page


def test_best_streak_runs_over_all_games(writer: Writer) -> None:
    """It runs over games of several kinds."""
    for names in (("Ana", "Bo"), ("Ana", "Cleo"), ("Bo", "Ana"), ("Ana", "Bo"), ("Bo", "Ana")):
        won(*names, writer=writer)
    text = text_of(about(writer, "Ana"))
    assert "Current streak all games 1 without a win Best streak all games 2 won" in text
    assert "Best streak" not in text_of(about(writer, "Cleo")).partition("Year in review")[0]
    SampleTable("generals_and_majors", ("Ana", "Bo"), writer=writer).entry(player="2", concede=True)
    won("Ana", "Bo", writer=writer)
    won("Ana", "Bo", writer=writer)
    assert "Best streak all games 3 won" in text_of(about(writer, "Ana"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_record_without_reading_equals_the_one_read(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, chance = new_writer(), Random(seed)
    later(made_games(writer, chance, 20), chance, 8)
    group = group_of(writer)
    variants = played_variants(group)
    for player in Player.objects.filter(group=group):
        own = own_variants(variants, player, ALL_TIME)
        monkeypatch.setattr(player_record, "MOST", 3000)
        read = player_record.player_record(group, player, ALL_TIME, own)
        monkeypatch.setattr(player_record, "MOST", 0)
        found = player_record.player_record(group, player, ALL_TIME, own)
        assert found == (read and replace(read, evenings=None, best_streak=None, money=None)), player.name


@pytest.fixture
def writer() -> Writer:
    return new_writer()

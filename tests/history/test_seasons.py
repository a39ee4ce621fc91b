"""Seasons: named, closed and reopened by the owner; a closed one keeps its table."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.core.i18n.dates import show_day, today
from scorekeeper.history.models import Season
from scorekeeper.history.seasons import MOST, OPEN_TABLES
from scorekeeper.people.models import Player
from scorekeeper.people.player_merge import merge_players
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import group_of, home, text_of, won
from tests.query_counts import asked

pytestmark = pytest.mark.django_db
SPRING = {"do": "create", "name": "Spring", "first": "2022-03-01", "last": "2022-05-31"}


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def send(writer: Writer, **form: Any) -> Any:
    return writer.client().post(reverse("seasons", args=[group_of(writer).address]), form)


def page(writer: Writer, query: str = "") -> str:
    answer = writer.client().get(reverse("seasons", args=[group_of(writer).address]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def played(writer: Writer, month: int, *names: str) -> SampleTable:
    return won(*(names or ("Ana", "Bo")), writer=writer, at=datetime(2022, month, 10, 20, tzinfo=UTC))


def closed_spring(writer: Writer) -> tuple[SampleTable, Season]:
    """One game before the season, two within it, and the closed season."""
    for month in (1, 4):
        played(writer, month)
    desk = played(writer, 5)
    send(writer, **SPRING)
    season = Season.objects.get()
    assert send(writer, do="close", season=season.pk).status_code == 303
    return desk, Season.objects.get()


def test_days_of_season_have_their_year(writer: Writer) -> None:
    played(writer, 1)
    day = today().isoformat()
    send(writer, do="create", name="One day", first=day, last=day)
    shown = show_day(today(), year=True)
    assert f" {shown} " in text_of(page(writer))
    assert f"{shown} – {shown}" not in text_of(page(writer))
    yesterday = today() - timedelta(days=1)
    send(writer, do="create", name="Two days", first=yesterday.isoformat(), last=day)
    assert f"{show_day(yesterday, year=True)} – {shown}" in text_of(page(writer))


def test_season_is_period_of_statistics(writer: Writer) -> None:
    played(writer, 1)
    played(writer, 5)
    assert send(writer, **SPRING).status_code == 303
    season = Season.objects.get()
    html = home(writer, f"?period=s{season.pk}")
    assert f'<a href="?period=s{season.pk}#period" aria-current="true">Spring</a>' in html
    assert "Ana, 1 game won" in html
    assert "Ana, 2 games won" in home(writer)
    assert "Ana, 2 games won" in home(writer, f"?period=s{season.pk + 1}")


def test_running_season_is_first_shortcut_of_group_page(writer: Writer) -> None:
    played(writer, 4)
    first = r'<p class="shortcuts">\s*<a href="([^"]*)">([^<]*)</a>'
    send(writer, **SPRING)
    assert re.findall(first, home(writer)) == [("?period=year#period", "This year")]
    send(writer, do="create", name="Now", first="2022-01-01", last=today().isoformat())
    season = Season.objects.get(name="Now")
    link = f"?period=s{season.pk}"
    assert re.findall(first, home(writer)) == [(f"{link}#period", "Now")]
    assert "Ana, 1 game won" in home(writer, link)
    send(writer, do="close", season=season.pk)
    assert re.findall(first, home(writer)) == [("?period=year#period", "This year")]


def test_open_season_shows_its_table_as_it_stands(writer: Writer) -> None:
    for month in (1, 4):
        played(writer, month)
    send(writer, **SPRING)
    text = text_of(page(writer))
    assert "Ana 1 1 100% B Bo 0 1 0%" in text
    assert "The table as it stands; the season is open." in text
    played(writer, 5)
    assert "Ana 2 2 100% B Bo 0 2 0%" in text_of(page(writer))


def test_only_newest_begun_seasons_are_counted(writer: Writer) -> None:
    played(writer, 4)
    for year in (*range(2014, 2014 + OPEN_TABLES), 2199):
        send(writer, do="create", name=f"{year}", first="2013-01-01", last=f"{year}-12-31")
    Season.objects.filter(last__year=2199).update(first="2198-01-01")
    send(writer, **SPRING)
    assert page(writer).count("No game that counts in this period") == OPEN_TABLES - 1
    assert page(writer).count("Its table is under “Statistics”.") == 1
    assert page(writer).count("Not begun yet.") == 1


def test_closed_season_keeps_its_table_after_correction(writer: Writer) -> None:
    desk, season = closed_spring(writer)
    assert "Ana 2 2 100% B Bo 0 2 0%" in text_of(page(writer))
    desk.change(counted=False)
    assert "Ana, 1 game won" in home(writer, f"?period=s{season.pk}")
    text = text_of(page(writer))
    assert "Ana 2 2 100% B Bo 0 2 0%" in text
    assert "Later corrections do not change this table" in text
    send(writer, do="reopen", season=season.pk)
    send(writer, do="close", season=season.pk)
    assert "Ana 1 1 100% B Bo 0 1 0%" in text_of(page(writer))


def test_closed_table_adds_up_merged_players(writer: Writer) -> None:
    played(writer, 3, "Ana", "Bo")
    played(writer, 4, "Anna", "Bo")
    send(writer, **SPRING)
    send(writer, do="close", season=Season.objects.get().pk)
    numbers = {player.name: player.pk for player in Player.objects.all()}
    merge_players(group_of(writer), numbers["Anna"], numbers["Ana"])
    assert "Ana 2 2 100% B Bo 0 2 0%" in text_of(page(writer))


@pytest.mark.parametrize(("action", "words"), [("delete", "Its games stay."), ("reopen", "computed anew")])
def test_deleting_and_reopening_ask_first(writer: Writer, action: str, words: str) -> None:
    _desk, season = closed_spring(writer)
    if action == "delete":
        send(writer, do="reopen", season=season.pk)
    button = f'name="do" value="{action}"'
    first, second = page(writer), page(writer, f"?{action}={season.pk}")
    assert f'href="?{action}={season.pk}#asked"' in first
    assert button not in first
    assert words in second
    assert button in second
    assert button not in page(writer, "?delete=x&reopen=x")


def test_closed_season_is_deleted_only_after_reopening(writer: Writer) -> None:
    _desk, season = closed_spring(writer)
    send(writer, do="delete", season=season.pk)
    assert Season.objects.count() == 1
    send(writer, do="reopen", season=season.pk)
    send(writer, do="delete", season=season.pk)
    assert not Season.objects.exists()


def test_wrong_season_is_refused_at_its_field(writer: Writer) -> None:
    SampleTable(writer=writer)
    wrong = [
        ({"name": ""}, "wrong-name"),
        ({"first": "soon"}, "wrong-first"),
        ({"last": "2021-01-01"}, "wrong-last"),
        ({"last": "9999-12-31"}, "wrong-last"),
    ]
    for fields, place in wrong:
        answer = send(writer, **{**SPRING, **fields})
        assert answer.status_code == 422
        assert f'aria-describedby="{place}"' in answer.text
    group = group_of(writer)
    Season.objects.bulk_create(
        Season(group=group, name="x", first="2022-01-01", last="2022-01-02") for _ in range(MOST)
    )
    assert "very many seasons" in send(writer, **SPRING).text


def test_name_of_another_season_is_refused(writer: Writer) -> None:
    SampleTable(writer=writer)
    send(writer, **SPRING)
    answer = send(writer, **SPRING | {"name": " SPRING "})
    assert answer.status_code == 422
    assert "already has a season of that name" in answer.text
    assert 'aria-describedby="wrong-name"' in answer.text
    assert Season.objects.count() == 1


def test_open_season_is_changed(writer: Writer) -> None:
    SampleTable(writer=writer)
    send(writer, **SPRING)
    send(writer, **SPRING | {"name": "Summer"})
    season = Season.objects.get(name="Spring")
    form = page(writer, f"?change={season.pk}")
    assert 'value="change"' not in page(writer)
    assert re.findall(r'id="change-\w+" name="(\w+)" required\s+value="([^"]*)"', form) == [
        ("name", "Spring"),
        ("first", "2022-03-01"),
        ("last", "2022-05-31"),
    ]
    change = {"do": "change", "season": season.pk, "name": "spring", "first": "2022-02-01"}
    assert send(writer, **SPRING | change).status_code == 303
    season.refresh_from_db()
    assert (season.name, season.first.isoformat()) == ("spring", "2022-02-01")
    refused = send(writer, **SPRING | change | {"name": "summer"})
    assert refused.status_code == 422
    assert 'id="change-name"' in refused.text
    assert refused.text.count("already has a season of that name") == 1
    assert send(writer, **SPRING | change | {"last": "2021-01-01"}).status_code == 422
    send(writer, do="close", season=season.pk)
    send(writer, **SPRING | change | {"name": "late"})
    assert not Season.objects.filter(name="late").exists()
    assert f"?change={season.pk}" not in page(writer)


def test_only_owner_changes_seasons(writer: Writer) -> None:
    _desk, season = closed_spring(writer)
    member = new_writer(group_of(writer))
    for form in (
        SPRING,
        {"do": "reopen", "season": season.pk},
        {**SPRING, "do": "change", "season": season.pk},
    ):
        assert send(member, **form).status_code == 404
    assert "Open again" not in page(member)
    assert "The owner of the group names and closes seasons." in page(member)
    assert Season.objects.get().closed_at is not None
    stranger = new_writer()
    SampleTable(writer=stranger)
    assert send(stranger, do="reopen", season=season.pk).status_code == 404


def running_season(writer: Writer) -> Season:
    send(writer, do="create", name="Now", first="2022-01-01", last=today().isoformat())
    return Season.objects.get(name="Now")


def test_group_page_says_who_leads_running_season(writer: Writer) -> None:
    client, url = writer.client(), reverse("group", args=[group_of(writer).address])
    won("Ana", "Bo", writer=writer, at=datetime(2021, 4, 10, 20, tzinfo=UTC))
    season = running_season(writer)
    assert "Now: no win yet" in home(writer)
    played(writer, 4)
    played(writer, 5)
    played(writer, 6, "Bo", "Ana")
    link = f"?period=s{season.pk}"
    assert f'<a href="{link}#won">Now: Ana leads with 2 of 3</a>' in home(writer)
    assert f'<a href="?variant=1&amp;period=s{season.pk}#won">Now: Ana' in home(writer, "?variant=1")
    assert "leads with" not in home(writer, link)
    played(writer, 7, "Bo", "Ana")
    assert "Now: Ana and Bo lead with 2 wins each" in home(writer)
    queries = len(asked(client, "GET", url))
    send(writer, do="close", season=season.pk)
    assert "wins each" not in home(writer)
    assert len(asked(client, "GET", url)) == queries - 1

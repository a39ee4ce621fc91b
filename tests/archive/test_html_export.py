"""The page to keep: what is in it, what is not, and how it is sent."""

import re
from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorekeeper.archive.html_export.document import page_parts
from scorekeeper.archive.views import export
from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.history import seasons
from scorekeeper.history.models import Result, Score, Season
from scorekeeper.ledger.models import Posting
from scorekeeper.people import slow_requests
from scorekeeper.people.models import Group, Member, Player
from scorekeeper.play.models import Session
from tests.factories import SampleTable

from .group_files import random_group, small_desk

pytestmark = pytest.mark.django_db
OUTSIDE = re.compile(r"(?:src|href|action|poster|srcset)\s*=\s*\"?(?![\"#]|data:,)|@import|url\(")


def page_of(group: Group) -> str:
    return "".join(page_parts(group))


def test_page_contains_every_game_and_total() -> None:
    made = random_group(3, 8)
    page = page_of(made.group)
    over = Session.objects.filter(group=made.group, removed=None).exclude(finished=None, ended=None)
    assert set(re.findall(r'id="g-(\w+)"', page)) == set(over.values_list("address", flat=True))
    assert page.count('<details class="game">') == over.count()
    played = over.filter(imported_result__isnull=True)
    assert page.count("<table class=sheet>") == played.count()
    games = dict(re.findall(r'id="g-(\w+)">(.*?)</summary>', page, re.DOTALL))
    for score in Score.objects.filter(result__session__in=over).select_related("player", "result__session"):
        if score.result.has_points:
            total = f"{score.player.name}\u00a0{score.side_points}"
            assert total in games[score.result.session.address]
    assert (
        page.count("<li>") + page.count('<li class="gone">')
        > Posting.objects.filter(group=made.group).count()
    )


def test_games_and_records_are_parted_from_their_figures() -> None:
    page = page_of(random_group(3, 8).group)
    assert re.search(r"<summary>[^<]+ <small>\d+ games?</small>", page)
    assert re.search(r"</b> \w[^<]* <a href=\"#g-", page)
    assert not re.search(r"</b>\w[^<]*<a href=\"#g-", page)


def test_correction_in_the_ledger_names_its_game() -> None:
    stake = {"kind": "fixed", "amount": "1.50", "unit": "EUR"}
    desk = SampleTable("forty_fives", ("Ana", "Bo", "Cleo"), options={"target": 30}, stake=stake)
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    desk.amend(1, trump="H", tricks=["2"] * 5, best="2")
    page = " ".join(re.sub(r"<[^>]+>", " ", page_of(desk.group)).split())
    assert "Corrected: round 1: Ana 0, not 30, Bo 30, not 0 Forty-fives: Bo +\u2060€4.50, Ana" in page
    assert "Cleo owes Ana €1.50 less −€1.50" in page


def test_place_of_a_game_is_parted_from_its_totals() -> None:
    page = page_of(random_group(3, 8).group)
    assert not re.search(r"</b> [^<]*\S<small>", page)


def test_games_have_the_remarks_of_their_results() -> None:
    made = random_group(4, 10)
    some = Result.objects.filter(group=made.group).order_by("pk")
    Result.objects.filter(pk__in=list(some.values_list("pk", flat=True)[:2])).update(automatic=True)
    Result.objects.filter(pk__in=list(some.values_list("pk", flat=True)[1:3])).update(counted=False)
    games = dict(re.findall(r'id="g-(\w+)">(.*?)</summary>', page_of(made.group), re.DOTALL))
    seen = set()
    for result in some.select_related("session").filter(session__removed=None):
        remarks = {"won at once": result.automatic, "does not count": not result.counted}
        said = listed(remark for remark, true in remarks.items() if true)
        game = games.pop(result.session.address)
        assert re.findall(r"<small>([^<]*(?:won at once|does not count)[^<]*)</small>", game) == [
            said
        ] * bool(said)
        seen.add(said)
    assert seen == {"", "won at once", "does not count", "won at once, does not count"}
    assert not [game for game in games.values() if "does not count" in game]


def test_open_season_shows_its_table_as_it_stands() -> None:
    made = random_group(3, 8)
    season = Season(group=made.group, name="Endless", first=date(2020, 1, 1), last=date(2040, 1, 1))
    season.save()
    found = page_of(made.group).partition("Endless")[2].partition("</details>")[0]
    assert "The table as it stands; the season is open." in found
    assert "<td>" in found
    seasons.close(season, Member.objects.get(group=made.group, owner=True).person)
    found = page_of(made.group).partition("Endless")[2].partition("</details>")[0]
    assert "as it stands" not in found
    assert "<td>" in found


def test_undone_lines_of_all_games_are_counted_in_one_query(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    games = [desk, *(SampleTable("general", ("Ana", "Bo"), writer=desk.writer) for _ in range(3))]
    for game in games:
        game.void(game.line(1, "ones"))
        game.line(1, "fives", dice=[5] * 5, throws=1)
    with django_assert_max_num_queries(100) as asked:
        page = page_of(desk.group)
    assert page.count("1 line was taken back") == len(games)
    added = [
        each for each in asked.captured_queries if "play_entry" in each["sql"] and "append" in each["sql"]
    ]
    assert len(added) == 1


def test_page_loads_nothing_and_runs_nothing() -> None:
    made = random_group(5, 4)
    page = page_of(made.group)
    assert not OUTSIDE.search(page)
    assert "<script" not in page
    assert "default-src 'none'" in page
    assert [page.count(tag) for tag in ("<style>", "<html", "</html>", "</main>")] == [1, 1, 1, 1]
    for tag in ("details", "section", "article", "ul", "table", "div"):
        assert len(re.findall(rf"<{tag}[\s>]", page)) == page.count(f"</{tag}>"), tag


def test_hostile_names_are_text() -> None:
    desk = small_desk()
    Player.objects.filter(group=desk.group, name="Ana").update(name="<script>x</script>")
    Group.objects.filter(pk=desk.group.pk).update(name='"><img src=x>')
    page = page_of(Group.objects.get(pk=desk.group.pk))
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page


def test_running_and_deleted_games_are_left_out() -> None:
    desk = small_desk()
    running = SampleTable("yacht", ("Ana", "Bo"), writer=desk.writer)
    assert running.session.address not in page_of(desk.group)
    assert f"g-{desk.session.address}" in page_of(desk.group)
    desk.change(removed=True)
    assert f"g-{desk.session.address}" not in page_of(desk.group)


def test_head_names_games_without_figures() -> None:
    """The page of the group does not count them, so that its number is smaller."""
    desk = small_desk()
    assert "1 game was ended early or does not count. It is listed but in no figure." in page_of(desk.group)
    desk.change(counted=False)
    assert "2 games were ended early or do not count." in page_of(desk.group)


def test_empty_group_has_a_page() -> None:
    desk = SampleTable("yacht", ("Ana", "Bo"))
    assert "Nothing to look back on yet" in page_of(desk.group)


def test_stream_equals_the_whole_and_frees_its_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = small_desk()
    client, address = desk.writer.client(), reverse("export_page", args=[desk.group.address])
    whole: Any = client.get(address, headers={"accept-language": "de"})
    monkeypatch.setattr(export, "STREAMED", 1)
    streamed: Any = client.get(address, headers={"accept-language": "de"})
    assert (whole.streaming, streamed.streaming) == (False, True)
    assert b"".join(streamed.streaming_content) == whole.content
    assert b'<html lang="de">' in whole.content
    assert re.fullmatch(r'attachment; filename="[a-z0-9_-]+\.html"', streamed["Content-Disposition"])
    assert client.head(address).status_code == 200
    assert not slow_requests._slot._is_owned()  # type: ignore[attr-defined]


def test_export_page_offers_it() -> None:
    desk = small_desk()
    page = desk.writer.client().get(reverse("export", args=[desk.group.address])).text
    assert reverse("export_page", args=[desk.group.address]) in page

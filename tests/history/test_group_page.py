"""The group page and the player page: content, access and queries."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.history.game_search import FEW
from scorekeeper.people.models import Player
from scorekeeper.people.player_merge import merge_players
from tests.factories import SampleTable, Writer, new_key, new_writer
from tests.history.pages import about, group_of, home, text_of, won
from tests.query_counts import asked

from .factories import made_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def test_group_without_games_has_no_figures(writer: Writer) -> None:
    page = home(writer)
    assert "Nothing to look back on yet" in page
    assert "No debts. Everybody is even." in page
    SampleTable(writer=writer)
    assert "No game that counts yet" in about(writer, "Ana")


def test_group_page_of_one_game(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    text = text_of(home(writer))
    assert "Ana, 1 game won" in home(writer)
    assert "The last evening" in text
    assert "Won outright by a throw Ana 1" in text
    page = text_of(about(writer, "Ana"))
    assert "1 played 1 won" in page
    assert "provisional: fewer than five games" in page
    assert "Standard deviation" not in page


def test_uncounted_game_is_only_in_list(writer: Writer) -> None:
    desk = won("Ana", "Bo", writer=writer)
    desk.change(counted=False)
    text = text_of(home(writer))
    assert "does not count" in text
    assert "Standings" not in text
    assert "General Ana 0, Bo 0" in text
    assert "all 1" not in text
    assert "No game that counts yet" in text_of(about(writer, "Ana"))


def test_payment_returns_to_group_page(writer: Writer) -> None:
    desk = SampleTable(
        "general", ["Ana", "Bo"], stake={"kind": "fixed", "amount": "1.50", "unit": "EUR"}, writer=writer
    )
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    form = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', home(writer)))
    address = reverse("group", args=[group_of(writer).address])
    answer = writer.client().post(address, form)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(f"{address}?paid=")
    html = home(writer, answer.headers["Location"].partition("#")[0].removeprefix(address))
    assert "Bo paid Ana €1.50." in html
    refused = writer.client().post(address, form | {"key": new_key()})
    assert refused.status_code == 422
    assert "This is no longer owed." in refused.text


def test_best_leads_to_its_sheet_and_boxes_to_how_often(writer: Writer) -> None:
    made_games(writer, Random(3), 8)
    page = about(writer, "Bo")
    assert re.search(r'href="/table/\w+/\?sheet=1"', page)
    box = re.search(r'href="(\?variant=\d+&amp;box=(\w+))#often"', page)
    assert box is not None
    assert "of the totals" in about(writer, "Bo", box[1].replace("&amp;", "&"))
    for query in ("?variant=99999", "?variant=x", "?box=<b>", "?variant=%00&box=%00"):
        assert "<b>&" not in about(writer, "Bo", query)


def test_every_chart_has_name_description_and_table(writer: Writer) -> None:
    made_games(writer, Random(4), 12)
    for page in (home(writer), about(writer, "Ana")):
        charts = re.findall(r'<svg class="chart"[^>]* aria-labelledby="(\S+) (\S+)">(.*?)</svg>', page)
        assert len(charts) >= 2
        for title, desc, drawn in charts:
            assert re.search(rf'<title id="{title}">[^<]+</title><desc id="{desc}">[^<]+</desc>', drawn)
        assert page.count('<details class="as-table">') == len(charts)
        assert "style=" not in page.split("</head>")[1]
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids))


def test_queries_do_not_grow_with_games(writer: Writer) -> None:
    client, counts = writer.client(), []
    for seed in range(2):
        made_games(writer, Random(seed), 10)
        player = Player.objects.get(group=group_of(writer), name="Ana")
        group = group_of(writer).address
        paths = [reverse("group", args=[group]), reverse("player", args=[group, player.address])]
        paths += [f"{path}?period=year" for path in paths]
        counts.append([len(asked(client, "GET", path)) for path in paths])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 30


def test_group_page_is_not_found_for_others(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    won("Anna", "Bo", writer=writer)
    group = group_of(writer)
    numbers = {player.name: player for player in group.players.all()}
    paths = [
        reverse("group", args=[group.address]),
        reverse("player", args=[group.address, numbers["Ana"].address]),
    ]
    for client in (Client(), new_writer().client()):
        assert [client.get(path).status_code for path in paths] == [404, 404]
    stranger = new_writer()
    other = SampleTable(writer=stranger).session.seats.get(number=1).player
    assert writer.client().get(reverse("player", args=[group.address, other.address])).status_code == 404
    merge_players(group, numbers["Anna"].pk, numbers["Ana"].pk)
    answer = writer.client().get(reverse("player", args=[group.address, numbers["Anna"].address]))
    assert answer.headers["Location"] == paths[1]
    assert "2 played 2 won" in text_of(about(writer, "Ana"))


def test_name_is_text(writer: Writer) -> None:
    for _ in range(3):
        won("<b>Ana", "Bo & Co", writer=writer)
    for page in (home(writer), about(writer, "<b>Ana")):
        assert "<b>Ana" not in page
        assert "&lt;b&gt;Ana" in page


def test_period_limits_figures_and_stays_in_links(writer: Writer) -> None:
    for year in (2021, 2022, 2022):
        won("Ana", "Bo", writer=writer, at=datetime(year, 6, 1, 20, tzinfo=UTC))
    for page, place in (
        (home(writer, "?period=2022"), "#period"),
        (about(writer, "Ana", "?period=2022"), ""),
    ):
        assert f'<a href="?period=2022{place}" aria-current="true">2022</a>' in page
        assert re.search(r'/player/\w+/\?variant=\d+&amp;period=2022"', page)
    assert "Ana, 2 games won" in home(writer, "?period=2022")
    assert "2 played 2 won" in text_of(about(writer, "Ana", "?period=2022"))
    assert "3 played 3 won" in text_of(about(writer, "Ana"))
    assert "No game that counts in this period" in about(writer, "Ana", "?period=2020")
    assert "No game that counts in this period" in home(writer, "?period=2020")


def test_games_of_period_are_listed_and_lead_to_all_of_them(writer: Writer) -> None:
    old, new = (won("Ana", "Bo", writer=writer, at=datetime(2022, 6, day, 20, tzinfo=UTC)) for day in (1, 2))
    for _ in range(FEW):
        won("Ana", "Bo", writer=writer)
    games = reverse("games", args=[group_of(writer).address])
    listed = home(writer, "?period=2022").partition("<h2>Games</h2>")[2]
    assert re.findall(r'href="/table/(\w+)/"', listed) == [new.address, old.address]
    for query, link, count in (
        ("", games, FEW + 2),
        ("?until=2199-12-31", f"{games}?until=2199-12-31", FEW + 2),
    ):
        assert re.search(rf'href="{re.escape(link)}">\s*all {count}\s*<', home(writer, query))


def test_wrong_days_of_period_are_named_at_their_field(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    page = about(writer, "Ana", "?since=2025-05-01&until=2025-04-01")
    assert '<details class="period" open>' in page
    field, message = page.split('id="period"')[1].split("</p>")[0].split("<b", 1)
    assert 'aria-invalid="true" aria-describedby="period-until-error"' in field
    assert "autofocus" in field
    assert "The last day is before the first." in message
    assert 'value="2025-04-01"' in field


def test_record_of_player_adds_up_all_games(writer: Writer) -> None:
    stake = {"kind": "fixed", "amount": "1.50", "unit": "EUR"}
    for number in range(10):
        desk = SampleTable("general", ["Ana", "Bo"], stake=stake, writer=writer)
        desk.entry(player="1" if number else "2", box="fives", dice=[5] * 5, throws=1, out_of_turn=not number)
    won("Ana", "Cleo", writer=writer, game="yacht")
    text = text_of(about(writer, "Ana"))
    assert "11 played 10 won 91% of all 1 evening" in text
    assert "Favourite game 10 games General" in text
    assert "Place by share of wins 1 of 2" in text
    assert "Euro won €13.50, lost €1.50 +\u2060€12.00" in text
    assert "Place by share of wins from 10 games on –" in text_of(about(writer, "Cleo"))

"""The list of finished games: access, order, filters and queries."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.history.game_search import PAGE
from scorekeeper.history.models import Result, Season
from scorekeeper.people.models import Group
from scorekeeper.play import log
from scorekeeper.play.models import Session
from scorekeeper.play.session_notes import SessionNote, stored_note
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import group_of, home, text_of, won
from tests.query_counts import asked

pytestmark = pytest.mark.django_db


def address(writer: Writer) -> str:
    return reverse("games", args=[Group.objects.get(member__person=writer.person).address])


def listed(writer: Writer, query: str = "") -> list[str]:
    """The addresses of the tables that a page names."""
    answer = writer.client().get(address(writer) + query)
    assert answer.status_code == 200
    return re.findall(r'href="/table/(\w+)/"', answer.content.decode())


def older(writer: Writer, query: str = "") -> str | None:
    """Return the link to the next page."""
    page = writer.client().get(address(writer) + query).content.decode()
    found = re.search(r'<a href="(\?[^"]*after=[^"]+)">Older', page)
    return found[1].replace("&amp;", "&") if found else None


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def test_newest_first_with_winners_and_points(writer: Writer) -> None:
    first, second = won("Ana", "Bo", writer=writer), won("Bo", "Ana", writer=writer)
    assert listed(writer) == [second.address, first.address]
    page = writer.client().get(address(writer)).content.decode()
    assert "Ana won" in page
    assert "Bo\u00a00, Ana\u00a00" in page  # a line never ends between a name and its total
    assert page.count("won at once") == 2
    assert "2 games" in page


def test_conceded_game_says_so(writer: Writer) -> None:
    """The winner may have the lower total."""
    desk = SampleTable("generals_and_majors", ("Ana", "Bo"), writer=writer)
    desk.entry(player="1", concede=True)
    page = writer.client().get(address(writer)).content.decode()
    assert "Bo won" in page
    assert ", the other side gave up" in page
    assert "won at once" not in page
    client = writer.client()
    before = len(asked(client, "GET", address(writer)))
    SampleTable("generals_and_majors", ("Ana", "Bo"), writer=writer).entry(player="2", concede=True)
    assert len(asked(client, "GET", address(writer))) == before


def test_game_of_a_losing_player_shows_the_total_of_the_winner(writer: Writer) -> None:
    desk = SampleTable(writer=writer)
    desk.line(1, "sixes", points=12)
    for player in "12":
        log.go_home(desk.address, desk.write_request(), player)
    loser = desk.table.seats[1].player_id
    page = writer.client().get(address(writer) + f"?player={loser}").content.decode()
    assert "place 2" in page
    assert '<em class="best">12</em>' in page


def test_games_page_omits_running_games(writer: Writer) -> None:
    SampleTable(writer=writer).line(1, "ones", points=3)
    assert listed(writer) == []
    assert "No game is finished yet." in writer.client().get(address(writer)).content.decode()


def test_filters_and_search(writer: Writer) -> None:
    old = won("Ana", "Bo", writer=writer, at=datetime(2025, 1, 1, 5, 59, tzinfo=UTC))
    new = won("Cleo", "Bo", writer=writer, at=datetime(2025, 1, 1, 6, tzinfo=UTC))
    yacht = won("Ana", "Cleo", writer=writer, game="yacht", at=datetime(2026, 3, 1, tzinfo=UTC))
    variant = Result.objects.get(session=yacht.session).variant_id
    ana, bo = (str(seat.player_id) for seat in old.table.seats)
    Session.objects.filter(pk=old.session.pk).update(stake={"kind": "winner", "amount": "1", "unit": "EUR"})
    Session.objects.filter(pk=new.session.pk).update(stake={"kind": "none"})
    season = Season.objects.create(
        group=group_of(writer), name="Winter", first=date(2025, 1, 1), last=date(2025, 3, 1)
    )
    for query, found in (
        ("", [yacht, new, old]),
        ("?game=yacht", [yacht]),
        ("?game=general", [new, old]),
        ("?game=chess", [yacht, new, old]),
        (f"?player={ana}", [yacht, old]),
        (f"?player={bo}&game=general", [new, old]),
        ("?player=999999", [yacht, new, old]),
        ("?year=2024", [old]),
        ("?year=2025", [new]),
        ("?year=1", [yacht, new, old]),
        ("?period=2025", [new]),
        (f"?period=s{season.pk}", [new]),
        ("?stake=yes", [old]),
        ("?stake=no", [yacht, new]),
        ("?since=2025-01-01", [yacht, new]),
        ("?until=2024-12-31", [old]),
        ("?since=2025-01-01&until=2025-01-01", [new]),
        ("?since=2026-01-01&until=2025-01-01", []),
        ("?since=tomorrow&until=2025-02-30", [yacht, new, old]),
        ("?since=0001-01-01&until=9999-12-31", [yacht, new, old]),
        ("?since=2025-01-01&game=yacht", [yacht]),
        ("?size=2&words=bo", [new, old]),
        ("?size=3", []),
        ("?size=x", [yacht, new, old]),
        (f"?variant={variant}", [yacht]),
        (f"?variant={variant}&game=general", []),
        ("?variant=999999", [yacht, new, old]),
        ("?words=cle", [yacht, new]),
        ("?words=CLEO+bo", [new]),
        ("?words=yacht", [yacht]),
        ("?words=yacht+ana", [yacht]),
        ("?words=nobody", []),
        ("?words=%25", []),
        ("?words=a%00na", [yacht, old]),
        ("?after=nonsense", [yacht, new, old]),
    ):
        assert listed(writer, query) == [desk.address for desk in found], query
    page = writer.client().get(address(writer) + f"?words=nobody&period=s{season.pk}").content.decode()
    assert "No game found." in page
    back = f'href="/group/{group_of(writer).address}/?period=s{season.pk}" aria-label="The group"'
    assert back in page


def test_search_is_kept_on_the_next_page(writer: Writer) -> None:
    at = datetime(2025, 5, 1, 18, tzinfo=UTC)
    for _ in range(PAGE + 1):
        won("Ana", "Bo", writer=writer, at=at)
    variant = Result.objects.values_list("variant", flat=True).first()
    query = f"variant={variant}&size=2&stake=no&period=2025&since=2025-05-01"
    assert query in (older(writer, f"?{query}") or "")


def test_last_day_before_first_is_an_error_at_its_field(writer: Writer) -> None:
    page = writer.client().get(address(writer) + "?since=2026-03-02&until=2026-03-01").text
    assert re.search(r'name="until"[^>]* aria-describedby="until-error" autofocus>', page)
    assert "The last day is before the first." in page
    assert (
        "until-error" not in writer.client().get(address(writer) + "?since=2026-03-02&until=2026-03-02").text
    )


def test_every_game_is_on_one_page(writer: Writer) -> None:
    """Even where many ended at one moment."""
    at = timezone.now() - timedelta(days=1)
    desks = [won("Ana", "Bo", writer=writer, at=at) for _ in range(2 * PAGE + 3)]
    found, query = listed(writer), older(writer)
    while query:
        found += listed(writer, query)
        query = older(writer, query)
    assert found == [desk.address for desk in reversed(desks)]


def test_queries_do_not_grow_with_games(writer: Writer) -> None:
    client = writer.client()
    counts = []
    for _ in range(2):
        for _game in range(20):
            won("Ana", "Bo", "Cleo", writer=writer)
        counts.append(len(asked(client, "GET", address(writer) + "?words=ana&year=2026")))
    assert counts[0] == counts[1] <= 12  # one of them for games without a result


def test_games_page_is_not_found_for_others(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    for client in (Client(), new_writer().client()):
        assert client.get(address(writer)).status_code == 404


def test_name_is_text(writer: Writer) -> None:
    won("<b>Ana", "Bo", writer=writer)
    page = writer.client().get(address(writer) + '?words="><script>').content.decode()
    assert "<b>Ana" not in page
    assert "<script>" not in page.split("</head>")[1]


def test_variants_of_one_game_lead_to_all_its_games(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    assert "All games of" not in home(writer)
    desk = SampleTable("general", ["Ana", "Bo"], options={"four_of_a_kind_later": 30}, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    assert f'href="{address(writer)}?game=general"' in home(writer)
    assert "All games of General" in home(writer)


def test_evening_shows_place_and_tags_of_game(writer: Writer) -> None:
    desk = won("Ana", "Bo", writer=writer, at=datetime(2026, 3, 5, 21, tzinfo=UTC))
    note = stored_note(SessionNote("Lisboa", ("holiday", "rain")), None)
    Session.objects.filter(pk=desk.session.pk).update(note=note)
    path = reverse("evening", args=[desk.group.address, "2026-03-05"])
    assert "<small>Lisboa, holiday, rain</small>" in writer.client().get(path).content.decode()


def test_game_found_by_tag_shows_its_tags(writer: Writer) -> None:
    desk = won("Ana", "Bo", writer=writer)
    for note in (SessionNote("Lisboa", ("holiday", "rain")), SessionNote(tags=("holiday", "rain"))):
        Session.objects.filter(pk=desk.session.pk).update(note=stored_note(note, None))
        path = reverse("games", args=[desk.group.address]) + "?words=rain"
        shown = text_of(writer.client().get(path).content.decode())
        assert ", ".join(filter(None, (note.place, "holiday", "rain"))) in shown

"""Evenings: days of play, month pages, texts, pictures, changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scorekeeper.history.evening_changes import changes_of
from scorekeeper.history.evening_texts import share_text, there_text
from scorekeeper.history.evenings import evening_of, month_of
from scorekeeper.history.period_form import days_of_games
from scorekeeper.history.presentation import shown_players, won_of
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.people.models import Group
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import group_of, won
from tests.query_counts import asked

from .factories import BEGAN, made_games

pytestmark = pytest.mark.django_db

THURSDAY = datetime(2026, 3, 5, 21, 0, tzinfo=UTC)
STAKE = {"kind": "fixed", "amount": "1.20", "unit": "EUR"}


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def staked(writer: Writer, *names: str, at: datetime) -> SampleTable:
    desk = SampleTable("general", names, stake=STAKE, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    moved(desk, at)
    return desk


def moved(desk: SampleTable, at: datetime) -> None:
    """Move the end of a finished game."""
    desk.group.results.filter(session=desk.session).update(finished=at)


def text_for(group: Group, day: date) -> str:
    return share_text(evening_of(group, day), shown_players(ledger_players(group)))


def page(writer: Writer, name: str, *arguments: str, query: str = "") -> str:
    path = reverse(name, args=[group_of(writer).address, *arguments]) + query
    answer = writer.client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_evening_has_its_games_and_wins(writer: Writer) -> None:
    for names in (("Ana", "Bo"), ("Ana", "Cleo"), ("Bo", "Cleo")):
        won(*names, writer=writer, at=THURSDAY)
    evening = evening_of(group_of(writer), date(2026, 3, 5))
    assert len(evening.games) == 3
    called = {player.pk: player.name for player in group_of(writer).players.all()}
    assert {called[player]: count for player, count in evening.won.items()} == {"Ana": 2, "Bo": 1, "Cleo": 0}
    assert [called[player] for player in evening.players] == ["Ana", "Bo", "Cleo"]


def test_game_that_does_not_count_is_no_win(writer: Writer) -> None:
    for names in (("Ana", "Bo"), ("Bo", "Cleo")):
        won(*names, writer=writer, at=THURSDAY)
    group = group_of(writer)
    group.results.filter(scores__player__name="Cleo").update(counted=False)
    evening = evening_of(group, date(2026, 3, 5))
    called = {player.pk: player.name for player in group.players.all()}
    assert {called[player]: (evening.won[player], evening.played[player]) for player in evening.players} == {
        "Ana": (1, 1),
        "Bo": (0, 1),
        "Cleo": (0, 0),
    }
    assert "2 games (1 does not count)" in page(writer, "evening", "2026-03-05")
    assert text_for(group, date(2026, 3, 5)) == "Thu 5 Mar: Ana 1."
    (summary,) = month_of(group, date(2026, 3, 5)).evenings
    assert list(summary.won.values()) == [1]
    assert there_text(summary, shown_players(ledger_players(group))) == "also there: Bo, Cleo"
    group.results.update(counted=False)
    (summary,) = month_of(group, date(2026, 3, 5)).evenings
    assert there_text(summary, shown_players(ledger_players(group))) == "Ana, Bo, Cleo"


def test_evening_leads_to_luck_of_its_dice_games(writer: Writer) -> None:
    staked(writer, "Ana", "Bo", at=THURSDAY)
    address = reverse("luck", args=[group_of(writer).address]) + "?since=2026-03-05&amp;until=2026-03-05"
    assert address in page(writer, "evening", "2026-03-05")
    group_of(writer).results.update(counted=False)
    assert address not in page(writer, "evening", "2026-03-05")


def test_evening_over_midnight_is_one(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer, at=THURSDAY)
    won("Ana", "Bo", writer=writer, at=THURSDAY + timedelta(hours=5))
    won("Ana", "Bo", writer=writer, at=THURSDAY + timedelta(hours=10))
    group = group_of(writer)
    assert len(evening_of(group, date(2026, 3, 5)).games) == 2
    assert days_of_games(group)[-1] == date(2026, 3, 6)


def test_evening_is_in_zone_of_phone(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer, at=datetime(2026, 3, 6, 1, 0, tzinfo=UTC))
    with timezone.override("Asia/Tokyo"):
        assert days_of_games(group_of(writer))[-1] == date(2026, 3, 6)
    with timezone.override("America/Argentina/Buenos_Aires"):
        assert days_of_games(group_of(writer))[-1] == date(2026, 3, 5)


def test_text_names_wins_and_payers(writer: Writer) -> None:
    staked(writer, "Joaquín", "Rosa", "Marta", at=THURSDAY)
    staked(writer, "Rosa", "Marta", at=THURSDAY)
    staked(writer, "Joaquín", "Marta", at=THURSDAY)
    text = text_for(group_of(writer), date(2026, 3, 5))
    assert text == "Thu 5 Mar: Joaquín 2, Rosa 1; Marta pays €3.60."


def test_text_without_stake_has_wins_only(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer, at=THURSDAY)
    assert text_for(group_of(writer), date(2026, 3, 5)).endswith(" Ana 1.")


def test_correction_keeps_address_and_changes_figures(writer: Writer) -> None:
    desk = staked(writer, "Ana", "Bo", at=THURSDAY)
    assert "Bo pays €1.20" in page(writer, "evening", "2026-03-05")
    desk.change(removed=True)
    assert "No game was finished on this day." in page(writer, "evening", "2026-03-05")


def test_payment_is_no_part_of_evening(writer: Writer) -> None:
    staked(writer, "Ana", "Bo", at=THURSDAY)
    group = group_of(writer)
    before = evening_of(group, date(2026, 3, 5)).money
    ana, bo = (group.players.get(name=name).pk for name in ("Ana", "Bo"))
    form = {"do": "pay", "payer": bo, "payee": ana, "unit": "EUR", "amount": "1.20"}
    form["key"] = "7d2e6c52-3c3d-4f1e-9a63-6f6c5d1f7c11"
    assert "(settled)" not in page(writer, "evening", "2026-03-05")
    assert writer.client().post(reverse("group", args=[group.address]), form).status_code == 303
    for shown in (page(writer, "evening", "2026-03-05"), page(writer, "group")):
        assert "Bo pays €1.20 (settled)" in shown
    assert evening_of(group, date(2026, 3, 5)).money == before == {"EUR": {ana: 120, bo: -120}}


def test_month_lists_evenings_and_neighbours(writer: Writer) -> None:
    for at in (
        THURSDAY,
        THURSDAY + timedelta(days=7),
        THURSDAY - timedelta(days=90),
        THURSDAY + timedelta(days=62),
    ):
        won("Ana", "Bo", writer=writer, at=at)
    month = month_of(group_of(writer), date(2026, 3, 20))
    assert [each.day for each in month.evenings] == [date(2026, 3, 12), date(2026, 3, 5)]
    assert (month.before, month.after) == (date(2025, 12, 1), date(2026, 5, 1))
    shown = page(writer, "evenings", query="?month=2026-03")
    assert shown.count("/evening/2026-03-05/") == 2
    assert "5 Mar: 1 game, 2 players" in shown
    assert 'href="?month=2025-12"' in shown


def test_evening_is_three_taps_from_group_page(writer: Writer) -> None:
    """A year leads to its last month with games, and to each day of its other months."""
    for months in (0, 2, 14):
        won("Ana", "Bo", writer=writer, at=THURSDAY - timedelta(days=30 * months))
    newest = page(writer, "evenings")
    assert "/evening/2026-01-04/" in newest
    assert 'href="?month=2026-01"' in newest
    assert "/evening/2025-01-09/" not in newest
    assert 'href="?year=2025"' in newest
    assert "/evening/2025-01-09/" in page(writer, "evenings", query="?year=2025")
    for query in ("?year=x", "?year=1", "?year=99999999"):
        assert "/evening/2026-03-05/" in page(writer, "evenings", query=query)


def test_month_without_games_is_empty(writer: Writer) -> None:
    SampleTable(writer=writer)
    for query in ("", "?month=2020-02", "?month=x", "?month=0000-13"):
        assert "No game was finished in this month." in page(writer, "evenings", query=query)


@pytest.mark.parametrize("day", ["2026-02-30", "20260305", "x", "1000-01-01", "9999-12-31"])
def test_malformed_day_is_unknown(writer: Writer, day: str) -> None:
    SampleTable(writer=writer)
    path = reverse("evening", args=[group_of(writer).address, day])
    assert writer.client().get(path).status_code == 404


@pytest.mark.parametrize(
    ("won", "words"), [(0, "0 gagnée sur 5"), (1, "1 gagnée sur 5"), (3, "3 gagnées sur 5")]
)
def test_wins_agree_with_their_number(won: int, words: str) -> None:
    with override("fr"):
        assert won_of(won, 5) == words


def test_picture_is_xml_and_escapes_names(writer: Writer) -> None:
    staked(writer, "<b>Ana & Co", "Bo", at=THURSDAY)
    drawn = page(writer, "evening_svg", "2026-03-05")
    assert "style=" not in drawn
    words = " ".join(ET.fromstring(drawn).itertext())
    assert "<b>Ana & Co" in words
    assert "€1.20" in words
    assert "won 1 of 1" in words


def test_streak_of_evening_is_named(writer: Writer) -> None:
    for number in range(4):
        won("Ana", "Bo", writer=writer, at=THURSDAY + timedelta(days=7 * number))
    group = group_of(writer)
    for desk in group.results.order_by("finished"):
        assert desk.counted
    ana = group.players.get(name="Ana").pk
    found = changes_of(group, evening_of(group, days_of_games(group)[-1]))
    assert ("streak", (ana,), 4) in [(each.code, each.players, each.number) for each in found]
    won("Bo", "Ana", writer=writer, at=THURSDAY + timedelta(days=35))
    found = changes_of(group, evening_of(group, days_of_games(group)[-1]))
    assert ("streak_over", (ana,), 4) in [(each.code, each.players, each.number) for each in found]


def test_evenings_cover_all_games_once(writer: Writer) -> None:
    made_games(writer, Random(5), 12)
    group = group_of(writer)
    first = BEGAN.date()
    days = {result.day for result in group.results.select_related("session")}
    months = {day.replace(day=1) for day in days | {first}}
    listed = [each for month in months for each in month_of(group, month).evenings]
    assert {each.day for each in listed} == days
    assert sum(each.games for each in listed) == group.results.count()
    for each in listed:
        evening = evening_of(group, each.day)
        assert (len(evening.games), len(evening.played)) == (each.games, len(each.players))
        assert {player: count for player, count in evening.won.items() if count} == dict(each.won)
        for sums in evening.money.values():
            assert sum(sums.values()) == 0


def test_queries_do_not_grow_with_games(writer: Writer) -> None:
    client, counts = writer.client(), []
    for seed in range(2):
        made_games(writer, Random(seed), 9)
        group = group_of(writer)
        day = days_of_games(group)[-1]
        paths = [reverse("evenings", args=[group.address]), reverse("evening", args=[group.address, day])]
        counts.append([len(asked(client, "GET", path)) for path in paths])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 16

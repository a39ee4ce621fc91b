"""The hall of fame of a group, its anniversaries, and their queries."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.history import hall_of_fame
from scorekeeper.history.models import Result
from scorekeeper.play import log
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import group_of, home, text_of, won
from tests.query_counts import asked

from .factories import made_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def fame(writer: Writer, query: str = "") -> str:
    answer = writer.client().get(reverse("fame", args=[group_of(writer).address]) + query)
    assert answer.status_code == 200
    return answer.text


def test_hall_of_fame_shows_games_boxes_and_stakes(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_of_fame, "ENOUGH_TIMES", 1)
    made_games(writer, Random(4), 12)
    page = fame(writer)
    assert "Box by box" in page
    assert re.search(r"Highest totals [^,]+, [^,]+, of \d+ games?", text_of(page))
    assert re.search(r"Biggest pots \w+ [^,]+, [^,]+, of \d+ games", text_of(page))
    assert re.search(r"Dearest evenings \w+ [^,]+, of \d+ evenings?", text_of(page))
    assert re.search(r"[\d.]+ (Ana|Bo|Cleo|Dev|Eva), of \d", text_of(page))
    assert reverse("fame", args=[group_of(writer).address]) in home(writer)
    assert "No game that counts in this period" in fame(writer, "?period=1999")


def test_amounts_reached_several_times_say_so(writer: Writer) -> None:
    now = timezone.now()
    for amount, days in (("2", 0), ("2", 0), ("4", 30), ("2", 60)):
        desk = SampleTable(
            "general", ["Ana", "Bo"], stake={"kind": "fixed", "amount": amount, "unit": "EUR"}, writer=writer
        )
        desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
        Result.objects.filter(session=desk.session).update(finished=now - timedelta(days=days))
    text = text_of(fame(writer))
    assert re.search(r"Biggest pots Euro General, [^,]+, of 4 games €4.00", text)
    assert re.search(
        r"Dearest evenings Euro [^,]+, and 1 more with the same, of 3 evenings €4.00 An evening", text
    )
    desk.change(removed=True)
    assert re.search(
        r"Dearest evenings Euro [^,]+, and 1 more with the same, of 2 evenings", text_of(fame(writer))
    )


def test_longest_without_counts_all_known_games_of_its_player(writer: Writer) -> None:
    for dice in ([6, 6, 6, 6, 6], [1, 2, 3, 4, 6]):
        desk = SampleTable("yahtzee", ["Ana"], writer=writer)
        desk.line(1, "yahtzee", dice=dice)
        log.go_home(desk.address, desk.write_request(), "1")
    assert re.search(r"Ana, since [^,]+, of 2 games 1 game", text_of(fame(writer)))


def test_out_of_luck_names_edition_and_days_of_closed_period(writer: Writer) -> None:
    for day, options in ((1, {"preset": "kniffel"}), (3, {"preset": "kniffel"}), (5, {})):
        desk = SampleTable("yahtzee", ["Ana"], options=options, writer=writer)
        desk.line(1, "yahtzee", dice=[1, 2, 3, 4, 6])
        log.go_home(desk.address, desk.write_request(), "1")
        Result.objects.filter(session=desk.session).update(finished=datetime(2025, 3, day, 18, tzinfo=UTC))
    text = text_of(fame(writer))
    assert "Kniffel: longest without “Kniffel” Ana, since 1 Mar 2025, of 2 games 2 games" in text
    assert "Yahtzee: longest without “Yahtzee” Ana, since 5 Mar 2025, of 1 game 1 game" in text
    assert "Ana, 1 Mar 2025 to 3 Mar 2025, of 2 games 2 games" in text_of(fame(writer, "?period=2025"))


def test_queries_do_not_grow_with_games(writer: Writer) -> None:
    client, counts = writer.client(), []
    for seed in range(2):
        made_games(writer, Random(seed), 10)
        path = reverse("fame", args=[group_of(writer).address])
        counts.append([len(asked(client, "GET", path + query)) for query in ("", "?period=year")])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 24


def test_highest_total_of_year_ago_is_on_group_page(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    assert "A year ago" not in text_of(home(writer))
    won("Bo", "Ana", writer=writer, at=timezone.now() - timedelta(days=367))
    assert "A year ago Bo won General on" in text_of(home(writer))

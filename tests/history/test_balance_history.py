"""The chart of a balance: complete, thinned where long, with omissions named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.utils.safestring import SafeString
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.history import balance_history
from scorekeeper.history.balance_history import POINTS, BalanceHistory, balance_histories, thinned
from scorekeeper.history.charts import balance_chart
from scorekeeper.history.presentation import ShownPlayer
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.postings import post
from scorekeeper.ledger.sums import balances
from scorekeeper.people.models import Player
from tests.factories import SampleTable

BEGAN = datetime(2024, 1, 5, 20, 0, tzinfo=UTC)


def lent(desk: SampleTable, amounts: list[int], unit: str = "EUR") -> Player:
    """Bo owes Ana so much more each week; below zero: Ana owes Bo."""
    ana, bo = desk.group.players.order_by("name")
    post(
        [
            Posting(
                group=desk.group,
                kind=Posting.Kind.GAME,
                creditor=ana if amount > 0 else bo,
                debtor=bo if amount > 0 else ana,
                amount=abs(amount),
                unit=unit,
                at=BEGAN + timedelta(weeks=week),
            )
            for week, amount in enumerate(amounts)
        ]
    )
    return ana


def only_course(desk: SampleTable, player: Player) -> BalanceHistory:
    found, others = balance_histories(desk.group, player)
    assert not others
    (course,) = found.values()
    return course


@given(st.lists(st.integers(-900, 900), max_size=400))
def test_thinning_keeps_ends_and_extremes(amounts: list[int]) -> None:
    points = [(BEGAN + timedelta(days=day), amount) for day, amount in enumerate(amounts)]
    kept = thinned(points)
    assert len(kept) == min(len(points), len(kept)) <= POINTS
    assert [point for point in points if point in kept] == kept
    if len(points) <= POINTS:
        assert kept == points
    else:
        assert (kept[0], kept[-1]) == (points[0], points[-1])
        assert {min(amounts), max(amounts)} <= {amount for _at, amount in kept}
        gaps = [(later[0] - earlier[0]).days for earlier, later in pairwise(kept)]
        assert max(gaps) <= len(points) // (POINTS - 3) + 1


@pytest.mark.django_db
def test_chart_of_two_years_has_first_and_last_day() -> None:
    desk = SampleTable()
    ana = lent(desk, [7] * 104)
    course = only_course(desk, ana)
    assert (course.points[0], course.whole) == ((BEGAN, 7), True)
    assert course.points[-1][1] == 728 == balances(desk.group.pk)["EUR"][ana.pk]
    page = desk.writer.client().get(f"/group/{desk.group.address}/player/{ana.address}/").text
    assert "Balance over time: " in page
    assert f"/money/lines/?player={ana.pk}" in page
    assert "Older balances" not in page


@pytest.mark.django_db
def test_omitted_history_is_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable()
    ana = lent(desk, [5, -3, 8, 1, 2])
    monkeypatch.setattr(balance_history, "MOST", 3)
    course = only_course(desk, ana)
    assert [amount for _at, amount in course.points] == [10, 11, 13]
    assert not course.whole
    page = desk.writer.client().get(f"/group/{desk.group.address}/player/{ana.address}/").text
    assert "Older balances are in the ledger." in page
    assert "Drawn:" not in page


@pytest.mark.django_db
def test_chart_has_one_point_day() -> None:
    desk = SampleTable()
    ana = lent(desk, [5, 1])
    lent(desk, [4])
    assert only_course(desk, ana).points == [(BEGAN, 9), (BEGAN + timedelta(weeks=1), 10)]


@pytest.mark.django_db
def test_game_imported_late_stands_at_its_date() -> None:
    desk = SampleTable()
    lent(desk, [5, 4])
    ana, bo = desk.group.players.order_by("name")
    old = BEGAN - timedelta(days=2000)
    post(
        [
            Posting(
                group=desk.group,
                kind=Posting.Kind.GAME,
                creditor=ana,
                debtor=bo,
                amount=3,
                unit="EUR",
                at=old,
            )
        ]
    )
    course = only_course(desk, ana)
    assert course.points == [(old, 3), (BEGAN, 8), (BEGAN + timedelta(weeks=1), 12)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "amounts",
    [{"EUR": [1, 2], "USD": [3, 4]}, {"EUR": [1, 2], "USD": [3, 4], "TWD": [5]}, {"EUR": [1, 2], "USD": [5]}],
)
def test_omitted_units_are_mentioned(amounts: dict[str, list[int]]) -> None:
    """At most two are drawn, and none with a single day."""
    desk = SampleTable()
    for unit, each in amounts.items():
        ana = lent(desk, each, unit)
    drawn = [unit for unit, each in amounts.items() if len(each) > 1]
    found, others = balance_histories(desk.group, ana)
    assert sorted(found) == drawn
    assert others == (len(drawn) < len(amounts))
    page = desk.writer.client().get(f"/group/{desk.group.address}/player/{ana.address}/").text
    assert ("Debts in other units are in the ledger." in page) == others


def test_chart_of_ready_thing_is_named_in_own_language() -> None:
    who = ShownPlayer(1, "ana", "Ana", SafeString(""), 1)
    points = [(datetime(2026, 11, day, tzinfo=UTC), day) for day in (1, 2)]
    with override("de"):
        drawn = balance_chart("balance", "a beer", BalanceHistory(points, whole=True), who)
    assert "Bier" in drawn.title
    assert "beer" not in drawn.title + drawn.chart

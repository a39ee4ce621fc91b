"""The ledger by game under days, its filter, payment links with amounts, reminders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime

import pytest
from django.urls import reverse

from scorekeeper.ledger import ledger_pages
from scorekeeper.ledger.ledger_filter import LedgerFilter, open_pairs
from scorekeeper.ledger.ledger_pages import LedgerPage, read_page
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.posting_days import LedgerDay, LedgerRow, by_day, event_key, in_columns
from scorekeeper.ledger.posting_texts import lines
from scorekeeper.ledger.postings import Source, post_game
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.ledger.share_text import shared_texts
from scorekeeper.ledger.sums import Due
from scorekeeper.people.models import Player
from scorekeeper.people.payment_links import PaymentLink
from scorekeeper.people.player_merge import merge_players
from scorekeeper.play.models import Session
from tests.factories import SampleTable, Writer, new_key, new_writer

pytestmark = pytest.mark.django_db


def played(writer: Writer, *names: str, unit: str = "EUR", amount: str = "1.50") -> SampleTable:
    stake = {"kind": "fixed", "amount": amount, "unit": unit}
    desk = SampleTable("general", names, stake=stake, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    return desk


@pytest.fixture
def desk() -> SampleTable:
    """Ana won from Bo and Cleo, Bo won a beer from Ana, and Bo paid."""
    writer = new_writer()
    played(writer, "Ana", "Bo", "Cleo")
    desk = played(writer, "Bo", "Ana", unit="beer", amount="1")
    ana, bo = (desk.group.players.get(name=name).pk for name in ("Ana", "Bo"))
    form = {"do": "pay", "payer": bo, "payee": ana, "unit": "EUR", "amount": "1", "key": new_key()}
    assert writer.client().post(reverse("money", args=[desk.group.address]), form).status_code == 303
    return desk


def page(desk: SampleTable, query: str = "", name: str = "postings") -> str:
    answer = desk.writer.client().get(reverse(name, args=[desk.group.address]) + query)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode().split("</form>", 1)[-1]).split())


def test_lines_of_game_are_one_row(desk: SampleTable) -> None:
    known = ledger_players(desk.group)
    postings = list(Posting.objects.filter(group=desk.group).order_by("-pk"))
    (day,) = by_day(postings, lines(postings, known), known)
    assert [len(row.lines) for row in day.rows] == [1, 1, 2]
    assert day.rows[2].title == "General"
    assert day.rows[2].sums == "Bo pays €1.50, Cleo pays €1.50"
    assert "General Bo pays €1.50, Cleo pays €1.50 2 lines" in page(desk, name="money")


def test_page_ends_with_all_lines_of_game(desk: SampleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages in both directions, with and without a filter."""
    for _game in range(3):
        played(desk.writer, "Ana", "Bo", "Cleo", "Dev")
    known = ledger_players(desk.group)
    number = {player.name: player.number for player in known.values()}
    for size in range(1, 8):
        monkeypatch.setattr(ledger_pages, "PAGE", size)
        for wanted in (LedgerFilter(), LedgerFilter(number["Ana"])):
            found = wanted.postings(desk.group, known)
            pages = [read_page(found, 0, 0)]
            while pages[-1].older:
                pages.append(read_page(found, pages[-1].older, 0))
            assert [row.pk for each in pages for row in each.postings] == [row.pk for row in found]
            assert_whole(pages)
            pages = pages[-1:]
            while pages[0].newer:
                pages.insert(0, read_page(found, 0, pages[0].newer))
            assert_whole(pages[1:])
    monkeypatch.setattr(ledger_pages, "LATEST", 2)
    assert "General Bo pays €1.50, Cleo pays €1.50, Dev pays €1.50 3 lines" in page(desk, name="money")


def assert_whole(pages: Sequence[LedgerPage]) -> None:
    """Assert that no two pages have lines of the same game."""
    keys = [{event_key(row) for row in each.postings} for each in pages]
    assert sum(map(len, keys)) == len(set().union(*keys))


def test_filter_by_player_sums_only_their_lines(desk: SampleTable) -> None:
    """The lines of the others are not complete."""
    ana = desk.group.players.get(name="Ana").pk
    assert "General Ana gets €3.00 2 lines" in page(desk, f"?player={ana}")
    played(desk.writer, "Ana", "Bo", unit="beer", amount="1")
    assert "Ana pays" not in page(desk, f"?player={desk.group.players.get(name='Bo').pk}")


def test_lines_of_correction_are_one_row(desk: SampleTable) -> None:
    ana, bo, cleo = (desk.group.players.get(name=name).pk for name in ("Ana", "Bo", "Cleo"))
    session = str(Posting.objects.filter(group=desk.group).order_by("pk")[0].session)
    changed = {"changes": [{"player": ana, "box": "threes", "from": 6, "to": 9}]}
    reason = {"game": "general"}
    dues = [Due(loser, ana, 140, "EUR", reason) for loser in (bo, cleo)]
    post_game(Source(desk.group.pk, session, 7, reason=reason, changed=changed), dues)
    found = page(desk)
    assert found.count("Corrected") == 1
    sums = "General: Cleo +\u2060€0.10, Bo +\u2060€0.10, Ana −\u2060€0.20"
    assert f"Corrected: Ana’s threes are 9, not 6 {sums} 2 lines" in found
    assert "Bo owes Ana €0.10 less −€0.10" in found
    post_game(Source(desk.group.pk, session, reason=reason), [], Posting.Kind.DELETED)
    sums = "General: Cleo +\u2060€1.40, Bo +\u2060€1.40, Ana −\u2060€2.80"
    assert f"Cancelled with its game {sums} 2 lines" in page(desk)
    Session.objects.filter(address=session).update(finished=datetime(2025, 10, 24, 20, tzinfo=UTC))
    assert sums.replace("General", "General of 24 Oct 2025") in page(desk)


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("", ["Bo paid Ana", "Cleo to Ana", "beer"], []),
        ("?unit=beer", ["Ana to Bo"], ["Bo paid Ana", "Cleo to Ana"]),
        ("?unit=EUR", ["Bo paid Ana", "Cleo to Ana"], ["Ana to Bo"]),
        ("?unit=gold", ["No such line."], ["Bo paid Ana"]),
        ("?player=x", ["Bo paid Ana"], ["No such line."]),
    ],
)
def test_filter_shows_lines_of_unit(
    desk: SampleTable, query: str, shown: list[str], hidden: list[str]
) -> None:
    found = page(desk, query)
    assert all(text in found for text in shown)
    assert not any(text in found for text in hidden)


def test_filter_by_player_includes_merged_ones(desk: SampleTable) -> None:
    group = desk.group
    played(desk.writer, "Dev", "Cleo")
    cleo, dev, ana = (group.players.get(name=name) for name in ("Cleo", "Dev", "Ana"))
    found = LedgerFilter(player=cleo.pk).postings(group, ledger_players(group))
    assert {(row.debtor_id, row.creditor_id) for row in found} == {(cleo.pk, ana.pk), (cleo.pk, dev.pk)}
    anna = played(desk.writer, "Anna", "Dev").group.players.get(name="Anna")
    merge_players(group, anna.pk, ana.pk)
    found = LedgerFilter(player=ana.pk).postings(group, ledger_players(group))
    assert (dev.pk, anna.pk) in {(row.debtor_id, row.creditor_id) for row in found}


def test_filter_by_pair_shows_what_led_to_its_debt(desk: SampleTable) -> None:
    played(desk.writer, "Dev", "Ana")
    number = dict(desk.group.players.values_list("name", "pk"))
    form = {"do": "pay", "payer": number["Bo"], "payee": number["Dev"], "unit": "EUR", "amount": "0.50"}
    address = reverse("money", args=[desk.group.address])
    assert desk.writer.client().post(address, form | {"key": new_key()}).status_code == 303
    found = page(desk, f"?player={number['Bo']}&with={number['Ana']}&unit=EUR")
    assert "Bo paid Dev Bo +\u2060€0.50, Ana −\u2060€0.50, written by you" in found  # instead of Ana
    assert "Bo paid Ana" in found
    assert "Cleo to Ana" not in found
    known = ledger_players(desk.group)
    pairs = open_pairs(desk.group, LedgerFilter(number["Ana"]), known)
    assert [(each.text, each.amount) for each in pairs] == [
        ("Cleo owes Ana", "€1.50"),
        ("Ana owes Dev", "€1.00"),
        ("Ana owes Bo", "1\u00a0×\u00a0beer"),
    ]
    assert pairs[0].choice.query == f"player={number['Ana']}&with={number['Cleo']}&unit=EUR"
    assert [each.text for each in open_pairs(desk.group, pairs[1].choice, known)] == ["Ana owes Dev"]


def test_pair_explains_its_debt_by_sums(desk: SampleTable) -> None:
    played(desk.writer, "Bo", "Ana", amount="0.20")
    played(desk.writer, "Bo", "Ana", amount="9").change(removed=True)
    known = ledger_players(desk.group)
    number = {player.name: player.number for player in known.values()}
    for one, other in (("Ana", "Bo"), ("Bo", "Ana")):
        (pair, _beer) = open_pairs(desk.group, LedgerFilter(number[one], "", number[other]), known)
        assert (pair.text, pair.amount) == ("Bo owes Ana", "€0.30")
        assert pair.why == "Bo lost €1.50 to Ana and won €0.20 from Ana. Payments lowered this debt by €1.00."


@pytest.mark.parametrize(
    ("href", "currency", "expected"),
    [
        ("https://paypal.me/ana", "EUR", "https://paypal.me/ana/7.30EUR"),
        ("https://www.paypal.me/ana/", "USD", "https://www.paypal.me/ana/7.30USD"),
        ("https://www.paypal.com/paypalme/ana", "EUR", "https://www.paypal.com/paypalme/ana/7.30EUR"),
        ("https://cash.app/$ana", "USD", "https://cash.app/$ana/7.30"),
        ("https://monzo.me/ana", "GBP", "https://monzo.me/ana/7.30"),
        ("https://bunq.me/ana", "EUR", "https://bunq.me/ana/7.30"),
        ("https://cash.app/$ana", "EUR", "https://cash.app/$ana"),
        ("https://monzo.me/ana", "EUR", "https://monzo.me/ana"),
        ("https://paypal.me/ana/5", "EUR", "https://paypal.me/ana/5"),
        ("https://paypal.me/ana?x=1", "EUR", "https://paypal.me/ana?x=1"),
        ("https://example.org/ana", "EUR", "https://example.org/ana"),
        ("https://paypal.me.example.org/ana", "EUR", "https://paypal.me.example.org/ana"),
        ("", "EUR", ""),
    ],
)
def test_payment_link_carries_amount(href: str, currency: str, expected: str) -> None:
    assert PaymentLink("@ana", href).for_amount("7.30", currency).href == expected


def test_reminder_lists_own_payments_with_links(desk: SampleTable) -> None:
    Player.objects.filter(name="Ana").update(payment_links="paypal.me/ana\n@ana")
    by_name = {each.player.name: each.text for each in shared_texts(desk.group).reminders}
    assert by_name == {
        "Bo": "Bo, please pay:\nAna €0.50: https://paypal.me/ana/0.50EUR, @ana",
        "Cleo": "Cleo, please pay:\nAna €1.50: https://paypal.me/ana/1.50EUR, @ana",
        "Ana": "Ana, please pay:\nBo beer",
    }
    assert "Remind Cleo" in page(desk, name="money")
    assert "https://paypal.me/ana\n" not in shared_texts(desk.group).everybody


@pytest.mark.parametrize(
    ("rows", "first"), [([], []), ([3], [3]), ([9, 1], [9]), ([1, 9], [1]), ([3, 3, 3, 3, 1], [3, 3])]
)
def test_days_stay_whole_in_two_columns(rows: list[int], first: list[int]) -> None:
    days = [LedgerDay(date(2026, 3, 9), [LedgerRow([])] * count) for count in rows]
    columns = in_columns(days)
    assert [day for column in columns for day in column] == days
    assert len(columns) == min(2, len(rows))
    assert [len(day.rows) for column in columns[:1] for day in column] == first

"""Payments on the result: equal sums on the page, in the shared text and on paper."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger import money
from scorekeeper.ledger.settle import settle
from scorekeeper.ledger.simplify import nets
from scorekeeper.play.table import Table
from scorekeeper.table.payments import Settlement, settlement_of
from tests.factories import SampleTable
from tests.ledger.random_outcomes import draw

Sums = dict[str, int]


def units(text: str, unit: str) -> int:
    """An amount as a page shows it, in smallest units."""
    text = text.replace("\N{NO-BREAK SPACE}", " ").strip()
    if not money.is_currency(unit):
        return 1 if text == unit else int(text.removesuffix(f"× {unit}").replace(",", ""))
    return int(re.sub(r"[^0-9]", "", text))


def shown(sums: list[tuple[str, str, bool]], payments: list[tuple[str, str, str]], unit: str) -> Sums:
    """Return the sum that each person is shown to get (negative: to pay).

    In a line of their own, else by their payment.
    """
    found = {name: (-1 if owes else 1) * units(amount, unit) for name, amount, owes in sums}
    paid = Counter(payer for payer, _payee, _amount in payments)
    for payer, _payee, amount in payments:
        if payer not in found:
            assert paid[payer] == 1
            found[payer] = -units(amount, unit)
    return found


def balance(payments: list[tuple[str, str, str]], unit: str) -> Sums:
    """Return the sums of the payments."""
    found = Counter[str]()
    for payer, payee, amount in payments:
        found[payee] += units(amount, unit)
        found[payer] -= units(amount, unit)
    return {name: net for name, net in found.items() if net}


@given(st.randoms(use_true_random=False))
def test_paying_of_any_game_shows_everybody_their_net(chance: Random) -> None:
    stake, outcome = draw(chance)
    marked = {
        key: SimpleNamespace(player=SimpleNamespace(name=key, pk=place))
        for place, key in enumerate(outcome.scores)
    }
    table: Any = SimpleNamespace(
        session=SimpleNamespace(address="a", removed=None, stake=money.dump_stake(stake)),
        game=SimpleNamespace(POINTS=outcome.has_points),
        name=lambda key: key,
        names={key: key for key in marked},
    )
    pays: Settlement = settlement_of(cast("Table", table), outcome, cast("Any", marked))
    payments = [(each.payer.player.name, each.payee.player.name, each.amount) for each in pays.payments]
    net = nets(settle(stake, outcome))
    lines = [(each.name, each.amount, each.owes) for each in pays.nets]
    assert (
        shown(
            [line for line, each in zip(lines, pays.nets, strict=True) if not each.plain],
            payments,
            stake.unit,
        )
        == net
    )
    assert shown(lines, [], stake.unit) == net
    assert balance(payments, stake.unit) == net
    for each in pays.payments:
        assert each.reason or each.steps or pays.reasons
        if each.steps:
            signs = [-1 if step.amount.startswith("−") else 1 for step in each.steps]
            steps = [units(step.amount.lstrip("−"), stake.unit) for step in each.steps]
            own = sum(sign * step for sign, step in zip(signs, steps, strict=True))
            assert own == -net[each.payer.player.name]


# --- on real pages ---------------------------------------------------------------------------------------


def played(points: list[int], stake: dict[str, str], teams: tuple[int, ...] = ()) -> SampleTable:
    """A game of Yacht in which each player has so many points."""
    names = ["Ana", "Bo", "Cleo", "Dev", "Eva"][: len(points)]
    desk = SampleTable("yacht", names, stake=stake, teams=teams)
    for number, total in enumerate(points, 1):
        for choice in desk.table.game.choices(desk.table.state, player=str(number)):
            value = {"points": total} if choice.box == "choice" and total else {"strike": True}
            desk.line(number, str(choice.box), out_of_turn=True, **value)
    return desk


def page_payments(page: str) -> list[tuple[str, str, str]]:
    section = page.partition('<section class="pays">')[2].partition("</section>")[0]
    rows = re.findall(r'<span class="pay">(.*?)</span><em>([^<]*)</em>', section, re.DOTALL)
    found = []
    for row, amount in rows:
        payer, payee = re.findall(r"<span>([^<]*)</span>", row)
        found.append((payer, payee, unescape(amount)))
    return found


def page_sums(page: str) -> list[tuple[str, str, bool]]:
    lines = re.findall(r'<p class="sum-line( owes)?">(\w+) \w+ <em>([^<]*)</em>', page)
    return [(name, unescape(amount), bool(owes)) for owes, name, amount in lines]


def shared_sums(page: str) -> list[tuple[str, str, bool]]:
    text = unescape(re.findall(r'data-text="([^"]*)"', page)[0])
    return [
        (name, amount, verb == "pays")
        for name, verb, amount in re.findall(r"(\w+) (gets|pays) (.+?)\.(?= |$)", text)
    ]


def paper_rows(page: str) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, bool]]]:
    payments = re.findall(r"<li><span>(\w+) pays (\w+)</span><small>[^<]*</small><b>([^<]*)</b></li>", page)
    sums = re.findall(r'<li><span>(\w+) (gets|pays)</span><b class="sum">([^<]*)</b></li>', page)
    return (
        [(payer, payee, unescape(amount)) for payer, payee, amount in payments],
        [(name, unescape(amount), verb == "pays") for name, verb, amount in sums],
    )


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["per_point", "pairwise", "low_pays", "low_buys", "ante", "fixed"])
@pytest.mark.parametrize(
    ("points", "teams", "amount", "unit"),
    [
        ([25, 12, 18, 5], (), "0.03", "USD"),
        ([25, 25, 12, 12, 18], (), "1", "beer"),
        ([10, 20, 30, 5], (1, 2, 1, 2), "3", "a walnut"),
    ],
    ids=["alone", "ties", "teams"],
)
def test_result_of_each_stake_adds_up(
    kind: str, points: list[int], teams: tuple[int, ...], amount: str, unit: str
) -> None:
    desk = played(points, {"kind": kind, "amount": amount, "unit": unit}, teams)
    table, client = desk.table, desk.writer.client()
    assert table.outcome is not None
    transfers = settle(money.parse_stake(table.session.stake), table.outcome)
    net = {table.name(key): each for key, each in nets(transfers).items()}
    page, paper = client.get(desk.url()).text, client.get(desk.url("print")).text
    payments = page_payments(page)
    assert balance(payments, unit) == net
    assert shown(page_sums(page), payments, unit) == net
    assert shown(shared_sums(page), [], unit) == net
    on_paper, sums = paper_rows(paper)
    assert on_paper == payments
    assert shown(sums, on_paper, unit) == net
    assert len(payments) <= len(transfers)


@pytest.mark.django_db
def test_result_of_automatic_win_adds_up() -> None:
    stake = {"kind": "per_point", "amount": "0.01", "unit": "USD", "automatic_win": "2.50"}
    desk = SampleTable("general", ["Ana", "Bo", "Cleo"], stake=stake)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    page = desk.writer.client().get(desk.url()).text
    assert page_payments(page) == [("Bo", "Ana", "$2.50"), ("Cleo", "Ana", "$2.50")]
    assert shared_sums(page) == [("Ana", "$5.00", False), ("Bo", "$2.50", True), ("Cleo", "$2.50", True)]


@pytest.mark.django_db
def test_sums_name_all_payers_if_one_pays_twice() -> None:
    """The page and the picture once named three of four players, without Bo, who pays once."""
    desk = played([20, 0, 10, 0], {"kind": "per_point", "amount": "0.01", "unit": "GBP"}, (1, 2, 1, 2))
    client = desk.writer.client()
    page = client.get(desk.url()).text
    assert [payer for payer, _payee, _amount in page_payments(page)] == ["Bo", "Dev", "Dev"]
    assert [name for name, _amount, _owes in page_sums(page)] == ["Ana", "Cleo", "Bo", "Dev"]
    assert "Bo pays £0.15" in unescape(client.get(desk.url("sheet_svg")).text)


@pytest.mark.django_db
def test_result_of_partners_says_their_reckoning_once() -> None:
    stake = {"kind": "per_point", "amount": "0.10", "unit": "GBP"}
    desk = played([20, 0, 10, 0], stake, (1, 2, 1, 2))
    page = desk.writer.client().get(desk.url()).text
    assert page_payments(page) == [("Bo", "Ana", "£1.50"), ("Dev", "Cleo", "£1.50")]
    assert page.count("30 points × £0.10 = £3.00, from Bo and Dev, to Ana and Cleo") == 1
    assert page.count("£0.75") == 4  # folded, as the rules have it
    assert "does not divide" not in page


@pytest.mark.django_db
def test_result_names_who_gets_odd_units() -> None:
    stake = {"kind": "per_point", "amount": "0.01", "unit": "USD"}
    desk = played([20, 0, 10, 5], stake, (1, 2, 1, 2))
    client = desk.writer.client()
    text = "What does not divide stays with those who sit first."
    assert text in client.get(desk.url()).text
    assert text in client.get(desk.url("print")).text


@pytest.mark.django_db
def test_result_without_stake_speaks_of_no_money() -> None:
    desk = played([20, 5], {})
    assert "Who pays whom" not in desk.writer.client().get(desk.url()).text


@pytest.mark.django_db
def test_result_of_deleted_game_speaks_of_no_money() -> None:
    desk = played([20, 5], {"kind": "per_point", "amount": "0.02", "unit": "EUR"})
    client = desk.writer.client()
    assert "Who pays whom" in client.get(desk.url()).text
    desk.change(removed=True)
    assert "Who pays whom" not in client.get(desk.url()).text
    desk.change(removed=False)
    assert "Who pays whom" in client.get(desk.url()).text


@pytest.mark.django_db
def test_printed_sheet_counts_each_transfer_once() -> None:
    desk = played([25, 12, 5], {"kind": "pairwise", "amount": "0.03", "unit": "USD"})
    paper = desk.writer.client().get(desk.url("print")).text
    assert "Bo to Ana: 13 points × $0.03 = $0.39; Cleo to Ana: 20 points × $0.03 = $0.60" in paper
    assert paper.count("Cleo to Bo: 7 points × $0.03 = $0.21") == 1

"""Groups with many units and debts: their limits, and pages in parts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.archive.group_import import import_group
from scorekeeper.archive.group_parser import parse
from scorekeeper.ledger import limits, presentation
from scorekeeper.ledger.models import Posting
from scorekeeper.people.models import Group
from tests.archive.large_groups import crowded
from tests.factories import SampleTable, Writer, new_key, new_writer
from tests.page_forms import Page, get

pytestmark = pytest.mark.django_db
STAKE = {"kind": "fixed", "amount": "5.10", "unit": "EUR"}


def large(*size: int) -> tuple[Writer, Group]:
    writer = new_writer()
    group = import_group(parse(crowded(*size)), writer.person)
    assert group is not None
    return writer, group


def rows(text: str) -> int:
    return text.count('class="owing"') + text.count("<svg viewBox")


def links(text: str) -> list[str]:
    return [link.replace("&amp;", "&") for link in re.findall(r'href="(\?in=[^"]*)"', text)]


@pytest.mark.slow
def test_large_group_is_shown_part_by_part() -> None:
    writer, group = large(60, 4, 600)
    client, address = writer.client(), reverse("money", args=[group.address])
    page: Any = client.get(address)
    assert rows(page.text) <= presentation.WHOLE
    assert page.text.count("Show all") == 4
    assert 'id="sent"' not in page.text
    one: Any = client.get(address + links(page.text)[0])
    assert one.text.count('class="balances"') == 1
    assert "Previous page" not in one.text
    pairs = 0
    while True:
        pairs += one.text.count('name="list" value="between"')
        following = [link for link in links(one.text) if "Next page" in one.text][-1:]
        if not following:
            break
        one = client.get(address + following[0])
    assert (
        pairs
        == len(presentation.units(group, presentation.ledger_players(group))[0].debts.between)
        > 2 * presentation.PAGE - 10
    )
    assert "Next page" not in one.text
    assert "Previous page" in one.text


def test_debt_of_later_page_is_paid_there() -> None:
    writer, group = large(60, 1, 400)
    client, address = writer.client(), reverse("money", args=[group.address]) + "?in=thing+0&part=2"
    page: Any = client.get(address)
    form = re.findall(r'<form class="pay".*?</form>', page.text, re.DOTALL)[-1]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    refused: Any = client.post(address, fields | {"amount": "999999999999"})
    assert refused.status_code == 422
    assert 'class="owing" open' in refused.text
    paid: Any = client.post(address, fields | {"amount": "1", "key": new_key()})
    assert "in=thing+0&part=2" in paid["Location"]
    assert "Undo" in client.get(paid["Location"].split("#")[0]).text


def test_small_group_is_shown_whole() -> None:
    writer, group = large(8, 2, 30)
    page: Any = writer.client().get(reverse("money", args=[group.address]))
    assert "Show all" not in page.text
    assert page.text.count('name="list" value="between"') == sum(
        len(unit.debts.between) for unit in presentation.units(group, presentation.ledger_players(group))
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["money", "postings", "group"])
def test_largest_group_has_its_pages(name: str) -> None:
    writer, group = large(300, limits.MOST_UNITS, 2000)
    page: Any = writer.client().get(reverse(name, args=[group.address]))
    assert page.status_code == 200
    assert rows(page.text) <= presentation.WHOLE
    assert len(page.content) < 1_000_000
    home: Any = writer.client().get("/")
    assert home.status_code == 200


@pytest.mark.slow
def test_missing_page_shows_last_or_all() -> None:
    writer, group = large(60, 2, 400)
    address = reverse("money", args=[group.address])
    for query in (
        "?in=thing+1&part=99999999999999999999",
        "?in=thing+1&part=-1",
        "?in=beer&part=2",
        "?part=7",
    ):
        page: Any = writer.client().get(address + query)
        assert page.status_code == 200
        assert 'class="owing"' in page.text


def start(client: Client, page: Page, **changed: Any) -> Any:
    return client.post("/new/general/", page.sent(do="start", **changed))


def test_unit_over_limit_is_refused_at_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_UNITS", 2)
    desk = SampleTable("general", ("Ana", "Bo"), stake=STAKE)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    SampleTable("general", ("Ana", "Bo"), stake=STAKE | {"unit": "USD"}, writer=desk.writer)
    assert Posting.objects.get().unit == "EUR"
    client = desk.writer.client()
    page = get(client, "/new/general/")
    asked = {"name": ["Ana", "Cleo"], "stake": "fixed", "amount": "1"}
    third = start(client, page, **asked, unit="GBP")
    assert third.status_code == 422
    assert "You already owe each other in 2 currencies and things." in third.text
    thing = start(client, page, **asked, unit="thing", thing="beer")
    assert thing.status_code == 422
    assert "You already owe each other in 2 currencies" in thing.text
    assert start(client, page, **asked, unit="USD").status_code == 303


def test_another_unit_is_refused_in_game_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_UNITS", 1)
    desk = SampleTable("general", ("Ana", "Bo"), stake=STAKE)
    client = desk.writer.client()
    address = desk.url("change")
    page = get(client, address)
    refused: Any = client.post(address, page.sent(do="keep", unit="GBP"))
    assert refused.status_code == 422
    assert "You already owe each other in 1 currencies" in refused.text
    assert client.post(address, page.sent(do="keep", amount="7")).status_code in (302, 303)

"""All payments at once: written together, once, and only those on the page."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import open_in, simplest
from tests.factories import SampleTable, Writer, new_writer

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    """Debts in two units: three payments."""
    writer = new_writer()
    played(writer, "Ana", "Bo", "Cleo", unit="EUR", amount="1.50")
    return played(writer, "Cleo", "Ana", unit="a beer", amount="1")


def played(writer: Writer, *names: str, unit: str, amount: str) -> SampleTable:
    stake = {"kind": "fixed", "amount": amount, "unit": unit}
    desk = SampleTable("general", names, stake=stake, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    return desk


def form_of(desk: SampleTable, name: str) -> dict[str, str]:
    page = desk.writer.client().get(reverse(name, args=[desk.group.address])).content.decode()
    found = re.search(r'<details class="owing all-paid">.*?</details>', page, re.DOTALL)
    assert found is not None
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', found[0]))


@pytest.mark.parametrize("name", ["money", "group"])
def test_pay_all_settles_all_balances(desk: SampleTable, name: str) -> None:
    assert len(simplest(desk.group.pk)) == 3
    path, client = reverse(name, args=[desk.group.address]), desk.writer.client()
    answer = client.post(path, form_of(desk, name))
    assert answer.status_code == 303
    assert open_in(desk.group.pk) == []
    page = client.get(answer.headers["Location"].partition("#")[0]).content.decode()
    assert "3 payments were recorded." in page
    assert "Everybody is even." in page
    assert "all-paid" not in page


def test_undo_takes_all_payments_back(desk: SampleTable) -> None:
    before = {unit.unit: unit.fewest for unit in open_in(desk.group.pk)}
    path, client = reverse("group", args=[desk.group.address]), desk.writer.client()
    told = client.post(path, form_of(desk, "group")).headers["Location"].partition("#")[0]
    (undo,) = re.findall(
        r'name="do" value="undo_all".*?name="key" value="([^"]*)"', client.get(told).text, re.DOTALL
    )
    for _ in range(2):
        answer = client.post(path, {"do": "undo_all", "key": undo})
        assert "3 payments were undone." in client.get(answer.headers["Location"].partition("#")[0]).text
    assert {unit.unit: unit.fewest for unit in open_in(desk.group.pk)} == before
    assert Posting.objects.filter(group=desk.group, kind="undo").count() == 3


def test_repeated_form_is_written_once(desk: SampleTable) -> None:
    path, form = reverse("money", args=[desk.group.address]), form_of(desk, "money")
    for _ in range(2):
        assert "all_paid=3" in desk.writer.client().post(path, form).headers["Location"]
    assert Posting.objects.filter(group=desk.group, kind="payment").count() == 3


def test_other_debts_than_on_page_are_refused(desk: SampleTable) -> None:
    form = form_of(desk, "money")
    played(desk.writer, "Bo", "Ana", unit="EUR", amount="9")
    answer = desk.writer.client().post(reverse("money", args=[desk.group.address]), form)
    assert answer.status_code == 422
    assert "The debts have changed." in answer.content.decode()
    assert not Posting.objects.filter(group=desk.group, kind="payment").exists()


def test_single_payment_has_no_form_for_all() -> None:
    desk = played(new_writer(), "Ana", "Bo", unit="EUR", amount="2")
    page = desk.writer.client().get(reverse("group", args=[desk.group.address])).content.decode()
    assert "all-paid" not in page
    assert "1 payment to make" in page

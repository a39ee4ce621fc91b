"""All payments of a game marked as paid from its result, and undone."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.play.models import Session
from tests.factories import SampleTable
from tests.security.cast import with_pass

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    """A finished game of General with two debts."""
    found = SampleTable(names=["Ana", "Bo", "Cleo"], stake={"kind": "fixed", "amount": "1.50", "unit": "EUR"})
    found.line(1, "fives", dice=[5] * 5, throws=1)
    return found


def press(desk: SampleTable, do: str, client: Client | None = None) -> int:
    return (client or desk.writer.client()).post(desk.url("settle_game"), {"do": do}).status_code


def result(desk: SampleTable) -> str:
    return desk.writer.client().get(desk.url()).content.decode()


def test_result_marks_all_payments_paid(desk: SampleTable) -> None:
    assert '<button class="btn">All paid</button>' in result(desk)
    assert sorted(balances(desk.group.pk)["EUR"].values()) == [-150, -150, 300]
    assert press(desk, "pay") == 303
    assert balances(desk.group.pk) == {}
    assert [each.amount for each in Posting.objects.filter(kind="payment")] == [150, 150]
    assert '<span role="status">All paid</span>' in result(desk)


def test_result_marked_twice_pays_once(desk: SampleTable) -> None:
    press(desk, "pay")
    press(desk, "pay")
    assert Posting.objects.filter(kind="payment").count() == 2


def test_undo_of_all_payments_opens_debts(desk: SampleTable) -> None:
    for _time in range(2):
        press(desk, "pay")
        press(desk, "undo")
        assert sorted(balances(desk.group.pk)["EUR"].values()) == [-150, -150, 300]
    assert "All paid</button>" in result(desk)
    press(desk, "pay")
    assert balances(desk.group.pk) == {}


def test_partial_payment_elsewhere_leaves_rest(desk: SampleTable) -> None:
    ana, bo, _cleo = (seat.player_id for seat in desk.table.seats)
    form = {
        "do": "pay",
        "payer": bo,
        "payee": ana,
        "unit": "EUR",
        "amount": "1.00",
        "key": desk.form()["key"],
    }
    desk.writer.client().post(f"/group/{desk.group.address}/money/", form)
    press(desk, "pay")
    assert [each.amount for each in Posting.objects.filter(kind="payment")] == [100, 50, 150]
    assert balances(desk.group.pk) == {}


def test_debts_of_another_game_are_named_beside_all_paid(desk: SampleTable) -> None:
    """Ana won 1.50 from each; then Bo wins as much, so that only Cleo owes Bo in the end."""
    assert "cancel the rest" not in result(desk)
    stake = {"kind": "fixed", "amount": "1.50", "unit": "EUR"}
    second = SampleTable(names=["Ana", "Bo", "Cleo"], stake=stake, writer=desk.writer)
    second.line(1, "ones")
    second.line(2, "fives", dice=[5] * 5, throws=1)
    open_now = "Still open of it: Cleo pays Bo €1.50. Other games and payments cancel the rest."
    assert open_now in result(second)
    press(second, "pay")
    assert [each.amount for each in Posting.objects.filter(kind="payment")] == [150]
    assert "Written of it: Cleo pays Bo €1.50." in result(second)


def test_debts_cleared_elsewhere_offer_no_key(desk: SampleTable) -> None:
    press(desk, "pay")
    Session.objects.filter(pk=desk.session.pk).update(address="elsewhere123")
    page = desk.writer.client().get("/table/elsewhere123/").content.decode()
    assert "Who pays whom" in page
    assert "All paid" not in page


def test_visitor_from_outside_may_not_mark_payments(desk: SampleTable) -> None:
    guest = with_pass(Client(), desk)
    assert press(desk, "pay", guest) == 404
    assert "All paid" not in guest.get(desk.url()).content.decode()
    assert not Posting.objects.filter(kind="payment").exists()


def test_result_after_payment_is_sent_again(desk: SampleTable) -> None:
    client = desk.writer.client()
    tag = client.get(desk.url())["ETag"]
    assert client.get(desk.url(), HTTP_IF_NONE_MATCH=tag).status_code == 304
    press(desk, "pay")
    assert client.get(desk.url(), HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_running_game_has_no_payments_to_mark() -> None:
    desk = SampleTable(stake={"kind": "fixed", "amount": "1", "unit": "EUR"})
    assert press(desk, "pay") == 303
    assert not Posting.objects.exists()

"""The text to share: payments, payment links, and the author of a payment."""

from __future__ import annotations

import html
import uuid
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.ledger.share_text import shared_texts
from scorekeeper.people.models import Group, Member, Player
from scorekeeper.people.names import players_named
from tests.factories import SampleTable, new_writer

pytestmark = pytest.mark.django_db

STAKE = {"kind": "fixed", "amount": "5.10", "unit": "EUR"}


@pytest.fixture
def desk() -> SampleTable:
    """Cleo beat Bo for 5.10."""
    found = SampleTable("general", ["Cleo", "Bo"], stake=STAKE)
    found.line(1, "fives", dice=[5] * 5, throws=1)
    return found


def page(desk: SampleTable, client: Any = None, query: str = "") -> str:
    address = reverse("money", args=[desk.group.address]) + query
    return html.unescape((client or desk.writer.client()).get(address).text)


def test_line_for_each_payment(desk: SampleTable) -> None:
    assert shared_texts(desk.group).everybody == "Bo pays Cleo €5.10"
    Player.objects.filter(name="Cleo").update(payment_links="https://paypal.me/cleo\n@cleo")
    text = "Bo pays Cleo €5.10\nCleo: https://paypal.me/cleo, @cleo"
    assert shared_texts(desk.group).everybody == text
    assert f'data-text="{text}"' in page(desk)


def test_payment_links_appear_once_and_for_money_only(desk: SampleTable) -> None:
    SampleTable("general", ["Cleo", "Dev"], stake=STAKE, writer=desk.writer).line(
        1, "fives", dice=[5] * 5, throws=1
    )
    beer = {"kind": "fixed", "amount": "1", "unit": "beer"}
    SampleTable("general", ["Bo", "Dev"], stake=beer, writer=desk.writer).line(
        1, "fives", dice=[5] * 5, throws=1
    )
    Player.objects.filter(name__in=["Bo", "Cleo"]).update(payment_links="paypal.me/somebody")
    *lines, last = shared_texts(desk.group).everybody.splitlines()
    assert len(lines) == 3
    assert "paypal" not in "".join(lines)
    assert last == "Cleo: https://paypal.me/somebody"


def test_in_language_of_group(desk: SampleTable) -> None:
    Group.objects.update(language="de")
    desk.group.refresh_from_db()
    assert shared_texts(desk.group).everybody.endswith("5,10\N{NO-BREAK SPACE}€")


def test_text_of_even_group_is_empty(desk: SampleTable) -> None:
    desk.change(removed=True)
    assert shared_texts(desk.group).everybody == ""
    assert 'id="share"' not in page(desk)


def test_only_web_addresses_can_be_tapped(desk: SampleTable) -> None:
    Player.objects.filter(name="Cleo").update(
        payment_links="https://paypal.me/cleo\n@cleo\njavascript:alert(1)"
    )
    bo, cleo = players_named(desk.group, ["Bo", "Cleo"])
    shown = page(desk, query=f"?payer={bo.pk}&payee={cleo.pk}&unit=EUR")
    assert '<a href="https://paypal.me/cleo/5.10EUR" rel="noopener noreferrer nofollow"' in shown
    assert '<span class="way"><span class="handle" dir="ltr">@cleo</span><button' in shown
    assert "javascript:alert" not in shown


def test_payment_names_its_author(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    bo, cleo = players_named(desk.group, ["Bo", "Cleo"])
    sent = {"do": "pay", "payer": bo.pk, "payee": cleo.pk, "unit": "EUR", "amount": "2", "key": uuid.uuid4()}
    assert other.client().post(reverse("money", args=[desk.group.address]), sent).status_code == 303
    assert "written by you" in page(desk, other.client())
    assert "written by" not in page(desk)
    Member.objects.filter(person=other.person).update(player=bo)
    assert "written by Bo" in page(desk)
    lines = reverse("postings", args=[desk.group.address])
    assert "written by Bo" in desk.writer.client().get(lines).text


def test_deleted_game_is_shown_with_its_reversal(desk: SampleTable) -> None:
    desk.change(removed=True)
    desk.change(removed=False)
    shown = page(desk)
    assert "Cancelled with its game: Bo to Cleo" in shown
    assert "Bo to Cleo, the game is back" in shown

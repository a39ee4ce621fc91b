"""The money summary on home: the number of payments, and the reader's own."""

from __future__ import annotations

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.ledger.sums import simplest
from scorekeeper.people.models import Group, Member
from scorekeeper.people.names import players_named
from scorekeeper.play.models import Participation, Seat
from tests.factories import SampleTable, Writer, new_writer

from .indebted_group import IndebtedGroup

pytestmark = pytest.mark.django_db


def won(*names: str, writer: Writer | None = None, unit: str = "EUR") -> SampleTable:
    """The first one gets five from each."""
    desk = SampleTable("general", names, stake={"kind": "fixed", "amount": "5", "unit": unit}, writer=writer)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def home(writer: Writer) -> str:
    text = re.sub(r"<[^>]+>", " ", writer.client().get("/").text)
    return " ".join(html.unescape(text).split())


def is_player(desk: SampleTable, name: str) -> None:
    (player,) = players_named(desk.group, [name])
    Member.objects.filter(person=desk.writer.person).update(player=player)


def test_home_of_unknown_reader_counts_payments() -> None:
    desk = won("Ana", "Bo", "Cleo")
    won("Bo", "Cleo", writer=desk.writer)
    assert len(simplest(desk.group.pk)) == 1
    assert "Open debts Who owes whom 1 payment to make" in home(desk.writer)


def test_home_of_creditor_shows_debtors() -> None:
    desk = won("Ana", "Bo", "Cleo")
    is_player(desk, "Ana")
    text = home(desk.writer)
    assert "Open debts You are owed €10.00" in text
    assert "Bo owes you €5.00" in text
    assert "Cleo owes you €5.00" in text
    assert "to make" not in text


def test_home_of_debtor_names_creditors() -> None:
    desk = won("Ana", "Bo", "Cleo")
    won("Dev", "Bo", writer=desk.writer, unit="beer")
    is_player(desk, "Bo")
    text = home(desk.writer)
    assert "You owe €5.00, 5 × beer" in text.replace("\xa0", " ")
    assert "You owe Ana €5.00" in text
    assert "You owe Dev 5" in text
    assert "3 payments to make" in text


def test_home_names_single_thing_without_number() -> None:
    desk = SampleTable(
        "general", ["Ana", "Bo"], stake={"kind": "fixed", "amount": "1", "unit": "a round of drinks"}
    )
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    won("Bo", "Cleo", writer=desk.writer)
    is_player(desk, "Bo")
    text = home(desk.writer)
    assert "You owe a round of drinks You are owed €5.00" in text
    assert "You owe Ana a round of drinks" in text


def test_home_of_even_player_reports_it() -> None:
    desk = won("Ana", "Bo")
    won("Dev", "Eva", writer=desk.writer)
    won("Eva", "Dev", writer=desk.writer)
    is_player(desk, "Dev")
    assert "1 payment to make, not yours" in home(desk.writer)


def test_home_knows_reader_by_their_seat() -> None:
    desk = won("Ana", "Bo")
    seat = Seat.objects.get(session=desk.session, number=2)
    Participation.objects.create(session=desk.session, person=desk.writer.person, seat=seat)
    assert "You owe Ana €5.00" in home(desk.writer)
    other = Seat.objects.get(session=won("Cleo", "Ana", writer=desk.writer).session, number=1)
    Participation.objects.create(session=other.session, person=desk.writer.person, seat=other)
    assert "You owe" not in home(desk.writer)


def test_home_of_even_group_has_no_summary() -> None:
    crowd = IndebtedGroup()
    crowd.game("one", (crowd.bo, crowd.ana, 500), (crowd.ana, crowd.cleo, 300))
    for debt in simplest(crowd.group.pk):
        crowd.pays(debt.debtor, debt.creditor, debt.amount)
    writer = new_writer(Group.objects.get(pk=crowd.group.pk))
    assert "Open debts" not in home(writer)
    assert (
        "No debts. Everybody is even."
        in writer.client().get(reverse("money", args=[crowd.group.address])).text
    )


def test_home_asks_no_more_queries_for_more_debts() -> None:
    desk = won("Ana", "Bo")
    is_player(desk, "Ana")
    home(desk.writer)
    with CaptureQueriesContext(connection) as few:
        home(desk.writer)
    for other in ("Cleo", "Dev", "Eva", "Fay", "Gus"):
        won("Ana", other, "Bo", writer=desk.writer, unit="beer")
    home(desk.writer)
    with CaptureQueriesContext(connection) as many:
        assert "You are owed €5.00, 50" in home(desk.writer)
    assert len(many) == len(few)

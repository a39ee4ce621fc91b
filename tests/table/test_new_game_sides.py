"""The new game form: sides, and whether it remembers them."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.play.models import Seat, Session
from tests.factories import SampleTable
from tests.page_forms import get, press

from .new_game import NEW, names, start

pytestmark = pytest.mark.django_db


def test_sides_are_formed_by_seat(client: Client) -> None:
    four = ["Ana", "Bo", "Cleo", "Dev"]
    page = press(client, get(client, NEW), NEW, do="next", name=four)
    assert page.fields["sides"] == ["0"]
    page = press(client, page, NEW, sides="2")
    assert [page.fields[f"side-{number}"] for number in range(1, 5)] == [["1"], ["2"], ["1"], ["2"]]
    assert "Ana and Cleo play Bo and Dev." in page.text
    wrong = press(client, page, NEW, do="start", side__2="1")
    assert wrong.status == 422
    assert wrong.ids["wrong-sides"] == "The sides are of equal size: 2 on each."
    page = press(client, wrong, NEW, up="3", side__2="1", side__3="2")
    assert [page.fields[f"side-{number}"] for number in range(1, 5)] == [["1"], ["2"], ["1"], ["2"]]
    start(client, page)
    session = Session.objects.get()
    assert names(session) == ["Ana", "Cleo", "Bo", "Dev"]
    assert list(Seat.objects.order_by("number").values_list("team", flat=True)) == [1, 2, 1, 2]


@pytest.mark.parametrize(("players", "sides", "partnerships"), [(4, 2, 3), (6, 2, 10), (6, 3, 15)])
def test_other_partners_go_through_all(client: Client, players: int, sides: int, partnerships: int) -> None:
    address = "/new/forty_fives/"
    page = press(client, get(client, address), address, do="next", name=[f"P{n}" for n in range(players)])
    page = press(client, page, address, sides=str(sides))
    seen = [page.ids["sides-now"]]
    while page.ids["sides-now"] != seen[0] or len(seen) == 1:
        page = press(client, page, address, partners="1")
        seen.append(page.ids["sides-now"])
    assert len(set(seen)) == len(seen) - 1 == partnerships


def test_start_asks_for_sides_that_form_could_not(client: Client) -> None:
    four = ["Ana", "Bo", "Cleo", "Dev"]
    asked = press(client, get(client, NEW), NEW, do="start", name=four, stake="none")
    assert asked.status == 422
    assert asked.ids["wrong-sides"] == "Everyone for themselves, or with partners? Choose, then start."
    assert (asked.fields["name"][:4], asked.fields["sides"]) == (four, ["0"])
    assert not Session.objects.exists()
    # once: the answer may be that each plays alone
    assert start(client, asked).status_code in (302, 303)
    assert set(Seat.objects.values_list("team", flat=True)) == {None}


def test_start_with_three_names_asks_nothing(client: Client) -> None:
    assert start(client, get(client, NEW), name=["Ana", "Bo", "Cleo"]).status_code in (302, 303)


def test_set_up_remembers_sides_of_same_people() -> None:
    desk = SampleTable(names=("Ana", "Bo", "Cleo", "Dev"), teams=(1, 2, 2, 1))
    client = desk.writer.client()
    page = get(client, NEW)
    assert page.fields["sides"] == ["2"]
    assert [page.fields[f"side-{number}"] for number in range(1, 5)] == [["1"], ["2"], ["2"], ["1"]]
    assert "Ana and Dev play Bo and Cleo." in page.text
    # another game of partners too, and none where no partners play
    assert get(client, "/new/forty_fives/").fields["sides"] == ["2"]
    assert "sides" not in get(client, "/new/yahtzee/").fields


def test_set_up_forgets_sides_of_other_people() -> None:
    desk = SampleTable(names=("Ana", "Bo", "Cleo", "Dev"), teams=(1, 2, 2, 1))
    SampleTable("yahtzee", ("Ana", "Bo", "Cleo", "Eva"), writer=desk.writer)
    assert get(desk.writer.client(), NEW).fields["sides"] == ["0"]


def test_impossible_sides_are_refused(client: Client) -> None:
    page = get(client, NEW)
    wrong = start(client, page, name=["Ana", "Bo", "Cleo"], sides="2")
    assert wrong.status_code == 422
    assert not Session.objects.exists()

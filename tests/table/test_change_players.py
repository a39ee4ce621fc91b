"""The change page: names of players, latecomers, and players who leave."""

from __future__ import annotations

import pytest

from scorekeeper.people.models import Player
from tests.factories import SampleTable
from tests.page_forms import Page, get, press

from .change_page import changes, keep, opened

pytestmark = pytest.mark.django_db


def test_renamed_player_is_renamed_everywhere_without_log_names() -> None:
    desk = SampleTable()
    elsewhere = SampleTable("crag", writer=desk.writer)
    keep(desk, name__1=" Anna  Maria ")
    assert list(elsewhere.table.names.values()) == ["Anna Maria", "Bo"]
    assert changes(desk) == [{"before": {}, "after": {"renamed": 1}}]
    assert Player.objects.get(name="Anna Maria").folded_name == "anna maria"


def test_another_spelling_of_same_name() -> None:
    desk = SampleTable()
    keep(desk, name__1="ANA")
    assert desk.table.name("1") == "ANA"


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("bo", "Two players are called bo. Add a letter to one."),
        ("EVA", "Eva is another player of this group."),
        ("", "Enter a name."),
        ("A\0", "This name has a character that is not allowed."),
        ("x" * 60, "A name has 40 letters at most."),
    ],
)
def test_names_that_cannot_be(htmx: bool, typed: str, message: str) -> None:
    desk = SampleTable()
    Player.objects.create(group=desk.group, name="Eva", folded_name="eva", colour=5)
    response = keep(desk, htmx=htmx, name__1=typed, stake="ante", amount="7", unit="EUR")
    page = Page(response)
    assert page.status == 422
    assert message in page.errors.values()
    assert page.fields["amount"] == ["7"]
    assert not desk.entries


def test_names_go_round() -> None:
    desk = SampleTable(names=("Ann", "Bob", "Cleo", "Dev"))
    players = [seat.player_id for seat in desk.table.seats]
    client, page = opened(desk)
    form = page.sent(do="keep", name__1="bob", name__2="Cleo", name__3="Ann", name__4="Eva")
    first, second = client.post(desk.url("change"), form), client.post(desk.url("change"), form)
    assert (first.status_code, second.status_code) == (303, 303)
    assert list(desk.table.names.values()) == ["bob", "Cleo", "Ann", "Eva"]
    assert [seat.player_id for seat in desk.table.seats] == players
    assert [entry["after"] for entry in changes(desk)] == [{"renamed": number} for number in (1, 2, 3, 4)]
    assert {player.folded_name for player in Player.objects.all()} == {"bob", "cleo", "ann", "eva"}


def test_exchange_of_names_is_whole_or_refused() -> None:
    desk = SampleTable(names=("Ann", "Bob", "Cleo"))
    Player.objects.create(group=desk.group, name="Eva", folded_name="eva", colour=5)
    assert keep(desk, name__1="Bob", name__2="Ann", name__3="eva").status_code == 422
    assert keep(desk, name__1="Bob", name__2="Bob").status_code == 422
    assert not desk.entries
    assert {player.folded_name for player in Player.objects.all()} == {"ann", "bob", "cleo", "eva"}
    assert keep(desk, name__1="Bob", name__2="Ann").status_code == 303
    assert list(desk.table.names.values()) == ["Bob", "Ann", "Cleo"]


def test_latecomer_may_take_name_that_is_left() -> None:
    desk = SampleTable()
    assert keep(desk, name__1="Anna", late="Ana").status_code == 303
    assert list(desk.table.names.values()) == ["Anna", "Bo", "Ana"]


def test_latecomer_is_seated() -> None:
    desk = SampleTable()
    desk.line(1, "ones")
    keep(desk, late="Cleo")
    assert list(desk.table.names.values()) == ["Ana", "Bo", "Cleo"]
    assert changes(desk) == [{"before": {}, "after": {"seated": 3}}]


def test_chip_fills_late_line() -> None:
    desk = SampleTable()
    eva = Player.objects.create(group=desk.group, name="Eva", folded_name="eva", colour=5)
    client, page = opened(desk)
    page = press(client, page, desk.url("change"), late__player=str(eva.pk))
    assert page.fields["late"] == ["Eva"]
    client.post(desk.url("change"), page.sent(do="keep"))
    assert [seat.player_id for seat in desk.table.seats][-1] == eva.pk


def test_late_change_is_refused() -> None:
    desk = SampleTable()
    for box in ("ones", "twos"):
        for player in (1, 2):
            desk.line(player, box)
    client, page = opened(desk)
    assert "late" not in page.fields
    assert "It is too late in the game for another player." in page.text
    refused = press(client, page, desk.url("change"), do="keep", late="Cleo", name__1="Anna")
    assert refused.status == 422
    assert "It is too late in the game for another player." in refused.text
    assert desk.table.names == {"1": "Ana", "2": "Bo"}
    assert not Player.objects.filter(name="Cleo").exists()


def test_eleventh_player_is_refused_at_field() -> None:
    desk = SampleTable(names=[f"P{number}" for number in range(9)])
    client, early = opened(desk)
    assert keep(desk, late="Cleo").status_code == 303
    assert "The table is full: 10 players at most." in get(client, desk.url("change")).text
    refused = press(client, early, desk.url("change"), do="keep", late="Dev", seen=str(desk.table.count))
    assert refused.status == 422
    assert "The table is full: 10 players at most." in refused.text
    assert len(desk.table.seats) == 10
    assert not Player.objects.filter(name="Dev").exists()


def test_player_leaves_after_one_question() -> None:
    desk = SampleTable()
    desk.line(2, "ones")
    client, page = opened(desk)
    question = press(client, page, desk.url("change"), home="2")
    assert "Bo leaves: 9 open boxes are crossed out. Sure?" in question.text
    assert len(desk.entries) == 1
    client.post(desk.url("go_home"), question.sent(player="2"))
    assert desk.table.count == 2
    page = get(client, desk.url("change"))
    assert not any(button.get("id") == "home-2" for button in page.buttons)


@pytest.mark.parametrize("kind", ["none", "pairwise"])
def test_question_about_leaving_names_what_it_costs(kind: str) -> None:
    stake = {} if kind == "none" else {"kind": kind, "amount": "0.01", "unit": "EUR"}
    desk = SampleTable(stake=stake)
    desk.line(2, "sixes", points=18)
    client, page = opened(desk)
    question = press(client, page, desk.url("change"), home="2")
    cost = "The total stays 18; the stake is settled with it at the end."
    assert (cost in question.text) == (kind != "none")
    assert "Bo owes" not in question.text
    question = press(client, page, desk.url("change"), home="1")
    assert ("As it stands, Ana owes €0.18." in question.text) == (kind != "none")


def test_question_about_leaving_in_turn_names_the_debt() -> None:
    desk = SampleTable(stake={"kind": "pairwise", "amount": "0.01", "unit": "EUR"})
    desk.line(1, "sixes", points=6)
    desk.line(2, "sixes", points=18)
    client, page = opened(desk)
    question = press(client, page, desk.url("change"), home="1")
    assert "As it stands, Ana owes €0.12." in question.text


@pytest.mark.parametrize("key", ["9", "", "x", "\0"])
def test_unknown_seat_cannot_leave(key: str) -> None:
    client, page = opened(SampleTable())
    assert client.post(page_address := SampleTable().url("change"), page.sent(home=key)).status_code == 404, (
        page_address
    )


def test_sides_are_made_and_taken_back() -> None:
    desk = SampleTable(names=("Ana", "Bo", "Cleo", "Dev"))
    keep(desk, sides="2", side__1="1", side__2="1", side__3="2", side__4="2")
    assert desk.table.state.seats.teams == (("1", "2"), ("3", "4"))
    keep(desk, sides="0")
    assert desk.table.state.seats.teams == ()
    assert len(changes(desk)) == 2

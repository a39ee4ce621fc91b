"""The new game form, with and without htmx, and the rows that its start writes."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scorekeeper.people.models import Group, Person, Player
from scorekeeper.play.models import Seat, Session
from tests.factories import SampleTable, new_writer
from tests.page_forms import HTMX, get, press

from .new_game import NEW, names, start

pytestmark = pytest.mark.django_db

WIDE = "\uff21\uff2e\uff21"  # ANA in letters of full width


def test_stranger_sees_three_lines_and_leaves_no_trace(client: Client) -> None:
    page = get(client, NEW)
    assert (page.status, page.fields["name"], page.focused) == (200, ["", "", ""], "name-1")
    assert "2 to 10 players" in page.text
    assert "none, for the fun of it" in page.text
    assert not Person.objects.exists()
    assert "sessionid" not in client.cookies


def test_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/new/chess/").status_code == 404
    assert client.post("/new/chess/throw/").status_code == 404


@pytest.mark.parametrize("htmx", [False, True])
def test_start_writes_guest_players_and_session(client: Client, htmx: bool) -> None:
    response = start(client, get(client, NEW), htmx=htmx, name=["Ana", "", " Bo "])
    session = Session.objects.get()
    address = f"/table/{session.address}/"
    if htmx:
        assert (response.status_code, response.headers["HX-Redirect"]) == (200, address)
    else:
        assert (response.status_code, response.headers["Location"]) == (303, address)
    assert (session.game, session.rules_version, session.options) == ("general", 2, {})
    assert session.stake == {"kind": "none"}
    assert names(session) == ["Ana", "Bo"]
    assert [(seat.number, seat.position, seat.team) for seat in Seat.objects.order_by("number")] == [
        (1, 0, None),
        (2, 1, None),
    ]
    assert client.get(address).status_code == 200


def test_start_twice_begins_one_game(client: Client) -> None:
    page = get(client, NEW)
    first = start(client, page, name=["Ana", "Bo"])
    second = start(client, page, name=["Ana", "Bo"])
    assert first.headers["Location"] == second.headers["Location"]
    assert Session.objects.count() == 1


def test_stranger_who_taps_twice_is_one_guest() -> None:
    """The second request left before the cookie of the first had come."""
    client = Client()
    page = get(client, NEW)
    one, two = Client(), Client()
    first, second = start(one, page, name=["Ana", "Bo"]), start(two, page, name=["Ana", "Bo"])
    assert first.headers["Location"] == second.headers["Location"]
    assert (Session.objects.count(), Person.objects.count(), Group.objects.count()) == (1, 1, 1)
    assert two.get(second.headers["Location"]).status_code == 200


def test_old_key_opens_no_door() -> None:
    """A person who finds the key of another's form begins a separate game with it."""
    client = Client()
    page = get(client, NEW)
    start(client, page, name=["Ana", "Bo"])
    Session.objects.update(started="2020-01-01T00:00:00Z")
    other = Client()
    response = start(other, page, name=["Cleo", "Dev"])
    assert Session.objects.count() == 2
    assert Person.objects.count() == 2
    assert names(Session.objects.get(address=response.headers["Location"].split("/")[2])) == ["Cleo", "Dev"]


def test_key_of_account_opens_no_door() -> None:
    """The account was logged out a moment ago, and the form is reopened on the same phone."""
    mine, other = new_writer(), Client()
    Person.objects.filter(pk=mine.person.pk).update(has_account=True)
    page = get(mine.client(), NEW)
    start(mine.client(), page, name=["Ana", "Bo"])
    start(other, page, name=["Ana", "Bo"])
    assert Session.objects.count() == 2
    assert other.session["_auth_user_id"] != str(mine.person.pk)


def test_key_of_another_person_is_refused() -> None:
    mine, other = new_writer(), new_writer()
    page = get(mine.client(), NEW)
    start(mine.client(), page, name=["Ana", "Bo"])
    response = start(other.client(), page, name=["Ana", "Bo"])
    assert response.status_code == 303
    assert Session.objects.filter(group__member__person=other.person).count() == 1


@pytest.mark.parametrize("htmx", [False, True])
def test_errors_are_shown_at_their_fields(client: Client, htmx: bool) -> None:
    page = get(client, NEW)
    wrong = press(
        client, page, NEW, htmx=htmx, do="start", name=["Ana", "Bo", "BO"], stake="per_point", amount="five"
    )
    assert wrong.status == 422
    assert wrong.fields["name"] == ["Ana", "Bo", "BO", ""]
    assert wrong.errors == {
        "name": "Two players are called BO. Add a letter to one.",
        "amount": "Write the amount in digits, such as 5 or 0.50.",
    }
    assert wrong.fields["amount"] == ["five"]
    assert "Please check 2 things" in wrong.text
    assert ("<html" in wrong.text) is not htmx
    assert not Session.objects.exists()
    assert not Person.objects.exists()


@pytest.mark.parametrize(
    ("typed", "place", "message"),
    [
        (["Ana"], "wrong-2", "A game needs 2 players at least."),
        ([], "wrong-1", "A game needs 2 players at least."),
        (["Ana", WIDE], "wrong-2", f"Two players are called {WIDE}. Add a letter to one."),
        (["Ana", "x" * 41], "wrong-2", "A name has 40 letters at most."),
        (["Ana", "B\0o"], "wrong-2", "This name has a character that is not allowed."),
        (["Ana", "B\u202eo"], "wrong-2", "This name has a character that is not allowed."),
        ([f"P{number}" for number in range(11)], "wrong-11", "10 players at most."),
    ],
)
def test_names_that_cannot_be(client: Client, typed: list[str], place: str, message: str) -> None:
    page = press(client, get(client, NEW), NEW, do="start", name=typed)
    assert page.status == 422
    assert page.ids[place] == message


def test_buttons_of_list_change_form_only() -> None:
    desk = SampleTable(names=("Ana", "Bo", "Cleo"))
    eva = Player.objects.create(group=desk.group, name="Eva", folded_name="eva", colour=5)
    client = desk.writer.client()
    page = get(client, NEW)
    assert page.fields["name"] == ["Ana", "Bo", "Cleo", ""]
    page = press(client, page, NEW, up="3")
    assert (page.fields["name"], page.focused) == (["Ana", "Cleo", "Bo", ""], "up-2")
    page = press(client, page, NEW, up="2")
    assert page.fields["name"] == ["Cleo", "Ana", "Bo", ""]
    page = press(client, page, NEW, seat=str(eva.pk))
    assert page.fields["name"] == ["Cleo", "Ana", "Bo", "Eva", ""]
    assert not any(button.get("name") == "seat" for button in page.buttons)
    page = press(client, page, NEW, out="2")
    assert page.fields["name"] == ["Cleo", "Bo", "Eva", ""]
    assert {button["value"] for button in page.buttons if button.get("name") == "seat"} == {
        str(Player.objects.get(name="Ana").pk)
    }
    page = press(client, page, NEW, do="next", name=["Cleo", "Bo", "Eva", "Zoë"])
    assert (page.fields["name"][3:], page.focused) == (["Zoë", ""], "name-5")
    assert "Start: Cleo rolls first" in page.text
    assert Session.objects.count() == 1


@pytest.mark.parametrize("button", [{"up": "9"}, {"up": "x"}, {"out": "0"}, {"seat": "99"}, {"step": "²"}])
def test_unknown_buttons_are_refused(client: Client, button: dict[str, Any]) -> None:
    page = press(client, get(client, NEW), NEW, name=["Ana", "Bo"], **button)
    assert (page.status, page.fields["name"]) == (200, ["Ana", "Bo", ""])


def test_player_of_another_group_is_not_seated() -> None:
    other = SampleTable(names=("Xara", "Yves"))
    client = new_writer().client()
    stranger = Player.objects.get(name="Xara")
    page = press(client, get(client, NEW), NEW, seat=str(stranger.pk))
    assert "Xara" not in page.text
    assert other.group.players.count() == 2


def test_new_game_offers_last_rules_of_group() -> None:
    desk = SampleTable(
        "generala",
        ("Bo", "Ana"),
        options={"generala_points": 60},
        stake={"kind": "ante", "amount": "2.00", "unit": "EUR"},
    )
    page = get(desk.writer.client(), "/new/generala/")
    assert page.fields["name"] == ["Bo", "Ana", ""]
    assert page.fields["rule-generala_points"] == ["60"]
    assert (page.fields["stake"], page.fields["amount"], page.fields["unit"]) == (["ante"], ["2.00"], ["EUR"])
    assert "Everybody puts in €2.00, the winner takes €4.00." in page.text
    other = get(desk.writer.client(), NEW)
    assert other.fields["stake"] == ["ante"]
    assert "Standard rules" in other.text


def test_known_names_are_same_players() -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    client = desk.writer.client()
    start(client, get(client, NEW), name=["ANA", "Cleo"])
    assert sorted(desk.group.players.values_list("name", flat=True)) == ["Ana", "Bo", "Cleo"]


@pytest.mark.parametrize("htmx", [False, True])
def test_rematch_is_same_game_again(htmx: bool) -> None:
    desk = SampleTable("yahtzee", ("Bo", "Ana"), options={"preset": "kniffel"}, stake={"kind": "none"})
    desk.change(order=[2, 1])
    client = desk.writer.client()
    form = {"key": "c0ffee00-0000-4000-8000-000000000000"}
    response = client.post(desk.url("rematch"), form, headers=HTMX if htmx else {})
    again = Session.objects.get(rematch_of=desk.session)
    assert f"/table/{again.address}/" in (
        response.headers.get("Location"),
        response.headers.get("HX-Redirect"),
    )
    assert names(again) == ["Ana", "Bo"]
    assert (again.game, again.options, again.stake) == ("yahtzee", {"preset": "kniffel"}, {"kind": "none"})
    client.post(desk.url("rematch"), form)
    client.post(desk.url("rematch"), {"key": "nonsense"})
    assert Session.objects.filter(rematch_of=desk.session).count() == 1


def test_concurrent_rematches_share_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both saw no rematch; the second one is led to it when the first one's is written."""
    monkeypatch.setattr("scorekeeper.table.views.new_game.rematch_after", lambda _session: None)
    desk = SampleTable(names=["Ana", "Bo"])
    led = {
        desk.writer.client().post(desk.url("rematch"), {"key": str(uuid4())})["Location"] for _ in range(2)
    }
    again = Session.objects.get(rematch_of=desk.session)
    assert led == {f"/table/{again.address}/"}


def test_rematch_of_another_group_is_refused() -> None:
    desk = SampleTable()
    other = new_writer().client()
    assert other.post(desk.url("rematch")).status_code == 404
    assert Client().post(desk.url("rematch")).status_code == 404
    assert other.get(desk.url("rematch")).status_code == 405

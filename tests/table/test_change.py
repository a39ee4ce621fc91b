"""The change page of a running game: changes, confirmations, and refusals."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorekeeper.people.models import Player
from scorekeeper.play.models import Entry
from tests.factories import SampleTable, new_writer
from tests.page_forms import HTMX, Page, get, press

pytestmark = pytest.mark.django_db
STRAIGHT = [1, 1, 3, 4, 5]


def opened(desk: SampleTable, *, htmx: bool = False) -> tuple[Client, Page]:
    """A phone and its page of changes."""
    client = desk.writer.client()
    return client, get(client, desk.url("change"), htmx=htmx)


def keep(desk: SampleTable, *, htmx: bool = False, **changed: Any) -> Any:
    """Change something and press the main button."""
    client, page = opened(desk)
    return client.post(desk.url("change"), page.sent(do="keep", **changed), headers=HTMX if htmx else {})


def changes(desk: SampleTable) -> list[dict[str, Any]]:
    found = Entry.objects.filter(session=desk.session, kind="change").order_by("number")
    return [entry.data for entry in found]


def ended(desk: SampleTable) -> bool:
    return desk.table.session.ended is not None


def test_page_is_limited_to_group() -> None:
    desk = SampleTable()
    stranger, member_of_another = Client(), new_writer().client()
    for client in (stranger, member_of_another):
        answers = [client.get(address) for address in (desk.url("change"), "/table/nowhere12345/change/")]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert answers[0].content == answers[1].content
        assert client.post(desk.url("change"), {"do": "keep"}).status_code == 404


@pytest.mark.parametrize("htmx", [False, True])
def test_unchanged_form_writes_nothing(htmx: bool) -> None:
    desk = SampleTable(
        options={"straights": "basic"}, stake={"kind": "ante", "amount": "1.00", "unit": "EUR"}
    )
    response = keep(desk, htmx=htmx)
    assert response.headers["HX-Redirect" if htmx else "Location"] == desk.url()
    assert not desk.entries


@pytest.mark.parametrize("htmx", [False, True])
def test_stake_order_and_rules_in_one_entry(htmx: bool) -> None:
    desk = SampleTable(names=("Ana", "Bo", "Cleo"))
    client, page = opened(desk)
    page = press(client, page, desk.url("change"), htmx=htmx, up="3")
    assert page.fields["seat"] == ["1", "3", "2"]
    assert page.focused == "up-3"
    response = client.post(
        desk.url("change"),
        page.sent(do="keep", rule__straights="basic", stake="per_point", amount="0,02", unit="USD"),
        headers=HTMX if htmx else {},
    )
    assert response.status_code == (200 if htmx else 303)
    assert changes(desk) == [
        {
            "before": {"options": {}, "stake": {}, "order": [1, 2, 3]},
            "after": {
                "options": {"straights": "basic"},
                "stake": {"kind": "per_point", "amount": "0.02", "unit": "USD"},
                "order": [1, 3, 2],
            },
        }
    ]
    assert list(desk.table.names.values()) == ["Ana", "Cleo", "Bo"]


def test_sent_twice_is_written_once() -> None:
    desk = SampleTable()
    client, page = opened(desk)
    form = page.sent(do="keep", stake="ante", amount="1", unit="EUR", name__2="Bob", late="Cleo")
    first, second = client.post(desk.url("change"), form), client.post(desk.url("change"), form)
    assert (first.status_code, second.status_code) == (303, 303)
    assert [list(entry["after"]) for entry in changes(desk)] == [["stake"], ["renamed"], ["seated"]]
    assert list(desk.table.names.values()) == ["Ana", "Bob", "Cleo"]


# --- names -----------------------------------------------------------------------------------------------


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


# --- house rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_points_that_are_written_are_asked_about_first(htmx: bool) -> None:
    desk = SampleTable()
    desk.line(1, "straight", dice=STRAIGHT, throws=2)
    desk.line(2, "sixes", dice=[6, 6, 1, 1, 2])
    client, page = opened(desk)
    question = press(
        client, page, desk.url("change"), htmx=htmx, do="keep", rule__straights="basic", name__1="Anna"
    )
    assert question.status == 200
    assert "Ana, straight, line 1" in question.text
    assert "Bo would lead by 12 in place of Ana by 8." in question.text
    assert not changes(desk)
    left = press(client, question, desk.url("change"), htmx=htmx, do="no")
    assert (left.fields["rule-straights"], left.fields["name-1"]) == (["basic"], ["Anna"])
    question = press(client, left, desk.url("change"), htmx=htmx, do="keep")
    client.post(desk.url("change"), question.sent(do="keep"), headers=HTMX if htmx else {})
    assert desk.points(1, "straight") == 0
    assert [list(entry["after"]) for entry in changes(desk)] == [["options"], ["renamed"]]


def test_rules_that_change_no_points_are_not_asked_about() -> None:
    desk = SampleTable()
    desk.line(1, "straight", dice=[1, 2, 3, 4, 5], throws=2)
    assert keep(desk, rule__straights="basic").status_code == 303


@pytest.mark.parametrize("htmx", [False, True])
def test_rule_that_written_line_does_not_bear(htmx: bool) -> None:
    desk = SampleTable("goldene_fuenfzig")
    desk.line(1, "low_straight", dice=[1, 2, 3, 4, 5], throws=1)
    number = desk.line(1, "sixes", dice=[6, 6, 1, 1, 2], throws=4)
    client, page = opened(desk)
    refused = press(
        client,
        page,
        desk.url("change"),
        htmx=htmx,
        do="keep",
        rule__gut="false",
        rule__five_as_full_house="true",
    )
    assert refused.status == 422
    assert list(refused.errors) == ["rule-gut"]
    assert "Ana, sixes 12, conflicts with it." in refused.errors["rule-gut"]
    assert f'href="{desk.url()}?line={number}"' in refused.text
    assert refused.fields["rule-five_as_full_house"] == ["true"]
    assert 'id="house-rules" open' in refused.text
    assert not changes(desk)


# --- players ---------------------------------------------------------------------------------------------


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


# --- its end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_ended_early_after_one_question_and_carried_on(htmx: bool) -> None:
    desk = SampleTable()
    client, page = opened(desk)
    question = press(client, page, desk.url("change"), htmx=htmx, do="end")
    assert "End this game without a result?" in question.text
    assert not ended(desk)
    client.post(desk.url("change"), question.sent(do="ended"), headers=HTMX if htmx else {})
    assert ended(desk)
    page = get(client, desk.url("change"))
    assert page.button("carry-on")
    client.post(desk.url("change"), page.sent(do="carry-on"), headers=HTMX if htmx else {})
    assert not ended(desk)
    assert [entry["after"] for entry in changes(desk)] == [{"ended": True}, {"ended": False}]


def test_finished_game_has_no_early_end() -> None:
    desk = SampleTable()
    desk.line(1, "ones", dice=[1, 1, 1, 1, 1], throws=1)
    page = opened(desk)[1]
    assert not any(button.get("id") in ("end", "carry-on", "home-2") for button in page.buttons)


# --- the look of this phone ------------------------------------------------------------------------------


def test_theme_is_stored_on_phone() -> None:
    desk = SampleTable()
    client, page = opened(desk)
    assert "data-theme" not in page.text
    press(client, page, desk.url("change"), htmx=True, look="dark")
    assert 'data-theme="dark"' in client.get("/").content.decode()
    assert 'data-theme="dark"' in client.get(desk.url()).content.decode()
    page = get(client, desk.url("change"))
    assert page.fields["look"] == ["dark"]
    client.post(desk.url("change"), page.sent(do="keep", look=""))
    assert "data-theme" not in client.get("/").content.decode()
    assert not desk.entries


@pytest.mark.parametrize("cookie", ["pink", '"><script>', ""])
def test_unknown_view_of_change_is_not_found(client: Client, cookie: str) -> None:
    client.cookies["look"] = cookie
    assert "data-theme" not in client.get("/").content.decode()

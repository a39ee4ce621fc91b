"""The change page of a running game: changes, confirmations, and refusals."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import SampleTable, new_writer
from tests.page_forms import HTMX, get, press

from .change_page import changes, ended, keep, opened

pytestmark = pytest.mark.django_db

STRAIGHT = [1, 1, 3, 4, 5]


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

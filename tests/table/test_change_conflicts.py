"""Concurrent changes of a table: none is lost, and none is overwritten unseen."""

from __future__ import annotations

import random
import uuid
from typing import Any

import pytest

from scorekeeper.play.models import Entry
from tests.factories import SampleTable
from tests.page_forms import HTMX, Page, get, press

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("htmx", [False, True])
def test_late_form_keeps_input_and_refreshes_rest(htmx: bool) -> None:
    desk = SampleTable(names=("Ana", "Bo", "Cleo"))
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    desk.change(options={"four_of_a_kind_later": 30}, order=[2, 1, 3])
    desk.change(stake={"kind": "ante", "amount": "1.00", "unit": "EUR"})
    late = press(
        client, page, desk.url("change"), htmx=htmx, do="keep", rule__straights="basic", name__1="Anna"
    )
    assert late.status == 409
    assert ("<html" in late.text) is not htmx
    assert "What you typed is still here." in late.text
    assert (late.fields["rule-straights"], late.fields["name-1"]) == (["basic"], ["Anna"])
    assert (late.fields["rule-four_of_a_kind_later"], late.fields["stake"]) == (["30"], ["ante"])
    assert late.fields["seat"] == ["2", "1", "3"]
    assert late.fields["seen"] == ["2"]
    client.post(desk.url("change"), late.sent(do="keep"))
    assert desk.table.session.options == {"four_of_a_kind_later": 30, "straights": "basic"}
    assert desk.table.session.stake["kind"] == "ante"
    assert list(desk.table.names.values()) == ["Bo", "Anna", "Cleo"]


def test_conflicting_value_is_decided_by_second_save() -> None:
    desk = SampleTable(names=("Ana", "Bo", "Cleo"))
    client = desk.writer.client()
    page = press(client, get(client, desk.url("change")), desk.url("change"), up="2")
    desk.change(order=[3, 1, 2], stake={"kind": "ante", "amount": "1.00", "unit": "EUR"})
    late = press(client, page, desk.url("change"), do="keep", stake="fixed")
    late = press(client, page, desk.url("change"), do="keep", stake="low_pays", amount="2")
    assert (late.fields["seat"], late.fields["stake"], late.fields["amount"]) == (
        ["2", "1", "3"],
        ["low_pays"],
        ["2"],
    )


def test_line_written_meanwhile_is_seen_first() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    desk.line(1, "straight", dice=[1, 1, 3, 4, 5], throws=2)
    late = press(client, page, desk.url("change"), do="keep", rule__straights="basic")
    assert late.status == 409
    question = press(client, late, desk.url("change"), do="keep")
    assert "Ana, straight, line 1" in question.text
    desk.line(2, "ones")
    assert press(client, question, desk.url("change"), do="keep").status == 409


@pytest.mark.parametrize("button", ["ended", "carry-on"])
def test_end_of_game_makes_form_late(button: str) -> None:
    desk = SampleTable()
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    desk.line(1, "ones")
    assert press(client, page, desk.url("change"), do=button).status == 409


def test_latecomer_seated_meanwhile_stays_seated() -> None:
    desk = SampleTable()
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    keep = page.sent(do="keep", late="Cleo")
    client.post(desk.url("change"), keep)
    late = press(client, page, desk.url("change"), do="keep", stake="ante", amount="1", unit="EUR")
    assert late.status == 409
    assert late.fields["seat"] == ["1", "2", "3"]
    client.post(desk.url("change"), late.sent(do="keep"))
    assert list(desk.table.names.values()) == ["Ana", "Bo", "Cleo"]
    assert Entry.objects.filter(session=desk.session).count() == 2


# --- forms that lost something, or were made up ----------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"seen": ""},
        {"seen": "-1"},
        {"seen": "9" * 40},
        {"key": ""},
        {"key": "x" * 36},
        {"key": "\0"},
        {"seen": "99"},
    ],
)
def test_malformed_token_is_refused(changed: dict[str, Any]) -> None:
    desk = SampleTable()
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    answer = press(
        client, page, desk.url("change"), do="keep", stake="ante", amount="1", unit="EUR", **changed
    )
    assert answer.status in (409, 422)
    assert answer.fields["stake"] == ["ante"]
    uuid.UUID(answer.fields["key"][0])
    assert not desk.entries


@pytest.mark.parametrize(
    "changed",
    [
        {"seat": ["1", "1", "1", "7", "x"]},
        {"seat": []},
        {"sides": "7"},
        {"sides": "\0"},
        {"side-1": "9" * 30, "sides": "2"},
        {"look": "\0"},
        {"up": "\0"},
        {"late-player": "\0"},
        {"do": "nothing of that kind"},
        {"unheard": "of"},
        {"was-1": "x"},
        {"preset_shown": "\0"},
        {"late": "\u202e"},
        {"unit": "\0"},
        {"stake": "\0"},
        {"step": "\0"},
    ],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_made_up_fields_write_nothing(changed: dict[str, Any], htmx: bool) -> None:
    desk = SampleTable()
    client = desk.writer.client()
    page = get(client, desk.url("change"))
    fields = page.sent(do="keep") | changed
    response = client.post(desk.url("change"), fields, headers=HTMX if htmx else {})
    assert response.status_code in (200, 303, 422)
    assert not desk.entries


def test_empty_form_changes_nothing() -> None:
    desk = SampleTable(options={"straights": "basic"})
    client = desk.writer.client()
    assert client.post(desk.url("change"), {}).status_code == 200
    answer = Page(client.post(desk.url("change"), {"do": "keep"}))  # type: ignore[arg-type]
    assert answer.status == 422
    assert not desk.entries


FIELDS = (
    "do seat name-1 name-2 was-1 was-2 late sides side-1 side-2 up home printed step late-player stake kind amount unit"
    " thing win stake_shown unit_shown rule-straights rule-four_of_a_kind_later preset_shown look sure"
)
TEXTS = [
    "",
    "\0",
    "\u202e",
    "0",
    "1",
    "2",
    "9" * 300,
    "\u0661",
    "NaN",
    "Ana",
    "bo",
    "x" * 3000,
    "30",
    "basic",
    "keep",
]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_arbitrary_change_form_gets_page(seed: int) -> None:
    chance = random.Random(seed)
    desk = SampleTable(names=("Ana", "Bo", "Cleo", "Dev"))
    client = desk.writer.client()
    for _form in range(50):
        names = chance.sample(FIELDS.split(), chance.randrange(12))
        form: dict[str, Any] = {name: chance.choice(TEXTS) for name in names} | desk.form()
        form["do"] = chance.choice(["keep", "keep", "end", "ended", "carry-on", "no", ""])
        response = client.post(desk.url("change"), form, headers=HTMX if chance.random() < 0.5 else {})
        assert response.status_code in (200, 303, 404, 409, 422), form
        assert client.get(desk.url("change")).status_code == 200
    assert client.get(desk.url()).status_code == 200
    assert client.get(desk.url("log")).status_code == 200

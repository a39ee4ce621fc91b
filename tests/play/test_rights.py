"""Writes of members, and the creation of guests; `tests/security` has the permissions."""

from __future__ import annotations

import pytest
from django.test import Client

from scorekeeper.play.models import Draft, Session
from tests.factories import SampleTable, new_writer
from tests.security.cast import card_table, dice_table, everything
from tests.security.routes import FORMS

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return dice_table()


@pytest.mark.parametrize("name", ["write", "correct", "undo", "go_home", "draft", "rematch"])
def test_members_may_write(name: str) -> None:
    desk = card_table() if name == "draft" else dice_table()
    sessions = Session.objects.count()
    answer = new_writer(desk.group).client().post(desk.url(name), desk.form(**FORMS[name]))
    assert answer.status_code in (302, 303)
    if name == "rematch":
        assert Session.objects.count() == sessions + 1
    elif name == "draft":
        assert Draft.objects.get().data["entry"] == {"trump": "H"}
    else:
        assert len(desk.entries) == 2


def test_lines_of_another_table_are_out_of_reach(desk: SampleTable) -> None:
    other = SampleTable(names=["Cleo", "Dev", "Eva"])
    for player in (1, 2, 3):
        other.line(player, "ones")
    client = desk.writer.client()
    before = everything()
    for name, fields in (
        ("correct", {"line": "2", "box": "ones", "points": "2"}),
        ("undo", {"entry": "3"}),
        ("go_home", {"player": "3"}),
        ("write", {"player": "3", "box": "twos", "strike": "1"}),
    ):
        answer = client.post(desk.url(name), {**desk.form(**fields), "address": other.address})
        assert answer.status_code == 422
        assert "Cleo" not in answer.text
    assert client.get(desk.url() + "?line=2").status_code == 404
    assert client.get(desk.url() + "?seat=3").status_code == 404
    assert everything() == before


def test_first_write_creates_guest() -> None:
    client = Client()
    form = {"name": ["Ana", "Bo"], "do": "start"}
    answer = client.post("/new/general/", form)
    assert answer.status_code in (302, 303)
    made = everything()
    assert [
        len(made[name]) for name in ("people_person", "people_group", "people_member", "people_device")
    ] == [1] * 4
    assert int(client.cookies["sessionid"]["max-age"]) >= 364 * 24 * 60 * 60
    table = client.get(answer.headers["Location"])
    assert table.status_code == 200
    assert table.context["table"].names == {"1": "Ana", "2": "Bo"}

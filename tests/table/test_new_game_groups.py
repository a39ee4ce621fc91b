"""The new game form of a person in several groups."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from scorekeeper.people import groups
from scorekeeper.people.models import Group, Person
from scorekeeper.people.names import players_named
from scorekeeper.play.models import Session
from tests.factories import SampleTable
from tests.page_forms import get, press

from .new_game import NEW, names, start

pytestmark = pytest.mark.django_db


def links(client: Client, address: str, start: str) -> list[str]:
    """Where the links of a page lead that begin so."""
    found = re.findall(r'href="([^"]+)"', client.get(address).content.decode())
    return [unescape(link) for link in found if unescape(link).startswith(start)]


@pytest.fixture
def two() -> tuple[SampleTable, Group]:
    """Ana and Bo play on Thursdays; the same person plays in another group just now."""
    desk = SampleTable(names=("Ana", "Bo"))
    other = groups.create_group(desk.writer.person, "Sunday")
    players_named(other, ["Xara", "Yves"])
    return desk, other


def test_new_game_from_page_of_group_is_that_groups(two: tuple[SampleTable, Group]) -> None:
    desk, _other = two
    client = desk.writer.client()
    (home,) = links(client, f"/group/{desk.group.address}/", "/?")
    (pad,) = links(client, home, NEW)
    page = get(client, pad)
    assert page.fields["name"] == ["Ana", "Bo", ""]
    assert "Xara" not in page.text
    page = press(client, page, NEW, up="2")
    start(client, page, another="1")
    session = Session.objects.exclude(pk=desk.session.pk).get()
    assert (session.group, names(session)) == (desk.group, ["Bo", "Ana"])
    assert Person.objects.get(pk=desk.writer.person.pk).current == desk.group


def test_form_stays_in_its_group_after_switch(two: tuple[SampleTable, Group]) -> None:
    desk, other = two
    client = desk.writer.client()
    page = get(client, NEW)
    groups.set_current_group(desk.writer.person, desk.group)
    start(client, page, name=["Xara", "Yves"])
    assert Session.objects.exclude(pk=desk.session.pk).get().group == other
    assert desk.group.players.count() == 2


def test_throw_and_rules_keep_group(two: tuple[SampleTable, Group]) -> None:
    desk, _other = two
    client = desk.writer.client()
    page = get(client, f"{NEW}?group={desk.group.address}")
    for way in ("throw/", "rules/"):
        away = press(client, page, NEW + way)
        assert press(client, away, NEW, do="back").fields["group"] == [desk.group.address]


@pytest.mark.parametrize("wanted", ["of somebody else", "nobody's", "\x00"])
def test_new_game_in_foreign_group_is_refused(two: tuple[SampleTable, Group], wanted: str) -> None:
    desk, _other = two
    address = SampleTable().group.address if wanted == "of somebody else" else wanted
    client = desk.writer.client()
    fields = get(client, NEW).sent(do="start", group=address, name=["Ana", "Bo"])
    assert client.get(NEW, {"group": address}).status_code == 404
    assert client.post(NEW, fields).status_code == 303
    assert Session.objects.latest("started").group.address == two[1].address
    assert client.get("/", {"group": address}).status_code == 200
    assert Client().get(NEW, {"group": desk.group.address}).status_code == 404

"""Deleted and abandoned games: where members find and restore them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.play.models import Session
from tests.factories import SampleTable, Writer, new_key, new_writer
from tests.query_counts import asked

pytestmark = pytest.mark.django_db
ENDED = datetime(2025, 6, 11, 20, tzinfo=UTC)


def over(writer: Writer, **stake: str) -> SampleTable:
    desk = SampleTable("general", ["Ana", "Bo"], writer=writer, stake=stake)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    Session.objects.filter(pk=desk.session.pk).update(finished=ENDED)
    return desk


def page(writer: Writer, desk: SampleTable, name: str = "deleted_games") -> str:
    answer = writer.client().get(reverse(name, args=[desk.group.address]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_deleted_games_page_without_any() -> None:
    desk = SampleTable()
    assert "No game is deleted." in page(desk.writer, desk)
    more = desk.writer.client().get(reverse("group_menu", args=[desk.group.address])).content.decode()
    assert reverse("deleted_games", args=[desk.group.address]) in more


@pytest.mark.parametrize(
    "stake", [{}, {"kind": "fixed", "amount": "5", "unit": "EUR"}], ids=["free", "money"]
)
def test_deleted_game_is_found_and_restored_by_member(stake: dict[str, str]) -> None:
    desk = over(new_writer(), **stake)
    desk.change(removed=True)
    member = new_writer(desk.group)
    found = page(member, desk)
    assert "General, <time datetime" in found
    assert "11 Jun 2025" in found
    assert "Ana, Bo" in found
    back = re.search(r'class="btn" href="([^"]+)"', found)
    assert back
    client = member.client()
    asks = client.get(back[1]).content.decode()
    assert "11 Jun 2025" in asks
    seen = re.search(r'name="seen" value="(\d+)"', asks)
    assert seen
    answer = client.post(back[1], {"do": "back", "seen": seen[1], "key": new_key()})
    assert answer.status_code == 303
    assert desk.address not in page(member, desk)
    assert desk.address in page(member, desk, "games")


def test_deleted_games_are_shown_to_members_alone() -> None:
    desk = over(new_writer())
    desk.change(removed=True)
    for client in (Client(), new_writer().client()):
        assert client.get(reverse("deleted_games", args=[desk.group.address])).status_code == 404


def test_ended_games_are_linked_below_all_games() -> None:
    desk = SampleTable()
    assert "Games ended early" not in page(desk.writer, desk, "games")
    Session.objects.filter(pk=desk.session.pk).update(ended=ENDED)
    assert reverse("ended_games", args=[desk.group.address]) in page(desk.writer, desk, "games")
    assert desk.address in page(desk.writer, desk, "ended_games")
    assert desk.address not in page(desk.writer, desk)


def test_deleted_games_cost_as_many_queries_for_many_as_for_one() -> None:
    writer, counts = new_writer(), []
    for many in (1, 12):
        for _ in range(many):
            over(writer).change(removed=True)
        path = reverse("deleted_games", args=[Session.objects.all()[0].group.address])
        counts.append(len(asked(writer.client(), "GET", path)))
    assert counts[0] == counts[1] <= 7


def test_page_beyond_last_is_last() -> None:
    writer = new_writer()
    desks = [over(writer) for _ in range(31)]
    for desk in desks:
        desk.change(removed=True)
    path = reverse("deleted_games", args=[desks[0].group.address])
    found = writer.client().get(f"{path}?page=150").content.decode()
    assert found.count('class="btn"') == 1

"""The page that merges two players of a group."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorekeeper.people.models import Member, Player
from tests.factories import SampleTable, new_writer

from .player_pages import at, named, two_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return two_tables()


def test_merge_asks_which_name_stays(desk: SampleTable) -> None:
    ana, cleo = named("Ana"), named("Cleo")
    client = desk.writer.client()
    page = at("player_merge", desk, ana.address)
    assert "Cleo" in client.get(page).text
    asked = client.get(page + f"?other={cleo.address}").text
    for text in ("Which name stays?", "Ana stays", "Cleo stays", "1 game"):
        assert text in asked
    assert "cannot be undone" not in asked
    confirmed = client.get(page + f"?other={cleo.address}&stays={cleo.address}").text
    for text in ("Merge Ana into Cleo?", "This cannot be undone.", "Yes, both are Cleo"):
        assert text in confirmed
    answer = client.post(page, {"other": cleo.address, "stays": "zzzzzzzzzzzz"})
    assert answer.status_code == 422
    assert "Choose the name that stays." in answer.text
    done = client.post(page, {"other": cleo.address, "stays": cleo.address})
    assert (done.status_code, done["Location"]) == (303, at("people", desk) + "?notice=merged")
    ana.refresh_from_db()
    assert ana.merged_into == cleo
    assert desk.table.names == {"1": "Cleo", "2": "Bo"}
    # the old address leads to the one that stayed
    assert "Cleo" in client.get(at("player_edit", desk, ana.address)).text
    # sent again it is no error that anybody has to understand
    assert client.post(page, {"other": cleo.address, "stays": cleo.address}).status_code == 422


def test_letters_are_those_of_other_pages(desk: SampleTable) -> None:
    cleo = named("Cleo")
    Player.objects.filter(pk=named("Ana").pk).update(name="Cleopatra", folded_name="cleopatra")
    for one, other in ((cleo, named("Cleopatra")), (named("Cleopatra"), cleo)):
        page = (
            desk.writer.client().get(at("player_merge", desk, one.address) + f"?other={other.address}").text
        )
        found = re.findall(r"</i>".join((r'"true">(\w+)', r'\s*<span class="grow">\s*<b>(\w+)')), page)
        assert sorted(found) == [("Ce", "Cleo"), ("Cl", "Cleopatra")]


@pytest.mark.parametrize(
    ("claimed", "who", "status"),
    [
        ("nobody", "member", 303),
        ("owner", "owner", 303),
        ("owner", "member", 422),
        ("member", "member", 303),
        ("member", "owner", 303),
        ("member", "another", 422),
    ],
)
def test_member_is_merged_by_themselves_or_owner(
    desk: SampleTable, claimed: str, who: str, status: int
) -> None:
    ana, cleo = named("Ana"), named("Cleo")
    writers = {"owner": desk.writer, "member": new_writer(desk.group), "another": new_writer(desk.group)}
    if claimed != "nobody":
        Member.objects.filter(person=writers[claimed].person).update(player=cleo)
    client = writers[who].client()
    page = at("player_merge", desk, ana.address)
    asked = client.get(page + f"?other={cleo.address}")
    assert asked.status_code == (200 if status == 303 else 422)
    answer = client.post(page, {"other": cleo.address, "stays": ana.address})
    assert answer.status_code == status
    cleo.refresh_from_db()
    assert (cleo.merged_into == ana) is (status == 303)
    if status == 422:
        assert "the group’s owner can merge the two" in answer.text


def test_merge_of_players_of_one_game_names_game(desk: SampleTable) -> None:
    ana, bo = named("Ana"), named("Bo")
    client = desk.writer.client()
    page = at("player_merge", desk, ana.address)
    for answer in (
        client.get(page + f"?other={bo.address}"),
        client.post(page, {"other": bo.address, "stays": bo.address}),
    ):
        assert answer.status_code == 422
        assert "Ana and Bo sat in one game (General" in answer.text
        assert "stays" not in answer.text
    assert client.get(page + "?other=zzzzzzzzzzzz").status_code == 404


def test_merged_player_is_shown_nowhere(desk: SampleTable) -> None:
    client = desk.writer.client()
    ana, cleo = named("Ana"), named("Cleo")
    client.post(at("player_merge", desk, ana.address), {"other": cleo.address, "stays": cleo.address})
    for page in (at("people", desk), at("games", desk), at("money", desk), "/"):
        assert "Ana" not in client.get(page).text, page
    assert "Ana" not in client.get(reverse("new_game", args=["general"])).text

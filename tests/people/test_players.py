"""The player pages of a group: rename, claim, leave."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import Http404

from scorekeeper.people import players
from scorekeeper.people.models import Member, Person, Player
from scorekeeper.play.loading import load
from scorekeeper.play.models import Seat
from scorekeeper.play.permissions import Visitor
from scorekeeper.rules import GAMES
from scorekeeper.table.new_game_form import initial_new_game, known_players
from tests.factories import SampleTable, new_writer

from .player_pages import at, edit, named, two_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return two_tables()


def test_name_is_same_at_every_table(desk: SampleTable) -> None:
    before = desk.table.version
    assert edit(desk, "Bo", name=" Robert ").status_code == 303
    assert desk.table.names["2"] == "Robert"
    assert desk.table.version > before
    assert Seat.objects.filter(player__name="Robert").count() == 2


@pytest.mark.parametrize(
    ("typed", "message"), [("", "Type a name."), ("x" * 41, "At most 40"), ("a\x07b", "plain signs")]
)
def test_invalid_name_is_refused_at_its_field(desk: SampleTable, typed: str, message: str) -> None:
    answer = edit(desk, "Bo", name=typed, links="@bo")
    assert answer.status_code == 422
    assert message in answer.text
    assert "@bo" in answer.text
    assert named("Bo").payment_links == ""


def test_taken_name_is_refused(desk: SampleTable) -> None:
    answer = edit(desk, "Bo", name="ANA")
    assert answer.status_code == 422
    assert "already has a player of that name" in answer.text
    assert 'value="ANA"' in answer.text
    assert edit(desk, "Bo", name="BO").status_code == 303


def test_member_is_known_at_table(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    client = other.client()
    assert client.post(at("people", desk), {"player": named("Bo").address}).status_code == 303
    assert load(desk.address, Visitor(other.person)).permissions.seat == "2"
    assert "Bo, this phone" in client.get(desk.url("participants")).text
    # no seat at a table where the player does not sit
    third = SampleTable("general", ["Ana", "Cleo"], writer=desk.writer)
    assert load(third.address, Visitor(other.person)).permissions.seat is None


def test_claim_at_table_takes_precedence(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    client = other.client()
    client.post(at("people", desk), {"player": named("Bo").address})
    client.post(desk.url("take_seat"), {"seat": "1"})
    assert load(desk.address, Visitor(other.person)).permissions.seat == "1"
    client.post(desk.url("take_seat"), {"seat": ""})
    assert load(desk.address, Visitor(other.person)).permissions.seat is None


def test_player_is_one_members_and_member_one_player(desk: SampleTable) -> None:
    first, second = new_writer(desk.group), new_writer(desk.group)
    bo, ana = named("Bo"), named("Ana")
    assert first.client().post(at("people", desk), {"player": bo.address}).status_code == 303
    refused = second.client().post(at("people", desk), {"player": bo.address})
    assert refused.status_code == 422
    assert "Another member has claimed" in refused.text
    edit(desk, "Ana", first, do="claim")
    assert Member.objects.get(person=first.person).player == ana
    assert second.client().post(at("people", desk), {"player": bo.address}).status_code == 303


def test_claim_saves_what_was_typed(desk: SampleTable) -> None:
    first, second = new_writer(desk.group), new_writer(desk.group)
    assert edit(desk, "Bo", first, do="claim", name="Robert", links="@bo").status_code == 303
    robert = named("Robert")
    assert robert.payment_links == "@bo"
    assert Member.objects.get(person=first.person).player == robert
    refused = edit(desk, "Ana", second, do="claim", name="Robert", links="@ana")
    assert refused.status_code == 422
    assert 'aria-describedby="wrong-name"' in refused.text
    assert "@ana" in refused.text
    assert Member.objects.get(person=second.person).player is None
    # nothing is saved of a refused claim
    taken = edit(desk, "Robert", second, do="claim", name="Rob")
    assert "Another member has claimed" in taken.text
    assert 'value="Rob"' in taken.text
    assert named("Robert") == robert
    assert edit(desk, "Robert", first, do="unclaim", name="Bo").status_code == 303
    assert Member.objects.get(person=first.person).player is None
    assert named("Bo") == robert


def test_enter_key_saves_player(desk: SampleTable) -> None:
    """Browsers press the first button of the form."""
    html = desk.writer.client().get(at("player_edit", desk, named("Bo").address)).text
    assert re.findall(r'<button[^>]* name="do" value="(\w+)"', html)[0] == "keep"


def test_removed_member_cannot_claim_player(desk: SampleTable) -> None:
    player = desk.group.players.first()
    assert player is not None
    stranger = Person.objects.create(username="gone")
    for act in (players.claim, players.unclaim):
        with pytest.raises(Http404):
            act(desk.group, stranger, player.pk)


def test_claim_is_undone_by_its_member_and_by_owner(desk: SampleTable) -> None:
    first, second = new_writer(desk.group), new_writer(desk.group)
    bo = named("Bo")
    for by, status in ((second, 422), (desk.writer, 303), (first, 303)):
        first.client().post(at("people", desk), {"player": bo.address})
        answer = edit(desk, "Bo", by, do="unclaim")
        assert answer.status_code == status
        assert Member.objects.filter(player=bo).exists() == (status == 422)
    assert "Release" not in second.client().get(at("player_edit", desk, bo.address)).text


def test_list_names_claimed_players(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    other.client().post(at("people", desk), {"player": named("Bo").address})
    mine = other.client().get(at("people", desk)).text
    assert "I am Ana" not in mine
    assert "Which player are you?" not in mine
    assert (
        mine.index("With a phone") < mine.index(">Bo<") < mine.index("Without a phone") < mine.index(">Ana<")
    )
    seen = desk.writer.client().get(at("people", desk)).text
    assert "I am Ana" in seen
    assert "I am Bo" not in seen
    assert seen.index("Which player are you?") < seen.index(">Ana<") < seen.index("With a phone")


def test_departed_player_is_not_offered_but_stays_in_games(desk: SampleTable) -> None:
    assert edit(desk, "Bo", left="on").status_code == 303
    bo = named("Bo")
    assert bo.left_at is not None
    form = initial_new_game(GAMES["general"], desk.group, "EUR")
    assert [line.name for line in form.seating.lines] == ["Cleo"]
    assert [player.name for player in form.chips] == ["Ana"]
    assert desk.table.names["2"] == "Bo"
    assert "has left" in desk.writer.client().get(at("people", desk)).text
    # the typed name is the same player, and the switch makes them present again
    assert known_players(desk.group)["bo"] == bo
    since = bo.left_at
    edit(desk, "Bo", left="on")
    assert named("Bo").left_at == since
    edit(desk, "Bo")
    assert named("Bo").left_at is None


@pytest.mark.parametrize("name", ["group_menu", "people", "group_invite", "group_defaults"])
def test_page_asks_as_little_for_many_as_for_few(
    desk: SampleTable, name: str, django_assert_max_num_queries: Any
) -> None:
    for number in range(30):
        other = new_writer(desk.group)
        player = Player.objects.create(
            group=desk.group, name=f"P{number}", folded_name=f"p{number}", colour=1
        )
        Member.objects.filter(person=other.person).update(player=player)
    client = desk.writer.client()
    client.get(at(name, desk))
    with django_assert_max_num_queries(6):
        assert client.get(at(name, desk)).status_code == 200

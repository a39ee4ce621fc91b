"""The link of a finished game: what guests may do, and what only members may."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorekeeper.archive.erase_person import erase
from scorekeeper.people.guest_merge import merge_guest
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.people.names import players_named
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions
from tests.factories import HTMX, SampleTable
from tests.security.cast import everything, seated, with_pass

pytestmark = pytest.mark.django_db
STAKE = {"kind": "fixed", "amount": "0.50", "unit": "EUR"}
MILLIONS = {"stake": "fixed", "kind": "fixed", "amount": "10000000", "unit": "EUR"}
JOIN = "Join the group first"


def over(*, ended: bool = False) -> SampleTable:
    """A game for money that Ana has won, or that was given up."""
    desk = SampleTable(names=["Ana", "Bo", "Cleo"], stake=STAKE)
    desk.line(1, "ones", points=3)
    if ended:
        desk.change(ended=True)
        return desk
    for player in (2, 3):
        desk.line(player, "ones", points=3)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def by_old_link(desk: SampleTable, seat: str = "2") -> Client:
    """Let a guest with an old link sit down after the end of the game."""
    client = with_pass(Client(), desk)
    assert client.post(desk.url("take_seat"), {"seat": seat}).status_code == 303
    return client


def send(client: Client, desk: SampleTable, name: str, **fields: Any) -> Any:
    return client.post(desk.url(name), desk.form(**fields), headers=HTMX)


# --- once a game is over ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("correct", {"line": "1", "box": "ones", "points": "2"}),
        ("undo", {"sure": "4"}),
        ("change", {"do": "keep", **MILLIONS}),
        ("change", {"do": "keep", "name-1": "Nobody"}),
        ("change", {"do": "keep", "counts": "no"}),
        ("rematch", {}),
    ],
)
def test_by_old_link_nothing_of_finished_game_is_changed(name: str, fields: dict[str, str]) -> None:
    desk = over()
    client = by_old_link(desk)
    before = everything(but={"people_tally", "django_session"})
    answer = send(client, desk, name, **fields)
    assert answer.status_code == 422
    assert JOIN in answer.text
    assert everything(but={"people_tally", "django_session"}) == before


def test_old_link_cannot_resume_abandoned_game() -> None:
    desk = over(ended=True)
    client = by_old_link(desk)
    assert "Carry on" not in client.get(desk.url()).text
    answer = send(client, desk, "change", do="carry-on")
    assert (answer.status_code, JOIN in answer.text) == (422, True)
    assert Session.objects.get(pk=desk.session.pk).ended


def test_by_old_link_pages_show_no_key_that_would_be_refused() -> None:
    desk = over()
    client = by_old_link(desk)
    page = client.get(desk.url()).text
    assert JOIN in page
    for key in ("Rematch", "?undo=", desk.url("change")):
        assert key not in page
    assert "right=1" not in client.get(desk.url() + "?line=1").text
    page = client.get(desk.url("change")).text
    assert JOIN in page
    assert "<form" not in page


def test_guest_seated_before_end_may_correct() -> None:
    """Four friends at one table without a group: one made it, and three are guests."""
    desk = SampleTable(names=["Ana", "Bo", "Cleo"], stake=STAKE)
    guests = [by_old_link(desk, seat) for seat in ("2", "3", "")]
    desk.line(1, "ones", points=3)
    desk.line(2, "ones", points=3)
    desk.line(3, "ones", points=3)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    for points, guest in enumerate(guests, 1):
        page = guest.get(desk.url()).text
        assert "Rematch" in page
        assert JOIN not in page
        right = {"line": "1", "box": "ones", "points": str(points % 3)}
        assert send(guest, desk, "correct", **right).status_code == 200
    assert send(guests[0], desk, "undo", sure="4").status_code == 200
    again = {"player": "1", "box": "fives", "dice": "55555", "throws": "1"}
    assert send(guests[1], desk, "write", **again).status_code == 200
    assert send(guests[2], desk, "correct", line="1", box="ones", points="3").status_code == 200
    assert send(guests[0], desk, "rematch").status_code == 200
    after = Session.objects.get(rematch_of=desk.session)
    line = {"player": "1", "box": "ones", "points": "3", "seen": 0, "key": desk.form()["key"]}
    assert guests[2].post(f"/table/{after.address}/write/", line, headers=HTMX).status_code == 200


def test_reopened_game_is_written_by_seated_guests() -> None:
    desk = over()
    client = by_old_link(desk)
    desk.void(4)
    assert send(client, desk, "write", player="1", box="fives", points="10").status_code == 200


def test_late_guest_writes_after_joining_group() -> None:
    desk = over()
    client = by_old_link(desk)
    Member.objects.create(group=desk.group, person=Person.objects.latest("pk"))
    assert send(client, desk, "correct", line="1", box="ones", points="2").status_code == 200


def test_guest_who_changes_seat_keeps_permission() -> None:
    desk = SampleTable(names=["Ana", "Bo"])
    client = by_old_link(desk)
    desk.change(ended=True)
    client.post(desk.url("take_seat"), {"seat": "1"})
    assert client.get(desk.url()).context["table"].permissions.may_change


def test_guest_who_logs_in_keeps_permission() -> None:
    """The account's own phone came late."""
    desk = over()
    guest, account = seated(desk, 2), seated(desk, None, late=True)
    merge_guest(guest.person, account.person)
    answer = send(account.client(), desk, "correct", line="1", box="ones", points="2")
    assert answer.status_code == 200


# --- permissions of the group ----------------------------------------------------------------------------


def known_desk() -> SampleTable:
    """Return a running game of Ana, who was in the group before, and Bo, who was not."""
    before = SampleTable(names=["Ana", "Dora"])
    return SampleTable(names=["Ana", "Bo"], stake=STAKE, writer=before.writer)


@pytest.mark.parametrize("fields", [MILLIONS, {"rule-straights": "basic"}])
@pytest.mark.parametrize("whose", ["guest", "host"])
def test_stake_and_house_rules_are_changed_by_members_only(whose: str, fields: dict[str, str]) -> None:
    desk = known_desk()
    who = seated(desk, 2)
    if whose == "host":
        number = Participation.objects.get(person=who.person).pk
        host_decisions.hand_over(desk.address, Visitor(desk.writer.person), number)
    page = who.client().get(desk.url("change")).text
    assert 'name="amount"' not in page
    assert 'name="rule-' not in page
    assert JOIN in page
    answer = send(who.client(), desk, "change", do="keep", sure="1", **fields)
    assert (answer.status_code, JOIN in answer.text) == (422, True)
    assert not desk.entries
    assert send(desk.writer.client(), desk, "change", do="keep", sure="1", **fields).status_code == 200
    assert len(desk.entries) == 1


def test_guest_renames_only_players_of_this_game() -> None:
    desk = known_desk()
    client = seated(desk, 2).client()
    page = client.get(desk.url("change")).text
    assert page.count(" readonly") == 1
    answer = send(client, desk, "change", do="keep", **{"name-1": "Nobody"})
    assert answer.status_code == 422
    assert "Ana was in the group before this game" in answer.text
    assert JOIN in answer.text
    assert send(client, desk, "change", do="keep", **{"name-2": "Bob"}).status_code == 200
    names = set(Player.objects.filter(group=desk.group).values_list("name", flat=True))
    assert names == {"Ana", "Bob", "Dora"}


@pytest.mark.parametrize("how", ["plays elsewhere", "is a member"])
def test_guest_cannot_rename_player_of_group(how: str) -> None:
    desk = known_desk()
    if how == "plays elsewhere":
        SampleTable(names=["Bo", "Dora"], writer=desk.writer)
    else:
        (bo,) = players_named(desk.group, ["Bo"])
        Member.objects.filter(person=desk.writer.person).update(player=bo)
    answer = send(seated(desk, 2).client(), desk, "change", do="keep", **{"name-2": "Bob"})
    assert answer.status_code == 422


def test_guest_changes_table_under_former_rules() -> None:
    desk = known_desk()
    client = seated(desk, 2).client()
    answer = send(client, desk, "change", do="keep", counts="no", late="Eva", seat=["2", "1"])
    assert answer.status_code == 200
    assert list(desk.table.names.values()) == ["Bo", "Ana", "Eva"]


def test_guest_is_shown_no_name_from_outside_table() -> None:
    desk = known_desk()
    assert "Dora" not in seated(desk, 2).client().get(desk.url("change")).text
    answer = send(seated(desk, 2).client(), desk, "change", do="keep", **{"name-2": "dOrA"})
    assert answer.status_code == 422
    assert "Dora" not in answer.text
    assert "Dora" in desk.writer.client().get(desk.url("change")).text


@pytest.mark.parametrize(
    "name", ["table", "print", "sheet_svg", "big_screen", "transcript", "participants", "invite"]
)
def test_guest_is_not_shown_group_name(name: str) -> None:
    desk = over()
    Group.objects.filter(pk=desk.group.pk).update(name="Thursday crowd")
    for who in (seated(desk, 2), seated(desk, None, late=True)):
        answer = who.client().get(desk.url(name))
        assert answer.status_code == 200
        assert "Thursday crowd" not in answer.content.decode()


@pytest.mark.parametrize("late", [False, True])
def test_link_cannot_erase_player_of_group(late: bool) -> None:
    """A guest taps "I am Ana", whose phone is unknown, and asks to be erased."""
    desk = known_desk()
    stranger = seated(desk, 1, late=late)
    if late:
        desk = over()
        stranger = seated(desk, 1, late=True)
    erase(stranger.person)
    assert Player.objects.filter(group=desk.group, name="Ana").exists()


def test_player_of_this_game_can_be_erased_there() -> None:
    desk = known_desk()
    erase(seated(desk, 2).person)
    assert not Player.objects.filter(group=desk.group, name="Bo").exists()

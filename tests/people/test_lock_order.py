"""Lock order: table before group and players, so that writers never deadlock.

A writer has locked the table but not yet the group or player when a second one decides about them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from django.db import transaction

from scorekeeper.archive.erase_person import erase
from scorekeeper.people import groups, guest_merge
from scorekeeper.people.models import Member, Person, Player
from scorekeeper.people.names import players_named
from scorekeeper.people.player_merge import merge_players
from scorekeeper.people.players import claim, update_player
from scorekeeper.play import log
from scorekeeper.table import change_transaction
from scorekeeper.table.change_transaction import Changes, save_changes
from tests.factories import SampleTable, Writer, new_writer
from tests.interleave import meet

pytestmark = pytest.mark.django_db(transaction=True)
Decide = Callable[[SampleTable, Writer], object]


@pytest.fixture
def desk() -> SampleTable:
    """A game that one line ends."""
    desk = SampleTable(names=["Ana", "Bo"])
    log.go_home(desk.address, desk.write_request(), "1")
    return desk


@pytest.fixture
def other(desk: SampleTable) -> Writer:
    """Return another member of the group, claiming Ana."""
    who = new_writer(desk.group)
    Member.objects.filter(person=who.person).update(player=ana(desk))
    return who


def ana(desk: SampleTable) -> Player:
    return desk.session.seats.get(number=1).player


def leaves(desk: SampleTable, other: Writer) -> None:
    groups.leave(desk.group, other.person)


def is_removed(desk: SampleTable, other: Writer) -> None:
    groups.remove(desk.group, desk.writer.person, Member.objects.get(person=other.person).pk)


def is_described(desk: SampleTable, _other: Writer) -> None:
    update_player(desk.group, ana(desk).pk, desk.writer.person, name="Anna", links="", left=False)


def is_two_in_one(desk: SampleTable, _other: Writer) -> None:
    (anna,) = players_named(desk.group, ["Anna"])
    merge_players(desk.group, anna.pk, ana(desk).pk)


@pytest.mark.parametrize("decide", [leaves, is_removed, is_described, is_two_in_one])
def test_game_ends_while_something_is_decided_in_group(
    desk: SampleTable, other: Writer, decide: Decide
) -> None:
    last = desk.write_request()
    meet(log, "load", lambda: log.go_home(desk.address, last, "2"), lambda: decide(desk, other))
    assert desk.table.session.finished is not None


def renames_ana(desk: SampleTable) -> Callable[[], object]:
    now = desk.write_request()
    return lambda: save_changes(desk.address, now, Changes(names={1: "Anna"}))


def test_rename_during_erasure(desk: SampleTable, other: Writer) -> None:
    meet(log, "load", renames_ana(desk), lambda: erase(other.person))
    assert desk.table.names == {"1": "Player 1", "2": "Bo"}


def test_rename_at_newer_table_while_member_leaves(desk: SampleTable, other: Writer) -> None:
    newer = SampleTable(names=["Ana", "Cleo"], writer=desk.writer)
    meet(log, "load", renames_ana(newer), lambda: leaves(desk, other))
    assert desk.table.names == {"1": "Anna", "2": "Bo"}


def test_concurrent_renames_at_two_tables_do_not_deadlock(desk: SampleTable) -> None:
    newer = SampleTable(names=["Bo", "Ana"], writer=desk.writer)
    bo = newer.write_request()
    meet(
        log,
        "load",
        renames_ana(desk),
        lambda: save_changes(newer.address, bo, Changes(names={1: "Bob"})),
    )
    assert desk.table.names == {"1": "Anna", "2": "Bob"}


def test_rename_at_finished_game_during_claim(desk: SampleTable, other: Writer) -> None:
    log.go_home(desk.address, desk.write_request(), "2")
    Member.objects.filter(person=other.person).update(player=None)
    Player.objects.filter(pk=ana(desk).pk).update(former_claimant=other.person)
    number = ana(desk).pk
    meet(
        change_transaction,
        "notify_tables_of",
        renames_ana(desk),
        lambda: claim(desk.group, other.person, number),
    )
    assert Member.objects.get(person=other.person).player == ana(desk)
    assert desk.table.names == {"1": "Anna", "2": "Bo"}


# --- a guest who is a member logs in ---------------------------------------------------------------------


def signs_in(guest: Person, account: Person) -> None:
    with transaction.atomic():
        guest_merge.merge_guest(guest, account)


def is_handed_the_group(desk: SampleTable, other: Writer) -> None:
    groups.hand_over(desk.group, desk.writer.person, Member.objects.get(person=other.person).pk)


@pytest.mark.parametrize("decide", [leaves, is_removed, is_handed_the_group])
def test_decision_about_guest_during_login(desk: SampleTable, other: Writer, decide: Decide) -> None:
    account = new_writer().person

    def decides() -> None:
        with contextlib.suppress(groups.GroupError):  # that member is none any more
            decide(desk, other)

    meet(guest_merge, "_move_membership", lambda: signs_in(other.person, account), decides)
    assert Member.objects.get(group=desk.group, owner=True).person == desk.writer.person
    assert Member.objects.filter(group=desk.group, person=account).exists()


def test_login_during_handover_keeps_group(desk: SampleTable, other: Writer) -> None:
    account = new_writer().person
    meet(
        groups,
        "_lock_and_find",
        lambda: is_handed_the_group(desk, other),
        lambda: signs_in(other.person, account),
    )
    assert Member.objects.get(group=desk.group, owner=True).person == account

"""Who writes at a table holds it before its group and the players: no two writers wait for each other for ever.

Somebody writes at a table and has not yet come to the group, or to the player, when somebody else decides about them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.archive.erasing import erase
from scorekeeper.people import groups
from scorekeeper.people.doubles import merge
from scorekeeper.people.models import Member, Player
from scorekeeper.people.names import players_named
from scorekeeper.people.players import About, claim, describe
from scorekeeper.play import changing, log, ticket
from scorekeeper.play.changing import Wanted, keep_changes
from tests.meeting import meet
from tests.play.tables import Desk, Writer, new_writer

pytestmark = pytest.mark.django_db(transaction=True)
Decide = Callable[[Desk, Writer], object]


@pytest.fixture
def desk() -> Desk:
    """A game that one line ends."""
    desk = Desk(names=["Ana", "Bo"])
    log.go_home(desk.address, desk.ticket(), "1")
    return desk


@pytest.fixture
def other(desk: Desk) -> Writer:
    """Another member of the group, who is Ana."""
    who = new_writer(desk.group)
    Member.objects.filter(person=who.person).update(player=ana(desk))
    return who


def ana(desk: Desk) -> Player:
    return desk.session.seats.get(number=1).player


def leaves(desk: Desk, other: Writer) -> None:
    groups.leave(desk.group, other.person)


def is_removed(desk: Desk, other: Writer) -> None:
    groups.remove(desk.group, desk.writer.person, Member.objects.get(person=other.person).pk)


def is_described(desk: Desk, _other: Writer) -> None:
    describe(desk.group, ana(desk).pk, About("Anna", "", here=True), desk.writer.person)


def is_two_in_one(desk: Desk, _other: Writer) -> None:
    (anna,) = players_named(desk.group, ["Anna"])
    merge(desk.group, anna.pk, ana(desk).pk)


@pytest.mark.parametrize("decide", [leaves, is_removed, is_described, is_two_in_one])
def test_a_game_ends_while_something_is_decided_in_the_group(
    desk: Desk, other: Writer, decide: Decide
) -> None:
    last = desk.ticket()
    meet(ticket, "load", lambda: log.go_home(desk.address, last, "2"), lambda: decide(desk, other))
    assert desk.table.session.finished is not None


def renames_ana(desk: Desk) -> Callable[[], object]:
    now = desk.ticket()
    return lambda: keep_changes(desk.address, now, Wanted(names={1: "Anna"}))


def test_somebody_is_renamed_while_he_is_forgotten(desk: Desk, other: Writer) -> None:
    meet(ticket, "load", renames_ana(desk), lambda: erase(other.person))
    assert desk.table.names == {"1": "Player 1", "2": "Bo"}


def test_somebody_of_two_tables_is_renamed_at_the_newer_one_while_another_member_goes(
    desk: Desk, other: Writer
) -> None:
    newer = Desk(names=["Ana", "Cleo"], writer=desk.writer)
    meet(ticket, "load", renames_ana(newer), lambda: leaves(desk, other))
    assert desk.table.names == {"1": "Anna", "2": "Bo"}


def test_two_are_renamed_at_two_tables_of_both(desk: Desk) -> None:
    newer = Desk(names=["Bo", "Ana"], writer=desk.writer)
    bo = newer.ticket()
    meet(
        ticket,
        "load",
        renames_ana(desk),
        lambda: keep_changes(newer.address, bo, Wanted(names={1: "Bob"})),
    )
    assert desk.table.names == {"1": "Anna", "2": "Bob"}


def test_somebody_is_renamed_at_a_game_that_is_over_while_he_says_again_that_he_is_this_player(
    desk: Desk, other: Writer
) -> None:
    log.go_home(desk.address, desk.ticket(), "2")
    Member.objects.filter(person=other.person).update(player=None)
    Player.objects.filter(pk=ana(desk).pk).update(was=other.person)
    number = ana(desk).pk
    meet(
        changing,
        "tell_tables_of",
        renames_ana(desk),
        lambda: claim(desk.group, other.person, number),
    )
    assert Member.objects.get(person=other.person).player == ana(desk)
    assert desk.table.names == {"1": "Anna", "2": "Bo"}

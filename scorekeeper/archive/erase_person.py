"""Erasing a person: names and notes are removed, games stay.

Therefore the balances of other players stay correct. Groups with other members keep their games, with a number instead
of the person's name. Groups in which no one else is a member or sits at a table are deleted.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people import names
from scorekeeper.people.groups import ensure_owner, lock_groups_and_tables
from scorekeeper.people.guest_merge import person_ids
from scorekeeper.people.logout import log_out_everywhere
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.people.player_merge import handlers
from scorekeeper.play.models import Entry, Participation, Session
from scorekeeper.play.note_redaction import blank_notes
from scorekeeper.play.notifications import notify_change
from scorekeeper.play.players import players_by_seat
from scorekeeper.play.session_notes import blank_session_notes

from . import sql
from .delete_group import wipe


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """The effects of erasing a person.

    `shared`: groups with other members, each with the person's player, None if unknown. `own`: groups that will be
    deleted. `former`: groups without the person as a member in which they were a player, sit at a table or wrote.
    """

    shared: list[tuple[Group, Player | None]]
    own: list[Group]
    former: list[Group]

    @property
    def groups(self) -> set[int]:
        """The ids of all these groups."""
        return {group.pk for group in [*(group for group, _player in self.shared), *self.own, *self.former]}


def plan_of(person: Person) -> ErasurePlan:
    """Return what erasing a person would do now."""
    members = Member.objects.filter(person=person).select_related("group", "player").order_by("pk")
    numbers = person_ids(person)
    shared: list[tuple[Group, Player | None]] = []
    own = []
    for member in members:
        if _others(member.group, person):
            player = member.player or next(iter(_players_of(member.group, numbers)), None)
            shared.append((member.group, player))
        else:
            own.append(member.group)
    return ErasurePlan(shared, own, _former_groups(numbers, [member.group_id for member in members]))


def erase(person: Person) -> None:
    """Erase a person, irreversibly."""
    _overwrite_deleted_content()
    with writing():
        # locked before reading: a note that is just being written would stay
        lock_groups_and_tables(plan_of(person).groups)
        plan = plan_of(person)
        numbers = person_ids(person)
        for group in [group for group, _player in plan.shared] + plan.former:
            _forget_in(group, numbers)
        for group in plan.own:
            wipe(group)
        _leave_tables(numbers)
        log_out_everywhere(person)
        Person.objects.filter(pk__in=numbers).delete()
        for group, _player in plan.shared:
            ensure_owner(group)


def _others(group: Group, person: Person) -> bool:
    """Return whether another person is a member of a group or sits at one of its tables."""
    return (
        Member.objects.filter(group=group).exclude(person=person).exists()
        or Participation.objects.filter(session__group=group, removed=None).exclude(person=person).exists()
    )


def _former_groups(numbers: list[int], known: list[int]) -> list[Group]:
    """Return groups outside `known` in which the person was a player, sits at a table or wrote."""
    there = (
        Q(pk__in=Player.objects.filter(former_claimant__in=numbers).values("group"))
        | Q(pk__in=Participation.objects.filter(person__in=numbers).values("session__group"))
        | Q(pk__in=Entry.objects.filter(author__in=numbers).order_by().values("session__group"))
    )
    return list(Group.objects.filter(there).exclude(pk__in=known).order_by("pk"))


def _forget_in(group: Group, numbers: list[int]) -> None:
    """Replace the names of a person's players by numbers, and blank the person's notes."""
    players = _players_of(group, numbers)
    named = [[player, *Player.objects.filter(merged_into=player)] for player in players]
    # a former player of the person that was merged into another person's player
    old = Player.objects.filter(group=group, former_claimant__in=numbers, merged_into__isnull=False)
    named += [[row] for row in old.exclude(merged_into__in=players)]
    called = [row.name for rows in named for row in rows]
    blank_notes(group, numbers, called)
    blank_session_notes(group, numbers, called)
    for rows in named:
        name = nameless(group)
        for row in rows:
            row.name, row.folded_name, row.payment_links = name, names.fold(name), ""
            row.save(update_fields=["name", "folded_name", "payment_links"])
    for player in players:
        for handler in handlers:
            handler.renamed(player)


def _players_of(group: Group, numbers: list[int]) -> list[Player]:
    """Return a person's players in a group.

    These are the players of a present or former membership, and of seats with the person's phones. Of the latter a
    guest, who never was a member, gets only the players that joined the group with the guest's game.
    """
    as_guest = not Member.objects.filter(group=group, person__in=numbers).exists()
    his = (
        Q(member__person__in=numbers)
        | Q(member=None, former_claimant__in=numbers)
        | Q(member=None, former_claimant=None, merged__former_claimant__in=numbers)
        | Q(pk__in=players_by_seat(group, numbers, as_guest=as_guest))
    )
    return list(Player.objects.filter(his, group=group, merged_into=None).order_by("pk").distinct())


def nameless(group: Group) -> str:
    """Return a name for an erased person: the first free number."""
    taken = set(Player.objects.filter(group=group, merged_into=None).values_list("folded_name", flat=True))
    number = 1
    while names.fold(name := _("Player %(number)d") % {"number": number}) in taken:
        number += 1
    return name


def _leave_tables(numbers: list[int]) -> None:
    """Remove a person's phones and host roles from all tables, and notify their streams."""
    present = Session.objects.filter(host__in=numbers) | Session.objects.filter(
        participations__person__in=numbers
    )
    sessions = sorted(set(present.values_list("pk", flat=True)))
    Participation.objects.filter(person__in=numbers).delete()
    Session.objects.filter(host__in=numbers).update(host=None)
    for session in sessions:
        notify_change(session, end_streams=True)


def _overwrite_deleted_content() -> None:
    """Make SQLite overwrite deleted content, which otherwise stays in the file until reused."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(sql.OVERWRITE_DELETED)

"""A person who wants to be forgotten: what names him goes, what he played stays, so that others' money adds up.

His groups that others are in keep their games; there he is called by a number. A group that nobody else is in, nor at a
table of, goes as a whole.
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
from scorekeeper.play.models import Entry, Phone, Session
from scorekeeper.play.note_redaction import blank_notes
from scorekeeper.play.notifications import changed
from scorekeeper.play.players import sits_as

from .delete_group import wipe


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """What erasing somebody would do. `shared`: groups that others are in, each with the player that he is there, None
    where he has not said so; `own`: groups that go with him; `elsewhere`: groups that he is not of, or no more, in
    which he was a player, sits at a table or wrote. What is there now is not his to know."""

    shared: list[tuple[Group, Player | None]]
    own: list[Group]
    former: list[Group]

    @property
    def groups(self) -> set[int]:
        """All of them, by number."""
        return {group.pk for group in [*(group for group, _player in self.shared), *self.own, *self.former]}


def plan_of(person: Person) -> ErasurePlan:
    """What would happen now."""
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
    """Forget a person, for good."""
    _overwrite_deleted_content()
    with writing():
        # before anything of his is read: a note that is just being written would stay
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


# --- inside ----------------------------------------------------------------------------------------------


def _others(group: Group, person: Person) -> bool:
    """Whether anybody else is in a group, or sits at one of its tables."""
    return (
        Member.objects.filter(group=group).exclude(person=person).exists()
        or Phone.objects.filter(session__group=group, removed=None).exclude(person=person).exists()
    )


def _former_groups(numbers: list[int], known: list[int]) -> list[Group]:
    """Groups in which he was a player, or at whose tables he sits or wrote, but for those that he is of."""
    there = (
        Q(pk__in=Player.objects.filter(was__in=numbers).values("group"))
        | Q(pk__in=Phone.objects.filter(person__in=numbers).values("session__group"))
        | Q(pk__in=Entry.objects.filter(author__in=numbers).order_by().values("session__group"))
    )
    return list(Group.objects.filter(there).exclude(pk__in=known).order_by("pk"))


def _forget_in(group: Group, numbers: list[int]) -> None:
    """Let a group know him by a number only: his players, whoever was merged into those, and what he noted."""
    players = _players_of(group, numbers)
    everybody = [[player, *Player.objects.filter(merged_into=player)] for player in players]
    # a name of his that was merged into somebody else, who keeps his own
    old = Player.objects.filter(group=group, was__in=numbers, merged_into__isnull=False)
    everybody += [[row] for row in old.exclude(merged_into__in=players)]
    blank_notes(group, numbers, [row.name for rows in everybody for row in rows])
    for rows in everybody:
        name = nameless(group)
        for row in rows:
            row.name, row.folded, row.links = name, names.fold(name), ""
            row.save(update_fields=["name", "folded", "links"])
    for player in players:
        for handler in handlers:
            handler.renamed(player)


def _players_of(group: Group, numbers: list[int]) -> list[Player]:
    """The players of a group that he is: as its member, as one who was, and by the seats in which his phones sit;
    of these a guest, who never was its member, only those that came to the group with a game of his."""
    as_guest = not Member.objects.filter(group=group, person__in=numbers).exists()
    his = (
        Q(member__person__in=numbers)
        | Q(member=None, was__in=numbers)
        | Q(member=None, was=None, merged__was__in=numbers)
        | Q(pk__in=sits_as(group, numbers, as_guest=as_guest))
    )
    return list(Player.objects.filter(his, group=group, merged_into=None).order_by("pk").distinct())


def nameless(group: Group) -> str:
    """What somebody without a name is called: the first number that nobody else has."""
    taken = set(Player.objects.filter(group=group, merged_into=None).values_list("folded", flat=True))
    number = 1
    while names.fold(name := _("Player %(number)d") % {"number": number}) in taken:
        number += 1
    return name


def _leave_tables(numbers: list[int]) -> None:
    """Get up from every table, and keep none; whoever is there hears it."""
    kept = Session.objects.filter(host__in=numbers) | Session.objects.filter(phones__person__in=numbers)
    sessions = sorted(set(kept.values_list("pk", flat=True)))
    Phone.objects.filter(person__in=numbers).delete()
    Session.objects.filter(host__in=numbers).update(host=None)
    for session in sessions:
        changed(session, shut=True)


def _overwrite_deleted_content() -> None:
    """SQLite leaves what was deleted lying in its file until something else is written there."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")

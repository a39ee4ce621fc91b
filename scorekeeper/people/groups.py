"""Groups and members: create, join, leave, remove, hand over; the current group of a person.

A group has one owner, who decides about members. Each change locks the group's row, so that changes follow each other.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import F
from django.dispatch import Signal

from scorekeeper.core.db import router
from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.i18n.dates import phone_zone

from .models import Group, Member, Person, Player

# sent with `group` and `person` in the transaction that ends a membership, with `by_owner` where the owner ended it;
# other rooms end the person's access
member_left = Signal()
# sent with `groups`, primary keys, before any lock is taken: other rooms lock their rows before the groups
locking_groups = Signal()

MOST_MEMBERS = 200  # a large club has about 70
MOST_GROUPS = 50  # per person


class GroupError(ValueError):
    """A change that a group refuses.

    `code`: stable identifier in snake case.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def lock_group(group: int) -> None:
    """Lock a group and its ledger until the transaction ends.

    SQLite needs no lock, because it has one writer. Inserting a row that refers to the group does not wait for the
    lock.
    """
    if connection.features.has_select_for_update:
        list(Group.objects.select_for_update(no_key=True).filter(pk=group).values_list("pk"))


def lock_groups_and_tables(groups: Collection[int]) -> None:
    """Lock groups and all their tables until the transaction ends.

    A table is always locked before its group.
    """
    locking_groups.send(sender=None, groups=groups)
    for group in sorted(groups):
        lock_group(group)


@contextmanager
def locked_group(group: int, using: str) -> Iterator[None]:
    """Run a transaction of its own that locks a group.

    `using`: the database alias.
    """
    with router.working_on(using), transaction.atomic(using=using):
        lock_group(group)
        yield


def groups_of(person: Person) -> list[Group]:
    """Return the groups of a person in the order of joining."""
    return list(Group.objects.filter(member__person=person).order_by("member__pk"))


def current_group(person: Person, groups: Sequence[Group], wanted: str = "") -> Group | None:
    """Return the current group among a person's `groups`: the chosen one, else the first.

    None without groups. `wanted`: the address of one that takes precedence, if it is among them.
    """
    matching = [each for each in groups if each.address == wanted]
    chosen = [each for each in groups if each.pk == person.current_id]
    return next(iter([*matching, *chosen, *groups]), None)


def set_current_group(person: Person, group: Group) -> None:
    """Make this the current group of a person, in which new games are created."""
    Person.objects.filter(pk=person.pk).update(current=group)
    person.current = group


def create_group(person: Person, name: str, key: uuid.UUID | None = None) -> Group:
    """Create a group that a person owns, and make it their current one.

    `key`: of the form, unique per group. Raises GroupError `too_many_groups`.
    """
    with writing():
        _check_group_count(person)
        group = Group.objects.create(name=name, zone=phone_zone(), key=key)
        Member.objects.create(group=group, person=person, owner=True)
        set_current_group(person, group)
        return group


def join(group: Group, person: Person) -> Member:
    """Return or create the membership of a person, and make the group their current one.

    The first member of an empty group becomes its owner. Raises GroupError `group_full`, `too_many_groups`.
    """
    with writing():
        lock_group(group.pk)
        members = Member.objects.filter(group=group)
        member = members.filter(person=person).first()
        if member is None:
            count = members.count()
            if count >= MOST_MEMBERS:
                raise GroupError("group_full")
            _check_group_count(person)
            member = Member.objects.create(group=group, person=person, owner=count == 0)
        set_current_group(person, group)
        return member


def leave(group: Group, person: Person) -> None:
    """End a person's own membership.

    The longest member succeeds an owner; an empty group stays.
    """
    with writing():
        lock_groups_and_tables([group.pk])
        for member in Member.objects.filter(group=group, person=person):
            _end(member)
        ensure_owner(group)
        member_left.send(sender=None, group=group, person=person)


def remove(group: Group, owner: Person, member: int, *, keep_link: bool = False) -> None:
    """End the membership of another person.

    Unless `keep_link`, the invite link changes, so that they cannot return. Raises GroupError `owner_only`,
    `member_unknown`, `owner_stays`.
    """
    with writing():
        lock_groups_and_tables([group.pk])
        chosen = _lock_and_find(group, owner, member)
        if chosen.person_id == owner.pk:
            raise GroupError("owner_stays")
        _end(chosen)
        if not keep_link:
            Group.objects.filter(pk=group.pk).update(link_generation=F("link_generation") + 1)
        member_left.send(sender=None, group=group, person=chosen.person, by_owner=True)


def hand_over(group: Group, owner: Person, member: int) -> None:
    """Make another member the owner.

    Raises GroupError `owner_only`, `member_unknown`.
    """
    with writing():
        chosen = _lock_and_find(group, owner, member)
        Member.objects.filter(group=group, owner=True).update(owner=False)
        Member.objects.filter(pk=chosen.pk).update(owner=True)


def change_link(group: Group, owner: Person) -> None:
    """Void all invite links of a group.

    Raises GroupError `owner_only`.
    """
    with writing():
        must_own(group, owner)
        Group.objects.filter(pk=group.pk).update(link_generation=F("link_generation") + 1)


def ensure_owner(group: Group) -> None:
    """Make the longest member the owner of a group without one.

    The caller has locked the group.
    """
    members = list(Member.objects.filter(group=group).order_by("joined", "pk"))
    if members and not any(member.owner for member in members):
        Member.objects.filter(pk=members[0].pk).update(owner=True)


def must_own(group: Group, person: Person) -> None:
    """Lock a group for its owner.

    Raises GroupError `owner_only` for any other person.
    """
    lock_group(group.pk)
    if not Member.objects.filter(group=group, person=person, owner=True).exists():
        raise GroupError("owner_only")


def _lock_and_find(group: Group, owner: Person, number: int) -> Member:
    """Lock the group for its owner and return the chosen member."""
    must_own(group, owner)
    member = Member.objects.filter(group=group, pk=number).first()
    if member is None:
        raise GroupError("member_unknown")
    return member


def _end(member: Member) -> None:
    """Delete a membership.

    `Player.former_claimant` stores the person, who may have the name erased later.
    """
    if member.player_id is not None:
        Player.objects.filter(pk=member.player_id).update(former_claimant=member.person_id)
    member.delete()


def _check_group_count(person: Person) -> None:
    if Member.objects.filter(person=person).count() >= MOST_GROUPS:
        raise GroupError("too_many_groups")

"""Groups that last: which one a person plays in, who keeps it, how somebody comes into it and leaves it.

A group has one owner, who decides who is in it. Whoever decides anything holds the group's row, so that no two of
these happen at once.
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

# sent with `group` and `person`, who is of it no more, within the transaction: other rooms end what he had there;
# `sent_away` where he did not go by himself
gone = Signal()
# sent with `groups`, numbers, while nothing is held: other rooms hold what is theirs before the group is held
going = Signal()

MOST_MEMBERS = 200  # a club is a third of it
MOST_GROUPS = 50  # that one person is in


class GroupError(ValueError):
    """What a group does not let happen. `code` is stable snake_case."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def hold(group: int) -> None:
    """Let nobody else decide in this group or write in its ledger until this transaction ends. SQLite has one writer
    anyway. A row that only names the group waits for nobody."""
    if connection.features.has_select_for_update:
        list(Group.objects.select_for_update(no_key=True).filter(pk=group).values_list("pk"))


def hold_whole(groups: Collection[int]) -> None:
    """Let nobody else decide or write anything in these groups, at their tables neither: a writer holds his table
    before the group."""
    going.send(sender=None, groups=groups)
    for group in sorted(groups):
        hold(group)


@contextmanager
def held(group: int, using: str) -> Iterator[None]:
    """A transaction of its own that holds a group. `using`: the database, as Django's settings call it."""
    with router.working_on(using), transaction.atomic(using=using):
        hold(group)
        yield


def groups_of(person: Person) -> list[Group]:
    """All that a person is in, those he came into first before."""
    return list(Group.objects.filter(member__person=person).order_by("member__pk"))


def current_of(person: Person, groups: Sequence[Group], wanted: str = "") -> Group | None:
    """Which of all that a person is in he plays in: the one he has chosen, else the first; None where there is none.

    `wanted`: the address of the one that is asked for instead, where he is in it.
    """
    asked = [each for each in groups if each.address == wanted]
    chosen = [each for each in groups if each.pk == person.current_id]
    return next(iter([*asked, *chosen, *groups]), None)


def choose(person: Person, group: Group) -> None:
    """Let this be the group that a person plays in; a new game is made there."""
    Person.objects.filter(pk=person.pk).update(current=group)
    person.current = group


def found(person: Person, name: str, key: uuid.UUID | None = None) -> Group:
    """A new group of a person's own, in which he plays from now on. `key`: of the form, which begins one group only.

    Raises GroupError `too_many_groups`.
    """
    with writing():
        _must_have_room(person)
        group = Group.objects.create(name=name, zone=phone_zone(), key=key)
        Member.objects.create(group=group, person=person, owner=True)
        choose(person, group)
        return group


def join(group: Group, person: Person) -> Member:
    """Come into a group, and play in it from now on; who is in it stays as he was.

    Whoever comes into a group that nobody is in any more keeps it. Raises GroupError `group_full`, `too_many_groups`.
    """
    with writing():
        hold(group.pk)
        members = Member.objects.filter(group=group)
        member = members.filter(person=person).first()
        if member is None:
            count = members.count()
            if count >= MOST_MEMBERS:
                raise GroupError("group_full")
            _must_have_room(person)
            member = Member.objects.create(group=group, person=person, owner=count == 0)
        choose(person, group)
        return member


def leave(group: Group, person: Person) -> None:
    """Go out of a group. Where its owner goes, whoever has been in it longest keeps it; without anybody it stays."""
    with writing():
        hold_whole([group.pk])
        for member in Member.objects.filter(group=group, person=person):
            _end(member)
        keep_owned(group)
        gone.send(sender=None, group=group, person=person)


def remove(group: Group, owner: Person, member: int, *, keep_link: bool = False) -> None:
    """Send somebody out of a group, whose link is changed with that, or lets him in again; but for `keep_link`.

    Raises GroupError `owner_only`, `member_unknown`, `owner_stays`.
    """
    with writing():
        hold_whole([group.pk])
        chosen = _decided(group, owner, member)
        if chosen.person_id == owner.pk:
            raise GroupError("owner_stays")
        _end(chosen)
        if not keep_link:
            Group.objects.filter(pk=group.pk).update(link=F("link") + 1)
        gone.send(sender=None, group=group, person=chosen.person, sent_away=True)


def hand_over(group: Group, owner: Person, member: int) -> None:
    """Let another member keep the group. Raises GroupError `owner_only`, `member_unknown`."""
    with writing():
        chosen = _decided(group, owner, member)
        Member.objects.filter(group=group, owner=True).update(owner=False)
        Member.objects.filter(pk=chosen.pk).update(owner=True)


def change_link(group: Group, owner: Person) -> None:
    """Make every link that was given so far worth nothing. Raises GroupError `owner_only`."""
    with writing():
        must_own(group, owner)
        Group.objects.filter(pk=group.pk).update(link=F("link") + 1)


def keep_owned(group: Group) -> None:
    """Give a group without an owner to whoever has been in it longest. Within a transaction that holds it."""
    members = list(Member.objects.filter(group=group).order_by("joined", "pk"))
    if members and not any(member.owner for member in members):
        Member.objects.filter(pk=members[0].pk).update(owner=True)


def must_own(group: Group, person: Person) -> None:
    """Hold a group for whoever keeps it. Raises GroupError `owner_only` for everybody else."""
    hold(group.pk)
    if not Member.objects.filter(group=group, person=person, owner=True).exists():
        raise GroupError("owner_only")


# --- inside ----------------------------------------------------------------------------------------------


def _decided(group: Group, owner: Person, number: int) -> Member:
    """The member that an owner decides about, with the group held."""
    must_own(group, owner)
    member = Member.objects.filter(group=group, pk=number).first()
    if member is None:
        raise GroupError("member_unknown")
    return member


def _end(member: Member) -> None:
    """End a membership. Whom he was stays known, whoever ended it: he may want to be forgotten later."""
    if member.player_id is not None:
        Player.objects.filter(pk=member.player_id).update(was=member.person_id)
    member.delete()


def _must_have_room(person: Person) -> None:
    if Member.objects.filter(person=person).count() >= MOST_GROUPS:
        raise GroupError("too_many_groups")

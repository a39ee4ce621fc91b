"""Signal receivers: move a guest's seats and tables when the guest logs in to an account.

A phone that a host removed stays removed after the login. Hosts and members of the group cannot be removed from a
table, so for them the removal ends.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from scorekeeper.people.models import Member, Person

from .models import Participation, Session
from .notifications import end_streams_of
from .players import lock_tables


def lock_tables_of_guest(guest: Person, **_: Any) -> None:
    """Lock the tables at which a guest sits or is host, until the transaction ends.

    A rematch being started becomes visible only once the game before it is locked, so the search is repeated until it
    finds nothing new.
    """
    phones = Participation.objects.filter(person=guest)
    sessions = Session.objects.filter(Q(host=guest) | Q(pk__in=phones.values("session")))
    known: set[int] = set()
    while (now := set(sessions.values_list("pk", flat=True))) != known:
        lock_tables(sessions)
        known = now


def move_tables(guest: Person, into: Person, **_: Any) -> None:
    """Give a person the seats of a guest, and the tables at which the guest is host."""
    groups = Member.objects.filter(person=into).values("group")
    own_tables = Session.objects.filter(Q(host__in=[guest, into]) | Q(group__in=groups))
    allowed = set(own_tables.filter(participations__person=guest).values_list("pk", flat=True))
    own = {phone.session_id: phone for phone in Participation.objects.filter(person=into)}
    for phone in Participation.objects.filter(person=guest):
        there = own.get(phone.session_id)
        if phone.session_id in allowed:
            phone.removed = None
        if there is None:
            Participation.objects.filter(pk=phone.pk).update(person=into, removed=phone.removed)
            continue
        phone.delete()
        there.seat_id = there.seat_id or phone.seat_id
        there.removed = None if phone.session_id in allowed else there.removed or phone.removed
        there.joined = min(there.joined, phone.joined)
        there.save(update_fields=["seat", "removed", "joined"])
    Session.objects.filter(host=guest).update(host=into)
    end_streams_of(guest.pk)


def end_streams(person: int, **_: Any) -> None:
    """End the open streams of a person who logged out; phones still logged in connect again."""
    end_streams_of(person)

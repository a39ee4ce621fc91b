"""What a guest brings to an account at the tables: his phones and the tables that he keeps.

Whose phone was sent away stays away: nobody comes back by signing in. But whoever keeps a table is at it, and so is
whoever is of its group: nobody sends either away, so it was not known whose that phone was.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from scorekeeper.people.guest_merge import guest_merged, locking_guest
from scorekeeper.people.logout import logged_out
from scorekeeper.people.models import Member, Person

from .announce import shut_out
from .models import Phone, Session
from .players import hold_tables


@receiver(locking_guest)
def hold_his(guest: Person, **_: Any) -> None:
    """Let nobody write where a guest sits, or what he keeps, and begin no rematch there. One that was just being begun
    is seen only once the game before it is held, so it is looked for until nothing is new.
    """
    phones = Phone.objects.filter(person=guest)
    his = Session.objects.filter(Q(host=guest) | Q(pk__in=phones.values("session")))
    known: set[int] = set()
    while (now := set(his.values_list("pk", flat=True))) != known:
        hold_tables(his)
        known = now


@receiver(guest_merged)
def bring_tables(guest: Person, into: Person, **_: Any) -> None:
    """Let the person sit where the guest sat, and keep what he kept."""
    groups = Member.objects.filter(person=into).values("group")
    kept = Session.objects.filter(Q(host__in=[guest, into]) | Q(group__in=groups))
    stays = set(kept.filter(phones__person=guest).values_list("pk", flat=True))
    own = {phone.session_id: phone for phone in Phone.objects.filter(person=into)}
    for phone in Phone.objects.filter(person=guest):
        there = own.get(phone.session_id)
        if phone.session_id in stays:
            phone.removed = None
        if there is None:
            Phone.objects.filter(pk=phone.pk).update(person=into, removed=phone.removed)
            continue
        phone.delete()
        there.seat_id = there.seat_id or phone.seat_id
        there.removed = None if phone.session_id in stays else there.removed or phone.removed
        there.joined = min(there.joined, phone.joined)
        there.save(update_fields=["seat", "removed", "joined"])
    Session.objects.filter(host=guest).update(host=into)
    shut_out(guest.pk)


@receiver(logged_out)
def end_streams(person: int, **_: Any) -> None:
    """Whoever was signed out hears no table any more; a phone of his that was not begins to listen anew."""
    shut_out(person)

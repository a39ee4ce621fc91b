"""A guest turns out to be somebody who is known: what is his becomes that person's.

Nothing that was written is changed. Logs keep the number of who wrote, and whoever asks whether two numbers are one
person asks here. Other rooms bring along what lies with them (`merged`), within the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.dispatch import Signal

from .groups import hold
from .models import CarryCode, Device, MailCode, Member, Person, Player

# sent with `guest`, while nothing is held: other rooms hold what he has before his groups and himself
holding = Signal()
# sent with `guest` and `into`, both persons
merged = Signal()


def merge(guest: Person, into: Person) -> None:
    """Give all that a guest has to another person, once. Within a transaction of the caller's; raises ValueError for
    somebody who is no guest, or is another's already.

    The guest's row stays, for the logs, and lets nobody in any more: his other browsers are signed out, because they
    never showed that they are that person's.
    """
    holding.send(sender=None, guest=guest)
    for group in Member.objects.filter(person=guest).order_by("group").values_list("group", flat=True):
        hold(group)
    both = Person.objects.filter(pk__in=[guest.pk, into.pk]).order_by("pk")
    rows = {each.pk: each for each in both.select_for_update(no_key=True)}
    guest, into = rows[guest.pk], rows[into.pk]
    if guest.merged_into_id == into.pk:
        return  # two taps at once
    if guest.kept or guest.merged_into_id or into.merged_into_id or guest.pk == into.pk:
        raise ValueError("Only a guest is merged, and only into somebody who is not.")
    for member in Member.objects.filter(person=guest):
        _bring_membership(member, into)
    Device.objects.filter(person=guest).update(person=into)
    Player.objects.filter(was=guest).update(was=into)
    for codes in (CarryCode, MailCode):
        codes.objects.filter(person=guest).delete()  # what is on its way opens nothing any more
    merged.send(sender=None, guest=guest, into=into)
    Person.objects.filter(merged_into=guest).update(merged_into=into)
    into.current_id = into.current_id or guest.current_id
    into.language = into.language or guest.language
    into.save(update_fields=["current", "language"])
    guest.merged_into = into
    guest.is_active = False
    guest.set_unusable_password()
    guest.save(update_fields=["merged_into", "is_active", "password"])


def _bring_membership(member: Member, into: Person) -> None:
    """A membership of the guest; what was agreed with the person already is the stronger."""
    member.delete()
    known, new = Member.objects.get_or_create(
        group_id=member.group_id, person=into, defaults={"owner": member.owner, "player": member.player}
    )
    if new:
        Member.objects.filter(pk=known.pk).update(joined=member.joined)
        return
    if known.player_id and member.player_id:
        Player.objects.filter(pk=member.player_id).update(was=into)
    known.owner = known.owner or member.owner
    known.player = known.player or member.player
    known.save(update_fields=["owner", "player"])


def is_one(first: int | None, second: int | None) -> bool:
    """Whether two numbers of persons are one person's. None is nobody's."""
    if first is None or second is None:
        return False
    return first == second or len(set(numbers_now([first, second]).values())) == 1


def numbers_of(person: Person) -> list[int]:
    """All numbers that are this person's: his own, and those of the guests that turned out to be he."""
    return [person.pk, *Person.objects.filter(merged_into=person).values_list("pk", flat=True)]


def numbers_now(numbers: Iterable[int]) -> dict[int, int]:
    """Each of these numbers of persons with the number that the person has now."""
    asked = set(numbers)
    moved = Person.objects.filter(pk__in=asked).exclude(merged_into=None).values_list("pk", "merged_into")
    return {each: each for each in asked} | {each: now for each, now in moved if now is not None}

"""Merge a guest into an account.

Logs are not changed: they keep the primary key of the guest. The functions below tell whether two keys are the same
person. Other rooms move their rows on the signal `guest_merged`, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.dispatch import Signal

from .groups import lock_group
from .models import Device, DeviceTransferCode, MailCode, Member, Person, Player

# sent with `guest` before any lock is taken: other rooms lock their rows before groups and persons
locking_guest = Signal()
# sent with `guest` and `into`, both persons
guest_merged = Signal()


def merge_guest(guest: Person, into: Person) -> None:
    """Move all rows of a guest to another person, once, in a transaction of the caller.

    Raises ValueError for a person with an account or one merged into another person. The guest's row stays for the
    logs and is inactive. Its other browsers are logged out, because they have not proven to be the person's.
    """
    locking_guest.send(sender=None, guest=guest)
    for group in Member.objects.filter(person=guest).order_by("group").values_list("group", flat=True):
        lock_group(group)
    both = Person.objects.filter(pk__in=[guest.pk, into.pk]).order_by("pk")
    rows = {each.pk: each for each in both.select_for_update(no_key=True)}
    guest, into = rows[guest.pk], rows[into.pk]
    if guest.merged_into_id == into.pk:
        return  # merged by a simultaneous request
    if guest.has_account or guest.merged_into_id or into.merged_into_id or guest.pk == into.pk:
        raise ValueError("Only a guest is merged, and only into somebody who is not.")
    for member in Member.objects.filter(person=guest):
        _move_membership(member, into)
    Device.objects.filter(person=guest).update(person=into)
    Player.objects.filter(former_claimant=guest).update(former_claimant=into)
    for codes in (DeviceTransferCode, MailCode):
        codes.objects.filter(person=guest).delete()  # void pending codes
    guest_merged.send(sender=None, guest=guest, into=into)
    Person.objects.filter(merged_into=guest).update(merged_into=into)
    into.current_id = into.current_id or guest.current_id
    into.language = into.language or guest.language
    into.save(update_fields=["current", "language"])
    guest.merged_into = into
    guest.is_active = False
    guest.set_unusable_password()
    guest.save(update_fields=["merged_into", "is_active", "password"])


def _move_membership(member: Member, into: Person) -> None:
    """Move a membership of the guest; an existing membership of the person takes precedence."""
    member.delete()
    known, new = Member.objects.get_or_create(
        group_id=member.group_id, person=into, defaults={"owner": member.owner, "player": member.player}
    )
    if new:
        Member.objects.filter(pk=known.pk).update(joined=member.joined)
        return
    if known.player_id and member.player_id:
        Player.objects.filter(pk=member.player_id).update(former_claimant=into)
    known.owner = known.owner or member.owner
    known.player = known.player or member.player
    known.save(update_fields=["owner", "player"])


def is_same_person(first: int | None, second: int | None) -> bool:
    """Return whether two keys of persons are the same person after merges.

    None is never the same.
    """
    if first is None or second is None:
        return False
    return first == second or len(set(current_person_ids([first, second]).values())) == 1


def person_ids(person: Person) -> list[int]:
    """Return the key of a person and those of the guests merged into them."""
    return [person.pk, *Person.objects.filter(merged_into=person).values_list("pk", flat=True)]


def current_person_ids(numbers: Iterable[int]) -> dict[int, int]:
    """Map keys of persons to the keys that they have after merges."""
    ids = set(numbers)
    moved = Person.objects.filter(pk__in=ids).exclude(merged_into=None).values_list("pk", "merged_into")
    return {each: each for each in ids} | {each: now for each, now in moved if now is not None}

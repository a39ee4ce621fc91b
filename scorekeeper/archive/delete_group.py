"""Deleting a group or sessions with all their rows in all rooms.

The rows are found by the models (`sql.owned_by`) and deleted by raw SQL, because the models of the log and the ledger
refuse deletion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import connection, models

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.groups import lock_groups_and_tables
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.people.names import tidy
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.models import Session
from scorekeeper.play.notifications import notify

from . import sql


class NotDeletedError(ValueError):
    """A refused deletion.

    `code`: `owner_only`, or `other_name` if the typed name differs.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def delete(group: Group, owner: Person, typed: str) -> None:
    """Delete a group, irreversibly.

    `typed`: must equal `called(group)`. Raises NotDeletedError.
    """
    if tidy(typed).casefold() != called(group).casefold():
        raise NotDeletedError("other_name")
    with writing():
        # waits for entries that are being written
        lock_groups_and_tables([group.pk])
        if not Member.objects.filter(group=group, person=owner, owner=True).exists():
            raise NotDeletedError("owner_only")
        wipe(group)


def called(group: Group) -> str:
    """Return the text to be typed: the group's name, or its address if it has none."""
    return tidy(group.name) or group.address


def wipe(group: Group) -> None:
    """Remove a group with all its rows, and end the streams of its tables.

    Call within a transaction that locks the group and its tables.
    """
    for session, address in list(Session.objects.filter(group=group).values_list("pk", "address")):
        notify(session, 0, end_streams=True)
        GAME_CACHE.drop(address)
    with connection.cursor() as cursor:
        for statement in sql.delete_owned(sql.owned_by(Group)):
            cursor.execute(statement, [group.pk])


def remove_sessions(numbers: Sequence[int]) -> None:
    """Remove sessions with all their rows except postings.

    Call within a transaction that holds the group.
    """
    if not numbers:
        return
    Session.objects.filter(rematch_of__in=numbers).update(rematch_of=None)
    for session, address in list(Session.objects.filter(pk__in=numbers).values_list("pk", "address")):
        notify(session, 0, end_streams=True)
        GAME_CACHE.drop(address)
    with connection.cursor() as cursor:
        for statement in sql.delete_owned(sql.owned_by(Session), len(numbers)):
            cursor.execute(statement, list(numbers))


def rows_of(group: int) -> Iterator[tuple[type[models.Model], list[int]]]:
    """Yield the row ids of a group by model, dependent models and newer rows first."""
    owned = sql.owned_by(Group)
    for model in reversed(owned):
        with connection.cursor() as cursor:
            cursor.execute(sql.select_ids(model, owned), [group])
            yield model, sorted((number for (number,) in cursor.fetchall()), reverse=True)


def remove_rows(model: type[models.Model], numbers: Sequence[int]) -> None:
    """Remove rows by id."""
    with connection.cursor() as cursor:
        cursor.execute(sql.delete_rows(model, len(numbers)), list(numbers))

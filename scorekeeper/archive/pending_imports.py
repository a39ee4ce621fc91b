"""Removal of abandoned group imports.

A group that is being imported has no members and is shown nowhere. If its import was interrupted or repeated, the rest
is removed after some minutes, or when the server starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial

from django.db import connection, models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scorekeeper.ledger.models import Posting
from scorekeeper.people.models import Device, Group, Member, Person
from scorekeeper.play.models import Entry, Session

from .author_pseudonyms import PREFIX
from .chunked_transactions import GoneError, Step, batched, part, run
from .delete_group import remove_rows, rows_of
from .models import Upload

DEAD = timedelta(minutes=5)  # without progress, since another process may be importing
FEW = 200


def sweep(address: str = "", group: int | None = None) -> None:
    """Remove abandoned group imports.

    `address`, `group`: of a group that is imported again. Its earlier import is removed at once, which stops it.
    """
    _discard_each(Q(import_progress_at__lt=timezone.now() - DEAD) | Q(address=address) | Q(pk=group))


def sweep_dead(**_: object) -> None:
    """Receiver that removes the group imports without progress for `DEAD`."""
    sweep()


def sweep_all() -> None:
    """Remove abandoned group imports at server start; all of them on SQLite with its one server."""
    if connection.vendor == "sqlite":
        _discard_each(Q())
    else:
        sweep()


def discard(group: int) -> None:
    """Remove a pending group, a few rows at a time."""
    with suppress(GoneError):  # another process removed it too
        run(_steps(group), partial(part, group))


def _discard_each(wanted: Q) -> None:
    # a group with members is complete, whatever its `import_progress_at`
    nobodys = Group.objects.filter(wanted, ~Exists(Member.objects.filter(group=OuterRef("pk"))))
    for number in list(nobodys.filter(import_progress_at__isnull=False).values_list("pk", flat=True)):
        discard(number)


def _steps(group: int) -> Iterator[Step]:
    yield partial(Upload.objects.filter(group=group).update, group=None)
    # a game may be the rematch of one with a higher id
    for few in batched(list(Session.objects.filter(group=group).values_list("pk", flat=True)), FEW):
        yield partial(Session.objects.filter(pk__in=few).update, rematch_of=None)
    for model, numbers in rows_of(group):
        for few in batched(numbers, FEW):
            yield partial(_remove, model, few)


def _remove(model: type[models.Model], numbers: list[int]) -> None:
    """Remove rows; of entries and postings also the imported authors and devices without others."""
    authors, devices = set[int](), set[int]()
    if model is Entry:
        lines = Entry.objects.filter(pk__in=numbers).order_by()
        authors |= set(lines.values_list("author", flat=True))
        devices |= set(lines.values_list("device", flat=True))
    if model is Posting:
        wrote = Posting.objects.filter(pk__in=numbers).order_by().values("author")
        authors |= set(Person.objects.filter(pk__in=wrote).values_list("pk", flat=True))
    remove_rows(model, numbers)
    Device.objects.filter(~Exists(Entry.objects.filter(device=OuterRef("pk"))), pk__in=devices).delete()
    orphans = Person.objects.filter(pk__in=authors, username__startswith=PREFIX)
    for rows in (Entry.objects, Posting.objects):
        orphans = orphans.exclude(Exists(rows.filter(author=OuterRef("pk"))))
    orphans.delete()

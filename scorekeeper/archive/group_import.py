"""Import of a group file: all of it or nothing, without delaying players.

Addresses and keys are those of the file, or new ones in a copy. The importer becomes the owner and only member, because
a file says nothing about permissions.

The file is validated first, then written in short transactions into a group without members, and verified there. The
last transaction adds the importer. docs/decisions/imports.md gives the reasons.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import DatabaseError, IntegrityError
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.history import rating_history
from scorekeeper.history.models import Result
from scorekeeper.ledger.models import Posting
from scorekeeper.people.groups import MOST_GROUPS
from scorekeeper.people.models import Group, Member, Person, Player, new_address
from scorekeeper.play.models import Session
from scorekeeper.play.session_reader import verify_group

from .chunked_transactions import GoneError, batched, part, run
from .group_records import GroupFile
from .group_validation import file_error, validate
from .group_writer import GroupWriter
from .json_reader import FileError
from .models import Upload
from .pending_imports import discard, sweep
from .uploads import claim

BATCH = 500
COURSE = 200  # games recomputed in one transaction


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Existing rows with identifiers of a file: of the group itself, and of anything else in it."""

    group: bool
    other: bool

    def __bool__(self) -> bool:
        return self.group or self.other


def conflicts_of(file: GroupFile) -> Conflicts:
    """Return the conflicts of a file's addresses and keys, pending imports excluded."""
    group = Group.objects.filter(address=file.address, import_progress_at=None).exists()
    others: tuple[tuple[Any, str, list[Any]], ...] = (
        (Player.objects, "address__in", [row.address for row in file.players]),
        (Session.objects, "address__in", [row.address for row in file.games]),
        (Posting.objects, "key__in", [row.key for row in file.ledger]),
    )
    found = any(
        rows.filter(group__import_progress_at=None, **{name: few}).exists()
        for rows, name, values in others
        for few in batched(values, BATCH)
    )
    return Conflicts(group, found)


def import_group(
    file: GroupFile, importer: Person | None, *, copy: bool = False, upload: Upload | None = None
) -> Group | None:
    """Store the file as a new group owned by the importer, and return it.

    Without an importer, the first visitor of its link will own it. `copy`: with new addresses and keys. `upload`:
    claimed by the last transaction; returns None if another request claimed it first. Raises FileError `taken` for
    conflicts without `copy`, `too_many_groups`, and those of `group_validation`, such as `does_not_add_up` (`what`).
    """
    validate(file)
    sweep("" if copy else file.address, None if upload is None else upload.group_id)
    if not copy and conflicts_of(file):
        raise FileError("taken")
    if importer is not None:
        _must_have_room(importer)
    group = _create_group(file, copy=copy, upload=upload)
    try:
        _write(GroupWriter(file, group.pk, importer, copy=copy))
        _finish(group, importer, upload)
    except Exception as error:
        with suppress(DatabaseError):  # a later sweep will remove it
            discard(group.pk)
        if isinstance(error, GoneError):
            return None
        if isinstance(error, IntegrityError) and not copy and conflicts_of(file):
            raise FileError("taken") from error  # by a concurrent import
        raise
    return Group.objects.get(pk=group.pk)


def _create_group(file: GroupFile, *, copy: bool, upload: Upload | None) -> Group:
    """Create the pending group, without members."""
    fields = dict(file.fields)
    created = fields.pop("created")
    address = new_address() if copy else file.address
    try:
        with writing():
            group = Group.objects.create(address=address, import_progress_at=timezone.now(), **fields)
            Group.objects.filter(pk=group.pk).update(created=created)
            if upload is not None:
                Upload.objects.filter(pk=upload.pk).update(group=group)
    except IntegrityError as error:
        raise FileError("taken") from error
    return group


def _write(writer: GroupWriter) -> None:
    """Write the whole file, recompute ratings, and verify the group."""
    group_transaction = partial(part, writer.group)
    run(writer.steps(), group_transaction)
    run(writer.results(), group_transaction)
    variants = Result.objects.filter(group=writer.group).order_by("variant").values_list("variant", flat=True)
    for variant in list(variants.distinct()):
        place: rating_history.Place | None = rating_history.BEGINNING
        while place is not None:
            run([partial(rating_history.recompute, writer.group, variant, place, COURSE)], group_transaction)
            place = rating_history.pending_from(writer.group, variant)
    _verify_stored(writer)


def _verify_stored(writer: GroupWriter) -> None:
    """Raise FileError for the first fault that `verify` finds in the stored group."""
    places = {writer.sessions[game.address].address: game.place for game in writer.file.games}
    fault = next(verify_group(writer.group), None)
    if fault is not None:
        raise file_error(places[fault.address], fault)


def _finish(group: Group, importer: Person | None, upload: Upload | None) -> None:
    """Add the importer as owner.

    Raises GoneError if the import or its upload is gone.
    """
    with part(group.pk):
        if upload is not None and not claim(upload):
            raise GoneError
        if importer is not None:
            _must_have_room(importer)
            Member.objects.create(group=group, person=importer, owner=True)
        Group.objects.filter(pk=group.pk).update(import_progress_at=None)


def _must_have_room(importer: Person) -> None:
    if Member.objects.filter(person=importer).count() >= MOST_GROUPS:
        raise FileError("too_many_groups")

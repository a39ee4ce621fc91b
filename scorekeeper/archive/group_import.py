"""A group's file, brought in: all of it, or nothing, and never at the cost of those who play meanwhile.

It comes in under the addresses and keys of the file; where one of them is taken here, as a copy, under new ones. The
importer keeps the group and nobody else gets in: a file says what was played, not who may come.

Everything is looked at before anything is written. Then it is written in parts that are short each, into a group that
is nobody's, and looked at once more as it lies there; the last part makes it the importer's. docs/decisions/imports.md
says why.
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
from .group_validation import must_add_up, wrong
from .group_writer import GroupWriter
from .json_reader import FileError
from .models import Upload
from .pending_imports import discard, sweep
from .uploads import claim

BATCH = 500
COURSE = 200  # games of one part


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What of a file is here already: `group`, whether its own address; `other`, whether anything else of it."""

    group: bool
    other: bool

    def __bool__(self) -> bool:
        return self.group or self.other


def conflicts_of(file: GroupFile) -> Conflicts:
    """What stands in the way of bringing the file in under its own addresses. What only arrives stands in nobody's."""
    group = Group.objects.filter(address=file.address, arriving=None).exists()
    others: tuple[tuple[Any, str, list[Any]], ...] = (
        (Player.objects, "address__in", [row.address for row in file.players]),
        (Session.objects, "address__in", [row.address for row in file.games]),
        (Posting.objects, "key__in", [row.key for row in file.ledger]),
    )
    found = any(
        rows.filter(group__arriving=None, **{name: few}).exists()
        for rows, name, values in others
        for few in batched(values, BATCH)
    )
    return Conflicts(group, found)


def import_group(
    file: GroupFile, importer: Person | None, *, copy: bool = False, upload: Upload | None = None
) -> Group | None:
    """Store the file as a new group that the importer keeps; without one nobody is in it, and whoever comes first keeps
    it. `copy`: under new addresses.

    `upload`: what it was kept as, used up with the last part; None comes back where somebody was quicker with it.
    Raises FileError `taken` where its addresses or keys are here and no copy is wanted; `too_many_groups`;
    `does_not_add_up` (`what`, as `verify` says it) and others of `group_check` for a file of which something is wrong.
    """
    must_add_up(file)
    sweep("" if copy else file.address, None if upload is None else upload.group_id)
    if not copy and conflicts_of(file):
        raise FileError("taken")
    if importer is not None:
        _must_have_room(importer)
    group = _begun(file, copy=copy, upload=upload)
    try:
        _write(GroupWriter(file, group.pk, importer, copy=copy))
        _end(group, importer, upload)
    except Exception as error:
        with suppress(DatabaseError):  # then it goes with the next one that comes
            discard(group.pk)
        if isinstance(error, GoneError):
            return None
        if isinstance(error, IntegrityError) and not copy and conflicts_of(file):
            raise FileError("taken") from error  # by somebody else, meanwhile
        raise
    return Group.objects.get(pk=group.pk)


# --- inside ----------------------------------------------------------------------------------------------


def _begun(file: GroupFile, *, copy: bool, upload: Upload | None) -> Group:
    """A group that nobody is in."""
    fields = dict(file.fields)
    created = fields.pop("created")
    address = new_address() if copy else file.address
    try:
        with writing():
            group = Group.objects.create(address=address, arriving=timezone.now(), **fields)
            Group.objects.filter(pk=group.pk).update(created=created)
            if upload is not None:
                Upload.objects.filter(pk=upload.pk).update(group=group)
    except IntegrityError as error:
        raise FileError("taken") from error
    return group


def _write(writer: GroupWriter) -> None:
    """All of the file, and once more looked at."""
    its_own = partial(part, writer.group)
    run(writer.steps(), its_own)
    run(writer.results(), its_own)
    variants = Result.objects.filter(group=writer.group).order_by("variant").values_list("variant", flat=True)
    for variant in list(variants.distinct()):
        place: rating_history.Place | None = rating_history.BEGINNING
        while place is not None:
            run([partial(rating_history.recompute, writer.group, variant, place, COURSE)], its_own)
            place = rating_history.pending_from(writer.group, variant)
    _must_be_as_written(writer)


def _must_be_as_written(writer: GroupWriter) -> None:
    """Raise FileError for the first thing that does not add up as it lies in the tables."""
    places = {writer.sessions[game.address].address: game.place for game in writer.file.games}
    fault = next(verify_group(writer.group), None)
    if fault is not None:
        raise wrong(places[fault.address], fault)


def _end(group: Group, importer: Person | None, upload: Upload | None) -> None:
    """Make it the importer's. Raises GoneError where he is gone, or somebody has used up what is kept."""
    with part(group.pk):
        if upload is not None and not claim(upload):
            raise GoneError
        if importer is not None:
            _must_have_room(importer)
            Member.objects.create(group=group, person=importer, owner=True)
        Group.objects.filter(pk=group.pk).update(arriving=None)


def _must_have_room(importer: Person) -> None:
    if Member.objects.filter(person=importer).count() >= MOST_GROUPS:
        raise FileError("too_many_groups")

"""Imports that are on their way, part by part: a moment in the request that began them, the rest in the background.

What is owed is in the database: a server that was stopped goes on where it was. Of several processes one works at an
import, and one import at a time goes on in a process. docs/decisions/imports.md says why.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock, Thread
from time import monotonic, sleep
from zoneinfo import ZoneInfo

from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language, override

from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.models import Group, Person
from scorekeeper.rules.contract import RuleError

from . import import_steps, uploads
from .json_reader import FileError
from .messages import error_text
from .models import Import, Upload

AT_ONCE = 0.7  # seconds of the request that begins an import
SLICE = 30.0  # seconds until another import has its turn: its file is read again then
LEASE = timedelta(seconds=60)  # without a part, where another process could be at it
WAITING = 50  # imports of all groups together
PAUSE, BREATH = 1.0, 0.1  # seconds before a database is asked again, and between two imports
ACTIVE = (Import.State.RUNNING, Import.State.UNDOING)

logger = logging.getLogger(__name__)
_lock = Lock()
_workers: list[Thread] = []


def begin(upload: Upload, group: Group, person: Person, device: int) -> Import | None:
    """Take what a person sent and begin to import it; None where it was taken before.

    Raises FileError `import_runs` where the group has another one under way, and `too_many_imports`.
    """
    if Import.objects.filter(state__in=ACTIVE).count() >= WAITING:
        raise FileError("too_many_imports")
    try:
        with transaction.atomic():
            found = Import.objects.create(
                group=group,
                person=person,
                device=device,
                kind=upload.kind,
                name=upload.name,
                data=bytes(upload.data),
                today=timezone.localdate(),
                zone=timezone.get_current_timezone_name(),
                language=get_language() or "en",
            )
            taken = uploads.claim(upload)
            if not taken:
                transaction.set_rollback(True)
    except IntegrityError:
        raise FileError("import_runs") from None
    return found if taken else None


def work(number: int, seconds: float | None = None) -> bool:
    """Go on with an import for some seconds, or to its end; whether nothing is left to do."""
    if not _claimed(number):
        return not Import.objects.filter(pk=number, state__in=ACTIVE).exists()
    end = None if seconds is None else monotonic() + seconds
    try:
        _work(number, end)
    finally:
        Import.objects.filter(pk=number).update(worked=None)
    return not Import.objects.filter(pk=number, state__in=ACTIVE).exists()


def start() -> None:
    """Let the background go on with what is owed; nothing happens where it is at it."""
    with _lock:
        if _workers and _workers[0].is_alive():
            return
        _workers[:] = [Thread(target=_background, name="imports", daemon=True)]
        _workers[0].start()


def resume() -> None:
    """Go on with what a stopped server left. On SQLite this is the only one, so nobody else is at it."""
    if not Import.objects.filter(state__in=ACTIVE).exists():
        return
    if connection.vendor == "sqlite":
        Import.objects.update(worked=None)
    start()


# --- inside ----------------------------------------------------------------------------------------------


def _claimed(number: int) -> bool:
    """Take an import for this thread, where no other is at it."""
    free = Q(worked=None) | Q(worked__lt=timezone.now() - LEASE)
    wanted = Import.objects.filter(free, pk=number, state__in=ACTIVE)
    return bool(wanted.update(worked=timezone.now()))


def _work(number: int, end: float | None) -> None:
    found = Import.objects.select_related("group", "person").get(pk=number)
    with timezone.override(ZoneInfo(found.zone)), override(found.language):
        try:
            for _part in import_steps.parts(found):
                if end is not None and monotonic() >= end:
                    return
        except (FileError, RuleError, StakeError) as error:
            _failed(number, error_text(error))
        except DatabaseError:
            raise
        except Exception:
            logger.exception("import %d broke off", number)
            _failed(number, "")


def _failed(number: int, why: str) -> None:
    Import.objects.filter(pk=number).update(state=Import.State.FAILED, why=why, data=b"")


def _background() -> None:
    """Work until nothing is owed; a database that is busy is asked again."""
    while True:
        try:
            with _closing():
                active = list(Import.objects.filter(state__in=ACTIVE).order_by("pk"))
                if not active:
                    return
                done = [work(each.pk, SLICE) for each in active]
        except OperationalError:
            logger.warning("an import waits for the database")
            done = []
        if not any(done):
            sleep(PAUSE if not done else BREATH)


@contextmanager
def _closing() -> Iterator[None]:
    try:
        yield
    finally:
        connection.close()

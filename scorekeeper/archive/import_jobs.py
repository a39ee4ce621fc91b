"""Scheduling of imports: started in the request, continued by a background thread.

Unfinished imports are in the database, so a restarted server continues them. One process works on an import at a time,
and a process works on one import at a time. docs/decisions/imports.md gives the reasons.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
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
from .import_rules import Rules
from .json_reader import FileError
from .messages import error_text
from .models import Import, Upload

AT_ONCE = 0.7  # seconds of work in the request that starts an import
SLICE = 30.0  # seconds until the next import's turn; resuming parses the file again
LEASE = timedelta(seconds=60)  # without progress, after which another process may take over
WAITING = 50  # active imports of all groups
PAUSE, BREATH = 1.0, 0.1  # seconds before a busy database is retried, and between two imports
ACTIVE = (Import.State.RUNNING, Import.State.UNDOING)

logger = logging.getLogger(__name__)
_lock = Lock()
_workers: list[Thread] = []


def begin(
    upload: Upload, group: Group, person: Person, device: int, house_rules: Mapping[str, Rules]
) -> Import | None:
    """Claim an upload and start its import; return None if it was claimed before.

    `house_rules`: chosen for results without them, by edition. Raises FileError `import_runs` if the group has an
    active import, and `too_many_imports`.
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
                house_rules={key: dict(rules) for key, rules in house_rules.items()},
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
    """Continue an import for some seconds, or to its end; return whether nothing is left to do."""
    if not _claimed(number):
        return not Import.objects.filter(pk=number, state__in=ACTIVE).exists()
    end = None if seconds is None else monotonic() + seconds
    try:
        _work(number, end)
    finally:
        Import.objects.filter(pk=number).update(worked_at=None)
    return not Import.objects.filter(pk=number, state__in=ACTIVE).exists()


def start() -> None:
    """Start the background thread unless it is running."""
    with _lock:
        if _workers and _workers[0].is_alive():
            return
        _workers[:] = [Thread(target=_background, name="imports", daemon=True)]
        _workers[0].start()


def resume() -> None:
    """Continue the imports left by a stopped server.

    On SQLite there is only one server, so all leases end.
    """
    if not Import.objects.filter(state__in=ACTIVE).exists():
        return
    if connection.vendor == "sqlite":
        Import.objects.update(worked_at=None)
    start()


def _claimed(number: int) -> bool:
    """Claim an import for this thread unless another one works on it."""
    free = Q(worked_at=None) | Q(worked_at__lt=timezone.now() - LEASE)
    wanted = Import.objects.filter(free, pk=number, state__in=ACTIVE)
    return bool(wanted.update(worked_at=timezone.now()))


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


def _failed(number: int, text: str) -> None:
    Import.objects.filter(pk=number).update(state=Import.State.FAILED, error=text, data=b"")


def _background() -> None:
    """Work until no import is active; retry while the database is busy."""
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

"""Delete expired rows: rate limit counters, codes, sessions, and guests without any data.

Runs at most once a minute when a rate limit is counted, and in a background thread, so that it also runs on an idle
server. Other rooms delete theirs on the signal `cleaning_up`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Lock, Thread
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import DatabaseError, IntegrityError, connection, models
from django.db.models import Exists, OuterRef
from django.dispatch import Signal

from scorekeeper.core.db.disk_space import shrink_database
from scorekeeper.core.db.write_lock import writing

from .models import Device, DeviceTransferCode, Group, MailCode, Member, Person, RateLimitCounter
from .recognise import SessionStore

# sent with `now`, an aware datetime; other rooms delete what has expired by then
cleaning_up = Signal()

MINUTE, HOUR = 60, 3600  # seconds between two runs, and between two runs that look for guests
EMPTY = timedelta(days=1)  # age at which empty guests and groups, and sessions without a person, are deleted
YEAR = timedelta(seconds=settings.SESSION_COOKIE_AGE)
BATCH = 200  # rows per transaction
GUEST = "guest-"

logger = logging.getLogger(__name__)
_one = Lock()
_last_cleanup = 0.0  # of this process, in seconds since 1970
_last_hourly_cleanup = 0.0  # the last run that looked for guests
_threads: list[Thread] = []


def clean_up_if_due(now: float) -> None:
    """Delete expired rows if the last run of this process was at least a minute ago.

    `now`: seconds since 1970; it may go back.
    """
    global _last_cleanup, _last_hourly_cleanup  # noqa: PLW0603 - state of this process
    with _one:
        if abs(now - _last_cleanup) < MINUTE:
            return
        _last_cleanup = now
        thorough = abs(now - _last_hourly_cleanup) >= HOUR
        _last_hourly_cleanup = now if thorough else _last_hourly_cleanup
    at = datetime.fromtimestamp(now, UTC)
    _delete_expired(int(now), at)
    cleaning_up.send(sender=None, now=at)
    if thorough:
        delete_empty_guests(at)
        delete_ownerless_sessions(at)


def start_background_cleanup() -> None:
    """Start the background thread, once per process."""
    if not (_threads and _threads[0].is_alive()):
        _threads[:] = [Thread(target=_background, name="cleanup", daemon=True)]
        _threads[0].start()


def delete_empty_guests(now: datetime) -> None:
    """Delete guests older than a day with nothing but unused devices and empty groups."""
    for numbers in _batches(_empty_guests(now)):
        with suppress(IntegrityError), writing():
            guests = list(_empty_guests(now).filter(pk__in=numbers).values_list("pk", flat=True))
            Group.objects.filter(member__person__in=guests).delete()
            Person.objects.filter(pk__in=guests).delete()


def delete_ownerless_sessions(now: datetime) -> None:
    """Delete sessions without an existing person that are one to three days old.

    Older ones were checked before.
    """
    since = Session.objects.filter(
        expire_date__gt=now + YEAR - 3 * EMPTY, expire_date__lte=now + YEAR - EMPTY
    )
    for keys in _batches(since):
        rows = {row.session_key: row.get_decoded().get(SESSION_KEY) for row in since.filter(pk__in=keys)}
        persons = Person.objects.filter(pk__in=[*filter(None, rows.values())])
        known = {str(pk) for pk in persons.values_list("pk", flat=True)}
        Session.objects.filter(pk__in=[key for key, person in rows.items() if person not in known]).delete()


def _delete_expired(now: int, at: datetime) -> None:
    RateLimitCounter.objects.filter(ends__lte=now).delete()
    MailCode.objects.filter(ends__lte=now).delete()
    DeviceTransferCode.objects.filter(ends__lte=at).delete()
    SessionStore.clear_expired(at)


def _empty_guests(now: datetime) -> Any:
    """Return guests without data.

    A group is empty if it has no other member and no other row refers to it.
    """
    others = Member.objects.filter(group=OuterRef("pk")).exclude(person=OuterRef(OuterRef("person")))
    empty = _unreferenced(Group, but={Member, Person}).exclude(Exists(others))
    groups = Member.objects.filter(person=OuterRef("pk")).exclude(group__in=empty.values("pk"))
    used = Device.objects.filter(person=OuterRef("pk")).exclude(pk__in=_unreferenced(Device).values("pk"))
    return (
        _unreferenced(Person, but={Device, Member})
        .filter(username__startswith=GUEST, has_account=False, merged_into=None, date_joined__lt=now - EMPTY)
        .exclude(Exists(groups))
        .exclude(Exists(used))
    )


def _unreferenced(model: type[models.Model], but: Collection[type[models.Model]] = ()) -> Any:
    """Return rows to which no table refers, except the tables in `but`."""
    found = model._default_manager.all()  # noqa: SLF001 - Django's own API has no public form
    for relation in model._meta.related_objects:  # noqa: SLF001
        if relation.many_to_many or relation.related_model in but:
            continue
        rows = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})  # noqa: SLF001 - Django's own API has no public form
        found = found.exclude(Exists(rows))
    return found


def _batches(rows: models.QuerySet[Any]) -> Iterator[list[Any]]:
    """Yield primary keys in batches."""
    keys = list(rows.values_list("pk", flat=True))
    for first in range(0, len(keys), BATCH):
        yield keys[first : first + BATCH]


def _background() -> None:
    while True:
        time.sleep(MINUTE)
        try:
            clean_up_if_due(time.time())
            if shrink_database():
                logger.info("The database's file was made smaller")
        except DatabaseError as error:
            logger.warning("Expired rows could not be deleted: %s", error)
        finally:
            connection.close()

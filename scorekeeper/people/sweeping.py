"""What has had its time is thrown away: counted tries, codes, logins, and guests who left nothing behind.

Once a minute where somebody is counted anyway, and by a thread of the server (`go_on`), so that it happens where nobody
comes, too. Rooms above ours throw away theirs when they are told (`sweeping`).
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

from scorekeeper.core.db.write_lock import writing

from .models import CarryCode, Device, Group, MailCode, Member, Person, Tally
from .room import give_back

# sent with `now`, an aware datetime: other rooms throw away what is over by then
sweeping = Signal()

MINUTE, HOUR = 60, 3600  # seconds between two sweeps; and between two that look for guests
EMPTY = timedelta(days=1)  # for guests and groups with nothing in them, and for logins of nobody
YEAR = timedelta(seconds=settings.SESSION_COOKIE_AGE)
FEW = 200  # rows of one transaction
GUEST = "guest-"

logger = logging.getLogger(__name__)
_one = Lock()
_swept = 0.0  # when this process last did it
_cleared = 0.0  # and last looked for guests
_threads: list[Thread] = []


def sweep_now_and_then(now: float) -> None:
    """Sweep, if the last time in this process was a while ago. `now`: seconds since 1970; a clock may be put back."""
    global _swept, _cleared  # noqa: PLW0603 - what this process remembers
    with _one:
        if abs(now - _swept) < MINUTE:
            return
        _swept = now
        thorough = abs(now - _cleared) >= HOUR
        _cleared = now if thorough else _cleared
    at = datetime.fromtimestamp(now, UTC)
    _sweep_counted(int(now), at)
    sweeping.send(sender=None, now=at)
    if thorough:
        sweep_guests(at)
        sweep_logins(at)


def go_on() -> None:
    """Sweep in the background, as long as the server runs."""
    if not (_threads and _threads[0].is_alive()):
        _threads[:] = [Thread(target=_background, name="sweeping", daemon=True)]
        _threads[0].start()


def sweep_guests(now: datetime) -> None:
    """Throw away guests of yesterday to whom nothing refers but phones that wrote nothing and groups that are empty."""
    for numbers in _parts(_empty_guests(now)):
        with suppress(IntegrityError), writing():
            guests = list(_empty_guests(now).filter(pk__in=numbers).values_list("pk", flat=True))
            Group.objects.filter(member__person__in=guests).delete()
            Person.objects.filter(pk__in=guests).delete()


def sweep_logins(now: datetime) -> None:
    """Throw away logins of nobody, and of persons who are gone, once they are a day old.

    Those that are older than three days were looked at in their time.
    """
    since = Session.objects.filter(
        expire_date__gt=now + YEAR - 3 * EMPTY, expire_date__lte=now + YEAR - EMPTY
    )
    for keys in _parts(since):
        rows = {row.session_key: row.get_decoded().get(SESSION_KEY) for row in since.filter(pk__in=keys)}
        persons = Person.objects.filter(pk__in=[*filter(None, rows.values())])
        known = {str(pk) for pk in persons.values_list("pk", flat=True)}
        Session.objects.filter(pk__in=[key for key, person in rows.items() if person not in known]).delete()


# --- inside ----------------------------------------------------------------------------------------------


def _sweep_counted(now: int, at: datetime) -> None:
    """No row outlives its use by much, but logins, by a year: they are who a guest is, and a clock that is wrong for a
    moment may not end them."""
    Tally.objects.filter(ends__lte=now).delete()
    MailCode.objects.filter(ends__lte=now).delete()
    CarryCode.objects.filter(ends__lte=at).delete()
    Session.objects.filter(expire_date__lt=at - YEAR).delete()


def _empty_guests(now: datetime) -> Any:
    """Guests with nothing. A group of theirs is empty where they are alone in it and nothing else refers to it."""
    others = Member.objects.filter(group=OuterRef("pk")).exclude(person=OuterRef(OuterRef("person")))
    empty = _unnamed(Group, but={Member, Person}).exclude(Exists(others))
    groups = Member.objects.filter(person=OuterRef("pk")).exclude(group__in=empty.values("pk"))
    used = Device.objects.filter(person=OuterRef("pk")).exclude(pk__in=_unnamed(Device).values("pk"))
    return (
        _unnamed(Person, but={Device, Member})
        .filter(username__startswith=GUEST, kept=False, merged_into=None, date_joined__lt=now - EMPTY)
        .exclude(Exists(groups))
        .exclude(Exists(used))
    )


def _unnamed(model: type[models.Model], but: Collection[type[models.Model]] = ()) -> Any:
    """Rows to which no row of any table refers, but for these tables."""
    found = model._default_manager.all()  # noqa: SLF001 - Django's own way
    for relation in model._meta.related_objects:  # noqa: SLF001
        if relation.many_to_many or relation.related_model in but:
            continue
        rows = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})  # noqa: SLF001 - Django's own way
        found = found.exclude(Exists(rows))
    return found


def _parts(rows: models.QuerySet[Any]) -> Iterator[list[Any]]:
    """Their keys, a few at a time."""
    keys = list(rows.values_list("pk", flat=True))
    for first in range(0, len(keys), FEW):
        yield keys[first : first + FEW]


def _background() -> None:
    while True:
        time.sleep(MINUTE)
        try:
            sweep_now_and_then(time.time())
            if give_back():
                logger.info("The database's file was made smaller")
        except DatabaseError as error:
            logger.warning("What is over could not be thrown away: %s", error)
        finally:
            connection.close()

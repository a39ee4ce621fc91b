"""Coming to a table and leaving it: phones sit down, the host decides about them, links and codes let them in.

Looking writes nothing: a link gives a phone a pass (`passes`), and only a tap makes a row here. Whatever ends
somebody's rights also ends his open streams (`announce`, `shut`). All but `sit` and `leave` are the host's, and
raise RuleError `host_only` for everybody else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.people.codes import LENGTH, SIGNS
from scorekeeper.rules.core import RuleError
from scorekeeper.writers import writing

from .announce import changed
from .models import Phone, Session
from .rights import Role, Visitor
from .table import Table, load

OPEN = timedelta(minutes=15)
SALT = "scorekeeper.play.joining"
logger = logging.getLogger(__name__)
MOST_PHONES = 60  # that sit at one table; a party is a third of it


def sit(address: str, visitor: Visitor, seat: str | None) -> Table:
    """Seat a person's phone: as the player of a seat, or as a guest who writes for others (None).

    `visitor` has become a person by now. A seat may have two phones: an old one and its successor. Raises Http404,
    and RuleError `too_many_phones`.
    """
    assert visitor.person is not None
    with writing():
        table = load(address, visitor, lock=True)
        place = None if seat is None else table.seat(seat)
        must_have_room(table, visitor)
        Phone.objects.update_or_create(session=table.session, person=visitor.person, defaults={"seat": place})
        changed(table.session.pk)
    _log(address, visitor, f"sits down, seat {seat or 'none'}")
    return load(address, visitor)


def must_have_room(table: Table, visitor: Visitor) -> None:
    """Refuse one more phone at a table that has so many: raises RuleError `too_many_phones`.

    A phone that was sent away holds no place, so that a table filled up with guests can be emptied.
    """
    phones = Phone.objects.filter(session=table.session, removed=None)
    if phones.count() >= MOST_PHONES and not phones.filter(person=visitor.number).exists():
        raise RuleError("too_many_phones", most=MOST_PHONES)


def leave(address: str, visitor: Visitor) -> None:
    """Get up: the phone is no longer at the table. Raises Http404, and RuleError `host_stays`."""
    with writing():
        table = load(address, visitor, lock=True)
        if table.rights.role is Role.HOST:
            raise RuleError("host_stays")
        if visitor.person is not None:
            Phone.objects.filter(session=table.session, person=visitor.person).delete()
        changed(table.session.pk, shut=True)
    _log(address, visitor, "leaves")


def remove(address: str, visitor: Visitor, phone: int) -> None:
    """Send a phone away until it is let back. Raises Http404 for no phone of this table, RuleError `host_stays`."""

    def do(table: Table) -> None:
        found = _phone(table, phone)
        if found.person_id == visitor.number:
            raise RuleError("host_stays")
        found.removed = found.removed or timezone.now()
        found.save(update_fields=["removed"])

    _decide(address, visitor, do, f"sends phone {phone} away")


def let_back(address: str, visitor: Visitor, phone: int) -> None:
    """Let a phone that was sent away back to its seat."""

    def do(table: Table) -> None:
        found = _phone(table, phone)
        found.removed = None
        found.save(update_fields=["removed"])

    _decide(address, visitor, do, f"lets phone {phone} back")


def change_link(address: str, visitor: Visitor) -> None:
    """Make every link and code that was given so far worth nothing. Whoever sits keeps his seat."""

    def do(table: Table) -> None:
        _update(table.session, link=table.session.link + 1, joining=None, code=None)

    _decide(address, visitor, do, "changes the link")


def hand_over(address: str, visitor: Visitor, phone: int) -> None:
    """Let the person of another phone keep the table."""

    def do(table: Table) -> None:
        found = _phone(table, phone)
        if found.removed:
            raise Http404
        _update(table.session, host=found.person_id)

    _decide(address, visitor, do, f"hands over to phone {phone}")


def let_write(address: str, visitor: Visitor, writers: str) -> None:
    """Decide who may write: a value of `Session.Writers`. Raises Http404 for another."""

    def do(table: Table) -> None:
        if writers not in Session.Writers.values:
            raise Http404
        _update(table.session, writers=writers)

    _decide(address, visitor, do, f"lets write: {writers}")


def open_joining(address: str, visitor: Visitor) -> None:
    """Let a code that can be typed live for a quarter of an hour; one that is still fresh is kept.

    Anybody who sits at the table may: he could as well show the link. Raises Http404 for watchers.
    """
    with writing():
        table = load(address, visitor, lock=True)
        if not table.rights.sits:
            raise Http404
        session, now = table.session, timezone.now()
        if session.joining is not None and session.joining > now + OPEN / 2:
            return
        session.joining = now + OPEN
        _update(session, joining=session.joining, code=digest(code_of(session) or ""))
        changed(session.pk)


def code_of(session: Session) -> str | None:
    """The code that may be typed now, None while joining is closed. It is computed, and only its digest stored."""
    if session.joining is None or session.joining <= timezone.now():
        return None
    seed = f"{session.pk}:{session.link}:{session.joining.isoformat()}"
    bits = int.from_bytes(salted_hmac(SALT, seed, algorithm="sha256").digest()[:5], "big")
    return "".join(SIGNS[bits >> shift & 31] for shift in range(0, 5 * LENGTH, 5))


def session_of(code: str) -> Session | None:
    """The table that a code in its one spelling opens at this moment."""
    return Session.objects.filter(code=digest(code), joining__gt=timezone.now()).first()


def digest(code: str) -> str:
    """How a code is stored."""
    return salted_hmac(f"{SALT}.digest", code, algorithm="sha256").hexdigest()


def minutes_left(until: datetime | None) -> int:
    """How many minutes more something lives, begun ones counted."""
    left = (until - timezone.now()).total_seconds() if until else 0
    return max(0, -int(-left // 60))


# --- inside ----------------------------------------------------------------------------------------------


def _decide(address: str, visitor: Visitor, do: Callable[[Table], None], what: str) -> None:
    with writing():
        table = load(address, visitor, lock=True)
        if not table.rights.keeps:
            raise RuleError("host_only")
        do(table)
        changed(table.session.pk, shut=True)
    _log(address, visitor, what)


def _log(address: str, visitor: Visitor, what: str) -> None:
    """A line for whoever keeps the server: by numbers, for names are the table's own."""
    logger.info("Table %s: person %d %s", address, visitor.number, what)


def _phone(table: Table, number: int) -> Phone:
    found = Phone.objects.filter(session=table.session, pk=number).first()
    if found is None:
        raise Http404
    return found


def _update(session: Session, **fields: Any) -> None:
    Session.objects.filter(pk=session.pk).update(**fields)

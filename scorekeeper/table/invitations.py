"""Codes that are typed to come to a table: they live for a quarter of an hour, and let in just as the link does.

A code is computed from the table, its link and the time; only its digest is stored, to find the table by.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.qr import host_for_phones, picture
from scorekeeper.people.one_time_codes import Codes
from scorekeeper.play.announce import changed
from scorekeeper.play.models import Session
from scorekeeper.play.passes import token_of
from scorekeeper.play.rights import Visitor
from scorekeeper.play.table import load

OPEN = timedelta(minutes=15)
# older than this module; other ones would end the codes of before
CODES, STORED = Codes("scorekeeper.play.joining"), Codes("scorekeeper.play.joining.digest")


def open_join_code(address: str, visitor: Visitor) -> None:
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
        code = STORED.digest(join_code(session) or "")
        Session.objects.filter(pk=session.pk).update(joining=session.joining, code=code)
        changed(session.pk)


def join_code(session: Session) -> str | None:
    """The code that may be typed now, None while joining is closed. It is computed, and only its digest stored."""
    if session.joining is None or session.joining <= timezone.now():
        return None
    return CODES.computed(f"{session.pk}:{session.link}:{session.joining.isoformat()}")


def session_with_code(code: str) -> Session | None:
    """The table that a code in its one spelling opens at this moment."""
    open_now = Session.objects.filter(joining__gt=timezone.now(), removed=None)
    return open_now.filter(code=STORED.digest(code)).first()


def seconds_left(until: datetime | None) -> int:
    """How many seconds more something lives, begun ones counted."""
    left = (until - timezone.now()).total_seconds() if until else 0
    return max(0, ceil(left))


@dataclass(frozen=True, slots=True)
class Invitation:
    """`link`: opens the table. `site`: where a code is typed. `reachable`: whether other phones can open either."""

    link: str
    site: str
    reachable: bool = True

    @property
    def picture(self) -> SafeString:
        """The link as a QR code, drawn without a style of its own."""
        return picture(self.link)


def invitation(request: HttpRequest, session: Session) -> Invitation:
    """The way to a table by the host that was asked; by one that phones can reach where that is this machine."""
    host, reachable = host_for_phones(request)
    site = f"{request.scheme}://{host}"
    link = site + reverse("come", args=[session.address, token_of(session)])
    return Invitation(link, host + reverse("join"), reachable)

"""Invitations to a table: a link, its QR code, and a code to type that works for 15 minutes.

A code is computed from the table, its link and the time. Only its digest is stored, to find the table by.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.qr import host_for_phones, picture
from scorekeeper.people.one_time_codes import Codes, in_fours
from scorekeeper.play.access_links import token_of
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session
from scorekeeper.play.notifications import notify_change
from scorekeeper.play.permissions import Visitor

OPEN = timedelta(minutes=15)
# where a line may end within an address: after "/", before the port
_BREAKS = re.compile(r"(?<=/)(?=.)|(?=:\d+/)")
# salts of earlier versions: other ones would invalidate codes in use
CODES, STORED = Codes("scorekeeper.play.joining"), Codes("scorekeeper.play.joining.digest")


def open_join_code(address: str, visitor: Visitor) -> None:
    """Open a code for 15 minutes, unless one works for at least half of that.

    Every player at the table may do so, because they could show the link as well. Raises Http404 for spectators.
    """
    with writing():
        table = load(address, visitor, lock=True)
        if not table.permissions.is_player:
            raise Http404
        session, now = table.session, timezone.now()
        if session.code_expires is not None and session.code_expires > now + OPEN / 2:
            return
        session.code_expires = now + OPEN
        code = STORED.digest(join_code(session) or "")
        Session.objects.filter(pk=session.pk).update(code_expires=session.code_expires, code=code)
        notify_change(session.pk)


def join_code(session: Session) -> str | None:
    """Return the code that works now, None if there is none."""
    if session.code_expires is None or session.code_expires <= timezone.now():
        return None
    return CODES.derive(f"{session.pk}:{session.link_generation}:{session.code_expires.isoformat()}")


def session_with_code(code: str) -> Session | None:
    """Return the session that a code in its normal spelling opens now."""
    open_now = Session.objects.filter(code_expires__gt=timezone.now(), removed=None)
    return open_now.filter(code=STORED.digest(code)).first()


def seconds_left(until: datetime | None) -> int:
    """Return the whole seconds until a time, rounded up."""
    left = (until - timezone.now()).total_seconds() if until else 0
    return max(0, ceil(left))


def code_context(session: Session) -> dict[str, Any]:
    """Return the template context of the code that works now.

    `code`: in two groups, None if there is none. `lives`: how long it works. `again`: seconds until that text changes.
    """
    code, seconds = join_code(session), seconds_left(session.code_expires)
    minutes = ceil(seconds / 60)
    lives = ngettext(
        "The code works for %(count)d more minute; the link keeps working.",
        "The code works for %(count)d more minutes; the link keeps working.",
        minutes,
    )
    return {
        "code": in_fours(code) if code else None,
        "lives": lives % {"count": minutes},
        "again": seconds - 60 * (minutes - 1),
    }


@dataclass(frozen=True, slots=True)
class Invitation:
    """The link to a table and the address where a code is typed.

    `link`: opens the table. `site`: page for the code. `reachable`: whether other phones can open either.
    """

    link: str
    site: str
    reachable: bool = True

    @property
    def site_in_lines(self) -> SafeString:
        """The address where a code is typed, which a line may leave after "/" and before the port."""
        return mark_safe(_BREAKS.sub("<wbr>", escape(self.site)))  # noqa: S308 - escaped

    @property
    def picture(self) -> SafeString:
        """The link as a QR code in SVG, without styles."""
        return picture(self.link)


def invitation(request: HttpRequest, session: Session, *, screen: bool = False) -> Invitation:
    """Build the invitation for the requested host.

    `screen`: to the big screen instead of the table. Where the host is this machine (localhost), use an address that
    phones can reach.
    """
    host, reachable = host_for_phones(request)
    query = {"screen": 1} if screen else None
    link = reverse("join", args=[session.address, token_of(session)], query=query)
    site = host + reverse("television_code" if screen else "enter_code")
    return Invitation(f"{request.scheme}://{host}{link}", site, reachable)

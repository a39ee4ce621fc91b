"""How often something may be tried: counted in the database, so that all processes and machines count together.

Tries are counted by purpose and by who tries, a window of a minute at a time that begins with the first try. Who
tries is an address of the network (an IPv4 address; of IPv6 the /64 that one household has) or a name that the
caller makes, and is kept as a keyed digest only. Not for what happens at every request: each try that is taken
is a write. Count outside of a transaction that may be rolled back.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from .models import MailCode, Tally

WINDOW = 60  # seconds
EVERYBODY = "everybody"
ALARM = "alarm"

logger = logging.getLogger(__name__)

# A window is over when its end has passed, and also when that lies further ahead than any window's: then the clock was
# put back.
_RUNS = "people_tally.ends BETWEEN %(now)s + 1 AND %(now)s + 2 * %(window)s"
# One statement, so that of any number of tries at once exactly `most` are taken.
_TAKE = f"""
INSERT INTO people_tally (key, count, ends) VALUES (%(key)s, 1, %(now)s + %(window)s)
ON CONFLICT (key) DO UPDATE SET
count = CASE WHEN {_RUNS} THEN people_tally.count + 1 ELSE 1 END,
ends = CASE WHEN {_RUNS} THEN people_tally.ends ELSE excluded.ends END
WHERE people_tally.count < %(most)s OR NOT ({_RUNS})
"""  # noqa: S608 - of our own constants
_FULL = f"SELECT ends FROM people_tally WHERE key = %(key)s AND count >= %(most)s AND {_RUNS}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a try is taken. `wait`: seconds until the next one would be, for Retry-After; 0 where it is."""

    wait: int = 0

    def __bool__(self) -> bool:
        return not self.wait


class TooManyError(Exception):
    """A try that is refused, for whoever needs no page of his own for it. `wait`: as of the verdict."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def must_allow(purpose: str, who: HttpRequest | str, *, per_window: int, window: int = WINDOW) -> None:
    """Count a try. Raises TooManyError, which becomes a page that says to wait."""
    verdict = allow(purpose, who, per_minute=per_window, window=window)
    if not verdict:
        raise TooManyError(verdict.wait)


def allow(
    purpose: str,
    who: HttpRequest | str,
    *,
    per_minute: int,
    in_all: int | None = None,
    window: int = WINDOW,
) -> Verdict:
    """Count a try. `in_all`: how many everybody together may make; reaching it is logged once a window.

    `window`: seconds, where another time than a minute is meant. A try that is refused counts nowhere; but who tries
    is counted first, so one that is too many for everybody together counts for him.
    """
    key = _key(purpose, who)
    if wait := _taken(key, per_minute, window):
        logger.info("Too many tries at %s from one place, here called %s", purpose, key[:8])
        return Verdict(wait)
    if in_all is not None and (wait := _taken(_key(purpose, EVERYBODY), in_all, window)):
        if not _taken(_key(purpose, ALARM), 1, window):
            logger.error("Too many tries at %s in all: more than %d in %d seconds", purpose, in_all, window)
        return Verdict(wait)
    return Verdict()


def forgive(purpose: str, who: HttpRequest | str) -> None:
    """The last try was right: it does not count, so that a whole club may come in through one address."""
    keys = [_key(purpose, who), _key(purpose, EVERYBODY)]
    Tally.objects.filter(key__in=keys, count__gt=0).update(count=F("count") - 1)


def network_of(who: HttpRequest | str) -> str:
    """The network that tries are counted for. The server takes an address from trusted proxies only."""
    said = who if isinstance(who, str) else str(who.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(said.partition("%")[0])
    except ValueError:
        return said
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return str(address)


# --- inside ----------------------------------------------------------------------------------------------

_sweeping = Lock()
_swept = 0.0


def _key(purpose: str, who: HttpRequest | str) -> str:
    """Neither the file nor a backup of it says who was here."""
    return salted_hmac("scorekeeper.people.limits", f"{purpose}\n{network_of(who)}").hexdigest()


def _taken(key: str, most: int, window: int) -> int:
    """Count one; the seconds to wait where that is one too many, 0 where it is not."""
    now = int(time.time())
    asked: dict[str, str | int] = {"key": key, "now": now, "window": window, "most": most}
    _sweep(now)
    with connection.cursor() as cursor:
        for attempt in (_FULL, _TAKE, _FULL):  # a refusal only reads
            cursor.execute(attempt, asked)
            if attempt is _TAKE and cursor.rowcount:
                return 0
            if attempt is _FULL and (row := cursor.fetchone()):
                return max(1, int(row[0]) - now)
    return 1


def _sweep(now: int) -> None:
    """Throw away what is over, once a window and process: no row outlives its use by much.

    But for logins, a year longer: they are who a guest is, and a clock that is wrong for a moment may not end them.
    """
    global _swept  # noqa: PLW0603 - when this process last did it
    with _sweeping:
        if abs(now - _swept) < WINDOW:
            return
        _swept = now
    Tally.objects.filter(ends__lte=now).delete()
    MailCode.objects.filter(ends__lte=now).delete()
    year_ago = datetime.fromtimestamp(now - settings.SESSION_COOKIE_AGE, UTC)
    Session.objects.filter(expire_date__lt=year_ago).delete()

"""Rate limits, counted in the database so that all processes and machines count together.

`LIMITS` holds every number. Attempts are counted by purpose and client, in windows that start with the first attempt.
A client is a network address or a name made by the caller, and is stored as a keyed digest only. An IPv4 address is
one network. For IPv6 the /64 of one household is counted, and with higher limits the /56 and the /48 around it.

Each allowed attempt is a write, so rate limits do not suit every request. Count outside of transactions that may be
rolled back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection
from django.db.models import F
from django.db.models.functions import Greatest
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from scorekeeper.core.web.networks import networks_of

from . import cleanup, sql
from .models import RateLimitCounter

MINUTE, HOUR, DAY = 60, 3600, 86_400
EVERYBODY = "everybody"
ALARM = "alarm"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` attempts in `window` seconds per client.

    `wider`: factors for a /56 and a /48 of IPv6. `in_all`: limit of all clients together. It never applies to the first
    attempt of a network in a window, so one client cannot use it up for the others.
    """

    most: int
    window: int = MINUTE
    wider: tuple[int, int] = (4, 16)
    in_all: int | None = None


LIMITS = {
    # codes and links that are typed or opened; a valid one is not counted
    "join code": Limit(9, in_all=600),
    "device transfer code": Limit(9, in_all=600),
    "log in": Limit(9),  # passkeys and codes of 80 bits need no limit of all clients
    "mail code": Limit(9),  # in addition to the next one
    "mail code tries": Limit(10, 10 * MINUTE),  # per code, from any client
    "group link": Limit(9),
    # requests of a person; "passkey challenge": of a network
    "login of a person": Limit(30, 10 * MINUTE),
    "passkey challenge": Limit(30),
    "device transfer code made": Limit(20),
    "recovery codes made": Limit(10),
    # mails: from a network, to an address
    "mail from": Limit(20, 10 * MINUTE, (2, 3), in_all=200),
    "mail from in a day": Limit(100, DAY, (2, 3)),
    "mail to": Limit(5, 10 * MINUTE),
    "mail to in a day": Limit(20, DAY),
    # new rows: of a person; of visitors of a network; of a network
    "new table": Limit(200, HOUR),
    "new table by visitors": Limit(400, HOUR),
    "new table by a network": Limit(2_000, HOUR),
    "new person": Limit(600, HOUR, (2, 4)),
    "new group": Limit(200, HOUR, (2, 4)),
    # uploads, and imports started: of a person; of visitors of a network; of a network
    "upload": Limit(60, HOUR),
    "upload by visitors": Limit(20, HOUR),
    "upload by a network": Limit(240, HOUR),
    "import": Limit(60, HOUR),
    "import by visitors": Limit(20, HOUR),
    "import by a network": Limit(240, HOUR),
    # imported rows, in KiB of the database; `manage.py import_group` has no limit
    "imported KiB": Limit(64 << 10, DAY, (2, 3)),
}
# bytes of uploads that wait for confirmation: of a network, of a /48 of IPv6, of all clients
PENDING_UPLOAD_BYTES = (48 << 20, 144 << 20, 400 << 20)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of an attempt, true where allowed.

    `wait`: seconds until the next one, for Retry-After; 0 if allowed. `counted`: keys of the counters that were raised
    by `amount`, for `uncount`.
    """

    wait: int = 0
    counted: tuple[str, ...] = ()
    amount: int = 1

    def __bool__(self) -> bool:
        return not self.wait


class RateLimitError(Exception):
    """Refused attempt; `ThrottleMiddleware` responds with 429.

    `wait`: as in the verdict.
    """

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def must_allow(purpose: str, who: HttpRequest | str, amount: int = 1) -> Verdict:
    """Count an attempt, which must be within its limits.

    Raises RateLimitError where it is refused.
    """
    verdict = allow(purpose, who, amount)
    if not verdict:
        raise RateLimitError(verdict.wait)
    return verdict


def allow(purpose: str, who: HttpRequest | str, amount: int = 1) -> Verdict:
    """Count an attempt by the limit of its purpose.

    `amount`: how much this one counts.

    Counters are raised from the narrowest network to the widest until one refuses. So an attempt that a wider network
    or the limit of all clients refuses is still counted for the narrower ones. Reaching the limit of all clients is
    logged once per window.
    """
    limit, counted, fresh = LIMITS[purpose], list[str](), False
    for network, times in zip(networks_of(who), (1, *limit.wider), strict=False):
        wait, before = _taken(key := _key(purpose, network), limit.most * times, limit.window, amount)
        if wait:
            logger.info("Too many tries at %s from one place, here called %s", purpose, key[:8])
            return Verdict(wait)
        counted.append(key)
        fresh = before == 0  # for the widest network
    if limit.in_all is not None and not fresh:
        wait, _before = _taken(key := _key(purpose, EVERYBODY), limit.in_all, limit.window, amount)
        if wait:
            if not _taken(_key(purpose, ALARM), 1, limit.window)[0]:
                message = "Too many tries at %s in all: more than %d in %d seconds"
                logger.error(message, purpose, limit.in_all, limit.window)
            return Verdict(wait)
        counted.append(key)
    return Verdict(0, tuple(counted), amount)


def uncount(verdict: Verdict) -> None:
    """Undo the count of a successful attempt, so that a whole club can join from one address."""
    rows = RateLimitCounter.objects.filter(key__in=verdict.counted)
    rows.update(count=Greatest(F("count") - verdict.amount, 0))


def network_digest(network: str, purpose: str = "") -> str:
    """Return the keyed digest of a network, so that database and backups contain no addresses."""
    return salted_hmac("scorekeeper.people.limits", f"{purpose}\n{network}").hexdigest()


def too_many_attempts(seconds: int, page: Callable[[str], HttpResponse]) -> HttpResponse:
    """Build the 429 response of a form: `page` with the message that says how long to wait."""
    message = ngettext(
        "Too many tries. Wait %(count)d second, then press again.",
        "Too many tries. Wait %(count)d seconds, then press again.",
        seconds,
    )
    response = page(message % {"count": seconds})
    response["Retry-After"] = str(seconds)
    return response


def _key(purpose: str, network: str) -> str:
    return network_digest(network, purpose)


def _taken(key: str, most: int, window: int, amount: int = 1) -> tuple[int, int]:
    """Raise a counter; return the seconds to wait (0 if it was raised) and the count before."""
    now = int(time.time())
    parameters: dict[str, str | int] = {
        "key": key,
        "now": now,
        "window": window,
        "most": most,
        "amount": amount,
    }
    cleanup.clean_up_if_due(now)
    if amount > most:
        return window, 0
    count, ends = 0, now
    with connection.cursor() as cursor:
        for attempt in (sql.ATTEMPTS, sql.COUNT_ATTEMPT, sql.ATTEMPTS):  # a refusal only reads
            cursor.execute(attempt, parameters)
            if attempt is sql.COUNT_ATTEMPT and cursor.rowcount:
                return 0, count
            if attempt is sql.ATTEMPTS:
                count, ends = cursor.fetchone() or (0, now)
                if count + amount > most:
                    return max(1, int(ends) - now), count
    return 1, 0

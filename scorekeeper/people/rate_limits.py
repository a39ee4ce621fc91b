"""How often something may be tried: counted in the database, so that all processes and machines count together.

`LIMITS` holds every number. Tries are counted by purpose and by who tries, a window at a time that begins with the
first try. Who tries is an address of the network or a name that the caller makes, and is kept as a keyed digest only.
An IPv4 address is one network. Of IPv6 the /64 that one household has is counted, and the /56 and the /48 around it
too, which may do some times as much. Not for what happens at every request: each try that is taken is a write. Count
outside of a transaction that may be rolled back.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from django.db import connection
from django.db.models import F
from django.db.models.functions import Greatest
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from scorekeeper.core.web.networks import networks_of

from . import sweeping
from .models import Tally

MINUTE, HOUR, DAY = 60, 3600, 86_400
EVERYBODY = "everybody"
ALARM = "alarm"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` in `window` seconds, of one who tries. `wider`: how many times as much a /56 and a /48 of IPv6 may.

    `in_all`: of everybody together. It never shuts out a network that has none counted in this window, so nobody can
    use it up for the others.
    """

    most: int
    window: int = MINUTE
    wider: tuple[int, int] = (4, 16)
    in_all: int | None = None


LIMITS = {
    # codes and links that are typed or opened; a right one does not count
    "join code": Limit(9, in_all=600),
    "carry code": Limit(9, in_all=600),
    "sign in": Limit(9),  # passkeys, and codes of 80 bits: nobody guesses these, whoever helps him
    "mail code": Limit(9),  # beside the next one
    "tries at a mailed code": Limit(10, 10 * MINUTE),  # whoever tries
    "group link": Limit(9),
    # what accounts ask for, of a person or an account; questions of passkeys of a network
    "signed in": Limit(30, 10 * MINUTE),
    "passkey asked": Limit(30),
    "carry code made": Limit(20),
    "recovery codes made": Limit(10),
    # messages: from a network, to an address
    "mail from": Limit(20, 10 * MINUTE, (2, 3), in_all=200),
    "mail from in a day": Limit(100, DAY, (2, 3)),
    "mail to": Limit(5, 10 * MINUTE),
    "mail to in a day": Limit(20, DAY),
    # rows: of a person; of strangers of a network; of everybody of a network
    "new table": Limit(200, HOUR),
    "new table of strangers": Limit(400, HOUR),
    "new table of a network": Limit(2_000, HOUR),
    "new person": Limit(600, HOUR, (2, 4)),
    "new group": Limit(200, HOUR, (2, 4)),
    # files that are sent, and as many that come in: the same
    "import": Limit(60, HOUR),
    "import of strangers": Limit(20, HOUR),
    "import of a network": Limit(240, HOUR),
    "bring in": Limit(60, HOUR),
    "bring in of strangers": Limit(20, HOUR),
    "bring in of a network": Limit(240, HOUR),
    # what comes in from files for good, in KiB of the database; `manage.py bring_in` has no limit
    "room brought in": Limit(64 << 10, DAY, (2, 3)),
}
# bytes of files that wait for a yes: of a network, of a /48 of IPv6, of all together
WAITING = (48 << 20, 144 << 20, 400 << 20)

# A window is over when its end has passed, and also when that lies further ahead than any window's: then the clock was
# put back.
_RUNS = "people_tally.ends BETWEEN %(now)s + 1 AND %(now)s + 2 * %(window)s"
# One statement, so that of any number of tries at once exactly `most` are taken.
_TAKE = f"""
INSERT INTO people_tally (key, count, ends) VALUES (%(key)s, %(amount)s, %(now)s + %(window)s)
ON CONFLICT (key) DO UPDATE SET
count = CASE WHEN {_RUNS} THEN people_tally.count + %(amount)s ELSE %(amount)s END,
ends = CASE WHEN {_RUNS} THEN people_tally.ends ELSE excluded.ends END
WHERE people_tally.count + %(amount)s <= %(most)s OR NOT ({_RUNS})
"""  # noqa: S608 - of our own constants
_NOW = f"SELECT count, ends FROM people_tally WHERE key = %(key)s AND {_RUNS}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a try is taken. `wait`: seconds until the next one would be, for Retry-After; 0 where it is.

    `counted`: where it is counted, for `forgive`; `amount`: how much.
    """

    wait: int = 0
    counted: tuple[str, ...] = ()
    amount: int = 1

    def __bool__(self) -> bool:
        return not self.wait


class TooManyError(Exception):
    """A try that is refused, for whoever needs no page of his own for it. `wait`: as of the verdict."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def must_allow(purpose: str, who: HttpRequest | str, amount: int = 1) -> Verdict:
    """Count a try. Raises TooManyError, which becomes a page that says to wait."""
    verdict = allow(purpose, who, amount)
    if not verdict:
        raise TooManyError(verdict.wait)
    return verdict


def allow(purpose: str, who: HttpRequest | str, amount: int = 1) -> Verdict:
    """Count a try by the limit of its purpose. `amount`: how much of it this one is.

    A try that is refused counts nowhere; but who tries is counted first, so one that is too many for the networks
    around him, or for everybody together, counts for him. Reaching what everybody may is logged once a window.
    """
    limit, counted, fresh = LIMITS[purpose], list[str](), False
    for network, times in zip(networks_of(who), (1, *limit.wider), strict=False):
        wait, before = _taken(key := _key(purpose, network), limit.most * times, limit.window, amount)
        if wait:
            logger.info("Too many tries at %s from one place, here called %s", purpose, key[:8])
            return Verdict(wait)
        counted.append(key)
        fresh = before == 0  # as the widest has it
    if limit.in_all is not None and not fresh:
        wait, _before = _taken(key := _key(purpose, EVERYBODY), limit.in_all, limit.window, amount)
        if wait:
            if not _taken(_key(purpose, ALARM), 1, limit.window)[0]:
                told = "Too many tries at %s in all: more than %d in %d seconds"
                logger.error(told, purpose, limit.in_all, limit.window)
            return Verdict(wait)
        counted.append(key)
    return Verdict(0, tuple(counted), amount)


def forgive(verdict: Verdict) -> None:
    """This try was right: it does not count, so that a whole club may come in through one address."""
    rows = Tally.objects.filter(key__in=verdict.counted)
    rows.update(count=Greatest(F("count") - verdict.amount, 0))


def digest_of(network: str, purpose: str = "") -> str:
    """A network as it may be kept: neither the file nor a backup of it says who was here."""
    return salted_hmac("scorekeeper.people.limits", f"{purpose}\n{network}").hexdigest()


# --- inside ----------------------------------------------------------------------------------------------


def _key(purpose: str, network: str) -> str:
    return digest_of(network, purpose)


def _taken(key: str, most: int, window: int, amount: int = 1) -> tuple[int, int]:
    """Count one: the seconds to wait where that is too many, 0 where it is not; and how many were counted before."""
    now = int(time.time())
    asked: dict[str, str | int] = {"key": key, "now": now, "window": window, "most": most, "amount": amount}
    sweeping.sweep_now_and_then(now)
    if amount > most:
        return window, 0
    count, ends = 0, now
    with connection.cursor() as cursor:
        for attempt in (_NOW, _TAKE, _NOW):  # a refusal only reads
            cursor.execute(attempt, asked)
            if attempt is _TAKE and cursor.rowcount:
                return 0, count
            if attempt is _NOW:
                count, ends = cursor.fetchone() or (0, now)
                if count + amount > most:
                    return max(1, int(ends) - now), count
    return 1, 0

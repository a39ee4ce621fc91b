"""Run slow requests one at a time, so that the server's other thread is free for players.

Exports and imports are always slow. Any other page is slow if it was slow the last time, by page and by group, table,
session, or game of the coach; further pages of these count as slow until they are measured. A slow request that meets
another one gets 429 at once, because waiting would occupy a thread.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from threading import Lock, RLock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from scorekeeper.core.web.networks import network_of
from scorekeeper.core.web.rate_counters import RateCounter

from .rate_limits import HOUR, RateLimitError
from .throttle import too_many_requests

# Processor seconds above which a page is slow. Two threads share a processor: under a flood of requests by visitors,
# 95 of 100 responses to others took at most 63 ms with 0.05, and 132 ms with 0.1.
SLOW_SECONDS = 0.05
# The same for the first time that a process renders a page, which includes reading its templates: 0.1 to 0.3 seconds.
SLOW_FIRST_SECONDS = 0.5
# Seconds that `_counted` takes on the machine where `SLOW_SECONDS` was measured.
MEASURED = 0.0068
RETRY_SECONDS = 3  # value of Retry-After
REMEMBERED = 10_000

# Pages that are never refused: those of players, whose cost the limits of a log bound, and the files that a phone
# stores for use offline. A phone fetches these once, when it opens a table, and repeats no refused one by itself.
EXEMPT_PAGES = frozenset(
    {
        "table",
        "write",
        "correct",
        "undo",
        "write_note",
        "draft",
        "go_home",
        "join",
        "take_seat",
        "follow_rematch",
    }
    | {"service_worker", "offline", "offline_tables", "points", "manifest"}
)

# pages that anybody may open without a table, and that compute for a game
COACH_PAGES = frozenset({"ask_coach", "practice"})

ANY = ""

Key = tuple[str, str]
"""A page (`ANY` for at least one) and the group, table or session that it was for."""
View = Callable[..., HttpResponseBase]

_slot = RLock()
# slow requests per hour: of a person or a visitor's network, and of a whole network
_of_one, _of_networks = RateCounter(300, HOUR), RateCounter(1_200, HOUR)


@cache
def machine_slowness() -> float:
    """Return how much slower this machine is than the measured one, as a factor of at least 1.

    Without this factor, every home page would count as slow on a machine four times slower.
    """
    return max(1.0, min(_counted() for _ in range(3)) / MEASURED)


def _counted() -> float:
    started, letters = time.thread_time(), 0
    for number in range(100_000):
        letters += len(str(number))
    return time.thread_time() - started


@contextmanager
def slow_request_slot() -> Iterator[None]:
    """Hold the only slot for slow requests.

    Raises RateLimitError at once where it is taken.
    """
    if not _slot.acquire(blocking=False):
        raise RateLimitError(RETRY_SECONDS)
    try:
        yield
    finally:
        _slot.release()


def slow_view(view: View) -> View:
    """Decorate a view that is always slow: it takes the slot and is counted."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with slow_request_slot():
            count_slow_request(request)
            return view(request, *args, **kwargs)

    return inner


def count_slow_request(request: HttpRequest) -> None:
    """Count a slow request in the memory of this process.

    Raises RateLimitError.
    """
    if not settings.FORMS_A_MINUTE:  # rate limits are off
        return
    network = network_of(request)
    person = f"person {request.user.pk}" if request.user.is_authenticated else network
    if wait := _of_one.wait(person) or _of_networks.wait(network):
        raise RateLimitError(wait)


class SlowPages:
    """Cache of the pages that were slow when they were last requested, by `Key`.

    A group, table or session with one slow page has slow pages until each is measured. The least recently measured
    entries are dropped first.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[Key, bool] = OrderedDict()
        self._lock = Lock()

    def any(self, keys: list[Key]) -> bool:
        """Return whether a page under one of these keys is slow."""
        with self._lock:
            return any(self._known.get(key, (ANY, key[1]) in self._known) for key in keys)

    def learn(self, keys: list[Key], seconds: float) -> None:
        """Record the time of a request, in seconds of the measured machine."""
        with self._lock:
            for page, subject in keys:
                if seconds > SLOW_SECONDS:
                    self._store((ANY, subject), slow=True)
                if (
                    ANY,
                    subject,
                ) in self._known:  # a group, table or session without slow pages needs no entry
                    self._store((page, subject), slow=seconds > SLOW_SECONDS)

    def _store(self, key: Key, *, slow: bool) -> None:
        self._known[key] = slow
        self._known.move_to_end(key)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


class SlowRequestMiddleware:
    """Measure every request, and run one at a time of those that are known to be slow."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.known = SlowPages()
        self.warm: set[str] = set()  # pages rendered before

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Measure processor time, which excludes waiting, and free the slot."""
        started = time.thread_time()
        try:
            return self.get_response(request)
        finally:
            keys = getattr(request, "slow_keys", [])
            if getattr(request, "in_slot", False):
                _slot.release()
            seconds = (time.thread_time() - started) / machine_slowness()
            if seconds > SLOW_FIRST_SECONDS or all(page in self.warm for page, _subject in keys):
                self.known.learn(keys, seconds)
            if len(self.warm) < REMEMBERED:
                self.warm.update(page for page, _subject in keys)

    def process_view(
        self, request: HttpRequest, view: View, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Take the slot where the page is known to be slow; respond with 429 where it is taken."""
        keys = _keys(request, kwargs)
        if self.known.any(keys):
            if not _slot.acquire(blocking=False):
                return too_many_requests(request, RETRY_SECONDS)
            request.in_slot = True  # type: ignore[attr-defined]
            try:
                count_slow_request(request)
            except RateLimitError as error:
                return too_many_requests(request, error.wait)
        request.slow_keys = keys  # type: ignore[attr-defined]
        return None


def _keys(request: HttpRequest, named: dict[str, Any]) -> list[Key]:
    """Return the keys of a request: its page with the group or table, and with the session."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    if name in EXEMPT_PAGES:
        return []
    page = f"{request.method} {name}"
    about = named.get("group") or named.get("address") or ""
    if name in COACH_PAGES:
        about = f"coach {named['game']}"
    keys = [(page, str(about))] if about else []
    if session := request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        keys.append((page, f"session {session[:64]}"))  # the person would cost a query
    return keys

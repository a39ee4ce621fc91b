"""One lane for whatever computes long, so that the server's other thread is always free for those who play.

Exports and imports go through it by name. What else took long goes through it from the next time on: it is known by its
page and by the group, table or session it was for; what else these have is taken for long until it was seen. Whoever
comes while somebody is in it is told to come again at once, because nobody may stand in a thread and wait.
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
from scorekeeper.core.web.rate_counters import Pace

from .rate_limits import HOUR, RateLimitError
from .throttle import too_many_requests

# Seconds of processor after which a page is known to take long, until it takes less. Two threads share a processor:
# beside strangers who ask without end, 95 of 100 answers to others came within 63 ms with 0.05, within 132 with 0.1.
SLOW_SECONDS = 0.05
# Seconds that `slowness` counts with on the machine where this was measured.
MEASURED = 0.0068
RETRY_SECONDS = 3  # seconds until somebody may come again
REMEMBERED = 10_000

# whoever plays is never told to come again; what a log may hold bounds these
EXEMPT_PAGES = frozenset(
    {"table", "write", "put_right", "take_back", "draft", "go_home", "come", "sit", "follow"}
)

ANY = ""

Key = tuple[str, str]
"""A page, `ANY` for one at least; and the group, table or session that it was for."""
View = Callable[..., HttpResponseBase]

_slot = RLock()
# long requests of an hour: of a person or of a stranger's network, and of everybody of a network
_of_one, _of_networks = Pace(300, HOUR), Pace(1_200, HOUR)


@cache
def machine_slowness() -> float:
    """How many times longer than where `LONG` was measured this machine computes, 1 at least: on one that is four times
    slower every home page would take long.
    """
    return max(1.0, min(_counted() for _ in range(3)) / MEASURED)


def _counted() -> float:
    begun, letters = time.thread_time(), 0
    for number in range(100_000):
        letters += len(str(number))
    return time.thread_time() - begun


@contextmanager
def slow_request_slot() -> Iterator[None]:
    """Be the one. Raises RateLimitError at once where somebody else is."""
    if not _slot.acquire(blocking=False):
        raise RateLimitError(RETRY_SECONDS)
    try:
        yield
    finally:
        _slot.release()


def slow_view(view: View) -> View:
    """A view that goes through the lane, and is counted."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with slow_request_slot():
            count_slow_request(request)
            return view(request, *args, **kwargs)

    return inner


def count_slow_request(request: HttpRequest) -> None:
    """Count a long request, in the memory of this process: a look writes nothing. Raises RateLimitError."""
    if not settings.FORMS_A_MINUTE:  # nobody is counted
        return
    network = network_of(request)
    person = f"person {request.user.pk}" if request.user.is_authenticated else network
    if wait := _of_one.wait(person) or _of_networks.wait(network):
        raise RateLimitError(wait)


class SlowPages:
    """What took long when it was last asked for, by page and by whom or what it was about (`Key`).

    Of who has a page that takes long, every other page is taken to do so until it was seen. What was not asked for the
    longest time is forgotten first.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[Key, bool] = OrderedDict()
        self._lock = Lock()

    def any(self, keys: list[Key]) -> bool:
        """Whether one of them takes long."""
        with self._lock:
            return any(self._known.get(key, (ANY, key[1]) in self._known) for key in keys)

    def learn(self, keys: list[Key], seconds: float) -> None:
        """They took so many seconds of a processor as quick as where `LONG` was measured."""
        with self._lock:
            for page, whose in keys:
                if seconds > SLOW_SECONDS:
                    self._keep((ANY, whose), slow=True)
                if (ANY, whose) in self._known:  # of nobody else anything has to be known
                    self._keep((page, whose), slow=seconds > SLOW_SECONDS)

    def _keep(self, key: Key, *, slow: bool) -> None:
        self._known[key] = slow
        self._known.move_to_end(key)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


class SlowRequestMiddleware:
    """Measures every request, and lets one at a time through of those that are known to take long."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.known = SlowPages()
        self.warm: set[str] = set()  # pages that were made before: the first one reads its templates, too

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Measure, and leave the lane. The processor's time: who waits for others or for a disk computes nothing."""
        begun = time.thread_time()
        try:
            return self.get_response(request)
        finally:
            keys = getattr(request, "lane_keys", [])
            if getattr(request, "in_lane", False):
                _slot.release()
            if all(page in self.warm for page, _whose in keys):
                self.known.learn(keys, (time.thread_time() - begun) / machine_slowness())
            elif len(self.warm) < REMEMBERED:
                self.warm.update(page for page, _whose in keys)

    def process_view(
        self, request: HttpRequest, view: View, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Enter the lane where this is known to take long."""
        keys = _keys(request, kwargs)
        if self.known.any(keys):
            if not _slot.acquire(blocking=False):
                return too_many_requests(request, RETRY_SECONDS)
            request.in_lane = True  # type: ignore[attr-defined]
            try:
                count_slow_request(request)
            except RateLimitError as error:
                return too_many_requests(request, error.wait)
        request.lane_keys = keys  # type: ignore[attr-defined]
        return None


def _keys(request: HttpRequest, named: dict[str, Any]) -> list[Key]:
    """What a request is known by: its page with the group or table that it is about, and with the session."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    if name in EXEMPT_PAGES:
        return []
    page = f"{request.method} {name}"
    about = named.get("group") or named.get("address") or ""
    keys = [(page, str(about))] if about else []
    if session := request.COOKIES.get(settings.SESSION_COOKIE_NAME):
        keys.append((page, f"session {session[:64]}"))  # whose it is would be a question to the database
    return keys

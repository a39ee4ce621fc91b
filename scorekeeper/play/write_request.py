"""Step 1 of a write: check the author, read device, key and number of seen entries."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.core.web.numbers import number_of, parse_integer
from scorekeeper.people.author_tokens import is_author
from scorekeeper.people.identity import device_of, ensure_person, person_of
from scorekeeper.people.models import Person
from scorekeeper.rules.contract import RuleError

COUNT_DIGITS = 6  # of a number of entries or points
_DRAFT_DIGITS = 18
View = Callable[[HtmxHttpRequest, str], HttpResponse]
_KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """The author of a write, their device, and the key that makes a repeat harmless.

    `seen`: the entries on the writer's page, including `ahead` of their own that were sent before this one without an
    answer yet; `follows`: its moves were made for the sheet after those. `draft`: the id of the draft that this write
    completes, 0 without one. `at`: the time of the entry, None for now; only imports set it.
    """

    person: Person
    device: int
    seen: int
    key: str
    draft: int = 0
    ahead: int = 0
    follows: bool = False
    at: datetime | None = None

    @property
    def base(self) -> int:
        """The entries that the writer has seen, without their own unanswered ones."""
        return max(0, self.seen - self.ahead)


def read_write_request(request: HttpRequest) -> WriteRequest:
    """Read the author, the count of entries they saw, and the form's key.

    Raises Http404 for a visitor without a person, and RuleError `bad_ticket` for a form that lost its fields.
    """
    person = author_or_404(request)
    seen, key = parse_integer(request.POST.get("seen", ""), COUNT_DIGITS), form_key(request)
    if seen is None or not key:
        raise RuleError("bad_ticket")
    draft = number_of(request.POST.get("draft", ""), _DRAFT_DIGITS)
    ahead = number_of(request.POST.get("ahead", ""), COUNT_DIGITS)
    follows = request.POST.get("follows") == "1"
    return WriteRequest(person, device_of(request), seen, key, draft, ahead, follows)


def author_or_404(request: HttpRequest) -> Person:
    """The person who sends the request.

    Raises Http404 for a visitor without one.
    """
    person = person_of(request)
    if person is None:
        raise Http404
    ensure_person(request)
    return person


def form_key(request: HttpRequest) -> str:
    """The key of a posted form in its normal spelling, empty if missing.

    It makes a resent form harmless.
    """
    return normal_key(request.POST.get("key", ""))


def normal_key(text: str) -> str:
    """The key of a form in lower case, empty for any other text."""
    return text.lower() if _KEY.fullmatch(text) else ""


def sent_or_new_key(text: str) -> uuid.UUID:
    """The key that a form sent, else a new one."""
    key = normal_key(text)
    return uuid.UUID(key) if key else uuid.uuid4()


def number_or_404(request: HttpRequest, name: str) -> int:
    """A posted number of one to six digits.

    Raises Http404 for anything else.
    """
    number = parse_integer(request.POST.get(name, ""), COUNT_DIGITS)
    if number is None:
        raise Http404
    return number


def author_only(view: View) -> View:
    """Decorate a view that writes: a POST by its author writes, a GET redirects to the table.

    A visitor who is logged out gets the same response at every address, existing or not. So does a form that
    another person left waiting on this phone. Without JavaScript, an error page has the address of the write, so a
    GET of it leads to the table.
    """

    @wraps(view)
    def checked(request: HtmxHttpRequest, address: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, address) if _is_author(request) else _logged_out_response()
        query = request.META.get("QUERY_STRING", "")
        return redirect(reverse("table", args=[address]) + (f"?{query}" if query else ""))

    return require_http_methods(["GET", "HEAD", "POST"])(checked)


def _is_author(request: HttpRequest) -> bool:
    """Return whether the visitor has a person, and it matches the outbox's author token, if any."""
    person, headers = person_of(request), request.headers
    token = headers.get("X-Author") or headers.get("X-Whose", "")  # pages of earlier releases send `X-Whose`
    return person is not None and (not token or is_author(token, person))


def _logged_out_response() -> HttpResponse:
    """Respond to a write of a visitor who is logged out.

    The outbox of the phone keeps the line and retries later.
    """
    text = _("This phone is logged out. Your lines wait here.")
    return HttpResponse(text, status=401, content_type="text/plain; charset=utf-8")

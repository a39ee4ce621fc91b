"""A phone that writes on one persistent connection; timeouts are short, outcomes unknown."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from .history import OK, REFUSED, UNKNOWN, History, Write

TOKEN = "x" * 32
SEEN = re.compile(r'name="seen" value="(\d+)"')
HTMX = {"HX-Request": "true"}
NOTHING = 0  # instead of a status: no response


@dataclass
class Answer:
    """A response; `status` is NOTHING if there was none."""

    status: int
    page: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    took: float = 0.0

    @property
    def seen(self) -> int | None:
        """The number of entries that the page shows."""
        found = SEEN.search(self.page)
        return int(found[1]) if found else None

    def outcome(self, key: str) -> str:
        """Return the outcome of a write; a response without its key may be a proxy's and is ignored."""
        if self.headers.get("x-ack") != key:
            return UNKNOWN
        return OK if self.status in (200, 302) else REFUSED if self.status in (409, 422) else UNKNOWN


class Phone:
    """A browser; `number`: its name in the history."""

    def __init__(self, port: int, cookie: str, number: int = 0, *, patience: float = 30) -> None:
        self.number = number
        self.cookies = {settings.SESSION_COOKIE_NAME: cookie, settings.CSRF_COOKIE_NAME: TOKEN}
        self.patience = patience
        self.seen = 0
        self.statuses: list[int] = []
        self.times: list[float] = []
        self.go_to(port)

    def go_to(self, port: int) -> None:
        """Use another server, which may have just restarted."""
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=self.patience)

    def hang_up(self) -> None:
        """Close the connection; the next request opens one again."""
        self.connection.close()

    def ask(
        self,
        method: str,
        path: str,
        form: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request. A failure of the connection is an answer too: nothing."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items() if value)
        sent = {"Cookie": cookies, "X-CSRFToken": self.cookies[settings.CSRF_COOKIE_NAME], **(headers or {})}
        body = None
        if form is not None:
            sent["Content-Type"], body = "application/x-www-form-urlencoded", urlencode(form)
        began = time.perf_counter()
        try:
            self.connection.request(method, path, body, sent)
            answer = self.connection.getresponse()
            page = answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.hang_up()
            return Answer(NOTHING)
        took = time.perf_counter() - began
        known = {name.lower(): value for name, value in answer.getheaders()}
        for given in answer.headers.get_all("Set-Cookie", []):
            name, _equals, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(answer.status, page, known, took)

    def look(self, address: str) -> Answer:
        """Read the table and its number of entries."""
        answer = self.ask("GET", f"/table/{address}/", headers=HTMX)
        self.seen = answer.seen or self.seen
        return answer

    def try_once(self, name: str, write: Write) -> Answer:
        """Send a write, perhaps again, and record its outcome in the history."""
        write.tries += 1
        answer = self.ask("POST", f"/table/{write.table}/{name}/", write.form, HTMX)
        self.statuses.append(answer.status)
        if answer.status != NOTHING:
            self.times.append(answer.took)
        outcome = answer.outcome(write.key)
        if outcome != UNKNOWN:
            History.decide(write, outcome)
        if answer.seen is not None:
            self.seen = answer.seen
        return answer

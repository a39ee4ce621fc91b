"""A client that taps the keys of a draft, as a browser without scripts does."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.factories import SampleTable, new_key

FIELD = re.compile(r'<input type="hidden" name="(\w+)"(?: form="pad")? value="([^"]*)"')
KEYS = re.compile(r"<button([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


class Phone:
    """Read a table's page and tap its keys. `source` is the HTML, `page` its text."""

    def __init__(self, desk: SampleTable, *, htmx: bool = True, client: Client | None = None) -> None:
        self.desk = desk
        self.client = client or desk.writer.client()
        self.headers = {"HX-Request": "true"} if htmx else {}
        self.source = self.page = ""
        self.look()

    def look(self, query: str = "") -> str:
        """Open the table."""
        return self._seen(self.client.get(self.desk.url() + query))

    def _seen(self, answer: Any) -> str:
        self.source = answer.content.decode()
        self.page = unescape(self.source)
        return self.page

    @property
    def fields(self) -> dict[str, str]:
        """The hidden fields of the page."""
        return {name: unescape(value) for name, value in FIELD.findall(self.source)}

    @property
    def open_keys(self) -> set[str]:
        """Return the values that keys send to the draft, without those that the rules refuse."""
        return self._keys().keys() - self.refused_keys

    @property
    def refused_keys(self) -> set[str]:
        """Keys drawn as refused, which explain the reason when tapped."""
        return {value for value, key in self._keys().items() if key.get("aria-disabled") == "true"}

    @property
    def chosen_keys(self) -> set[str]:
        """Keys that are chosen."""
        return {value for value, key in self._keys().items() if key.get("aria-pressed") == "true"}

    def _keys(self) -> dict[str, dict[str, str]]:
        """Return the attributes of every enabled key, by the value that it sends to the draft."""
        keys = [dict(ATTRIBUTE.findall(tag)) for tag in KEYS.findall(self.source)]
        return {key["value"]: key for key in keys if key.get("name") == "press" and "disabled" not in key}

    def send(self, press: str, **changed: Any) -> HttpResponse:
        """Post a tap, even if the page has no such key; return the response."""
        form = {name: self.fields[name] for name in ("seen", "line", "step")} | {"press": press} | changed
        answer = self.client.post(self.desk.url("draft"), form, headers=self.headers)
        if answer.status_code == 302:
            self.look("?" + answer["Location"].partition("?")[2])
        else:
            self._seen(answer)
        return answer  # type: ignore[return-value]

    def tap(self, *presses: str) -> Phone:
        """Tap keys that are there."""
        for press in presses:
            assert press in self.open_keys, f"{press} is not among {sorted(self.open_keys)}"
            answer = self.send(press)
            assert answer.status_code in (200, 302), self.page
        return self

    @property
    def move(self) -> dict[str, Any]:
        """The entry that the main action would write."""
        found: dict[str, Any] = json.loads(self.fields["move"])
        return found

    def write(self, where: str = "write", **changed: Any) -> HttpResponse:
        """Tap the main action."""
        wanted = ("seen", "move", "draft", "line") if where == "correct" else ("seen", "move", "draft")
        form = {name: self.fields[name] for name in wanted} | {"key": new_key()} | changed
        answer = self.client.post(self.desk.url(where), form, headers=self.headers)
        self._seen(answer)
        return answer  # type: ignore[return-value]


def keep_key_is_prominent(phone: Phone) -> None:
    """Check that a refused correction offers to keep the line first: no other key is as large."""
    (go,) = re.findall(r'<(\w+) class="key go"', phone.source)
    assert go == "a"
    assert re.search(r'<a class="key go" href="\?line=\d+">Keep it</a>', phone.source)
    assert "Never mind" not in phone.source

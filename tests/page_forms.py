"""The form of a page as a browser without scripts would send it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client

HTMX = {"HX-Request": "true"}


class Page(HTMLParser):
    """Fields, buttons and messages of a response; `fields`: all values of each name, in order."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(convert_charrefs=True)
        self.status = response.status_code
        self.text = response.content.decode()
        self.fields: dict[str, list[str]] = {}
        self.buttons: list[dict[str, str]] = []
        self.invalid: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.focused = ""
        self._select = ""
        self._open: list[tuple[str, str]] = []
        self.feed(self.text)
        self.errors = {name: self.ids.get(place, "").strip() for name, place in self.invalid.items()}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if "autofocus" in given:
            self.focused = given.get("id", "")
        if tag == "select":
            self._select = name
        if tag == "option" and "selected" in given:
            self.fields.setdefault(self._select, []).append(given["value"])
        if tag == "button":
            self.buttons.append(given)
        if tag == "input" and name and (given.get("type") != "radio" or "checked" in given):
            self.fields.setdefault(name, []).append(given.get("value", ""))
        if given.get("aria-invalid") == "true" or (tag == "fieldset" and "aria-describedby" in given):
            self.invalid[name or given.get("id", "")] = given["aria-describedby"]
        if tag not in ("input", "meta", "link", "i", "br", "hr"):
            self._open.append((tag, given.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for _tag, place in self._open:
            if place:
                self.ids[place] = self.ids.get(place, "") + data

    def sent(self, **changed: Any) -> dict[str, Any]:
        """Return the changed fields of the form; dashes in names are written as two underscores."""
        fields: dict[str, Any] = dict(self.fields)
        for name, value in changed.items():
            fields[name.replace("__", "-")] = value
        return fields

    def button(self, place: str) -> dict[str, str]:
        """The button with this id."""
        return next(button for button in self.buttons if button.get("id") == place)


def get(client: Client, address: str, *, htmx: bool = False) -> Page:
    """Look at a page."""
    return Page(client.get(address, headers=HTMX if htmx else {}))  # type: ignore[arg-type]


def press(client: Client, page: Page, address: str, *, htmx: bool = False, **changed: Any) -> Page:
    """Press a button (its name and value are among the changes); return the resulting page."""
    response = client.post(address, page.sent(**changed), headers=HTMX if htmx else {})
    return Page(response)  # type: ignore[arg-type]

"""The change page in tests."""

from __future__ import annotations

from typing import Any

from django.test import Client

from scorekeeper.play.models import Entry
from tests.factories import SampleTable
from tests.page_forms import HTMX, Page, get


def opened(desk: SampleTable, *, htmx: bool = False) -> tuple[Client, Page]:
    """A phone and its page of changes."""
    client = desk.writer.client()
    return client, get(client, desk.url("change"), htmx=htmx)


def keep(desk: SampleTable, *, htmx: bool = False, **changed: Any) -> Any:
    """Change something and press the main button."""
    client, page = opened(desk)
    return client.post(desk.url("change"), page.sent(do="keep", **changed), headers=HTMX if htmx else {})


def changes(desk: SampleTable) -> list[dict[str, Any]]:
    found = Entry.objects.filter(session=desk.session, kind="change").order_by("number")
    return [entry.data for entry in found]


def ended(desk: SampleTable) -> bool:
    return desk.table.session.ended is not None

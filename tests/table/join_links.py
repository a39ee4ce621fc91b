"""Joining a table in tests: its link, its code, and phones that use them."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from scorekeeper.play.access_links import token_of
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import invitations
from tests.factories import SampleTable


def link(desk: SampleTable) -> str:
    """The link of now."""
    desk.session.refresh_from_db()
    return reverse("join", args=[desk.address, token_of(desk.session)])


def typed(client: Client, code: str, **more: Any) -> Any:
    return client.post("/join/", {"code": code}, **more)


def opened(desk: SampleTable) -> str:
    """The code that may be typed now."""
    invitations.open_join_code(desk.address, Visitor(desk.writer.person))
    desk.session.refresh_from_db()
    return invitations.join_code(desk.session) or ""


def watcher(desk: SampleTable, client: Client | None = None) -> Client:
    """A phone that has opened the link."""
    client = client or Client()
    assert client.get(link(desk)).status_code == 302
    return client

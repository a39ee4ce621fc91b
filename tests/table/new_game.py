"""The new game form in tests."""

from __future__ import annotations

from typing import Any

from django.test import Client

from scorekeeper.play.models import Seat, Session
from tests.page_forms import HTMX, Page

NEW = "/new/general/"


def names(session: Session) -> list[str]:
    return list(
        Seat.objects.filter(session=session).order_by("position").values_list("player__name", flat=True)
    )


def start(client: Client, page: Page, *, address: str = NEW, htmx: bool = False, **changed: Any) -> Any:
    """Press Start."""
    return client.post(address, page.sent(do="start", **changed), headers=HTMX if htmx else {})

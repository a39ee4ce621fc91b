"""Actions of phones at a table of three: taking a seat, striking a box, choosing who writes."""

from __future__ import annotations

from typing import Any

from django.test import Client

from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import host_decisions
from tests.factories import HTMX, SampleTable

Writers = Session.Writers


def sit(client: Client, desk: SampleTable, seat: str) -> Any:
    return client.post(desk.url("take_seat"), {"seat": seat})


def let(desk: SampleTable, writers: str) -> None:
    host_decisions.set_writers(desk.address, Visitor(desk.writer.person), writers)


def strike(client: Client, desk: SampleTable, player: str, box: str = "fours") -> Any:
    form = desk.form(player=player, box=box, strike="1", out_of_turn="1")
    return client.post(desk.url("write"), form, headers=HTMX)

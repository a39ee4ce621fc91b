"""Two tables of one group in tests, and the pages of their players."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from scorekeeper.people.models import Player
from tests.factories import SampleTable


def two_tables() -> SampleTable:
    """Return the first of two tables of a group, with three players."""
    found = SampleTable("general", ["Ana", "Bo"])
    SampleTable("general", ["Cleo", "Bo"], writer=found.writer)
    return found


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def at(name: str, desk: SampleTable, *more: str) -> str:
    return reverse(name, args=[desk.group.address, *more])


def edit(desk: SampleTable, who: str, by: Any = None, **form: Any) -> Any:
    player = named(who)
    sent = {"name": who, "links": player.payment_links, "do": "keep", **form}
    return (by or desk.writer).client().post(at("player_edit", desk, player.address), sent)

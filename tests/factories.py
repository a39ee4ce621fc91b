"""Build a table, its persons and their phones, and write to it with and without HTTP."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from scorekeeper.people.identity import DEVICE
from scorekeeper.people.models import Device, Group, Member, Person
from scorekeeper.people.names import players_named
from scorekeeper.play import amendments, log, session_changes
from scorekeeper.play.loading import load
from scorekeeper.play.models import Entry, Seat, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import WriteRequest
from scorekeeper.rules import GAMES

HTMX = {"HX-Request": "true"}


@dataclass(frozen=True)
class Writer:
    """A person with a phone."""

    person: Person
    device: int

    def client(self, **settings: Any) -> Client:
        """Return the browser of the phone."""
        client = Client(**settings)
        client.force_login(self.person)
        session = client.session
        session[DEVICE] = self.device
        session.save()
        return client


def new_key() -> str:
    return str(uuid.uuid4())


def new_writer(group: Group | None = None) -> Writer:
    """Create a person with a phone, in a new group unless one is given."""
    person = Person.objects.create(username=f"guest-{new_key()}")
    Member.objects.create(group=group or Group.objects.create(), person=person, owner=group is None)
    return Writer(person, Device.objects.create(person=person).pk)


class SampleTable:
    """A table, and its first writer."""

    def __init__(
        self,
        game: str = "general",
        names: Sequence[str] = ("Ana", "Bo"),
        *,
        options: Mapping[str, Any] | None = None,
        stake: Mapping[str, Any] | None = None,
        writer: Writer | None = None,
        teams: Sequence[int] = (),
        dealer: int | None = None,
        rules: int | None = None,
    ) -> None:
        self.writer = writer or new_writer()
        self.group = Group.objects.get(member__person=self.writer.person)
        self.session = Session.objects.create(
            group=self.group,
            game=game,
            rules_version=rules or GAMES[game].version,
            options=dict(options or {}),
            stake=dict(stake or {}),
            host=self.writer.person,
        )
        for number, player in enumerate(players_named(self.group, names), 1):
            Seat.objects.create(
                session=self.session,
                player=player,
                number=number,
                position=number - 1,
                team=teams[number - 1] if teams else None,
                deals=number == dealer,
            )
        self.address = self.session.address

    def url(self, name: str = "table") -> str:
        return reverse(name, args=[self.address])

    @property
    def table(self) -> Table:
        """The table in its present state."""
        return load(self.address, Visitor(self.writer.person))

    @property
    def entries(self) -> list[tuple[Any, ...]]:
        """The whole log, row by row, to be compared."""
        return list(Entry.objects.filter(session=self.session).values_list())

    def write_request(
        self, *, seen: int | None = None, key: str | None = None, by: Writer | None = None
    ) -> WriteRequest:
        """Return the data of a write request, by default an up-to-date one."""
        who = by or self.writer
        seen = Entry.objects.filter(session=self.session).count() if seen is None else seen
        return WriteRequest(who.person, who.device, seen, key or new_key())

    def line(self, player: int, box: str, **move: Any) -> int:
        """Write a line, also out of turn; return its number. Without dice or points it is a strike."""
        if "dice" not in move and "points" not in move:
            move["strike"] = True
        if self.table.turn != str(player):
            move["out_of_turn"] = True
        moves = [{"player": str(player), "box": box, **move}]
        return log.append(self.address, self.write_request(), moves).count

    def entry(self, **entry: Any) -> int:
        """Write a line of a card game, in the words of a transcript; its number."""
        return log.append(self.address, self.write_request(), [entry]).count

    def amend(self, number: int, index: int = 0, **move: Any) -> Table:
        return amendments.amend(self.address, self.write_request(), number, move, index)

    def void(self, number: int) -> int:
        return amendments.void(self.address, self.write_request(), number).count

    def change(self, **after: Any) -> Table:
        return session_changes.change(self.address, self.write_request(), after)

    def form(self, **fields: Any) -> dict[str, Any]:
        """Return the fields of an entry panel's form; `seen` and `key` are fresh unless given."""
        return {"seen": self.table.count, "key": new_key(), **fields}

    def points(self, player: int, box: str) -> int | None:
        """Return the points in a box."""
        sheet = self.table.sheet
        row = next(row for row in sheet.rows if row.key == box)
        return row.cells[sheet.players.index(str(player))].points


def hidden(page: str) -> dict[str, str]:
    """Return the hidden fields and the chosen throw of a page, as a browser would send them."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", page):
        fields = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" in fields and (fields.get("type") != "radio" or " checked" in tag):
            found[fields["name"]] = fields.get("value", "")
    return found

"""Participants of a table: its phones and their players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.people.guest_merge import current_person_ids
from scorekeeper.people.models import Member
from scorekeeper.play.models import Entry, Participation, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.presence import presence_at
from scorekeeper.play.table import Table


@dataclass(frozen=True, slots=True)
class Participants:
    """The phones at a table.

    `removed`: phones that the host has removed. `watching`: the number of phones without a seat that show the
    table now.
    """

    phones: tuple[Participant, ...]
    removed: tuple[Participant, ...]
    watching: int

    @property
    def mine(self) -> Participant | None:
        """The phone that sent the request."""
        return next((each for each in self.phones if each.mine), None)

    @property
    def others(self) -> tuple[Participant, ...]:
        """The phones to which the host may hand the table."""
        return tuple(each for each in self.phones if not each.host and each.number)

    def phone(self, number: str) -> Participant | None:
        """Return the phone with this number, or None."""
        known = (each for each in (*self.phones, *self.removed) if each.number)
        return next((each for each in known if str(each.number) == number), None)

    @property
    def count_text(self) -> str:
        """The number of phones here: "3 phones and 2 watching"."""
        sit = ngettext("%(count)d phone", "%(count)d phones", len(self.phones)) % {"count": len(self.phones)}
        if not self.watching:
            return sit
        return _("%(phones)s and %(count)d watching") % {"phones": sit, "count": self.watching}

    def seated_text(self, table: Table) -> str:
        """Return how many players have a phone here: "3 of 5 players are in"."""
        seated = len({each.seat for each in self.phones if each.seat})
        text = ngettext("%(count)d of %(all)d players is in", "%(count)d of %(all)d players are in", seated)
        return text % {"count": seated, "all": len(table.seats)}

    @property
    def watching_text(self) -> str:
        """The number of phones that watch: "2 phones"."""
        text = ngettext("%(count)d phone", "%(count)d phones", self.watching)
        return text % {"count": self.watching}


@dataclass(frozen=True, slots=True)
class Participant:
    """A phone at a table.

    `number`: None for a member without a phone row. `seat`: the player's key, if any. `member`: belongs to the
    table's group, so the host cannot remove it. `asks`: the name of the player that the phone asks to be.
    """

    number: int | None
    seat: str | None
    player: str
    avatar: SafeString | str
    host: bool
    member: bool
    mine: bool
    here: bool
    lines: int
    joined: datetime | None
    asks: str = ""

    @property
    def name(self) -> str:
        """The player's name, or a description."""
        if self.player:
            return _("%(player)s, this phone") % {"player": self.player} if self.mine else self.player
        if self.mine:
            return _("This phone")
        if self.host:
            return _("The host")
        return _("A guest") if self.number else _("A member of the group")

    @property
    def removable(self) -> bool:
        """Return whether the host may remove this phone."""
        return self.number is not None and not self.host and not self.member

    @property
    def about(self) -> str:
        """Details: "host of the table, here now, wrote 6 lines"."""
        wrote = ngettext("entered %(count)d line", "entered %(count)d lines", self.lines) % {
            "count": self.lines
        }
        parts = (
            (self.host, _("host of the table")),
            (self.here and not self.mine, _("here now")),
            (self.member and self.number and not (self.host or self.mine), _("of the group")),
            (self.lines, wrote),
        )
        return listed(text for holds, text in parts if holds)


def participants_of(table: Table, visitor: Visitor) -> Participants:
    """List the participants of a table, the host first, then by time of joining."""
    session, present = table.session, presence_at(table.session.pk)
    wrote = _lines(table)
    avatars = dict(zip(table.names, _avatars(table), strict=True))
    seats = {seat.pk: seat.key for seat in table.seats}

    def seated(person: int | None, phone: Participation | None) -> Participant:
        claimed = of_players.get(members.get(person or 0) or 0)
        seat = seats.get(phone.seat_id or 0) if phone else claimed
        return Participant(
            phone.pk if phone else None,
            seat,
            table.names[seat] if seat else "",
            avatars[seat] if seat else "",
            person is not None and person == session.host_id,
            person in members,
            person == visitor.number,
            person in present.persons,
            wrote.get(person or 0, 0),
            phone.joined if phone else None,
            table.names.get(seats.get(phone.wanted_id or 0, ""), "") if phone else "",
        )

    members = dict(Member.objects.filter(group=session.group_id).values_list("person", "player"))
    of_players = {seat.player_id: seat.key for seat in table.seats}
    known = list(Participation.objects.filter(session=session).order_by("joined", "pk"))
    inside = [seated(each.person_id, each) for each in known if each.removed is None]
    unsaid = _members_without_phone(table, visitor, present.persons & members.keys()) - {
        each.person_id for each in known
    }
    inside += [seated(person, None) for person in sorted(unsaid)]
    inside.sort(key=lambda each: not each.host)
    away = tuple(seated(each.person_id, each) for each in known if each.removed is not None)
    strangers = present.persons - unsaid - {each.person_id for each in known}
    return Participants(tuple(inside), away, present.watching + len(strangers))


def _members_without_phone(table: Table, visitor: Visitor, looking: Set[int]) -> set[int]:
    """Return persons listed without a phone row: the host, the visitor, members online."""
    found = {table.session.host_id, *looking, visitor.number if table.permissions.is_player else None}
    return {person for person in found if person}


def _avatars(table: Table) -> list[SafeString]:
    letters = initials(list(table.names.values()))
    return [
        avatar_html(seat.player.colour, letter) for seat, letter in zip(table.seats, letters, strict=True)
    ]


def _lines(table: Table) -> Mapping[int, int]:
    """Return the number of lines that each person wrote."""
    written = Entry.objects.filter(session=table.session, kind=Entry.Kind.APPEND).order_by().values("author")
    counted = {row["author"]: row["lines"] for row in written.annotate(lines=Count("pk"))}
    found: Counter[int] = Counter()
    for number, now in current_person_ids(counted).items():
        found[now] += counted[number]
    return found


def writers(table: Table) -> dict[str, Any]:
    """Return the setting for permission to write: choices, present one, and its meaning."""
    words = {
        Session.Writers.EVERYBODY: (
            _("Everybody"),
            _("Anyone can enter for anyone. Each line shows who entered it."),
        ),
        Session.Writers.OWN: (
            _("Everyone their own"),
            _("Everyone enters their own lines; the host may enter all."),
        ),
        Session.Writers.HOST: (
            _("Only me") if table.permissions.is_host else _("Only the host"),
            _("Everybody else sees the sheet live."),
        ),
    }
    now = Session.Writers(table.session.writers)
    return {
        "choices": [(value, label, value == now) for value, (label, _about) in words.items()],
        "label": words[now][0],
        "about": words[now][1],
    }

"""Phones that take a seat at a table or leave it.

Looking at a table writes nothing: a link gives a phone a pass (`play/access_links.py`), and only a tap creates a row
here. A phone that loses permissions also loses its open event streams (`notify_change` with `end_streams`).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Person
from scorekeeper.play.loading import load
from scorekeeper.play.models import Participation, Seat, Session
from scorekeeper.play.notifications import notify_change
from scorekeeper.play.permissions import Role, Visitor
from scorekeeper.play.players import taken_seats
from scorekeeper.play.rematches import all_rematches
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError

logger = logging.getLogger(__name__)
RESEND_TIME = timedelta(minutes=10)  # a form is sent again within this time if its response was lost
MOST_PHONES = 60  # at one table; three times a large party


@dataclass(frozen=True, slots=True)
class Leaving:
    """The games that a visitor leaves together.

    `stay`: whether they remain host of others.
    """

    games: tuple[Session, ...]
    stay: bool

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of these games."""
        return tuple(each.address for each in self.games)


def take_seat(address: str, visitor: Visitor, seat: str | None, key: UUID | None = None) -> Table:
    """Give a person's phone the seat of a player, or none: a guest who writes for others (None).

    `visitor` has a person by now. A seat may have two phones, an old one and its successor. Where only some may write,
    the host is asked first and the phone keeps its present seat. `key`: the form's key. Raises Http404, and RuleError
    `too_many_phones`.
    """
    assert visitor.person is not None
    with writing():
        table = load(address, visitor, lock=True)
        place = None if seat is None else table.seat(seat)
        check_room(table, visitor)
        said: dict[str, Any] = {"seat": place, "wanted": None, "key": key}
        if place is not None and _must_ask_host(table, visitor, place):
            said = {"wanted": place, "key": key}
        Participation.objects.update_or_create(session=table.session, person=visitor.person, defaults=said)
        notify_change(table.session.pk)
    log_action(address, visitor, f"sits down, seat {seat or 'none'}")
    return load(address, visitor)


def guest_seated_by(table: Table, key: UUID) -> Person | None:
    """Return the guest whom the same form seated a moment ago: the form was sent twice.

    None for a person who has logged in since. Raises Http404 for a guest removed since.
    """
    since = timezone.now() - RESEND_TIME
    phones = Participation.objects.filter(
        session=table.session, key=key, joined__gt=since, person__has_account=False
    )
    phone = phones.select_related("person").first()
    if phone is not None and phone.removed:
        raise Http404
    return None if phone is None else phone.person


def check_room(table: Table, visitor: Visitor) -> None:
    """Raise RuleError `too_many_phones` for one phone more at a full table.

    Removed phones do not count, so a table filled with guests can be emptied.
    """
    phones = Participation.objects.filter(session=table.session, removed=None)
    if phones.count() >= MOST_PHONES and not phones.filter(person=visitor.number).exists():
        raise RuleError("too_many_phones", most=MOST_PHONES)


def games_to_leave(address: str, visitor: Visitor, *, lock: bool = False) -> Leaving:
    """Return the games that a visitor leaves together with this one.

    These are the games of its chain of rematches in which the phone has a seat or the link. `lock`: no
    rematch can begin until the transaction ends.
    """
    chain = [each.pk for each in locked_chain(address)] if lock else all_rematches(address)
    sat = Participation.objects.filter(person=visitor.number).values("session")
    met = Q(address=address) | Q(address__in=visitor.links) | Q(pk__in=sat)
    games = tuple(Session.objects.filter(met, pk__in=chain).order_by("pk"))
    left = tuple(each for each in games if each.host_id != visitor.number or each.address == address)
    return Leaving(left, stay=len(left) < len(games))


def leave(address: str, visitor: Visitor) -> Leaving:
    """Remove the visitor's phone from all games of the chain that its person does not host.

    Raises Http404, and RuleError `host_stays`.
    """
    with writing():
        left = games_to_leave(address, visitor, lock=True)
        if load(address, visitor).permissions.role is Role.HOST:
            raise RuleError("host_stays")
        Participation.objects.filter(session__in=left.games, person=visitor.number, removed=None).delete()
        for game in left.games:
            notify_change(game.pk, end_streams=True)
    log_action(address, visitor, "leaves")
    return left


def _must_ask_host(table: Table, visitor: Visitor, seat: Seat) -> bool:
    """Return whether the host is asked first: another phone or a member has the seat."""
    if not table.permissions.must_ask_host or table.permissions.seat == seat.key:
        return False
    return seat.pk in taken_seats(table.session, members=True, but=visitor.number)


def locked_chain(address: str) -> list[Session]:
    """Return all games of a chain of rematches, locked so that no rematch begins meanwhile.

    A rematch that is being created becomes visible once its predecessor is locked, so the search repeats until it
    finds nothing new.
    """
    games: list[Session] = []
    known: set[int] = set()
    while (now := set(all_rematches(address))) != known:
        games = list(Session.objects.filter(pk__in=now).order_by("pk").select_for_update())
        known = now
    return games


def log_action(address: str, visitor: Visitor, what: str) -> None:
    """Write an action at a table to the server log, by numbers only, because names are private."""
    logger.info("Table %s: person %d %s", address, visitor.number, what)

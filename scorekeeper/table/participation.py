"""Phones at a table: they sit down and get up, and its host decides about them, its link and who may write.

Looking writes nothing: a link gives a phone a pass (`play/passes.py`), and only a tap makes a row here. Whatever ends
somebody's rights also ends his open streams (`announce`, `shut`). All but `sit` and `leave` are the host's, and
raise RuleError `host_only` for everybody else.
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
from scorekeeper.play.announce import changed
from scorekeeper.play.models import Phone, Seat, Session
from scorekeeper.play.players import taken_seats
from scorekeeper.play.rematch import whole_chain
from scorekeeper.play.rights import Role, Visitor
from scorekeeper.play.table import Table, load
from scorekeeper.rules.contract import RuleError

logger = logging.getLogger(__name__)
AGAIN = timedelta(minutes=10)  # in which a form is sent again whose answer was lost
MOST_PHONES = 60  # that sit at one table; a party is a third of it


@dataclass(frozen=True, slots=True)
class Leaving:
    """The games that somebody leaves with one of them; `stay`: whether there are others, which he keeps as host."""

    games: tuple[Session, ...]
    stay: bool

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where they are."""
        return tuple(each.address for each in self.games)


def sit(address: str, visitor: Visitor, seat: str | None, key: UUID | None = None) -> Table:
    """Seat a person's phone: as the player of a seat, or as a guest who writes for others (None).

    `visitor` has become a person by now. A seat may have two phones: an old one and its successor; where lines are not
    everybody's to write the host is asked first, and the phone sits as it did. `key`: the form's. Raises Http404, and
    RuleError `too_many_phones`.
    """
    assert visitor.person is not None
    with writing():
        table = load(address, visitor, lock=True)
        place = None if seat is None else table.seat(seat)
        must_have_room(table, visitor)
        said: dict[str, Any] = {"seat": place, "wanted": None, "key": key}
        if place is not None and _must_ask(table, visitor, place):
            said = {"wanted": place, "key": key}
        Phone.objects.update_or_create(session=table.session, person=visitor.person, defaults=said)
        changed(table.session.pk)
    log_act(address, visitor, f"sits down, seat {seat or 'none'}")
    return load(address, visitor)


def guest_seated_by(table: Table, key: UUID) -> Person | None:
    """The guest that this very form seated here a moment ago: a stranger who sends it again is he.

    None for somebody who has another way in by now. Raises Http404 for one who was sent away meanwhile.
    """
    a_moment_ago = timezone.now() - AGAIN
    phones = Phone.objects.filter(session=table.session, key=key, joined__gt=a_moment_ago, person__kept=False)
    phone = phones.select_related("person").first()
    if phone is not None and phone.removed:
        raise Http404
    return None if phone is None else phone.person


def must_have_room(table: Table, visitor: Visitor) -> None:
    """Refuse one more phone at a table that has so many: raises RuleError `too_many_phones`.

    A phone that was sent away holds no place, so that a table filled up with guests can be emptied.
    """
    phones = Phone.objects.filter(session=table.session, removed=None)
    if phones.count() >= MOST_PHONES and not phones.filter(person=visitor.number).exists():
        raise RuleError("too_many_phones", most=MOST_PHONES)


def leaving(address: str, visitor: Visitor, *, lock: bool = False) -> Leaving:
    """What somebody leaves with a table: every game that rematches link with it and that his phone has come to.

    It sat there, or has the link. `lock`: until the transaction ends nobody begins another of them.
    """
    chain = [each.pk for each in held_chain(address)] if lock else whole_chain(address)
    sat = Phone.objects.filter(person=visitor.number).values("session")
    met = Q(address=address) | Q(address__in=visitor.passes) | Q(pk__in=sat)
    games = tuple(Session.objects.filter(met, pk__in=chain).order_by("pk"))
    left = tuple(each for each in games if each.host_id != visitor.number or each.address == address)
    return Leaving(left, stay=len(left) < len(games))


def leave(address: str, visitor: Visitor) -> Leaving:
    """Get up: the phone is at no game of this chain of rematches any more, but for those that its person keeps.

    Raises Http404, and RuleError `host_stays`.
    """
    with writing():
        left = leaving(address, visitor, lock=True)
        if load(address, visitor).rights.role is Role.HOST:
            raise RuleError("host_stays")
        Phone.objects.filter(session__in=left.games, person=visitor.number, removed=None).delete()
        for game in left.games:
            changed(game.pk, shut=True)
    log_act(address, visitor, "leaves")
    return left


# --- inside ----------------------------------------------------------------------------------------------


def _must_ask(table: Table, visitor: Visitor, seat: Seat) -> bool:
    """Whether the host is asked before somebody is this player: another has a phone there, or a member is it."""
    if not table.rights.asks or table.rights.seat == seat.key:
        return False
    return seat.pk in taken_seats(table.session, members=True, but=visitor.number)


def held_chain(address: str) -> list[Session]:
    """All games of a chain of rematches, held until the transaction ends: no other one is begun there meanwhile.

    One that was being begun is seen only once the game before it is held, so it is looked for until nothing is new.
    """
    games: list[Session] = []
    known: set[int] = set()
    while (now := set(whole_chain(address))) != known:
        games = list(Session.objects.filter(pk__in=now).order_by("pk").select_for_update())
        known = now
    return games


def log_act(address: str, visitor: Visitor, what: str) -> None:
    """A line for whoever keeps the server: by numbers, for names are the table's own."""
    logger.info("Table %s: person %d %s", address, visitor.number, what)

"""Phones at a table: they sit down and get up, and its host decides about them, its link and who may write.

Looking writes nothing: a link gives a phone a pass (`play/passes.py`), and only a tap makes a row here. Whatever ends
somebody's rights also ends his open streams (`announce`, `shut`). All but `sit` and `leave` are the host's, and
raise RuleError `host_only` for everybody else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Member, Person
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
    _log(address, visitor, f"sits down, seat {seat or 'none'}")
    return load(address, visitor)


def seated_by(table: Table, key: UUID) -> Person | None:
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
    chain = [each.pk for each in _held_chain(address)] if lock else whole_chain(address)
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
    _log(address, visitor, "leaves")
    return left


def remove(address: str, visitor: Visitor, phone: int, *, keep_link: bool = False) -> None:
    """Send a phone away until it is let back, from all that its host keeps of a chain of rematches.

    The link is changed with it, or whoever holds the phone comes back by a private window; but for `keep_link`.
    Raises Http404 for no phone of this table and for a member of its group, whose tables stay his; RuleError
    `host_stays`.
    """
    _let_be(address, visitor, phone, timezone.now(), f"sends phone {phone} away", keep_link=keep_link)


def let_back(address: str, visitor: Visitor, phone: int) -> None:
    """Let a phone that was sent away back to its seat, wherever it was sent away with it."""
    _let_be(address, visitor, phone, None, f"lets phone {phone} back")


def change_link(address: str, visitor: Visitor) -> None:
    """Make every link and code that was given so far worth nothing. Whoever sits keeps his seat.

    Also those of all else that its host keeps of a chain of rematches: from a game that is over a pass goes on to the
    next (`watching.next_game`).
    """

    def do(_table: Table, games: Sequence[Session]) -> None:
        _renew_link(games)

    _decide_on_all(address, visitor, do, "changes the link")


def answer(address: str, visitor: Visitor, phone: int, *, yes: bool) -> None:
    """Let a phone be the player that its person says to be, or not. Raises Http404 for one that does not ask."""

    def do(table: Table) -> None:
        found = _phone(table, phone)
        if found.wanted_id is None:
            raise Http404
        seat = found.wanted_id if yes else found.seat_id
        Phone.objects.filter(pk=found.pk).update(seat=seat, wanted=None)

    _decide(address, visitor, do, f"lets phone {phone} sit: {yes}")


def hand_over(address: str, visitor: Visitor, phone: int) -> None:
    """Let the person of another phone keep the table."""

    def do(table: Table) -> None:
        found = _phone(table, phone)
        if found.removed:
            raise Http404
        _update([table.session], host=found.person_id)

    _decide(address, visitor, do, f"hands over to phone {phone}")


def let_write(address: str, visitor: Visitor, writers: str) -> None:
    """Decide who may write: a value of `Session.Writers`. Raises Http404 for another."""

    def do(table: Table) -> None:
        if writers not in Session.Writers.values:
            raise Http404
        _update([table.session], writers=writers)

    _decide(address, visitor, do, f"lets write: {writers}")


# --- inside ----------------------------------------------------------------------------------------------


def _must_ask(table: Table, visitor: Visitor, seat: Seat) -> bool:
    """Whether the host is asked before somebody is this player: another has a phone there, or a member is it."""
    if not table.rights.asks or table.rights.seat == seat.key:
        return False
    return seat.pk in taken_seats(table.session, members=True, but=visitor.number)


def _let_be(
    address: str,
    visitor: Visitor,
    phone: int,
    removed: datetime | None,
    what: str,
    *,
    keep_link: bool = True,
) -> None:
    """A phone is sent away, or let back."""

    def do(table: Table, games: Sequence[Session]) -> None:
        found = _phone(table, phone)
        if removed and found.person_id == visitor.number:
            raise RuleError("host_stays")
        if removed and Member.objects.filter(group=table.session.group_id, person=found.person_id).exists():
            raise Http404
        theirs = Phone.objects.filter(session__in=games, person=found.person_id)
        changed_any = theirs.filter(removed__isnull=bool(removed)).update(removed=removed)
        if changed_any and not keep_link:  # a form that is sent twice changes the link once
            _renew_link(games)

    _decide_on_all(address, visitor, do, what)


def _decide_on_all(
    address: str, visitor: Visitor, do: Callable[[Table, Sequence[Session]], None], what: str
) -> None:
    """A decision about a table, and every other of its chain of rematches that the same host keeps."""
    with writing():
        chain = _held_chain(address)

        def do_all(table: Table) -> None:
            games = [each for each in chain if each.host_id == table.session.host_id]
            do(table, games)
            for each in games:
                if each.pk != table.session.pk:
                    changed(each.pk, shut=True)

        _decide(address, visitor, do_all, what)


def _held_chain(address: str) -> list[Session]:
    """All games of a chain of rematches, held until the transaction ends: no other one is begun there meanwhile.

    One that was being begun is seen only once the game before it is held, so it is looked for until nothing is new.
    """
    games: list[Session] = []
    known: set[int] = set()
    while (now := set(whole_chain(address))) != known:
        games = list(Session.objects.filter(pk__in=now).order_by("pk").select_for_update())
        known = now
    return games


def _decide(address: str, visitor: Visitor, do: Callable[[Table], None], what: str) -> None:
    with writing():
        table = load(address, visitor, lock=True)
        if not table.rights.keeps:
            raise RuleError("host_only")
        do(table)
        changed(table.session.pk, shut=True)
    _log(address, visitor, what)


def _log(address: str, visitor: Visitor, what: str) -> None:
    """A line for whoever keeps the server: by numbers, for names are the table's own."""
    logger.info("Table %s: person %d %s", address, visitor.number, what)


def _phone(table: Table, number: int) -> Phone:
    """A phone of this table. Its person is held: nobody becomes somebody else meanwhile (`people.merging`)."""
    phone = Phone.objects.filter(session=table.session, pk=number)
    list(
        Person.objects.select_for_update(no_key=True).filter(pk__in=phone.values("person")).values_list("pk")
    )
    found = phone.first()
    if found is None:
        raise Http404
    return found


def _renew_link(games: Sequence[Session]) -> None:
    _update(games, link=1 + max(each.link for each in games), joining=None, code=None)


def _update(games: Sequence[Session], **fields: Any) -> None:
    Session.objects.filter(pk__in=[each.pk for each in games]).update(**fields)

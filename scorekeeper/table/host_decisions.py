"""Decisions of a table's host: phones, the link, who may write, and the next host.

All of them raise RuleError `host_only` for other visitors. A phone that loses permissions also loses its open event
streams (`notify_change` with `end_streams`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.http import Http404
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Member, Person
from scorekeeper.play.loading import load
from scorekeeper.play.models import Participation, Session
from scorekeeper.play.notifications import notify_change
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError

from .participation import locked_chain, log_action


def remove_phone(address: str, visitor: Visitor, phone: int, *, keep_link: bool = False) -> None:
    """Remove a phone until it is let back, from all games of the chain with the same host.

    The link changes too, so that the phone cannot return in a private window, except with `keep_link`.

    Raises Http404 for a phone of another table and for a member of the group, who keeps access; RuleError `host_stays`
    for the host.
    """
    _set_removed(address, visitor, phone, timezone.now(), f"sends phone {phone} away", keep_link=keep_link)


def let_back(address: str, visitor: Visitor, phone: int) -> None:
    """Let a removed phone back to its seat, in every game from which it was removed with it."""
    _set_removed(address, visitor, phone, None, f"lets phone {phone} back")


def change_link(address: str, visitor: Visitor) -> None:
    """Invalidate all links and codes given so far; phones with a seat keep it.

    Applies to every game of the chain with the same host, because a pass for a finished game leads on to the next
    one (`spectator.next_game`).
    """

    def renew(_table: Table, games: Sequence[Session]) -> None:
        _renew_link(games)

    _decide_on_all(address, visitor, renew, "changes the link")


def answer_request(address: str, visitor: Visitor, phone: int, *, yes: bool) -> None:
    """Accept or decline a phone's request for a seat.

    Raises Http404 for a phone without one.
    """

    def answer(table: Table) -> None:
        found = _phone(table, phone)
        if found.wanted_id is None:
            raise Http404
        seat = found.wanted_id if yes else found.seat_id
        Participation.objects.filter(pk=found.pk).update(seat=seat, wanted=None)

    _decide(address, visitor, answer, f"lets phone {phone} sit: {yes}")


def hand_over(address: str, visitor: Visitor, phone: int) -> None:
    """Make the person of another phone the host."""

    def replace_host(table: Table) -> None:
        found = _phone(table, phone)
        if found.removed:
            raise Http404
        _update([table.session], host=found.person_id)

    _decide(address, visitor, replace_host, f"hands over to phone {phone}")


def set_writers(address: str, visitor: Visitor, writers: str) -> None:
    """Set who may write: a value of `Session.Writers`.

    Raises Http404 for any other.
    """

    def save(table: Table) -> None:
        if writers not in Session.Writers.values:
            raise Http404
        _update([table.session], writers=writers)

    _decide(address, visitor, save, f"lets write: {writers}")


def _set_removed(
    address: str,
    visitor: Visitor,
    phone: int,
    removed: datetime | None,
    what: str,
    *,
    keep_link: bool = True,
) -> None:
    """Set or clear the time at which a phone was removed."""

    def save(table: Table, games: Sequence[Session]) -> None:
        found = _phone(table, phone)
        if removed and found.person_id == visitor.number:
            raise RuleError("host_stays")
        if removed and Member.objects.filter(group=table.session.group_id, person=found.person_id).exists():
            raise Http404
        theirs = Participation.objects.filter(session__in=games, person=found.person_id)
        changed_any = theirs.filter(removed__isnull=bool(removed)).update(removed=removed)
        if changed_any and not keep_link:  # a form sent twice changes the link once
            _renew_link(games)

    _decide_on_all(address, visitor, save, what)


def _decide_on_all(
    address: str, visitor: Visitor, apply: Callable[[Table, Sequence[Session]], None], what: str
) -> None:
    """Apply a decision to a table and all games of its chain of rematches with the same host."""
    with writing():
        chain = locked_chain(address)

        def apply_to_all(table: Table) -> None:
            games = [each for each in chain if each.host_id == table.session.host_id]
            apply(table, games)
            for each in games:
                if each.pk != table.session.pk:
                    notify_change(each.pk, end_streams=True)

        _decide(address, visitor, apply_to_all, what)


def _decide(address: str, visitor: Visitor, apply: Callable[[Table], None], what: str) -> None:
    with writing():
        table = load(address, visitor, lock=True)
        if not table.permissions.is_host:
            raise RuleError("host_only")
        apply(table)
        notify_change(table.session.pk, end_streams=True)
    log_action(address, visitor, what)


def _phone(table: Table, number: int) -> Participation:
    """Return a phone of this table, its person locked against merging meanwhile (`guest_merge`)."""
    phone = Participation.objects.filter(session=table.session, pk=number)
    list(
        Person.objects.select_for_update(no_key=True).filter(pk__in=phone.values("person")).values_list("pk")
    )
    found = phone.first()
    if found is None:
        raise Http404
    return found


def _renew_link(games: Sequence[Session]) -> None:
    _update(
        games, link_generation=1 + max(each.link_generation for each in games), code_expires=None, code=None
    )


def _update(games: Sequence[Session], **fields: Any) -> None:
    Session.objects.filter(pk__in=[each.pk for each in games]).update(**fields)

"""Players of sessions: their seats when players are merged, renamed or removed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.dates import show_day
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Group, Member, Person, Player
from scorekeeper.people.names import isolated
from scorekeeper.people.player_merge import MergeHandler

from .game_names import game_name
from .models import Participation, Seat, Session
from .notifications import end_streams_of, notify_change

DAY = timedelta(days=1)


def games_at(addresses: Collection[str]) -> dict[str, tuple[str, date]]:
    """The names and days of the games at these addresses, in one query."""
    wanted = ("address", "game", "options", "started", "finished", "ended", "imported_result")
    found = Session.objects.filter(address__in=addresses).only(*wanted)
    return {session.address: (game_name(session.game, session.options), session.day) for session in found}


class SeatsMerge(MergeHandler):
    """Handles seats when two players are merged."""

    def summary(self, player: Player) -> str:
        """The number of games in which a player sat, without deleted ones."""
        count = Seat.objects.filter(player=player, session__removed=None).count()
        return ngettext("%(count)d game", "%(count)d games", count) % {"count": count} if count else ""

    def conflict(self, merged: Player, remaining: Player) -> str:
        """The reason why two players cannot be merged: the last game in which both sat."""
        both = _sessions_of(remaining.pk).filter(pk__in=_sessions_of(merged.pk).values("pk"))
        last = both.order_by("-started").first()
        if last is None:
            return ""
        words = _("%(one)s and %(other)s sat in one game (%(game)s, %(date)s), so they are two people.")
        return words % {
            "one": isolated(merged.name),
            "other": isolated(remaining.name),
            "game": game_name(last.game, last.options),
            "date": show_day(last.day),
        }

    def lock(self, players: Collection[int]) -> None:
        """Lock the tables of these players."""
        lock_tables(_sessions_of(*players))

    def move(self, merged: Player, remaining: Player) -> None:
        """Give the seats of one player to the other."""
        Seat.objects.filter(player=merged).update(player=remaining)

    def renamed(self, player: Player) -> None:
        """Notify the tables of a renamed player."""
        notify_tables_of(player.pk)


def lock_tables_of_groups(sender: object, *, groups: Collection[int], **_more: Any) -> None:
    """Lock the tables of groups before members or groups are removed."""
    lock_tables(Session.objects.filter(group__in=groups))


def remove_former_member(
    sender: object, *, group: Group, person: Person, by_owner: bool = False, **_more: Any
) -> None:
    """Remove a former member from the tables of a group.

    The owner becomes host of the tables they hosted. The player they were by their seats is remembered on the player.
    After a removal by the host or owner, links and codes of the group's tables become invalid and the person's streams
    end.
    """
    sessions = Session.objects.filter(group=group)
    if by_owner:
        sessions.update(link_generation=F("link_generation") + 1, code_expires=None, code=None)
    numbers = {*sessions.filter(host=person).values_list("pk", flat=True)}
    sessions.filter(host=person).update(host=None)
    players_by_seat(group, [person.pk]).update(former_claimant=person)
    phones = Participation.objects.filter(session__group=group, person=person)
    numbers |= {*phones.values_list("session", flat=True)}
    phones.delete()
    for session in sorted(numbers | _open_on_phones(sessions)):
        notify_change(session, end_streams=True)
    end_streams_of(person.pk)


def players_by_seat(group: Group, persons: Collection[int], *, as_guest: bool = False) -> QuerySet[Player]:
    """The players of the seats that these persons' phones hold.

    `as_guest`: not a member, so only players created with a game that the person joined before its end: the link to
    a table does not give access to the group's own players. Players who are or were another person are left out.
    """
    phones = Participation.objects.filter(session__group=group, removed=None, seat__isnull=False)
    mine, others = phones.filter(person__in=persons), phones.exclude(person__in=persons)
    if as_guest:
        over = Coalesce("session__finished", "session__ended")
        mine = mine.annotate(over=over).filter(Q(over=None) | Q(joined__lte=F("over")))
        mine = mine.filter(seat__player__created__gte=F("session__started"))
    return Player.objects.filter(
        member=None, former_claimant=None, pk__in=mine.values("seat__player")
    ).exclude(pk__in=others.values("seat__player"))


def seats_of_known_players(session: Session) -> frozenset[int]:
    """The numbers of the seats whose players the group knew before this game.

    These players were in the group before, sit at other tables, or are members.
    """
    elsewhere = Seat.objects.filter(player=OuterRef("player")).exclude(session=session)
    theirs = Q(player__created__lt=session.started) | Q(player__member__isnull=False) | Q(Exists(elsewhere))
    return frozenset(Seat.objects.filter(theirs, session=session).values_list("number", flat=True))


def taken_seats(session: Session, *, members: bool, but: int = 0) -> set[int]:
    """The ids of the seats that have a phone.

    `members`: also those of members. `but`: a person whose own seats do not count.
    """
    phones = Participation.objects.filter(session=session, removed=None, seat__isnull=False).exclude(
        person=but
    )
    found = set(phones.values_list("seat_id", flat=True))
    if members:
        theirs = Seat.objects.filter(session=session, player__member__isnull=False)
        found |= set(theirs.exclude(player__member__person=but).values_list("pk", flat=True))
    return found


def player_of(group: Group, person: Person) -> int | None:
    """The id of the player that a person is.

    This is the claimed player, otherwise the only one in whose seat they sit.
    """
    member = Member.objects.filter(group=group, person=person, player__isnull=False).first()
    if member is not None:
        return member.player_id
    sits = list(players_by_seat(group, [person.pk]).filter(merged_into=None).values_list("pk", flat=True)[:2])
    return sits[0] if len(sits) == 1 else None


def lock_tables(sessions: QuerySet[Session]) -> None:
    """Lock these tables until the transaction ends."""
    if connection.features.has_select_for_update:
        list(sessions.order_by("pk").select_for_update().values_list("pk"))


def lock_tables_for_renaming(address: str) -> None:
    """Lock a table, all tables that share a player with it, and its group.

    Needed before one of its players is renamed. Must come before the table itself is locked, because tables are locked
    in the order of their ids.
    """
    here = Seat.objects.filter(session__address=address)
    lock_tables(_sessions_of(*here.values_list("player", flat=True)))
    for group in Session.objects.filter(address=address).values_list("group_id", flat=True):
        lock_group(group)


def notify_tables_of(player: int, *, but: int = 0) -> None:
    """Notify the running tables of a player that their name has changed.

    `but`: the id of a session to leave out.
    """
    running = Session.objects.filter(seats__player=player, finished=None, ended=None, removed=None)
    for session in running.exclude(pk=but).values_list("pk", flat=True):
        notify_change(session)


def _open_on_phones(sessions: QuerySet[Session]) -> set[int]:
    """The ids of the tables that may be open on a phone.

    These are the running ones and those of the last day.
    """
    running = Q(finished=None, ended=None, removed=None)
    recent = Q(started__gt=timezone.now() - DAY) | Q(finished__gt=timezone.now() - DAY)
    return {*sessions.filter(running | recent).values_list("pk", flat=True)}


def _sessions_of(*players: int) -> QuerySet[Session]:
    return Session.objects.filter(pk__in=Seat.objects.filter(player__in=players).values("session"))

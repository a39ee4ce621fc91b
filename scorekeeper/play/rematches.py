"""Rematches: the games of one evening and the chains that rematches form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from itertools import takewhile

from django.db import connection
from django.db.models import Prefetch
from django.utils import timezone

from scorekeeper.people.models import Group
from scorekeeper.people.names import fold
from scorekeeper.rules.contract import Outcome

from . import sql
from .loading import load_tables
from .models import Seat, Session
from .table import Table

LONGEST = 100  # most games of one evening
TODAY = timedelta(hours=12)
MOST_COMPARED = 20  # most running games of a group and evening that are compared


def games_of_evening(session: Session) -> list[Table]:
    """The finished games of a chain of rematches up to this one, oldest first.

    All have the same players and the same day of play. Abandoned and deleted games are left out without breaking the
    chain; other players break it. At most four queries, none for a running game that is no rematch.
    """
    if session.rematch_of_id is None and session.finished is None:
        return []
    keys = [key for key, _version in rematches_before(session)] or [session.pk]
    tables = load_games(keys)
    same = list(takewhile(partial(_continues, tables[0]), tables))
    return [table for table in reversed(same) if counts(table)]


def usual_first_player(group: Group | None, game: str) -> str:
    """Return the choice of who starts a rematch that a group made last at a game, for its next new game.

    One query; none without a group.
    """
    last = Session.objects.filter(group=group, game=game, removed=None).order_by("-pk")
    found = last.values_list("first_player", flat=True).first() if group else None
    return found or Session.FirstPlayer.SAME


def load_games(keys: Sequence[int]) -> list[Table]:
    """Load the games with these ids, in this order."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position", "number"))
    tables = load_tables(Session.objects.filter(pk__in=keys).prefetch_related(seats))
    return sorted(tables, key=lambda table: keys.index(table.session.pk))


def counts(table: Table) -> bool:
    """Return whether a game is finished and neither abandoned nor deleted."""
    session = table.session
    return session.finished is not None and session.ended is None and session.removed is None


def rematches_before(session: Session) -> list[tuple[int, int]]:
    """Ids and versions of a game and of those it is a rematch of, newest first.

    One query, none for a game that is no rematch.
    """
    if session.rematch_of_id is None:
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql.REMATCHES_BEFORE, [session.pk, LONGEST])
        return [(key, version) for key, version in cursor.fetchall()]


def all_rematches(address: str) -> list[int]:
    """The ids of all games linked by rematches with the one at an address, before and after it."""
    with connection.cursor() as cursor:
        cursor.execute(sql.REMATCHES_LINKED, [address])
        return [key for (key,) in cursor.fetchall()]


def rematch_after(session: Session) -> Session | None:
    """The newest rematch of this game that was neither abandoned nor deleted."""
    found = Session.objects.filter(rematch_of=session, ended=None, removed=None)
    return found.order_by("-started").first()


def running_duplicate(group: Group, game: str, names: Sequence[str]) -> Session | None:
    """The newest unfinished game that the same players started within the last hours, or None."""
    wanted = {fold(name) for name in names}
    since = timezone.now() - TODAY
    running = Session.objects.filter(
        group=group, game=game, finished=None, ended=None, removed=None, started__gte=since
    )
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    for session in running.prefetch_related(seats).order_by("-started")[:MOST_COMPARED]:
        if {seat.player.folded_name for seat in session.seats.all()} == wanted:
            return session
    return None


def first_seat(table: Table, choice: str) -> str:
    """The key of the first player of a rematch under a choice of `Session.FirstPlayer`.

    The winner or the loser is the first such seat in order of play; without an outcome it is the same player as before.
    """
    keys, outcome = [seat.key for seat in table.seats], table.outcome
    if choice == Session.FirstPlayer.NEXT:
        return keys[1 % len(keys)]
    if outcome is not None and choice == Session.FirstPlayer.WINNER:
        return next((key for key in keys if key in outcome.winners), keys[0])
    if outcome is not None and choice == Session.FirstPlayer.LOSER:
        totals = {key: outcome.side_score(side) for side in outcome.sides for key in side}
        losers = [key for key in keys if key not in outcome.winners]
        return min(losers, key=lambda key: totals[key], default=keys[0])
    return keys[0]


def games_won(table: Table, games: list[Table]) -> dict[str, int]:
    """The number of these games that each player of a table has won, by key."""
    return _counted(table, games, lambda outcome: outcome.winners)


def games_lost(table: Table, games: list[Table]) -> dict[str, int]:
    """How many of these games without points each player was the lowest in, by key."""
    return _counted(table, games, lambda outcome: outcome.lowest)


def _counted(table: Table, games: list[Table], of: Callable[[Outcome], tuple[str, ...]]) -> dict[str, int]:
    found = dict.fromkeys(table.names, 0)
    for game in games:
        named = {seat.player_id for seat in game.seats if game.outcome and seat.key in of(game.outcome)}
        for seat in table.seats:
            found[seat.key] += seat.player_id in named
    return found


def _continues(last: Table, table: Table) -> bool:
    """Return whether a game belongs to the evening of the last one and has the same players."""
    return table.session.day == last.session.day and players_of(table) == players_of(last)


def players_of(table: Table) -> frozenset[int]:
    """The ids of the players of a table."""
    return frozenset(seat.player_id for seat in table.seats)

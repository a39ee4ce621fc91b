"""The sole writer of results: with the line that ends a game or changes how it ended, and all of them once more.

A result is always written whole, in place of what stood there: a rebuild does what a line does.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction
from django.db.models import Q, QuerySet

from scorekeeper.core.db import router
from scorekeeper.people.groups import hold
from scorekeeper.people.models import Group
from scorekeeper.play import settling
from scorekeeper.play.models import Session
from scorekeeper.play.table import Table, read_again

from . import aggregates, rating_history
from .models import Cell, OwedRebuild, Played, Result, Score, Variant
from .projection import Ended, HouseRules, Projection, Seated, projected
from .rating_history import Place
from .update import Rows, add_up, keep_course, put_right, rows_of

BATCH = 500

logger = logging.getLogger(__name__)


@dataclass
class Rebuilt:
    """How many results were made, and how many sessions could not be read: `verify` says why."""

    results: int = 0
    unread: int = 0


def on_result_changed(sender: object, *, table: Table, **_: Any) -> None:
    """What the play room calls within the transaction of a line."""
    write(table)


def write(table: Table, *, ordered: bool = True) -> bool:
    """Let history say of this session what its table says now; whether that is a result. Within a transaction.

    `ordered`: False where whoever calls puts the course of the games right afterwards.

    The number of queries is the same for two players and for ten; where there is very much to write (40 columns of
    dice, a hundred rounds) SQLite takes it in parts of some 140 cells.
    """
    hold(table.session.group_id)
    before = _kept(Result.objects.filter(session=table.session).first())
    found = projection_of(table)
    if before is not None:
        before.result.cells.all().delete()
        before.result.scores.all().delete()
    if found is None:
        Result.objects.filter(session=table.session).delete()
        after = None
    else:
        after = _made(before.result if before else Result(session=table.session), table.session, found)
        keep_course(before, after)
        Score.objects.bulk_create(after.scores)
        Cell.objects.bulk_create(after.cells)
    add_up(table.session.group_id, before, after)
    if ordered:
        put_right(table.session.group_id, before, after)
    return after is not None


def write_many(group: int, tables: Iterable[Table], most: int | None = rating_history.AT_ONCE) -> None:
    """Let history say of many sessions of a group what their tables say. Within a transaction.

    The course of the games is put right once for all of them: by each for itself, a thousand old games would put the
    thousand after them right a thousand times. `most`: as `course.put_right`.
    """
    hold(group)
    numbers = [table.session.pk for table in tables if write(table, ordered=False)]
    first: dict[int, Place] = {}
    for start in range(0, len(numbers), BATCH):
        found = Result.objects.filter(session__in=numbers[start : start + BATCH], counted=True)
        for variant, finished, session in found.values_list("variant", "finished", "session"):
            place = Place(finished, session)
            first[variant] = min(place, first.get(variant, place))
    for variant, place in sorted(first.items()):
        rating_history.put_right(group, variant, place, most)


def projection_of(table: Table) -> Projection | None:
    """What is to be kept of a table; None while its game runs, and where it was given up or deleted."""
    session = table.session
    if table.outcome is None or session.finished is None:
        return None
    if session.ended is not None or session.removed is not None:
        return None
    seats = [Seated(seat.player_id, seat.number, seat.position, seat.team) for seat in table.seats]
    given = session.given is not None
    return projected(
        Ended(table.game, table.options, session.group_id, seats, table.folded, table.outcome, given)
    )


def rebuild(sessions: QuerySet[Session] | None = None, using: str = DEFAULT_DB_ALIAS) -> Rebuilt:
    """Make the results of these sessions, or of all, once more from their logs, and post into the ledger what is
    missing there.

    Each session in a transaction of its own that holds it, so that people may play meanwhile; a game that ends
    meanwhile writes itself. One whose log cannot be read keeps what it has. `using`: the alias of the database. Of all
    sessions it is also what upgrades owe (`upgrade`).
    """
    done = Rebuilt()
    with router.working_on(using):
        owed = list(OwedRebuild.objects.values_list("pk", flat=True)) if sessions is None else []
        wanted = Session.objects.all() if sessions is None else sessions
        for number in _numbers(wanted):
            try:
                with transaction.atomic(using=using):
                    done.results += _rebuild_one(number)
            except DatabaseError:
                raise
            except Exception as error:  # one odd row must not keep everybody from an upgrade
                logger.warning("session %d cannot be read: %r; verify says more", number, error)
                done.unread += 1
        for group in _groups(wanted):
            with transaction.atomic(using=using):
                hold(group)
                remake(group)
        OwedRebuild.objects.filter(pk__in=owed).delete()
    return done


def remake(group: int) -> None:
    """Make again what the results of a group add up to, and the course of its games. Within a transaction that holds
    the group.
    """
    aggregates.remake(group)
    variants = Result.objects.filter(group=group).order_by("variant").values_list("variant", flat=True)
    for variant in variants.distinct():
        rating_history.put_right(group, variant, rating_history.BEGINNING, None)


# --- inside ----------------------------------------------------------------------------------------------


def _numbers(sessions: QuerySet[Session]) -> Iterator[int]:
    """The sessions that have a result or should have one, some hundred at a time."""
    wanted = sessions.filter(Q(finished__isnull=False) | Q(result__isnull=False)).order_by("pk")
    last = 0
    while found := list(wanted.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        yield from found
        last = found[-1]


def _groups(sessions: QuerySet[Session]) -> list[int]:
    """The groups of these sessions that have results, or sums of those they had."""
    kept = Q(results__isnull=False) | Q(pk__in=Played.objects.values("group"))
    groups = Group.objects.filter(kept, pk__in=sessions.order_by().values("group"))
    return list(groups.order_by("pk").values_list("pk", flat=True).distinct())


def _kept(result: Result | None) -> Rows | None:
    """What stands there, all of it read: it will be deleted."""
    if result is None:
        return None
    return rows_of(result, list(result.scores.all()), list(result.cells.all()))


def _made(result: Result, session: Session, found: Projection) -> Rows:
    """The new rows, of which the result is saved."""
    assert session.finished is not None
    result.started, result.finished, result.counted = session.started, session.finished, session.counted
    result.variant = _variant(found.variant)
    for name, value in found.result._asdict().items():
        setattr(result, name, value)
    result.save()
    scores = [Score(result=result, variant=result.variant, **row._asdict()) for row in found.scores]
    return rows_of(result, scores, [Cell(result=result, **row._asdict()) for row in found.cells])


def _rebuild_one(number: int) -> bool:
    session = Session.objects.select_for_update().filter(pk=number).first()
    if session is None:
        return False
    table = read_again(session)
    _post_missing(table)
    return write(table, ordered=False)


def _post_missing(table: Table) -> None:
    """As if the newest line that stands had brought it: games were over before there was a ledger."""
    line = table.last_line
    if line is not None:
        settling.post(table, line.latest.number, line.latest.author, table.session.finished)


def _variant(rules: HouseRules) -> Variant:
    found, _made = Variant.objects.get_or_create(
        game=rules.game, digest=rules.digest, defaults={"rules": rules.rules}
    )
    return found

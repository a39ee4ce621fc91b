"""Writing results: with the entry that ends a game or changes its end, and in rebuilds.

A result is always replaced as a whole, so a rebuild does the same as an entry.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction
from django.db.models import Q, QuerySet

from scorekeeper.core.db import router
from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Group
from scorekeeper.play import settlement
from scorekeeper.play.imported_results import rules_known
from scorekeeper.play.loading import load_from_log
from scorekeeper.play.models import Session
from scorekeeper.play.table import Table

from . import aggregates, rating_history
from .models import PendingRebuild, Result, Score, Variant, VariantCount
from .projection import Ended, HouseRules, Projection, Seated, projected
from .result_changes import (
    Rows,
    add_up,
    copy_rating_history,
    insert_cells,
    insert_scores,
    recompute_later_games,
    rows_of,
)

BATCH = 500
_OF_SESSION = CompiledQuery(lambda session: Result.objects.filter(session=session), session=int)
_VARIANT = CompiledQuery(
    lambda game, digest: Variant.objects.filter(game=game, digest=digest), game=str, digest=str
)

logger = logging.getLogger(__name__)


@dataclass
class Rebuilt:
    """Number of results made, and of sessions with unreadable logs (see `verify`)."""

    results: int = 0
    unread: int = 0


def on_result_changed(sender: object, *, table: Table, **_: Any) -> None:
    """Receiver of `play.hooks.result_changed`, called within the transaction of an entry."""
    write(table)


def write(table: Table, *, ordered: bool = True) -> bool:
    """Write, replace or remove the result of a table; return whether it has one.

    Call within a transaction. `ordered`: False if the caller recomputes later games afterwards. The number of queries
    is constant, except that SQLite takes very many cells (40 columns of dice, a hundred rounds) in parts of some 140.
    """
    lock_group(table.session.group_id)
    before = _stored(_OF_SESSION.first(session=table.session.pk))
    found = projection_of(table)
    if before is not None:
        before.result.cells.all().delete()
        before.result.scores.all().delete()
    if found is None:
        Result.objects.filter(session=table.session).delete()
        after = None
    else:
        after = _built(before.result if before else Result(session=table.session), table.session, found)
        copy_rating_history(before, after)
        insert_scores(after.scores)
        insert_cells([(after.result, found.cells)])
    add_up(table.session.group_id, before, after)
    if ordered:
        recompute_later_games(table.session.group_id, before, after)
    return after is not None


def projection_of(table: Table) -> Projection | None:
    """Return the projection of a table; None if its game is running, abandoned or deleted."""
    session = table.session
    if table.outcome is None or session.finished is None:
        return None
    if session.ended is not None or session.removed is not None:
        return None
    seats = [Seated(seat.player_id, seat.number, seat.position, seat.team) for seat in table.seats]
    known = rules_known(session.imported_result)
    ended = Ended(
        table.game,
        table.options,
        session.group_id,
        seats,
        table.replayed,
        table.sheet,
        table.outcome,
        known,
    )
    return projected(ended)


def rebuild(sessions: QuerySet[Session] | None = None, using: str = DEFAULT_DB_ALIAS) -> Rebuilt:
    """Rebuild the results of these sessions, or of all, from their logs, and post missing debts.

    Each session has its own transaction that locks it, so that play goes on meanwhile; games that end meanwhile write
    their own results. Sessions with unreadable logs keep their results. `using`: database alias. A rebuild of all
    sessions also settles a `PendingRebuild`.
    """
    done = Rebuilt()
    with router.working_on(using):
        owed = list(PendingRebuild.objects.values_list("pk", flat=True)) if sessions is None else []
        wanted = Session.objects.all() if sessions is None else sessions
        for number in _numbers(wanted):
            try:
                with transaction.atomic(using=using):
                    done.results += _rebuild_one(number)
            except DatabaseError:
                raise
            except Exception as error:  # one unreadable log must not prevent an upgrade
                logger.warning("session %d cannot be read: %r; verify says more", number, error)
                done.unread += 1
        for group in _groups(wanted):
            with transaction.atomic(using=using):
                lock_group(group)
                recompute_group(group)
        PendingRebuild.objects.filter(pk__in=owed).delete()
    return done


def recompute_group(group: int) -> None:
    """Recompute the sums and rating histories of a group.

    Call within a transaction that holds it.
    """
    aggregates.recompute(group)
    variants = Result.objects.filter(group=group).order_by("variant").values_list("variant", flat=True)
    for variant in variants.distinct():
        rating_history.recompute(group, variant, rating_history.BEGINNING, None)


def _numbers(sessions: QuerySet[Session]) -> Iterator[int]:
    """Yield the ids of sessions that have a result or should have one, in batches."""
    wanted = sessions.filter(Q(finished__isnull=False) | Q(result__isnull=False)).order_by("pk")
    last = 0
    while found := list(wanted.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        yield from found
        last = found[-1]


def _groups(sessions: QuerySet[Session]) -> list[int]:
    """Return the groups of these sessions with results or sums."""
    counted = Q(results__isnull=False) | Q(pk__in=VariantCount.objects.values("group"))
    groups = Group.objects.filter(counted, pk__in=sessions.order_by().values("group"))
    return list(groups.order_by("pk").values_list("pk", flat=True).distinct())


def _stored(result: Result | None) -> Rows | None:
    """Read all rows of a stored result, because they will be deleted."""
    if result is None:
        return None
    return rows_of(result, list(result.scores.all()), list(result.cells.all()))


def _built(result: Result, session: Session, found: Projection) -> Rows:
    """Save the result, and return it with its unsaved scores, and its cells."""
    assert session.finished is not None
    result.started, result.finished, result.counted = session.started, session.finished, session.counted
    result.variant = _variant(found.variant)
    for name, value in found.result._asdict().items():
        setattr(result, name, value)
    result.save()
    scores = [Score(result=result, variant=result.variant, **row._asdict()) for row in found.scores]
    return rows_of(result, scores, found.cells)


def _rebuild_one(number: int) -> bool:
    session = Session.objects.select_for_update().filter(pk=number).first()
    if session is None:
        return False
    table = load_from_log(session)
    _post_missing(table)
    return write(table, ordered=False)


def _post_missing(table: Table) -> None:
    """Post the debts of a game that ended before the ledger existed, as of its newest line."""
    line = table.last_line
    if line is not None:
        settlement.post(table, line.latest.number, line.latest.author, table.session.finished)


def _variant(rules: HouseRules) -> Variant:
    known = _VARIANT.first(game=rules.game, digest=rules.digest)
    if known is not None:
        return known
    made, _is_new = Variant.objects.get_or_create(
        game=rules.game, digest=rules.digest, defaults={"rules": rules.rules}
    )
    return made

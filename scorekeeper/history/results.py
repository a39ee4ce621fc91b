"""The sole writer of results: with the line that ends a game or changes how it ended, and all of them once more.

A result is always written whole, in place of what stood there: a rebuild does what a line does.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction
from django.db.models import Q, QuerySet

from scorekeeper import elsewhere
from scorekeeper.play import settling
from scorekeeper.play.models import Session
from scorekeeper.play.table import Table, read_again

from .models import Cell, Result, Score, Variant
from .projection import Ended, HouseRules, Projection, Seated, projected

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


def write(table: Table) -> bool:
    """Let history say of this session what its table says now; whether that is a result. Within a transaction.

    The number of queries is the same for two players and for ten; where there is very much to write (40 columns of
    dice, a hundred rounds) SQLite takes it in parts of some 140 cells.
    """
    result = Result.objects.filter(session=table.session).first()
    if result is not None:
        result.cells.all().delete()
        result.scores.all().delete()
    found = projection_of(table)
    if found is None:
        Result.objects.filter(session=table.session).delete()
        return False
    session = table.session
    result = result or Result(session=session)
    assert session.finished is not None
    result.started, result.finished = session.started, session.finished
    result.variant = _variant(found.variant)
    for name, value in found.result._asdict().items():
        setattr(result, name, value)
    result.save()
    Score.objects.bulk_create(Score(result=result, **row._asdict()) for row in found.scores)
    Cell.objects.bulk_create(Cell(result=result, **row._asdict()) for row in found.cells)
    return True


def projection_of(table: Table) -> Projection | None:
    """What is to be kept of a table; None while its game runs, and where it was given up or deleted."""
    session = table.session
    if table.outcome is None or session.finished is None:
        return None
    if session.ended is not None or session.removed is not None:
        return None
    seats = [Seated(seat.player_id, seat.number, seat.position, seat.team) for seat in table.seats]
    return projected(Ended(table.game, table.options, session.group_id, seats, table.folded, table.outcome))


def rebuild(sessions: QuerySet[Session] | None = None, using: str = DEFAULT_DB_ALIAS) -> Rebuilt:
    """Make the results of these sessions, or of all, once more from their logs, and post into the ledger what is
    missing there.

    Each session in a transaction of its own that holds it, so that people may play meanwhile; a game that ends
    meanwhile writes itself. One whose log cannot be read keeps what it has. `using`: the alias of the database.
    """
    done = Rebuilt()
    with elsewhere.working_on(using):
        for number in _numbers(Session.objects.all() if sessions is None else sessions):
            try:
                with transaction.atomic(using=using):
                    done.results += _rebuild_one(number)
            except DatabaseError:
                raise
            except Exception as error:  # one odd row must not keep everybody from an upgrade
                logger.warning("session %d cannot be read: %r; verify says more", number, error)
                done.unread += 1
    return done


# --- inside ----------------------------------------------------------------------------------------------


def _numbers(sessions: QuerySet[Session]) -> Iterator[int]:
    """The sessions that have a result or should have one, some hundred at a time."""
    wanted = sessions.filter(Q(finished__isnull=False) | Q(result__isnull=False)).order_by("pk")
    last = 0
    while found := list(wanted.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        yield from found
        last = found[-1]


def _rebuild_one(number: int) -> bool:
    session = Session.objects.select_for_update().filter(pk=number).first()
    if session is None:
        return False
    table = read_again(session)
    _post_missing(table)
    return write(table)


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

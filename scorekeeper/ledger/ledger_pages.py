"""Pages of the ledger: as many lines as fit, and all lines of the last game or correction on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.db.models import QuerySet

from .models import Posting
from .posting_days import event_key

LATEST, PAGE = 24, 50  # lines of the money page, of a page of the ledger; a few more to finish a game


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Postings, the newest first. `newer`, `older`: the posting at which the next page begins, 0 for none."""

    postings: Sequence[Posting]
    newer: int = 0
    older: int = 0


def latest(found: QuerySet[Posting]) -> list[Posting]:
    """Return the newest postings, with all of the last event.

    `found`: a query of one group, the newest first; at most three queries.
    """
    return _whole(found, list(found[:LATEST]), LATEST)


def read_page(found: QuerySet[Posting], before: int, after: int) -> LedgerPage:
    """Return the page before a posting, after another one, or the newest (0 for both or unknown).

    `found`: a query of one group, the newest first; at most seven queries.
    """
    rows: list[Posting] = []
    if after:
        upwards = found.filter(pk__gt=after).order_by("pk")
        rows = list(upwards[:PAGE])
        rows = _whole(upwards, rows, PAGE, rising=True)[::-1] if len(rows) == PAGE else []
    elif before:
        downwards = found.filter(pk__lt=before)
        rows = _whole(downwards, list(downwards[:PAGE]), PAGE)
    rows = rows or _whole(found, list(found[:PAGE]), PAGE)
    if not rows:
        return LedgerPage(rows)
    first, last = rows[0].pk, rows[-1].pk
    newer = bool(before or after) and found.filter(pk__gt=first).exists()
    return LedgerPage(rows, first if newer else 0, last if found.filter(pk__lt=last).exists() else 0)


def _whole(
    found: QuerySet[Posting], rows: list[Posting], size: int, *, rising: bool = False
) -> list[Posting]:
    """Return the rows with the remaining lines of the last event, if the page is full."""
    if len(rows) < size or not rows[-1].session:
        return rows
    last = rows[-1]
    rest = found.filter(pk__gt=last.pk) if rising else found.filter(pk__lt=last.pk)
    border = rest.exclude(session=last.session).values_list("pk", flat=True).first()
    same = rest.filter(session=last.session)
    if border is not None:
        same = same.filter(pk__lt=border) if rising else same.filter(pk__gt=border)
    return rows + list(takewhile(lambda row: event_key(row) == event_key(last), same))

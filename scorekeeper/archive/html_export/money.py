"""Balances and ledger of a group for its HTML export; the ledger in parts of whole days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.ledger import posting_texts
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.posting_days import LedgerDay, by_day
from scorekeeper.ledger.presentation import LedgerPlayer, PlayersById
from scorekeeper.people.models import Group

LINES = 400  # of the ledger that are read at a time, more if one day has more


def ledger_days(
    group: Group, known: dict[int, LedgerPlayer]
) -> Iterator[tuple[int, Iterator[list[LedgerDay]]]]:
    """Yield each year with lines, the newest first, with its days in parts.

    Its parts must be read before the next year.
    """
    authors = posting_texts.authors(group)
    rows = Posting.objects.filter(group=group).order_by("-at", "-pk").values_list("at", "pk")
    days = [
        (day, [pk for _at, pk in of_day]) for day, of_day in groupby(rows, lambda row: day_of_play(row[0]))
    ]
    for year, of_year in groupby(days, lambda row: row[0].year):
        yield year, (_part(part, known, authors) for part in _parts(list(of_year)))


def _parts(days: Sequence[tuple[date, list[int]]]) -> Iterator[list[int]]:
    """Yield the ids of whole days, at least `LINES` at a time while there are so many."""
    part: list[int] = []
    for _day, numbers in days:
        part += numbers
        if len(part) >= LINES:
            yield part
            part = []
    if part:
        yield part


def _part(numbers: Sequence[int], known: PlayersById, authors: dict[int, str]) -> list[LedgerDay]:
    found = Posting.objects.select_related("undone").in_bulk(numbers)
    postings = [found[number] for number in numbers if number in found]
    return by_day(postings, posting_texts.lines(postings, known, authors), known)

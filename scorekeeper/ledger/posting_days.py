"""The ledger by days: lines of one game share a row, each other line has its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.core.i18n.punctuation import listed

from .models import Posting
from .posting_texts import PostingText
from .presentation import LedgerPlayer, phrased
from .sums import Debt


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A row of the ledger: one line, or the lines of a game.

    `game`: name of the game, empty for a single line. `sums`: what its losers pay in all: "Bo pays €0.40".
    """

    lines: Sequence[PostingText]
    game: str = ""
    sums: str = ""

    @property
    def line(self) -> PostingText:
        """The line, or the first of them."""
        return self.lines[0]


@dataclass(frozen=True, slots=True)
class LedgerDay:
    """A day of play with its rows, the newest first."""

    day: date
    rows: Sequence[LedgerRow]


def by_day(
    postings: Sequence[Posting], lines: Sequence[PostingText], known: Mapping[int, LedgerPlayer]
) -> list[LedgerDay]:
    """Return postings and their texts, in the same order, as rows under days."""
    pairs = list(zip(postings, lines, strict=True))
    return [
        LedgerDay(day, [_row(list(rows), known) for _key, rows in groupby(of_day, _row_key)])
        for day, of_day in groupby(pairs, lambda pair: day_of_play(pair[0].at))
    ]


def _row_key(pair: tuple[Posting, PostingText]) -> tuple[str, int]:
    """Return the game of a line, or the line's own number."""
    posting = pair[0]
    return (posting.session, 0) if posting.kind == Posting.Kind.GAME else ("", posting.pk)


def _row(pairs: Sequence[tuple[Posting, PostingText]], known: Mapping[int, LedgerPlayer]) -> LedgerRow:
    postings, lines = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if len(lines) < 2:
        return LedgerRow(lines)
    return LedgerRow(lines, lines[0].game, payers_text(_owed(postings), known))


def _owed(postings: Iterable[Posting]) -> list[Debt]:
    return [Debt(row.debtor_id, row.creditor_id, row.amount, row.unit) for row in postings]


def payers_text(debts: Iterable[Debt], known: Mapping[int, LedgerPlayer]) -> str:
    """Return what each loser of a game pays in all, what they get subtracted: "Bo pays €0.40"."""
    sums: dict[tuple[int, str], int] = {}
    for debt in debts:
        for player, amount in ((debt.debtor, debt.amount), (debt.creditor, -debt.amount)):
            sums[player, debt.unit] = sums.get((player, debt.unit), 0) + amount
    words = _("%(player)s pays %(amount)s")
    return listed(
        words % {"player": known[player].name, "amount": phrased(amount, unit)}
        for (player, unit), amount in sorted(sums.items(), key=lambda row: (-row[1], row[0]))
        if amount > 0
    )

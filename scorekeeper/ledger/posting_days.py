"""The ledger by days: lines of one game or of one correction share a row, each other line has its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate, groupby

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.core.i18n.punctuation import labelled, listed

from .ledger_filter import LedgerFilter
from .models import Posting
from .posting_texts import PostingText, difference_text
from .presentation import LedgerPlayer, phrased, signed
from .sums import Debt

Kind = Posting.Kind
EventKey = tuple[str, str, int, str]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A row of the ledger: one line, or the lines of a game, a correction, a deletion or a restoration.

    `title`: heading of several lines, empty for a single line. `sums`: what the losers of a game pay in all: "Bo pays
    €0.40"; or how a correction changes the balances: "General: Ana +€0.40, Bo −€0.40".
    """

    lines: Sequence[PostingText]
    title: str = ""
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
    postings: Sequence[Posting],
    lines: Sequence[PostingText],
    known: Mapping[int, LedgerPlayer],
    wanted: LedgerFilter | None = None,
) -> list[LedgerDay]:
    """Return postings and their texts, in the same order, as rows under days.

    `wanted`: the filter that chose the postings. With a player the sums are only theirs, because only their lines
    are complete; with two players each line has its own row, and a payment says what it changed between them.
    """
    between = wanted.clearings(postings, known) if wanted else {}
    pairs = [
        (
            posting,
            replace(line, about=_changes_text(between[posting.pk], known, 0))
            if posting.pk in between
            else line,
        )
        for posting, line in zip(postings, lines, strict=True)
    ]
    player, alone = (wanted.player, bool(wanted.other)) if wanted else (0, False)
    return [
        LedgerDay(
            day,
            [
                _row(list(rows), known, player)
                for _key, rows in groupby(of_day, lambda pair: pair[0].pk if alone else event_key(pair[0]))
            ],
        )
        for day, of_day in groupby(pairs, lambda pair: day_of_play(pair[0].at))
    ]


def in_columns(days: Sequence[LedgerDay]) -> list[Sequence[LedgerDay]]:
    """Return days as two columns of about the same length, the first read first; one for a single day.

    Fixed columns: a game that is unfolded moves no day to the other one.
    """
    lengths = list(accumulate(len(day.rows) + 1 for day in days))
    at = min(range(1, len(days)), key=lambda each: abs(lengths[-1] - 2 * lengths[each - 1]), default=0)
    return [part for part in (days[:at], days[at:]) if part]


def event_key(posting: Posting) -> EventKey:
    """Return what the postings of one event share: those of a game, or of one correction of it.

    A payment shares its key with no other posting.
    """
    if not posting.session:
        return "", posting.kind, posting.pk, ""
    if posting.kind == Kind.GAME:
        return posting.session, posting.kind, 0, ""
    return posting.session, posting.kind, posting.entry or 0, str(posting.reason.get("changes", ""))


def _row(
    pairs: Sequence[tuple[Posting, PostingText]], known: Mapping[int, LedgerPlayer], player: int
) -> LedgerRow:
    postings, lines = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if len(lines) < 2:
        return LedgerRow(lines)
    debts = [Debt(row.debtor_id, row.creditor_id, row.amount, row.unit) for row in postings]
    first = lines[0]
    if postings[0].kind == Kind.GAME:
        return LedgerRow(lines, first.game or first.title, payers_text(debts, known, player))
    title = {
        Kind.DELETED: _("Cancelled with its game"),
        Kind.RETURNED: _("The game is back"),
    }.get(Kind(postings[0].kind), _("Corrected"))
    if "difference" in postings[0].reason:
        title = first.title
        lines = [replace(line, title=difference_text(posting, known), about="") for posting, line in pairs]
    return LedgerRow(lines, title, labelled(first.game, _changes_text(debts, known, player)))


def payers_text(debts: Iterable[Debt], known: Mapping[int, LedgerPlayer], player: int = 0) -> str:
    """Return what each loser of a game pays in all, what they get subtracted: "Bo pays €0.40".

    `player`: only what this player pays or gets, 0 for all losers.
    """
    return listed(
        (_("%(player)s pays %(amount)s") if amount > 0 else _("%(player)s gets %(amount)s"))
        % {"player": known[number].name, "amount": phrased(abs(amount), unit)}
        for number, unit, amount in _owed(debts, known, player)
        if amount > 0 or player
    )


def _changes_text(debts: Iterable[Debt], known: Mapping[int, LedgerPlayer], player: int) -> str:
    """Return the changes of balances: "Ana +€0.40, Bo −€0.40"; `player`: only theirs, 0 for all."""
    return listed(
        f"{known[number].name} {signed(-amount, unit)}"
        for number, unit, amount in reversed(_owed(debts, known, player))
    )


def _owed(
    debts: Iterable[Debt], known: Mapping[int, LedgerPlayer], player: int
) -> list[tuple[int, str, int]]:
    """Return (player, unit, what they owe in all), the largest amount first, without zeros."""
    sums: dict[tuple[int, str], int] = {}
    for debt in debts:
        for each, amount in ((debt.debtor, debt.amount), (debt.creditor, -debt.amount)):
            key = known[each].number, debt.unit
            sums[key] = sums.get(key, 0) + amount
    ordered = sorted(sums.items(), key=lambda row: (-row[1], row[0]))
    return [(who, unit, amount) for (who, unit), amount in ordered if amount and player in (0, who)]

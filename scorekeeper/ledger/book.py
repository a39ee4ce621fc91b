"""The sole writer of postings: what games bring, and what else changes who owes whom. And what it adds up to.

Lines name players as they were when they were written. Whoever was merged into another since then counts as that other
wherever lines are added up: `staying` says who that is.

A game is known by its address only. What it brings is posted as the difference to what it has brought before, so the
same end posted twice changes nothing, and a game that is put right, or is no result any more, posts what that changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.people.groups import hold
from scorekeeper.people.models import Player

from .models import Owed, Posting
from .simplify import fewest

Kind = Posting.Kind

# Two players, the lower number first, and a unit; and for such pairs what the first owes the second. Who is even is
# left out.
Pair = tuple[int, int, str]
Net = dict[Pair, int]


@dataclass(frozen=True, slots=True)
class Due:
    """What a game brings: `debtor` owes `creditor` (players, by number) `amount` smallest units of `unit`, and why."""

    debtor: int
    creditor: int
    amount: int
    unit: str
    reason: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Debt:
    """`debtor` owes `creditor` `amount` smallest units of `unit`, everything added up; at least 1."""

    debtor: int
    creditor: int
    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where postings of a game come from: its group, its address, the log line that brought them, who wrote that.

    `at`: when, for a game from before there was a ledger; None for now. `reason`: of lines that no due explains.
    """

    group: int
    session: str
    entry: int | None = None
    author: int | None = None
    at: datetime | None = None
    reason: Mapping[str, Any] = field(default_factory=dict)


def post_game(source: Source, dues: Sequence[Due], kind: Posting.Kind | None = None) -> None:
    """Let a game bring exactly this: post the difference to what it has brought so far. Within a transaction.

    `kind`: what the lines are; by default a game's own, and a correction where it has brought something before.
    """
    hold(source.group)
    before = net_of(Posting.objects.filter(session=source.session))
    kind = kind or (Kind.CORRECTION if before else Kind.GAME)
    wanted = net(dues)
    reasons = {pair_of(due.debtor, due.creditor, due.unit)[0]: due.reason for due in dues}
    changes = {pair: wanted.get(pair, 0) - before.get(pair, 0) for pair in dict.fromkeys([*wanted, *before])}
    post(
        [
            Posting(
                group_id=source.group,
                kind=kind,
                debtor_id=pair[0] if change > 0 else pair[1],
                creditor_id=pair[1] if change > 0 else pair[0],
                amount=abs(change),
                unit=pair[2],
                session=source.session,
                entry=source.entry,
                reason=dict(reasons.get(pair, source.reason)),
                author_id=source.author,
                at=source.at or timezone.now(),
            )
            for pair, change in changes.items()
            if change
        ]
    )


def post(postings: Sequence[Posting]) -> None:
    """Insert postings, all of one group that is held, and add them to what its players owe each other."""
    if not postings:
        return
    Posting.objects.bulk_create(postings)
    group = postings[0].group_id
    changed = net(Due(each.debtor_id, each.creditor_id, each.amount, each.unit) for each in postings)
    before = _kept(group, changed)
    sums = {pair: before.get(pair, 0) + change for pair, change in changed.items()}
    Owed.objects.bulk_create(
        [
            Owed(group_id=group, one_id=one, other_id=other, unit=unit, amount=str(amount))
            for (one, other, unit), amount in sums.items()
        ],
        update_conflicts=True,
        unique_fields=["group", "one", "other", "unit"],
        update_fields=["amount"],
    )


# --- what it adds up to ----------------------------------------------------------------------------------


def staying(group: int) -> dict[int, int]:
    """Whose a line is that names a player who was merged: his number, and that of the player who stayed."""
    merged = Player.objects.filter(group=group, merged_into__isnull=False)
    return {gone: stays for gone, stays in merged.values_list("pk", "merged_into") if stays is not None}


def owed(group: int) -> Net:
    """What the players of a group owe each other, all added up. Nobody who was merged into another is in it."""
    rows = Owed.objects.filter(group=group).values_list(
        "one_id", "other_id", "one__merged_into", "other__merged_into", "unit", "amount"
    )
    found: Net = defaultdict(int)
    for one, other, one_stays, other_stays, unit, amount in rows:
        first, second = one_stays or one, other_stays or other
        if first != second:
            pair, sign = pair_of(first, second, unit)
            found[pair] += sign * int(amount)
    return {pair: amount for pair, amount in found.items() if amount}


def balances(group: int) -> dict[str, dict[int, int]]:
    """By unit: what every player is owed, below zero what he owes. Who is even is left out."""
    return balances_of(owed(group))


def balances_of(sums: Net) -> dict[str, dict[int, int]]:
    """As `balances`, of what was read."""
    found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (one, other, unit), amount in sums.items():
        found[unit][one] -= amount
        found[unit][other] += amount
    kept = {unit: {player: sum_ for player, sum_ in each.items() if sum_} for unit, each in found.items()}
    return {unit: each for unit, each in kept.items() if each}


def debts(group: int) -> list[Debt]:
    """Who owes whom, plainly: each pair of players on its own, whatever others owe them. The largest first."""
    return debts_of(owed(group))


def debts_of(sums: Net) -> list[Debt]:
    """As `debts`, of what was read."""
    found = [
        Debt(one, other, amount, unit) if amount > 0 else Debt(other, one, -amount, unit)
        for (one, other, unit), amount in sums.items()
    ]
    return sorted(found, key=lambda debt: (debt.unit, -debt.amount, debt.debtor, debt.creditor))


def simplest(group: int) -> list[Debt]:
    """Who pays whom so that everybody is even, in as few payments as can be found."""
    return simplest_of(balances(group))


def simplest_of(open_: Mapping[str, Mapping[int, int]]) -> list[Debt]:
    """As `simplest`, of balances that were read."""
    return [
        Debt(payer, payee, amount, unit)
        for unit, sums in sorted(open_.items())
        for payer, payee, amount in fewest(sums)
    ]


def net(dues: Iterable[Due]) -> Net:
    """What dues come to. What somebody owes himself, by lines from before he was merged, is nothing."""
    found: Net = defaultdict(int)
    for due in dues:
        if due.debtor == due.creditor:
            continue
        pair, sign = pair_of(due.debtor, due.creditor, due.unit)
        found[pair] += sign * due.amount
    return {pair: amount for pair, amount in found.items() if amount}


def net_of(postings: Any) -> Net:
    """What postings come to, for those who stayed."""
    rows = postings.values_list(
        "debtor_id", "debtor__merged_into", "creditor_id", "creditor__merged_into", "amount", "unit"
    )
    return net(
        Due(debtor_stays or debtor, creditor_stays or creditor, amount, unit)
        for debtor, debtor_stays, creditor, creditor_stays, amount, unit in rows
    )


def pair_of(debtor: int, creditor: int, unit: str) -> tuple[Pair, int]:
    """The pair with the lower number first, and the sign of a debt of `debtor` in it."""
    if debtor < creditor:
        return (debtor, creditor, unit), 1
    return (creditor, debtor, unit), -1


def _kept(group: int, pairs: Iterable[Pair]) -> Net:
    """What is kept of the sums of these pairs and others between them, by the players that the lines name."""
    asked = list(pairs)
    ones, others = {one for one, _other, _unit in asked}, {other for _one, other, _unit in asked}
    rows = Owed.objects.filter(group=group, one__in=ones, other__in=others)
    return {
        (one, other, unit): int(amount)
        for one, other, unit, amount in rows.values_list("one_id", "other_id", "unit", "amount")
    }

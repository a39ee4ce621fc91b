"""The sole writer of postings: what games bring, and what else changes who owes whom.

A game is known by its address only. What it brings is posted as the difference to what it has brought before, so the
same end posted twice changes nothing, and a game that is put right, or is no result any more, posts what that changes.
A payment is posted with the debts between pairs that it clears (`clearing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.people.groups import hold

from .clearing import Change, Net, Pair, Sums
from .models import Clearing, Owed, Posting
from .sums import Due, net, net_of, owed, pair_of, staying

Kind = Posting.Kind


@dataclass(frozen=True, slots=True)
class Source:
    """Where postings of a game come from: its group, its address, the log line that brought them, who wrote that.

    `at`: when, for a game from before there was a ledger; None for now. `reason`: of lines that no due explains.
    `changed`: what a correction changed, see `correction`; added to the reason of its lines.
    """

    group: int
    session: str
    entry: int | None = None
    author: int | None = None
    at: datetime | None = None
    reason: Mapping[str, Any] = field(default_factory=dict)
    changed: Mapping[str, Any] = field(default_factory=dict)


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
                reason={
                    **reasons.get(pair, source.reason),
                    **(_corrected(source, before.get(pair, 0), change) if kind == Kind.CORRECTION else {}),
                },
                author_id=source.author,
                at=source.at or timezone.now(),
            )
            for pair, change in changes.items()
            if change
        ]
    )


def _corrected(source: Source, before: int, change: int) -> dict[str, Any]:
    """What a correction says besides its reason: what changed, and what that does to what was owed."""
    if not source.changed:
        return {}
    owed = before if change > 0 else -before  # in the direction of the new line
    return {**source.changed, "before": owed, "difference": abs(change) if owed >= 0 else -abs(change)}


def post(postings: Sequence[Posting]) -> None:
    """Insert postings, all of one group that is held, and add them to what its players owe each other.

    In their order: what a payment clears depends on what was posted before it.
    """
    if not postings:
        return
    Posting.objects.bulk_create(postings)
    group = postings[0].group_id
    cleared = _cleared(group, postings)
    Clearing.objects.bulk_create(
        Clearing(posting=posting, debtor_id=each.debtor, creditor_id=each.creditor, amount=each.amount)
        for posting in postings
        for each in cleared.get(posting.pk, ())
    )
    _add(
        group,
        net(
            Due(each.debtor, each.creditor, each.amount, posting.unit)
            for posting in postings
            for each in cleared.get(posting.pk) or [_plain(posting)]
        ),
    )


# --- inside ----------------------------------------------------------------------------------------------


def _cleared(group: int, postings: Sequence[Posting]) -> dict[int, list[Change]]:
    """By number: what payments and what takes them back change between pairs, where it is not what they say plainly."""
    if not any(posting.kind in (Kind.PAYMENT, Kind.UNDO) for posting in postings):
        return {}
    stays, sums = staying(group), Sums(owed(group))
    undone = [posting.undoes_id for posting in postings if posting.undoes_id is not None]
    changes: dict[int, list[Change]] = {}
    for row in Clearing.objects.filter(posting__in=undone).order_by("pk"):
        changes.setdefault(row.posting_id, []).append(Change(row.debtor_id, row.creditor_id, row.amount))
    for posting in postings:
        plain = _plain(posting)
        two = stays.get(plain.debtor, plain.debtor), stays.get(plain.creditor, plain.creditor)
        if posting.kind == Kind.PAYMENT:
            found = sums.pay(two[1], two[0], posting.amount, posting.unit)
        else:
            before = changes.get(posting.undoes_id or 0, [])
            found = [Change(each.creditor, each.debtor, each.amount) for each in before]
            for each in found or [Change(*two, posting.amount)]:
                sums.add(each.debtor, each.creditor, each.amount, posting.unit)
        if found != [Change(*two, posting.amount)]:
            changes[posting.pk] = found
    return changes


def _plain(posting: Posting) -> Change:
    return Change(posting.debtor_id, posting.creditor_id, posting.amount)


def _add(group: int, changed: Net) -> None:
    """Add to the sums that are kept."""
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


def _kept(group: int, pairs: Iterable[Pair]) -> Net:
    """What is kept of the sums of these pairs and others between them, by the players that the lines name."""
    asked = list(pairs)
    ones, others = {one for one, _other, _unit in asked}, {other for _one, other, _unit in asked}
    rows = Owed.objects.filter(group=group, one__in=ones, other__in=others)
    return {
        (one, other, unit): int(amount)
        for one, other, unit, amount in rows.values_list("one_id", "other_id", "unit", "amount")
    }

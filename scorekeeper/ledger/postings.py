"""The only writer of postings, with their clearings and the stored sums.

A game is known by its table's address. `post_game` posts the difference to the game's earlier postings, so a result
posted twice changes nothing, and a corrected or reopened game posts only the change. Payments are posted with the
debts between pairs that they clear (`clearing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.db.rows import insert_rows
from scorekeeper.people.groups import lock_group

from .clearing import Change, Net, Pair, Sums
from .models import Clearing, PairBalance, Posting
from .sums import NET_COLUMNS, Due, net, net_of, owed, pair_of, staying

Kind = Posting.Kind
_OF_GAME = CompiledQuery(
    lambda session: Posting.objects.filter(session=session).values_list(*NET_COLUMNS), session=str
)
_STORED = CompiledQuery(
    lambda group, ones, others: PairBalance.objects.filter(
        group=group, one__in=ones, other__in=others
    ).values_list("one_id", "other_id", "unit", "amount"),
    group=int,
    ones=list,
    others=list,
)


@dataclass(frozen=True, slots=True)
class Source:
    """Origin of a game's postings: group id, table address, log entry number, author id.

    `at`: time of the postings, None for now. `reason`: for postings without a due. `changed`: changes of a correction
    (see `correction`), added to the reason of its postings.
    """

    group: int
    session: str
    entry: int | None = None
    author: int | None = None
    at: datetime | None = None
    reason: Mapping[str, Any] = field(default_factory=dict)
    changed: Mapping[str, Any] = field(default_factory=dict)


def post_game(source: Source, dues: Sequence[Due], kind: Posting.Kind | None = None) -> None:
    """Post the difference between a game's dues and its earlier postings.

    Call within a transaction. `kind`: kind of the postings; by default `GAME`, or `CORRECTION` if the game has earlier
    postings.
    """
    lock_group(source.group)
    before = net_of(_OF_GAME(session=source.session))
    kind = kind or (Kind.CORRECTION if before else Kind.GAME)
    wanted = net(dues)
    reasons = {pair_of(due.debtor, due.creditor, due.unit)[0]: due.reason for due in dues}
    pairs = dict.fromkeys([*wanted, *before])
    changes = {pair: change for pair in pairs if (change := wanted.get(pair, 0) - before.get(pair, 0))}
    if not changes:
        return
    insert_rows(
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
        ]
    )
    _add(source.group, changes)


def _corrected(source: Source, before: int, change: int) -> dict[str, Any]:
    """Return the additional fields of a correction's reason, see `correction`."""
    if not source.changed:
        return {}
    owed = before if change > 0 else -before  # in the direction of the new line
    return {**source.changed, "before": owed, "difference": abs(change) if owed >= 0 else -abs(change)}


def post(postings: Sequence[Posting]) -> None:
    """Insert postings of one group and add them to its stored sums.

    The group's lock must be held. The order matters: the clearings of a payment depend on the postings before it.
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


def _cleared(group: int, postings: Sequence[Posting]) -> dict[int, list[Change]]:
    """Return by posting id the clearings of payments and undos that differ from their posting."""
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
    before = _stored(group, changed)
    sums = {pair: before.get(pair, 0) + change for pair, change in changed.items()}
    balances = [
        PairBalance(group_id=group, one_id=one, other_id=other, unit=unit, amount=str(amount))
        for (one, other, unit), amount in sums.items()
    ]
    insert_rows(balances, ("group_id", "one_id", "other_id", "unit"), ("amount",))


def _stored(group: int, pairs: Iterable[Pair]) -> Net:
    """Return the stored sums between the players of these pairs; merged players stay separate."""
    wanted = list(pairs)
    ones, others = {one for one, _other, _unit in wanted}, {other for _one, other, _unit in wanted}
    rows = _STORED(group=group, ones=ones, others=others)
    return {(one, other, unit): int(amount) for one, other, unit, amount in rows}

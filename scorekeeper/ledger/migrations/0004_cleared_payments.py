"""Compute the clearings of payments made before clearings were stored, once per ledger."""

from collections import defaultdict
from typing import Any

from django.db import migrations

from scorekeeper.ledger.clearing import Change, Net, Sums, pair_of


def clear(apps: Any, _editor: Any) -> None:
    """Write the clearings of all payments, and the sums between pairs with them."""
    posting = apps.get_model("ledger", "Posting")
    paid = posting.objects.filter(kind="payment").order_by().values_list("group", flat=True).distinct()
    for group in list(paid):
        _clear_group(apps, group)


def forget(apps: Any, _editor: Any) -> None:
    """Reset the sums between pairs to those of the postings alone."""
    changed: dict[int, Net] = defaultdict(lambda: defaultdict(int))
    for row in apps.get_model("ledger", "Posting").objects.filter(clearings__isnull=False).distinct():
        _count(changed[row.group_id], row.unit, Change(row.debtor_id, row.creditor_id, row.amount), 1)
        for each in row.clearings.all():
            _count(changed[row.group_id], row.unit, Change(each.debtor_id, each.creditor_id, each.amount), -1)
    for group, sums in changed.items():
        _add(apps, group, sums)
    apps.get_model("ledger", "Clearing").objects.all().delete()


def _clear_group(apps: Any, group: int) -> None:
    posting, clearing = apps.get_model("ledger", "Posting"), apps.get_model("ledger", "Clearing")
    player = apps.get_model("people", "Player")
    merged = player.objects.filter(group=group, merged_into__isnull=False)
    stays = dict(merged.values_list("pk", "merged_into"))
    sums, changed = Sums({}), defaultdict[Any, int](int)
    found: dict[int, list[Change]] = {}
    rows = posting.objects.filter(group=group).order_by("pk")
    for number, kind, debtor, creditor, amount, unit, undoes in rows.values_list(
        "pk", "kind", "debtor_id", "creditor_id", "amount", "unit", "undoes_id"
    ).iterator(2000):
        plain = Change(stays.get(debtor, debtor), stays.get(creditor, creditor), amount)
        if kind == "payment":
            changes = sums.pay(plain.creditor, plain.debtor, amount, unit)
        else:
            back = found.get(undoes or 0, ())
            changes = [Change(each.creditor, each.debtor, each.amount) for each in back] or [plain]
            for each in changes:
                sums.add(each.debtor, each.creditor, each.amount, unit)
        if kind in ("payment", "undo") and changes and changes != [plain]:
            found[number] = changes
            _count(changed, unit, Change(debtor, creditor, amount), -1)
            for each in changes:
                _count(changed, unit, each, 1)
    clearing.objects.bulk_create(
        [
            clearing(posting_id=number, debtor_id=each.debtor, creditor_id=each.creditor, amount=each.amount)
            for number, changes in found.items()
            for each in changes
        ],
        batch_size=500,
    )
    _add(apps, group, changed)


def _count(sums: Any, unit: str, change: Change, times: int) -> None:
    pair, sign = pair_of(change.debtor, change.creditor, unit)
    sums[pair] += times * sign * change.amount


def _add(apps: Any, group: int, changed: Net) -> None:
    owed = apps.get_model("ledger", "Owed")
    for (one, other, unit), amount in changed.items():
        row, _ = owed.objects.get_or_create(
            group_id=group, one_id=one, other_id=other, unit=unit, defaults={"amount": "0"}
        )
        row.amount = str(int(row.amount) + amount)
        row.save(update_fields=["amount"])


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_clearings")]

    operations = [migrations.RunPython(clear, forget)]

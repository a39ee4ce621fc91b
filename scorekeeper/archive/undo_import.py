"""Start of undoing an import, and its preconditions; `import_steps` does the work."""

from __future__ import annotations

from django.db.models import Count

from scorekeeper.core.db.write_lock import writing
from scorekeeper.ledger.models import Posting
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Group, Person
from scorekeeper.play.game_names import game_name
from scorekeeper.play.models import Entry

from .json_reader import FileError
from .models import Import

Kind = Posting.Kind
LINES = (Entry.Kind.APPEND, Entry.Kind.AMEND, Entry.Kind.VOID)
DEBTS = (Kind.GAME, Kind.CORRECTION)


def begin(group: Group, number: int, person: Person, device: int) -> None:
    """Mark an import as being undone by a person.

    Raises FileError `import_gone`, `import_runs`, and those of `must_stand_alone`.
    """
    with writing():
        lock_group(group.pk)
        found = Import.objects.filter(group=group, pk=number).exclude(state=Import.State.UNDOING).first()
        if found is None:
            raise FileError("import_gone")
        active = Import.objects.filter(group=group, state__in=[Import.State.RUNNING, Import.State.UNDOING])
        if active.exclude(pk=number).exists():
            raise FileError("import_runs")
        must_stand_alone(found)
        Import.objects.filter(pk=number).update(
            state=Import.State.UNDOING, person=person, device=device, data=b"", worked_at=None
        )


def must_stand_alone(found: Import) -> None:
    """Raise FileError if later entries or payments depend on an import.

    `import_played_on` (`game`): lines were added to one of its games. `import_paid` (`player`): its debts were paid.
    """
    games = found.sessions.filter(lines__gt=0, session__removed=None)
    lines = Entry.objects.filter(session__in=games.values("session"), kind__in=LINES).order_by()
    counted = dict(lines.values_list("session").annotate(Count("pk")))
    for each in games.select_related("session"):
        if counted.get(each.session_id, 0) > each.lines:
            raise FileError("import_played_on", game=game_name(each.session.game, each.session.options))
    addresses = games.values("session__address")
    debts = Posting.objects.filter(group=found.group_id, session__in=addresses, kind__in=DEBTS)
    first = debts.order_by("pk").values_list("pk", flat=True).first()
    if first is None:
        return
    touched = set(debts.values_list("unit", "debtor")) | set(debts.values_list("unit", "creditor"))
    payments = Posting.objects.filter(group=found.group_id, kind=Kind.PAYMENT, pk__gt=first, undone=None)
    for payment in payments.select_related("creditor"):
        if touched & {(payment.unit, payment.debtor_id), (payment.unit, payment.creditor_id)}:
            raise FileError("import_paid", player=payment.creditor.name)

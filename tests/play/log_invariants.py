"""Invariants of a random history: table, history and ledger agree with the model."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.test import Client

from scorekeeper.archive.replay_report import check
from scorekeeper.history.models import Score
from scorekeeper.ledger.models import PairBalance
from scorekeeper.ledger.payments import Payment, pay
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.table import Table
from tests.archive.group_files import exported, imported
from tests.factories import SampleTable, new_writer
from tests.play.log_model import Debt, Model, ReferenceState, smallest
from tests.rules.dice_sheet import reference_sheet
from tests.verification import verify_one


@dataclass
class CheckedTable:
    """A table and its model."""

    desk: SampleTable
    model: Model

    def agree(self, table: Table, paper: ReferenceState) -> None:
        """Assert that winners, ranks and debts are the same."""
        winners = self.model.winners(paper)
        ranks = self.model.ranks(paper) if winners and not self.model.ended else {}
        due = winners, ranks, self.model.owed(paper)
        outcome, scores = table.outcome, Score.objects.filter(result__session=table.session)
        kept = {str(number): rank for number, rank in scores.values_list("number", "rank")}
        found = list(outcome.winners if outcome else ()), kept, self.owed(table)
        assert found == due, (found, due)

    def owed(self, table: Table) -> dict[Debt, int]:
        """Return all debts by the ledger, both ways."""
        key = {seat.player_id: seat.key for seat in table.seats}
        found = {}
        rows = PairBalance.objects.filter(group=self.desk.group).exclude(amount="0")
        for one, other, unit, amount in rows.values_list("one", "other", "unit", "amount"):
            found[key[one], key[other], unit] = int(amount)
            found[key[other], key[one], unit] = -int(amount)
        return found

    def settle(self, which: int, part: int) -> None:
        """Pay a debt, or a part of it."""
        owed = self.model.owed(self.model.paper())
        debts = sorted(debt for debt, amount in owed.items() if amount >= part)
        if debts:
            payer, payee, unit = debt = debts[which % len(debts)]
            amount = owed[debt] // part
            player = {seat.key: seat.player_id for seat in self.desk.table.seats}
            payment = Payment(player[payer], player[payee], amount, unit, uuid.uuid4())
            pay(self.desk.group, payment, self.desk.writer.person)
            self.model.paid[payee, payer, unit] += amount

    def bring_in(self) -> None:
        """The group's file makes the same game in another group."""
        owner, table = new_writer().person, self.desk.table
        session = Session.objects.get(group=imported(exported(self.desk.group), owner, copy=True))
        copy = load(session.address, Visitor(owner))
        assert (copy.count, copy.sheet, copy.outcome) == (table.count, table.sheet, table.outcome)
        assert verify_one(session.pk) == []

    def export(self, client: Client) -> None:
        """The game's file comes to the same once it is replayed."""
        model, paper, names = self.model, self.model.paper(), self.desk.table.names
        status, checked = check(client.get(self.desk.url("transcript")).content)
        assert status == 0, checked
        found = (
            checked["sheet"],
            checked["scores"],
            {name: row["rank"] for row in checked["standings"] for name in row["players"]},
            checked["winners"],
            self.transfers(checked["settlement"]),
        )
        due = (
            {
                names[key]: reference_sheet.sheet(model.slug, model.rules, pad)
                for key, pad in paper.pads.items()
            },
            {names[key]: total for key, total in model.totals(paper).items()},
            {names[key]: rank for key, rank in model.ranks(paper).items()},
            [names[key] for key in model.winners(paper)],
            {(names[one], names[other]): sum_ for (one, other, _unit), sum_ in model.dues(paper).items()},
        )
        assert found == due, (found, due)

    @staticmethod
    def transfers(settlement: dict[str, Any] | None) -> dict[tuple[str, str], int]:
        """Return the payments of a file's settlement, in smallest units."""
        if settlement is None:
            return {}
        unit, paid = settlement["unit"], settlement["transfers"]
        return {(each["from"], each["to"]): smallest(each["amount"], unit) for each in paid}

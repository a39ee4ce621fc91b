"""A group with debts but no games, and plain queries for its sums."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import connection

from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.payments import Payment, pay
from scorekeeper.ledger.postings import Source, post_game
from scorekeeper.ledger.sums import Due, balances
from scorekeeper.people.models import Group, Person, Player
from scorekeeper.people.names import players_named
from tests.factories import new_writer


class IndebtedGroup:
    """A group of four with a writer."""

    def __init__(self) -> None:
        self.person: Person = new_writer().person
        self.group = Group.objects.get(member__person=self.person)
        self.players: list[Player] = players_named(self.group, ["Ana", "Bo", "Cleo", "Dev"])
        self.ana, self.bo, self.cleo, self.dev = (player.pk for player in self.players)

    def game(self, address: str, *dues: tuple[int, int, int], unit: str = "EUR") -> None:
        post_game(Source(self.group.pk, address), [Due(*due, unit) for due in dues])

    def pays(
        self, payer: int, payee: int, amount: int, unit: str = "EUR", key: uuid.UUID | None = None
    ) -> Posting:
        return pay(self.group, Payment(payer, payee, amount, unit, key or uuid.uuid4()), self.person)

    def sums(self, unit: str = "EUR") -> dict[int, int]:
        return balances(self.group.pk).get(unit, {})


def ask(query: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

"""The filter of the ledger by player, other player and unit, from the query string."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.core.web.numbers import number_of
from scorekeeper.people.models import Group

from . import money
from .models import Clearing, Posting
from .pair_sums import PairSums, pair_sums
from .presentation import LedgerPlayer, shown
from .sums import Debt, owed


@dataclass(frozen=True, slots=True)
class LedgerFilter:
    """A choice of postings: those of a player (id, 0 for all), in a unit (empty for all).

    `other`: only those that change what is open between the player and this one (id, 0 for all).
    """

    player: int = 0
    unit: str = ""
    other: int = 0

    @property
    def query(self) -> str:
        """The query string of this choice."""
        query = QueryDict(mutable=True)
        query.update({"player": str(self.player)} if self.player else {})
        query.update({"with": str(self.other)} if self.other else {})
        query.update({"unit": self.unit} if self.unit else {})
        return query.urlencode()

    def postings(self, group: Group, known: Mapping[int, LedgerPlayer]) -> QuerySet[Posting]:
        """Return the chosen postings, newest first; a merged player's are of the remaining one."""
        found = Posting.objects.filter(group=group).order_by("-pk").select_related("undone")
        if self.player:
            own = _ids(self.player, known)
            if self.other:
                pair = _between(own, _ids(self.other, known))
                found = found.filter(pair | Q(pk__in=Clearing.objects.filter(pair).values("posting")))
            else:
                found = found.filter(Q(debtor__in=own) | Q(creditor__in=own))
        return found.filter(unit=self.unit) if self.unit else found

    def clearings(
        self, postings: Sequence[Posting], known: Mapping[int, LedgerPlayer]
    ) -> Mapping[int, Sequence[Debt]]:
        """Return what payments changed between the two players, by posting; one query, none for one player."""
        found: dict[int, list[Debt]] = {}
        if self.other:
            pair = _between(_ids(self.player, known), _ids(self.other, known))
            for row in Clearing.objects.filter(pair, posting__in=postings).select_related("posting"):
                debt = Debt(row.debtor_id, row.creditor_id, row.amount, row.posting.unit)
                found.setdefault(row.posting_id, []).append(debt)
        return found


def read_filter(form: QueryDict, known: Mapping[int, LedgerPlayer]) -> LedgerFilter:
    """Parse the filter of a query; an unknown player is ignored."""
    player, other = (
        known[number].number if number in known else 0
        for number in (number_of(form.get("player", "")), number_of(form.get("with", "")))
    )
    unit = form.get("unit", "").replace("\x00", "")[:40]
    return LedgerFilter(player, unit, other if player and other != player else 0)


@dataclass(frozen=True, slots=True)
class OpenPair:
    """What is open between the player of a filter and another one: "Bo owes Ana" and "€0.40".

    `choice`: the filter of the lines that led to it. `why`: their sums, if the filter names both players.
    """

    other: LedgerPlayer
    text: str
    amount: str
    choice: LedgerFilter
    why: str = ""


def open_pairs(group: Group, wanted: LedgerFilter, known: Mapping[int, LedgerPlayer]) -> list[OpenPair]:
    """Return what is open between the player of a filter and each other, the largest amount of a unit first.

    One query, three where the filter names both; none without a player.
    """
    if wanted.player not in known:
        return []
    found = []
    for (one, other, unit), amount in owed(group.pk).items():
        two = {one, other}
        if wanted.player not in two or (wanted.unit and unit != wanted.unit) or not two <= set(known):
            continue
        (opponent,) = two - {wanted.player}
        if wanted.other in (0, opponent):
            debtor, creditor = (one, other) if amount > 0 else (other, one)
            found.append((unit, abs(amount), opponent, debtor, creditor))
    sums = pair_sums(group, _ids(wanted.player, known), _ids(wanted.other, known)) if wanted.other else {}
    return [
        OpenPair(
            known[opponent],
            _("%(debtor)s owes %(creditor)s")
            % {"debtor": known[debtor].name, "creditor": known[creditor].name},
            shown(amount, unit),
            LedgerFilter(wanted.player, unit, opponent),
            _why(sums[unit], unit, known[wanted.player], known[opponent]) if unit in sums else "",
        )
        for unit, amount, opponent, debtor, creditor in sorted(found, key=_order)
    ]


def _why(sums: PairSums, unit: str, player: LedgerPlayer, other: LedgerPlayer) -> str:
    """Explain a debt by its sums, from the side of its debtor."""
    lost, won, paid = sums.lost, sums.won, sums.payments
    if lost - won + paid < 0:
        player, other, lost, won, paid = other, player, won, lost, -paid
    fields = {
        "debtor": player.name,
        "creditor": other.name,
        "lost": shown(lost, unit),
        "won": shown(won, unit),
    }
    text = _("%(debtor)s lost %(lost)s to %(creditor)s and won %(won)s from %(creditor)s.") % fields
    if not paid:
        return text
    lowered, raised = (
        _("Payments lowered this debt by %(paid)s."),
        _("Payments raised this debt by %(paid)s."),
    )
    return f"{text} {(lowered if paid < 0 else raised) % {'paid': shown(abs(paid), unit)}}"


def _order(row: tuple[str, int, int, int, int]) -> tuple[bool, str, int, int]:
    """Return the sorting key of (unit, amount, other player, ...): currencies before things."""
    return not money.is_currency(row[0]), row[0], -row[1], row[2]


def _ids(player: int, known: Mapping[int, LedgerPlayer]) -> list[int]:
    """Return the ids of a player and of those merged into them."""
    return [number for number, each in known.items() if each.number == player]


def _between(own: Sequence[int], others: Sequence[int]) -> Q:
    """Return the condition on rows between two players, in both directions."""
    return Q(debtor__in=own, creditor__in=others) | Q(debtor__in=others, creditor__in=own)


def units_of(group: Group) -> list[str]:
    """Return the units that a group has ever owed in."""
    rows = group.owed.order_by("unit").values_list("unit", flat=True)
    return list(rows.distinct())

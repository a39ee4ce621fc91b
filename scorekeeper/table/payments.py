"""Payments at the end of a game: net amounts, the fewest payments, and how they arise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.games.phrases import and_list
from scorekeeper.ledger import money
from scorekeeper.ledger.game_payments import GamePayment, State
from scorekeeper.ledger.messages import reason_text, stake_text
from scorekeeper.ledger.settle import Transfer, settle
from scorekeeper.ledger.simplify import fewest_payments, is_even_split, nets
from scorekeeper.people.models import Player
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Outcome


@dataclass(frozen=True, slots=True)
class SeatAvatar:
    """A player with the letter on their avatar."""

    player: Player
    initial: str


@dataclass(frozen=True, slots=True)
class Step:
    """One transfer of a calculation: its text and its amount."""

    text: str
    amount: str


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment.

    `reason`: for a single transfer; else `steps`: the payer's transfers, and `total`: their sum. Both are empty
    between partners: their calculation is shown once for all of them.
    """

    payer: SeatAvatar
    payee: SeatAvatar
    amount: str
    reason: str = ""
    steps: tuple[Step, ...] = ()
    total: str = ""


@dataclass(frozen=True, slots=True)
class Net:
    """The net amount of a player, paid if `owes`.

    `plain`: nobody pays twice, so a single payment shows it already.
    """

    name: str
    amount: str
    owes: bool
    plain: bool

    @property
    def text(self) -> str:
        """The amount in words: "Cleo gets 6,50 €"."""
        words = _("%(player)s pays %(amount)s") if self.owes else _("%(player)s gets %(amount)s")
        return words % {"player": self.name, "amount": self.amount}


@dataclass(frozen=True, slots=True)
class Settlement:
    """Payments at the end of a game, in words.

    `stake`: empty for none. `nets`: the net amounts other than 0, the highest first. `reasons`, `transfers`: how
    the amounts of partners arise, shown once. `remainder`: units that did not divide went to the players who sit
    first. `texts`: the calculation line by line, for paper. `due`: the payments for the ledger. `nothing`: why the
    winner gets nothing.
    """

    stake: str = ""
    payments: Sequence[Payment] = ()
    nets: Sequence[Net] = ()
    reasons: Sequence[str] = ()
    transfers: Sequence[Step] = ()
    remainder: bool = False
    texts: Sequence[str] = ()
    due: Sequence[GamePayment] = ()
    nothing: str = ""

    def fields(self) -> dict[str, Any]:
        """Return the fields for a template context."""
        return {name: getattr(self, name) for name in Settlement.__slots__}


def settlement_of(table: Table, outcome: Outcome, marked: Mapping[str, SeatAvatar]) -> Settlement:
    """Return the settlement of a table in the active language; empty for a deleted game."""
    texts = _texts_of(table, outcome, marked)
    return texts.settlement() if texts else Settlement()


def nets_of(table: Table, outcome: Outcome, marked: Mapping[str, SeatAvatar]) -> Sequence[Net]:
    """Return only the net amounts of a settlement, in the active language."""
    texts = _texts_of(table, outcome, marked)
    return texts.nets_in_words() if texts else ()


def _texts_of(table: Table, outcome: Outcome, marked: Mapping[str, SeatAvatar]) -> _SettlementTexts | None:
    session = table.session
    if session.removed or not session.stake or session.stake.get("kind", "none") == "none":
        return None
    return _SettlementTexts(table, outcome, marked, money.parse_stake(session.stake))


def payment_texts(table: Table, outcome: Outcome) -> list[str]:
    """Return what would be paid after this outcome: "Bo pays Ana €1.00"; empty if nothing."""
    stake = money.parse_stake(table.session.stake)
    paid = fewest_payments(nets(settle(stake, outcome)), [seat.key for seat in table.seats])
    locale = get_language() or "en"
    return [
        _("%(payer)s pays %(payee)s %(amount)s")
        % {
            "payer": table.name(payer),
            "payee": table.name(payee),
            "amount": money.phrase(amount, stake.unit, locale),
        }
        for payer, payee, amount in paid
    ]


def ledger_text(table: Table, state: State) -> str:
    """Return the payments of the ledger in words if other games change them, else ""."""
    if all(amount == each.amount for each, amount in state.written):
        return ""
    names = {seat.player_id: table.name(seat.key) for seat in table.seats}
    locale = get_language() or "en"
    payments = [
        _("%(payer)s pays %(payee)s %(amount)s")
        % {
            "payer": names[each.payer],
            "payee": names[each.payee],
            "amount": money.phrase(amount, each.unit, locale),
        }
        for each, amount in state.written
        if amount
    ]
    text = (
        _("Still open of it: %(payments)s. Other games and payments cancel the rest.")
        if state.due
        else _("Written of it: %(payments)s. Other games and payments cancel the rest.")
    )
    return text % {"payments": listed(payments)}


class _SettlementTexts:
    """The transfers of one game in words."""

    def __init__(
        self, table: Table, outcome: Outcome, marked: Mapping[str, SeatAvatar], stake: money.Stake
    ) -> None:
        self.table, self.outcome, self.marked, self.stake = table, outcome, marked, stake
        self.locale = get_language() or "en"
        self.transfers = settle(stake, outcome)
        self.nets = nets(self.transfers)
        self.paid = fewest_payments(self.nets, list(marked))

    def settlement(self) -> Settlement:
        partners = any(len(side) > 1 for side in self.outcome.sides)
        payments = [self._payment(*each, partners) for each in self.paid]
        reasons = list(dict.fromkeys(map(self._reason, self.transfers))) if partners else []
        transfers = list(map(self._step, self.transfers)) if partners else []
        texts = [*reasons, *(labelled(step.text, step.amount) for step in transfers)]
        if any(each.steps for each in payments):
            texts = list(map(self._with_reason, self.transfers))
        return Settlement(
            stake_text(self.stake, self.locale, points=self.table.game.POINTS),
            payments,
            self.nets_in_words(),
            reasons,
            transfers,
            not is_even_split(self.transfers),
            texts,
            list(map(self._due, self.paid)),
            self._nothing(),
        )

    def _nothing(self) -> str:
        """Explain that a winner with no more points than any loser gets nothing per point; "" otherwise."""
        outcome = self.outcome
        won = [side for side in outcome.sides if set(side) & set(outcome.winners)]
        lost = [outcome.side_score(side) for side in outcome.sides if side not in won]
        if self.paid or self.stake.kind != "per_point" or len(won) != 1 or not lost:
            return ""
        if max(0, outcome.side_score(won[0]) - min(lost)):
            return ""
        names = {"winner": and_list([self.table.name(player) for player in won[0]])}
        return _("Losers pay the points they are behind, and nobody is behind %(winner)s.") % names

    def _due(self, paid: tuple[str, str, int]) -> GamePayment:
        payer, payee, amount = paid
        players = self.marked[payer].player.pk, self.marked[payee].player.pk
        return GamePayment(self.table.session.address, *players, amount, self.stake.unit)

    def _payment(self, payer: str, payee: str, amount: int, partners: bool) -> Payment:
        own = [each for each in self.transfers if payer in (each.payer, each.payee)]
        faces = self.marked[payer], self.marked[payee]
        if partners:
            return Payment(*faces, self._amount(amount))
        if len(own) == 1 and (own[0].payee, own[0].amount) == (payee, amount):
            return Payment(*faces, self._amount(amount), self._reason(own[0]))
        steps = tuple(self._step(each, minus=each.payee == payer, why=True) for each in own)
        total = Net(self.table.name(payer), self._amount(-self.nets[payer]), owes=True, plain=False).text
        return Payment(*faces, self._amount(amount), steps=steps, total=total if len(steps) > 1 else "")

    def nets_in_words(self) -> list[Net]:
        """Return what each player pays or receives in all, the largest gain first."""
        payers = [payer for payer, _payee, _amount in self.paid]
        # all payers or none: a list of some reads as the whole settlement
        one_each = len(set(payers)) == len(payers)
        ordered = sorted(self.nets.items(), key=lambda each: -each[1])
        return [
            Net(self.table.name(key), self._amount(abs(net)), net < 0, net < 0 and one_each)
            for key, net in ordered
        ]

    def _step(self, transfer: Transfer, *, minus: bool = False, why: bool = False) -> Step:
        names = {"payer": self.table.name(transfer.payer), "payee": self.table.name(transfer.payee)}
        text = _("%(payer)s to %(payee)s") % names
        amount = self._amount(transfer.amount)
        return Step(
            labelled(text, self._reason(transfer)) if why else text, f"−{amount}" if minus else amount
        )

    def _with_reason(self, transfer: Transfer) -> str:
        """Return a transfer with its reason: "Bo to Ana: 13 points × €0.03 = €0.39"."""
        fields = {"reason": self._reason(transfer), "total": self._amount(transfer.amount)}
        return labelled(self._step(transfer).text, _("%(reason)s = %(total)s") % fields)

    def _reason(self, transfer: Transfer) -> str:
        points = self.table.game.POINTS
        return reason_text(transfer.reason, self.stake.unit, self.locale, self.table.names, points=points)

    def _amount(self, amount: int) -> str:
        return money.phrase(amount, self.stake.unit, self.locale)

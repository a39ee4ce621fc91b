"""Payments: in full, in part, by any member, once, undone; more than is owed only if asked."""

from __future__ import annotations

import uuid
from collections import defaultdict

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from scorekeeper.ledger.models import PairBalance, Posting
from scorekeeper.ledger.payments import PaymentError, payable, undo
from scorekeeper.ledger.postings import Source, post_game
from scorekeeper.ledger.sums import Debt, Due, balances, debts, simplest
from scorekeeper.ledger.verify import ledger_faults
from scorekeeper.people.player_merge import merge_players

from .indebted_group import IndebtedGroup, ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd() -> IndebtedGroup:
    return IndebtedGroup()


def test_debt_is_paid_in_part_and_then_in_whole(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 510))
    crowd.pays(crowd.bo, crowd.ana, 200)
    assert crowd.sums() == {crowd.ana: 310, crowd.bo: -310}
    crowd.pays(crowd.bo, crowd.ana, 310)
    assert crowd.sums() == {}
    assert debts(crowd.group.pk) == []
    assert [row.kind for row in Posting.objects.all()] == ["game", "payment", "payment"]


def test_payment_sent_twice_is_stored_once(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 510))
    key = uuid.uuid4()
    first = crowd.pays(crowd.bo, crowd.ana, 200, key=key)
    assert crowd.pays(crowd.bo, crowd.ana, 200, key=key) == first
    assert crowd.sums() == {crowd.ana: 310, crowd.bo: -310}
    with pytest.raises(PaymentError, match="key_used"):
        crowd.pays(crowd.bo, crowd.ana, 100, key=key)


def test_payment_without_debt_is_refused(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 510))
    for payer, payee, amount, unit, code in (
        (crowd.bo, crowd.ana, 511, "EUR", "paid_too_much"),
        (crowd.bo, crowd.ana, 0, "EUR", "paid_nothing"),
        (crowd.bo, crowd.ana, -5, "EUR", "paid_nothing"),
        (crowd.ana, crowd.bo, 1, "EUR", "debt_gone"),
        (crowd.bo, crowd.ana, 1, "USD", "debt_gone"),
        (crowd.bo, crowd.bo, 1, "EUR", "debt_gone"),
        (crowd.bo, crowd.cleo, 1, "EUR", "debt_gone"),
    ):
        with pytest.raises(PaymentError, match=code):
            crowd.pays(payer, payee, amount, unit)
    assert Posting.objects.count() == 1


def test_fewest_payments_may_be_paid_and_those_as_played(crowd: IndebtedGroup) -> None:
    """Bo owes Ana, Ana owes Cleo: Bo may pay Cleo; but Ana may pay Cleo too."""
    crowd.game("one", (crowd.bo, crowd.ana, 500), (crowd.ana, crowd.cleo, 300))
    assert [(debt.debtor, debt.creditor, debt.amount) for debt in simplest(crowd.group.pk)] == [
        (crowd.bo, crowd.cleo, 300),
        (crowd.bo, crowd.ana, 200),
    ]
    assert payable(crowd.group.pk, crowd.bo, crowd.cleo, "EUR") == 300
    assert payable(crowd.group.pk, crowd.ana, crowd.cleo, "EUR") == 300
    assert payable(crowd.group.pk, crowd.bo, crowd.ana, "EUR") == 500
    crowd.pays(crowd.bo, crowd.cleo, 300)
    crowd.pays(crowd.bo, crowd.ana, 200)
    assert crowd.sums() == {}
    # all sums are zero; the debts between pairs form a circle
    assert simplest(crowd.group.pk) == []


def test_payment_is_taken_back_once(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 510))
    paid = crowd.pays(crowd.bo, crowd.ana, 510)
    for _ in range(2):
        undo(crowd.group, paid.pk, crowd.person)
    assert crowd.sums() == {crowd.ana: 510, crowd.bo: -510}
    assert Posting.objects.count() == 3
    first = Posting.objects.earliest("pk")
    for number in (first.pk, paid.pk + 1000):
        with pytest.raises(PaymentError, match="line_unknown"):
            undo(crowd.group, number, crowd.person)


def test_another_groups_payment_is_not_known(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 510))
    paid = crowd.pays(crowd.bo, crowd.ana, 510)
    other = IndebtedGroup()
    with pytest.raises(PaymentError, match="line_unknown"):
        undo(other.group, paid.pk, other.person)
    with pytest.raises(PaymentError, match="debt_gone"):
        other.pays(crowd.bo, crowd.ana, 1)


def test_sums_beyond_numbers_of_database(crowd: IndebtedGroup) -> None:
    largest = 2**63 - 1
    for number in range(3):
        crowd.game(f"game {number}", (crowd.bo, crowd.ana, largest))
    assert crowd.sums() == {crowd.ana: 3 * largest, crowd.bo: -3 * largest}
    assert {what for _where, what in ledger_faults(ask)} == {"its game is not known"}


# --- random histories ------------------------------------------------------------------------------------

places = st.integers(0, 3)
amounts = st.integers(1, 400)
units = st.sampled_from(("EUR", "JPY", "round of drinks"))
parts = st.sampled_from((1.0, 1.0, 0.5, 0.1))


def flow(owed: dict[tuple[int, int], int], payer: int, payee: int) -> int:
    """Return the maximal flow over debts: the smallest cut of players around the payer."""
    others = sorted({player for edge in owed for player in edge} - {payer, payee})
    cuts = []
    for chosen in range(1 << len(others)):
        inside = {payer} | {other for place, other in enumerate(others) if chosen >> place & 1}
        cuts.append(sum(sum_ for (one, two), sum_ in owed.items() if one in inside and two not in inside))
    return min(cuts)


class Histories(RuleBasedStateMachine):
    """Games, corrections, deletions, payments, undos and merges, against sums of a model."""

    def __init__(self) -> None:
        super().__init__()
        self.around = transaction.atomic()
        self.around.__enter__()
        self.crowd = IndebtedGroup()
        self.games: dict[str, list[tuple[int, int, int, str]]] = {}
        self.moved: list[tuple[int, int, int, str]] = []
        self.payments: list[tuple[Posting, tuple[int, int, int, str]]] = []
        self.deleted: set[str] = set()
        self.merged: dict[int, int] = {}
        # debts that may stand between two: played, handed over, or owed back after something was changed
        self.may: set[tuple[int, int, str]] = set()
        self.changed = False

    def player(self, place: int) -> int:
        return self.stays(self.crowd.players[place].pk)

    def stays(self, number: int) -> int:
        """Return the player after merges."""
        return self.stays(self.merged[number]) if number in self.merged else number

    @rule(number=st.integers(0, 5), unit=units, dues=st.lists(st.tuples(places, places, amounts), max_size=4))
    def end_or_put_right(self, number: int, unit: str, dues: list[tuple[int, int, int]]) -> None:
        """A game ends, or ends otherwise than before, or not at all."""
        pairs = [(self.player(one), self.player(two), sum_) for one, two, sum_ in dues]
        owed = [(one, two, sum_, unit) for one, two, sum_ in pairs if one != two]
        game = f"game {number}"
        if game not in self.deleted:
            self.changed |= bool(self.games.get(game))
            self.may |= {(one, two, unit) for one, two, _sum, unit in owed}
            self.games[game] = owed
            post_game(Source(self.crowd.group.pk, game), [Due(*each) for each in owed])

    @rule(number=st.integers(0, 5))
    def delete_or_bring_back(self, number: int) -> None:
        game = f"game {number}"
        back = game in self.deleted
        (self.deleted.remove if back else self.deleted.add)(game)
        owed = [
            Due(self.stays(one), self.stays(two), sum_, unit)
            for one, two, sum_, unit in self.games.get(game, [])
            if back and self.stays(one) != self.stays(two)
        ]
        kind = Posting.Kind.RETURNED if back else Posting.Kind.DELETED
        self.changed |= bool(self.games.get(game))
        post_game(Source(self.crowd.group.pk, game), owed, kind)

    @rule(one=places, two=places)
    def turn_out_to_be_one(self, one: int, two: int) -> None:
        gone, stays = self.player(one), self.player(two)
        if gone != stays and len(self.merged) < 2:
            merge_players(self.crowd.group, gone, stays)
            self.merged[gone] = stays

    @rule(payer=places, payee=places, amount=amounts, unit=units)
    def pay(self, payer: int, payee: int, amount: int, unit: str) -> None:
        one, two = self.player(payer), self.player(payee)
        most = payable(self.crowd.group.pk, one, two, unit)
        if amount <= most:
            paid = self.crowd.pays(one, two, amount, unit)
            self.payments.append((paid, (two, one, amount, unit)))
            self.may |= self.between().keys()
        else:
            with pytest.raises(PaymentError):
                self.crowd.pays(one, two, amount, unit)

    @rule(place=st.integers(0, 20), part=parts, back=st.booleans())
    def pay_between_two(self, place: int, part: float, back: bool) -> None:
        """The paid part is gone, and nothing else changes."""
        listed = debts(self.crowd.group.pk)
        if not listed:
            return
        debt = listed[place % len(listed)]
        amount = max(1, int(debt.amount * part))
        before = self.between()
        self.pays_listed(debt, amount, back)
        wanted = dict(before)
        wanted[debt.debtor, debt.creditor, debt.unit] -= 0 if back else amount
        assert self.between() == {edge: sum_ for edge, sum_ in wanted.items() if sum_}

    @rule(place=st.integers(0, 20), part=parts, back=st.booleans())
    def pay_of_the_fewest(self, place: int, part: float, back: bool) -> None:
        """Payments clear debts along their path: none grows; without a path one is created."""
        listed = simplest(self.crowd.group.pk)
        if not listed:
            return
        debt = listed[place % len(listed)]
        amount = max(1, int(debt.amount * part))
        before = self.between()
        owed = {edge[:2]: sum_ for edge, sum_ in before.items() if edge[2] == debt.unit}
        has_path = flow(owed, debt.debtor, debt.creditor) >= amount
        self.pays_listed(debt, amount, back)
        after = self.between()
        if back:
            assert after == before
        elif has_path:
            assert all(sum_ <= before.get(edge, 0) for edge, sum_ in after.items())
        else:
            self.may |= after.keys()
        if not back:
            assert sum(after.values()) < sum(before.values())

    def pays_listed(self, debt: Debt, amount: int, back: bool) -> None:
        two = (debt.debtor, debt.creditor)
        assert payable(self.crowd.group.pk, *two, debt.unit) >= amount
        paid = self.crowd.pays(*two, amount, debt.unit)
        if back:
            undo(self.crowd.group, paid.pk, self.crowd.person)
        else:
            self.payments.append((paid, (debt.creditor, debt.debtor, amount, debt.unit)))

    def between(self) -> dict[tuple[int, int, str], int]:
        found = debts(self.crowd.group.pk)
        return {(debt.debtor, debt.creditor, debt.unit): debt.amount for debt in found}

    @rule(place=st.integers(0, 20))
    def take_back(self, place: int) -> None:
        if self.payments:
            self.changed = True
            paid, _moved = self.payments.pop(place % len(self.payments))
            undo(self.crowd.group, paid.pk, self.crowd.person)
            undo(self.crowd.group, paid.pk, self.crowd.person)

    @invariant()
    def it_adds_up(self) -> None:
        paper: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        standing = [game for name, game in self.games.items() if name not in self.deleted]
        moved = [each for game in standing for each in game] + [each for _, each in self.payments]
        for debtor, creditor, amount, unit in moved:
            paper[unit][self.stays(debtor)] -= amount
            paper[unit][self.stays(creditor)] += amount
        on_paper = {unit: {who: sum_ for who, sum_ in each.items() if sum_} for unit, each in paper.items()}
        on_paper = {unit: each for unit, each in on_paper.items() if each}
        book = balances(self.crowd.group.pk)
        assert book == on_paper
        assert all(sum(each.values()) == 0 for each in book.values())
        assert not self.merged.keys() & {who for each in book.values() for who in each}
        may = {(self.stays(one), self.stays(two), unit) for one, two, unit in self.may}
        assert self.changed or self.between().keys() <= may
        for found in (debts(self.crowd.group.pk), simplest(self.crowd.group.pk)):
            assert {debt.unit for debt in found} == book.keys()
            left = {unit: dict(each) for unit, each in book.items()}
            for debt in found:
                left.setdefault(debt.unit, {})
                left[debt.unit][debt.debtor] = left[debt.unit].get(debt.debtor, 0) + debt.amount
                left[debt.unit][debt.creditor] = left[debt.unit].get(debt.creditor, 0) - debt.amount
            assert not any(sum_ for each in left.values() for sum_ in each.values())

    def teardown(self) -> None:
        try:
            found = [what for _where, what in ledger_faults(ask) if what != "its game is not known"]
            assert found == []
        finally:
            transaction.set_rollback(True)
            self.around.__exit__(None, None, None)


def test_random_payments_clear_like_model() -> None:
    run_state_machine_as_test(Histories, settings=settings(settings(), stateful_step_count=25))


def test_sums_are_stored_once(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 510))
    crowd.game("two", (crowd.ana, crowd.bo, 510))
    crowd.game("two", (crowd.ana, crowd.bo, 10))
    assert [(row.one_id, row.other_id, row.amount) for row in PairBalance.objects.all()] == [
        (crowd.ana, crowd.bo, "-500")
    ]


def test_all_lists_are_empty_once_fewest_are_paid(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 500), (crowd.ana, crowd.cleo, 300))
    for debt in simplest(crowd.group.pk):
        crowd.pays(debt.debtor, debt.creditor, debt.amount)
    assert simplest(crowd.group.pk) == debts(crowd.group.pk) == []


def test_cleared_debt_stays_cleared_in_later_games(crowd: IndebtedGroup) -> None:
    """Bo paid Ana's debt to Cleo; after Bo loses to Cleo, Ana still owes Cleo nothing."""
    crowd.game("one", (crowd.bo, crowd.ana, 500), (crowd.ana, crowd.cleo, 300))
    crowd.pays(crowd.bo, crowd.cleo, 300)
    crowd.game("two", (crowd.bo, crowd.cleo, 300))
    assert {(debt.debtor, debt.creditor, debt.amount) for debt in debts(crowd.group.pk)} == {
        (crowd.bo, crowd.ana, 200),
        (crowd.bo, crowd.cleo, 300),
    }


def test_undo_opens_what_payment_had_cleared(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 500), (crowd.ana, crowd.cleo, 300))
    before = debts(crowd.group.pk)
    paid = crowd.pays(crowd.bo, crowd.cleo, 300)
    assert debts(crowd.group.pk) != before
    undo(crowd.group, paid.pk, crowd.person)
    assert debts(crowd.group.pk) == before


def test_correction_after_payment_is_owed_back(crowd: IndebtedGroup) -> None:
    crowd.game("one", (crowd.bo, crowd.ana, 500))
    crowd.pays(crowd.bo, crowd.ana, 500)
    crowd.game("one", (crowd.bo, crowd.ana, 300))
    for found in (debts(crowd.group.pk), simplest(crowd.group.pk)):
        assert [(debt.debtor, debt.creditor, debt.amount) for debt in found] == [(crowd.ana, crowd.bo, 200)]
    crowd.pays(crowd.ana, crowd.bo, 200)
    assert debts(crowd.group.pk) == simplest(crowd.group.pk) == []

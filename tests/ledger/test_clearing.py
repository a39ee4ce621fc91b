"""Debts cleared by a payment, and debts left after removing circles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.clearing import Change, cleared
from scorekeeper.ledger.debt_cycles import without_cycles

ANA, BO, CLEO, DEV = 1, 2, 3, 4
Debts = dict[tuple[int, int], int]
pairs = st.tuples(st.integers(1, 6), st.integers(1, 6)).filter(lambda pair: pair[0] < pair[1])


@st.composite
def debts(draw: st.DrawFn, most: int = 9) -> Debts:
    """Random debts; small ones often make several ways equally good."""
    signed = draw(st.dictionaries(pairs, st.integers(-most, most).filter(bool), max_size=15))
    return {pair if amount > 0 else pair[::-1]: abs(amount) for pair, amount in signed.items()}


def balances(found: Debts) -> dict[int, int]:
    sums: dict[int, int] = {}
    for (debtor, creditor), amount in found.items():
        sums[debtor] = sums.get(debtor, 0) - amount
        sums[creditor] = sums.get(creditor, 0) + amount
    return {player: sum_ for player, sum_ in sums.items() if sum_}


def goes_round(found: Debts) -> bool:
    """Return whether debts form a circle: removing players without debts leaves some."""
    left = set(found)
    while left:
        debtors = {debtor for debtor, _ in left}
        fewer = {edge for edge in left if edge[1] in debtors}
        if fewer == left:
            return True
        left = fewer
    return False


def after(found: Debts, changes: list[Change]) -> Debts:
    sums = dict(found)
    for each in changes:
        back = min(each.amount, sums.get((each.creditor, each.debtor), 0))
        sums[each.creditor, each.debtor] = sums.get((each.creditor, each.debtor), 0) - back
        sums[each.debtor, each.creditor] = sums.get((each.debtor, each.creditor), 0) + each.amount - back
    return {edge: amount for edge, amount in sums.items() if amount}


@given(debts())
def test_circles_taken_out_leave_balances(found: Debts) -> None:
    left = without_cycles(found)
    assert balances(left) == balances(found)
    assert not goes_round(left)
    assert all(0 < amount <= found[edge] for edge, amount in left.items())


@given(debts(10**30))
def test_circles_of_large_sums_are_taken_out(found: Debts) -> None:
    left = without_cycles(found)
    assert balances(left) == balances(found)
    assert not goes_round(left)


@given(debts(), st.data())
def test_smaller_debt_leaves_others_alone(found: Debts, data: st.DataObject) -> None:
    left = without_cycles(found)
    if not left:
        return
    edge = data.draw(st.sampled_from(sorted(left)))
    less = data.draw(st.integers(1, left[edge]))
    again = without_cycles(
        {**found, edge: found[edge] - less} if found[edge] > less else without(found, edge)
    )
    assert again == ({**left, edge: left[edge] - less} if left[edge] > less else without(left, edge))


def without(found: Debts, edge: tuple[int, int]) -> Debts:
    return {each: amount for each, amount in found.items() if each != edge}


def test_circle_is_no_debt() -> None:
    assert without_cycles({(ANA, BO): 5, (BO, CLEO): 7, (CLEO, ANA): 5, (DEV, ANA): 1}) == {
        (BO, CLEO): 2,
        (DEV, ANA): 1,
    }


def test_debt_between_two_is_cleared_first() -> None:
    found = {(BO, ANA): 500, (ANA, CLEO): 300, (BO, CLEO): 200}
    assert cleared(found, BO, CLEO, 150) == [Change(CLEO, BO, 150)]
    assert after(found, cleared(found, BO, CLEO, 350)) == {(BO, ANA): 350, (ANA, CLEO): 150}


def test_payment_clears_debts_along_its_path() -> None:
    found = {(BO, ANA): 500, (ANA, CLEO): 300}
    assert after(found, cleared(found, BO, CLEO, 300)) == {(BO, ANA): 200}


def test_debt_without_path_is_handed_over() -> None:
    found = {(BO, ANA): 500, (DEV, CLEO): 500}
    assert after(found, cleared(found, BO, CLEO, 500)) == {(DEV, ANA): 500}


def test_overpayment_is_owed_back() -> None:
    assert cleared({(BO, ANA): 500}, BO, ANA, 700) == [Change(ANA, BO, 700)]
    assert cleared({}, BO, ANA, 7) == [Change(ANA, BO, 7)]


@given(debts(), st.integers(1, 6), st.integers(1, 6), st.integers(1, 40))
def test_payment_changes_only_its_two_balances(found: Debts, payer: int, payee: int, amount: int) -> None:
    if payer == payee:
        return
    left = without_cycles(found)
    changes = cleared(left, payer, payee, amount)
    wanted = balances({(0, 0): 0, **left})
    wanted[payer] = wanted.get(payer, 0) + amount
    wanted[payee] = wanted.get(payee, 0) - amount
    now = after(left, changes)
    assert balances(now) == {player: sum_ for player, sum_ in wanted.items() if sum_}
    most = min(-balances(left).get(payer, 0), balances(left).get(payee, 0))
    if amount <= max(most, left.get((payer, payee), 0)):
        # no debt is reversed, no circle is left, and no player owes more in all than before
        assert not goes_round(now)
        assert sum(now.values()) < sum(left.values())

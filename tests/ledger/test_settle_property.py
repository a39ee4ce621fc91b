"""Settlements of twenty thousand random games: debts always sum to zero."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.settle import Transfer, settle
from scorekeeper.ledger.stake import KINDS, Stake
from scorekeeper.rules.contract import Outcome

from .random_outcomes import HUGE, draw

GAMES = 20_000
BATCHES = 8


def check(stake: Stake, outcome: Outcome) -> None:
    """Assert the invariants of the settlement of any game."""
    transfers = settle(stake, outcome)
    balance = Counter[str]()
    for each in transfers:
        assert type(each.amount) is int
        assert 0 < each.amount <= each.reason.total
        assert each.payer != each.payee
        balance[each.payer] -= each.amount
        balance[each.payee] += each.amount
    assert sum(balance.values()) == 0
    assert set(balance) <= set(outcome.scores)
    assert len({(each.payer, each.payee) for each in transfers}) == len(transfers)
    _check_order(outcome, transfers)
    if stake.kind == "low_buys":
        _check_round(stake, outcome, transfers)
    elif stake.kind != "pairwise":
        winners = set(outcome.winners)
        assert not any(each.payer in winners or each.payee not in winners for each in transfers)
        assert len({each.payer for each in transfers}) <= len(outcome.scores) - 1
    assert _sum(transfers) == _expected(stake, outcome)
    assert settle(stake, _shuffled(outcome)) == transfers


def _check_round(stake: Stake, outcome: Outcome, transfers: tuple[Transfer, ...]) -> None:
    """Assert that each other player is owed the amount, shared evenly (up to a unit) by payers."""
    payers = {each.payer for each in transfers}
    assert not payers & (set(outcome.winners) | {each.payee for each in transfers})
    if transfers:
        lowest = set(transfers[0].reason.payers) or payers
        owed, carried = Counter[str](), Counter[str](dict.fromkeys(lowest, 0))
        for each in transfers:
            owed[each.payee] += each.amount
            carried[each.payer] += each.amount
        assert owed == dict.fromkeys(set(outcome.scores) - lowest, stake.amount)
        assert max(carried.values()) - min(carried.values()) <= 1


def _check_order(outcome: Outcome, transfers: tuple[Transfer, ...]) -> None:
    seats = list(outcome.scores)
    places = [(seats.index(each.payer), seats.index(each.payee)) for each in transfers]
    assert places == sorted(places)


def _sum(transfers: tuple[Transfer, ...]) -> int:
    return sum(each.amount for each in transfers)


def _expected(stake: Stake, outcome: Outcome) -> int:
    """All the money that moves, worked out a second time without any splitting."""
    totals = {side: outcome.side_score(side) for side in outcome.sides}
    losing = [total for side, total in totals.items() if not set(side) & set(outcome.winners)]
    if stake.kind == "pairwise":
        ranked = sorted(totals.values())
        return stake.amount * sum(high - low for place, high in enumerate(ranked) for low in ranked[:place])
    if not outcome.winners or stake.kind == "none":
        return 0
    if stake.kind in ("low_pays", "low_buys"):
        others = len(outcome.scores) - len(_lowest(outcome))
        return stake.amount * (others if stake.kind == "low_buys" else bool(losing))
    if stake.kind != "per_point":
        return stake.amount * len(losing)
    if outcome.automatic and stake.automatic_win is not None:
        return stake.automatic_win * len(losing)
    best = max(total for side, total in totals.items() if set(side) & set(outcome.winners))
    return stake.amount * sum(max(0, best - total) for total in losing)


def _lowest(outcome: Outcome) -> set[str]:
    """Return the lowest of the losing sides, or of all sides if none has lost."""
    losing = [side for side in outcome.sides if not set(side) & set(outcome.winners)]
    named = [side for side in losing if set(side) & set(outcome.lowest)]
    least = min(map(outcome.side_score, losing), default=0)
    lowest = named or [side for side in losing if outcome.side_score(side) == least]
    return {player for side in lowest for player in side} or set(outcome.scores)


def _shuffled(outcome: Outcome) -> Outcome:
    """Return the same game written in another order that keeps the seats."""
    turned = replace(outcome, winners=outcome.winners[::-1], lowest=outcome.lowest[::-1])
    if all(len(side) == 1 for side in outcome.sides):
        return replace(turned, scores=dict(reversed(list(outcome.scores.items()))))
    return replace(turned, sides=tuple(side[::-1] for side in reversed(outcome.sides)))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_money_closes_in_twenty_thousand_games(batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        seed = f"settle-{number}"
        case = draw(Random(seed))
        try:
            check(*case)
        except Exception as error:
            raise AssertionError(f"check(*draw(Random({seed!r}))) fails with {error!r} for {case}") from error


@given(st.randoms(use_true_random=False))
def test_money_closes_where_hypothesis_looks(chance: Random) -> None:
    check(*draw(chance))


def test_games_are_of_all_shapes() -> None:
    """The generator must not quietly stop making the cases that matter."""
    cases = [draw(Random(f"settle-{number}")) for number in range(2_000)]
    assert {case.stake.kind for case in cases} == set(KINDS)
    assert {len(case.outcome.scores) for case in cases} == set(range(2, 21))
    assert {len(case.outcome.sides[0]) for case in cases} == {1, 2, 3, 5}
    assert any(case.outcome.automatic and case.stake.automatic_win for case in cases)
    assert any(len(case.outcome.winners) > len(case.outcome.sides[0]) for case in cases)
    assert any(not case.outcome.winners for case in cases)
    assert any(case.stake.amount > HUGE // 2 for case in cases)
    assert any(total < 0 for case in cases for total in case.outcome.scores.values())

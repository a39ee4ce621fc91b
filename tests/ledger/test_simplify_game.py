"""The net sums and the fewest payments of one game."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.settle import settle
from scorekeeper.ledger.simplify import fewest_payments, is_even_split, nets
from scorekeeper.ledger.stake import Stake

from .outcomes import outcome
from .random_outcomes import draw


def test_net_debts_add_up_to_each_balance() -> None:
    transfers = settle(Stake("pairwise", 1, "EUR"), outcome({"A": 30, "B": 20, "C": 10}))
    assert len(transfers) == 3
    assert nets(transfers) == {"A": 30, "C": -30}
    assert fewest_payments(nets(transfers), "ABC") == [("C", "A", 30)]


def test_payments_of_partners_go_from_one_to_one() -> None:
    game = outcome({"A": 10, "B": 0, "C": 20, "D": 0}, teams="AC BD")
    transfers = settle(Stake("per_point", 10, "GBP"), game)
    assert len(transfers) == 4
    assert fewest_payments(nets(transfers), "ABCD") == [("B", "A", 150), ("D", "C", 150)]


def test_odd_unit_is_noticed() -> None:
    game = outcome({"A": 10, "B": 12, "C": 20, "D": 5}, teams="AC BD")
    assert not is_even_split(settle(Stake("per_point", 1, "USD"), game))
    assert is_even_split(settle(Stake("per_point", 4, "USD"), game))
    assert is_even_split(settle(Stake("fixed", 5, "USD"), outcome({"A": 1, "B": 2, "C": 0})))


@given(st.randoms(use_true_random=False))
def test_payments_of_any_game_settle_all_balances(chance: Random) -> None:
    stake, game = draw(chance)
    transfers = settle(stake, game)
    net = nets(transfers)
    assert sum(net.values()) == 0
    left = dict(net)
    payments = fewest_payments(net, list(game.scores))
    for payer, payee, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())
    assert len(payments) <= max(0, len(net) - 1)
    assert len(payments) <= len(transfers)

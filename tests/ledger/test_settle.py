"""The settlement of each kind of stake, line by line."""

from __future__ import annotations

import pytest

from scorekeeper.ledger.settle import Reason, settle, split
from scorekeeper.ledger.stake import KINDS, Stake, StakeError

from .outcomes import ledger, outcome

CENT = Stake("per_point", 1, "USD")
WORKED = {"A": 153, "B": 128, "C": 156, "D": 218}


def test_worked_general_sheet_to_cent() -> None:
    transfers = settle(CENT, outcome(WORKED))
    assert ledger(transfers) == ["A -> D 65", "B -> D 90", "C -> D 62"]
    assert transfers[2].reason == Reason("points", 1, points=62)
    assert transfers[2].reason.total == 62


def test_settlement_without_stake_is_empty() -> None:
    assert settle(Stake("none"), outcome(WORKED)) == ()
    for kind in KINDS:
        assert settle(Stake(kind, 0, "USD"), outcome(WORKED)) == ()


# --- per point -------------------------------------------------------------------------------------------


def test_tied_winners_share_each_loser_with_odd_units_by_seat() -> None:
    # C is 5 behind, D 3: each leaves the odd cent with A, the first by seat
    transfers = settle(CENT, outcome({"A": 10, "B": 10, "C": 5, "D": 7}))
    assert ledger(transfers) == ["C -> A 3", "C -> B 2", "D -> A 2", "D -> B 1"]
    assert transfers[0].reason == Reason("points", 1, points=5, payees=("A", "B"))


def test_odd_unit_goes_by_seat_not_by_name() -> None:
    scores = {"Z": 10, "C": 5, "A": 10}
    assert ledger(settle(CENT, outcome(scores, winners="AZ"))) == ["C -> Z 3", "C -> A 2"]


def test_loser_level_with_winner_owes_nothing() -> None:
    """An auction may give the game to the bidder though another has as many points."""
    assert ledger(settle(CENT, outcome({"A": 120, "B": 120, "C": 90}, winners="A"))) == ["C -> A 30"]


def test_unequal_winners_are_owed_difference_to_best() -> None:
    assert ledger(settle(CENT, outcome({"A": 5, "B": 9, "C": 1}, winners="AB"))) == ["C -> A 4", "C -> B 4"]


def test_settlement_with_negative_totals() -> None:
    assert ledger(settle(CENT, outcome({"A": -20, "B": -45}))) == ["B -> A 25"]


def test_automatic_win_never_pays_negative_difference() -> None:
    game = outcome({"A": 40, "B": 90, "C": 10}, winners="A", automatic=True)
    assert ledger(settle(CENT, game)) == ["C -> A 30"]


def test_automatic_win_pays_agreed_sum_from_each_loser() -> None:
    stake = Stake("per_point", 1, "USD", automatic_win=500)
    scores = {"A": 40, "B": 90, "C": 10}
    transfers = settle(stake, outcome(scores, winners="A", automatic=True))
    assert ledger(transfers) == ["B -> A 500", "C -> A 500"]
    assert transfers[0].reason == Reason("automatic_win", 500)
    # the same stake after a game that ran to its end
    assert ledger(settle(stake, outcome(scores))) == ["A -> B 50", "C -> B 80"]


def test_agreed_sum_of_zero_is_settled() -> None:
    stake = Stake("per_point", 1, "USD", automatic_win=0)
    assert settle(stake, outcome({"A": 40, "B": 10}, winners="A", automatic=True)) == ()


def test_player_who_concedes_ahead_is_not_paid() -> None:
    assert settle(CENT, outcome({"A": 9, "B": 30}, winners="A")) == ()


# --- pairwise --------------------------------------------------------------------------------------------


def test_pairwise_settles_every_pair_without_netting() -> None:
    transfers = settle(Stake("pairwise", 2, "USD"), outcome({"A": 10, "B": 30, "C": 15}))
    assert ledger(transfers) == ["A -> B 40", "A -> C 10", "C -> B 30"]
    assert transfers[1].reason == Reason("pairwise", 2, points=5)


def test_pairwise_goes_by_points_not_by_winner() -> None:
    stake = Stake("pairwise", 1, "USD")
    scores = {"A": 10, "B": 30}
    for game in (outcome(scores, winners=""), outcome(scores, winners="A", automatic=True)):
        assert ledger(settle(stake, game)) == ["A -> B 20"]


# --- low pays --------------------------------------------------------------------------------------------

DRINK = Stake("low_pays", 1, "drink")


def test_low_man_pays_winner_once() -> None:
    transfers = settle(DRINK, outcome(WORKED))
    assert ledger(transfers) == ["B -> D 1"]
    assert transfers[0].reason == Reason("low_pays", 1)


def test_tied_lowest_share_and_drink_stays_whole() -> None:
    scores = {"A": 5, "B": 20, "C": 5}
    assert ledger(settle(DRINK, outcome(scores))) == ["A -> B 1"]
    transfers = settle(Stake("low_pays", 5, "drink"), outcome(scores))
    assert ledger(transfers) == ["A -> B 3", "C -> B 2"]
    assert transfers[1].reason == Reason("low_pays", 5, payers=("A", "C"))


def test_tied_lowest_and_tied_winners() -> None:
    scores = {"A": 20, "B": 5, "C": 20, "D": 5}
    assert ledger(settle(Stake("low_pays", 7, "USD"), outcome(scores))) == [
        "B -> A 2",
        "B -> C 2",
        "D -> A 2",
        "D -> C 1",
    ]
    assert ledger(settle(DRINK, outcome(scores))) == ["B -> A 1"]


def test_full_tie_pays_nothing() -> None:
    for kind in KINDS:
        assert settle(Stake(kind, 5, "USD"), outcome({"A": 7, "B": 7, "C": 7})) == ()


def test_first_to_drop_out_is_lowest_without_points() -> None:
    game = outcome({"A": 2, "B": 0, "C": 1}, winners="A", lowest="B", has_points=False)
    assert ledger(settle(DRINK, game)) == ["B -> A 1"]
    # whatever the numbers beside the names are
    game = outcome({"A": 2, "B": 9, "C": 1}, winners="A", lowest="B", has_points=False)
    assert ledger(settle(DRINK, game)) == ["B -> A 1"]


def test_automatic_winner_is_never_lowest() -> None:
    assert ledger(settle(DRINK, outcome({"A": 0, "B": 40, "C": 30}, winners="A", automatic=True))) == [
        "C -> A 1"
    ]
    # five alike on the first throw of the game: no player has a point yet
    assert ledger(settle(DRINK, outcome({"A": 0, "B": 0}, winners="A", automatic=True))) == ["B -> A 1"]


# --- low buys --------------------------------------------------------------------------------------------

BEER = Stake("low_buys", 1, "beer")


def test_lowest_buys_one_for_each_of_others() -> None:
    transfers = settle(BEER, outcome(WORKED))
    assert ledger(transfers) == ["B -> A 1", "B -> C 1", "B -> D 1"]
    assert transfers[0].reason == Reason("low_buys", 1)


def test_tied_lowest_share_what_they_buy() -> None:
    scores = {"A": 5, "B": 20, "C": 5, "D": 9}
    # a beer is not divided: the odd one of B is the first one's, that of D the other one's
    assert ledger(settle(BEER, outcome(scores))) == ["A -> B 1", "C -> D 1"]
    transfers = settle(Stake("low_buys", 300, "EUR"), outcome(scores))
    assert ledger(transfers) == ["A -> B 150", "A -> D 150", "C -> B 150", "C -> D 150"]
    assert transfers[0].reason == Reason("low_buys", 300, payers=("A", "C"))


def test_first_to_drop_buys_in_game_without_points() -> None:
    game = outcome({"A": 2, "B": 9, "C": 1}, winners="A", lowest="B", has_points=False)
    assert ledger(settle(BEER, game)) == ["B -> A 1", "B -> C 1"]


def test_automatic_winner_without_points_buys_nothing() -> None:
    game = outcome({"A": 0, "B": 40, "C": 30}, winners="A", automatic=True)
    assert ledger(settle(BEER, game)) == ["C -> A 1", "C -> B 1"]


def test_lowest_partners_buy_together() -> None:
    game = outcome(PARTNERS, teams="AC BD")
    assert ledger(settle(BEER, game)) == ["B -> A 1", "D -> C 1"]
    assert ledger(settle(Stake("low_buys", 2, "beer"), game)) == [
        "B -> A 1",
        "B -> C 1",
        "D -> A 1",
        "D -> C 1",
    ]


# --- ante and fixed --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["ante", "fixed"])
def test_loser_pays_stake(kind: str) -> None:
    transfers = settle(Stake(kind, 500, "EUR"), outcome(WORKED))
    assert ledger(transfers) == ["A -> D 500", "B -> D 500", "C -> D 500"]
    assert transfers[0].reason == Reason(kind, 500)


@pytest.mark.parametrize("kind", ["ante", "fixed"])
def test_tied_winners_share_what_losers_put_in(kind: str) -> None:
    transfers = settle(Stake(kind, 5, "EUR"), outcome({"A": 3, "B": 9, "C": 9, "D": 1}))
    assert ledger(transfers) == ["A -> B 3", "A -> C 2", "D -> B 3", "D -> C 2"]


@pytest.mark.parametrize("kind", ["ante", "fixed"])
def test_ranked_stakes_need_no_points(kind: str) -> None:
    game = outcome({"A": 0, "B": 1}, winners="B", lowest="A", has_points=False)
    assert ledger(settle(Stake(kind, 3, "drink"), game)) == ["A -> B 3"]


# --- teams -----------------------------------------------------------------------------------------------

# A, C and B, D sit across; A & C: 30, B & D: 17
PARTNERS = {"A": 10, "B": 12, "C": 20, "D": 5}


def test_partners_settle_by_totals_of_sides() -> None:
    transfers = settle(CENT, outcome(PARTNERS, teams="AC BD"))
    # 13 cents: B carries 7, D 6; each part is shared on its own
    assert ledger(transfers) == ["B -> A 4", "B -> C 3", "D -> A 3", "D -> C 3"]
    assert transfers[0].reason == Reason("points", 1, points=13, payers=("B", "D"), payees=("A", "C"))


def test_odd_unit_between_partners_goes_by_seat() -> None:
    assert settle(CENT, outcome(PARTNERS, teams="DB CA")) == settle(CENT, outcome(PARTNERS, teams="AC BD"))


def test_partners_are_seated_by_play_not_by_name() -> None:
    game = outcome({"Z": 10, "Y": 0, "X": 10, "W": 0}, teams="XZ WY")
    assert ledger(settle(Stake("fixed", 1, "drink"), game)) == ["Y -> Z 1"]


@pytest.mark.parametrize("kind", ["ante", "fixed", "low_pays"])
def test_losing_team_pays_amount_once(kind: str) -> None:
    game = outcome(PARTNERS, teams="AC BD")
    assert ledger(settle(Stake(kind, 100, "USD"), game)) == [
        "B -> A 25",
        "B -> C 25",
        "D -> A 25",
        "D -> C 25",
    ]
    assert ledger(settle(Stake(kind, 1, "drink"), game)) == ["B -> A 1"]


def test_agreed_sum_is_paid_by_team() -> None:
    stake = Stake("per_point", 1, "USD", automatic_win=10)
    game = outcome(PARTNERS, "BD", teams="AC BD", automatic=True)
    assert ledger(settle(stake, game)) == ["A -> B 3", "A -> D 2", "C -> B 3", "C -> D 2"]


def test_settlement_of_three_pairs() -> None:
    scores = {"A": 10, "B": 10, "C": 0, "D": 10, "E": 10, "F": 0}
    game = outcome(scores, teams="AD BE CF")
    assert ledger(settle(Stake("fixed", 9, "USD"), game)) == [
        # A & D are due 5, B & E 4; C carries 3 and 2, F 2 and 2
        "C -> A 2",
        "C -> B 1",
        "C -> D 1",
        "C -> E 1",
        "F -> A 1",
        "F -> B 1",
        "F -> D 1",
        "F -> E 1",
    ]


def test_pairwise_between_teams() -> None:
    scores = {"A": 1, "B": 2, "C": 3, "D": 1, "E": 2, "F": 3}
    transfers = settle(Stake("pairwise", 2, "USD"), outcome(scores, teams="AD BE CF"))
    assert sum(each.amount for each in transfers) == 2 * (2 + 4 + 2)
    assert {each.payer + each.payee for each in transfers if each.reason.points == 4} == {
        "AC",
        "AF",
        "DC",
        "DF",
    }


# --- refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["per_point", "pairwise"])
def test_stake_by_points_needs_points(kind: str) -> None:
    stake = Stake(kind, 1, "USD")
    assert stake.needs_points
    with pytest.raises(StakeError) as refused:
        settle(stake, outcome({"A": 1, "B": 0}, has_points=False))
    assert (refused.value.code, refused.value.field) == ("stake_needs_points", "kind")


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        (("per_hand", 1), "unknown_kind", "kind"),
        (("fixed", -1), "bad_amount", "amount"),
        (("fixed", True), "bad_amount", "amount"),
        (("fixed", 1.5), "bad_amount", "amount"),
        (("fixed", 1, "USD", 5), "automatic_win_needs_per_point", "automatic_win"),
        (("per_point", 1, "USD", -5), "bad_amount", "automatic_win"),
    ],
)
def test_stake_that_makes_no_sense_cannot_be_made(given: tuple[str, int], code: str, field: str) -> None:
    with pytest.raises(StakeError) as refused:
        Stake(*given)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_split_is_whole_and_favours_first_seats() -> None:
    assert split(11, 3) == [4, 4, 3]
    assert split(1, 3) == [1, 0, 0]
    assert split(0, 2) == [0, 0]

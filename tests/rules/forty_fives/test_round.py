"""Rounds of Forty-fives: points, target, sides, dealer. Each rule by example."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError, Seats, SetupError
from scorekeeper.rules.forty_fives import GAME

from .table import Table

# --- points ---


@pytest.mark.parametrize(
    ("tricks", "best", "gains"),
    [
        ("AAAAA", "A", [30, 0, 0]),
        ("AABBC", "A", [15, 10, 5]),
        ("AABBC", "C", [10, 10, 10]),
        ("BBBBC", "C", [0, 20, 10]),
        ("AABBC", None, [10, 10, 5]),  # not one trump was played: 25
    ],
)
def test_five_trick_and_five_for_best_trump(tricks: str, best: str | None, gains: list[int]) -> None:
    assert Table("ABC").result(tricks, best) == gains


@pytest.mark.parametrize(
    ("bonus", "gains"),
    [("none", [10, 10, 5]), ("first_trick", [15, 10, 5]), ("last_trick", [10, 10, 10])],
)
def test_round_without_trump(bonus: str, gains: list[int]) -> None:
    assert Table("ABC", no_trump_bonus=bonus).result("AABBC") == gains
    assert Table("ABC", no_trump_bonus=bonus).result("AABBC", "B") == [10, 15, 5]


@pytest.mark.parametrize(
    ("bonus", "gains"), [("none", [20, 5]), ("first_trick", [25, 5]), ("last_trick", [20, 10])]
)
def test_round_without_trump_by_its_cards(bonus: str, gains: list[int]) -> None:
    table = Table(no_trump_bonus=bonus)
    tricks = ("A KD 2D", "A QD 3D", "A JD 4D", "A 10D 6D", "A 2H 3H")
    assert table.cards(*tricks, trump="S") == gains


def test_winners_and_best_trump_follow_from_cards() -> None:
    table = Table("ABC")
    gains = table.cards(
        "A KC 2C 10S",  # C trumps
        "C 9D 2D KD",  # B has it with the king
        "B 8D 7H 6S",  # A trumps with a better trump than C
        "A 4H 3H 6H",
        "C 5H 3C 8C",
        trump="S",
    )
    assert (gains, table.revokes) == ([10, 5, 15], [])
    assert "".join(table.state.rounds[0].winners) == "CBACC"
    assert table.state.rounds[0].best_trump == ("A", "6S", 3)


# --- the target, ties, all five tricks ---


def test_points_are_added_up_at_end_of_round() -> None:
    """Reaching the target within a round wins nothing: the highest total does."""
    table = Table(target=30)
    table.result("AAABB", "A")
    assert (table.scores, table.ended()) == ([20, 10], None)
    table.result("AABBB", "B")
    assert (table.scores, table.ended()) == ([30, 30], None)  # level: played on
    table.result("ABBBA", "B")
    assert (table.scores, table.ended()) == ([40, 50], ("target", "B"))


def test_exactly_target_wins() -> None:
    table = Table("ABC", target=30)
    table.result("AAABC", "A")
    table.result("ABBCC", "A")
    assert (table.scores, table.ended()) == ([30, 15, 15], ("target", "A"))


def test_level_at_target_may_share_win() -> None:
    table = Table("ABC", target=30, tie="shared")
    table.result("AABBA", "B")
    table.result("AABBB", "A")
    assert (table.scores, table.ended()) == ([30, 30, 0], ("target", "AB"))


def test_tie_behind_winner_does_not_matter() -> None:
    table = Table("ABC", target=30)
    table.result("ABACC", "B")
    table.result("BCCCA", "C")
    assert (table.scores, table.ended()) == ([15, 15, 30], ("target", "C"))


def test_every_multiple_of_five_is_target() -> None:
    for target in range(30, 501, 5):
        assert GAME.resolve({"target": target})["target"] == target
    for other in (25, 31, 505, "120", 120.0, True):
        with pytest.raises(SetupError, match="bad_option"):
            GAME.resolve({"target": other})


def test_five_tricks_win_outright_by_house_rule() -> None:
    table = Table(sweep_wins=True)
    table.result("AAAAB", "A")
    table.result("BBBBB", "B")
    assert (table.scores, table.ended()) == ([25, 35], ("sweep", "B"))
    table = Table()
    table.result("BBBBB", "B")
    assert table.ended() is None


def test_sweep_beats_any_total() -> None:
    table = Table(sweep_wins=True)
    for _ in range(4):
        table.result("AAAAB", "A")
    assert table.result("BBBBB") == [0, 25]
    assert (table.scores, table.ended()) == ([100, 45], ("sweep", "B"))
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.automatic


def test_side_sweeps_together() -> None:
    table = Table("ABCD", "AC BD", sweep_wins=True)
    table.result("ACAAB", "C")
    assert table.ended() is None
    table.result("BDDBB", "D")
    assert (table.scores, table.ended()) == ([15, 20, 10, 15], ("sweep", "BD"))


# --- sides ---


def test_targets_go_by_side() -> None:
    table = Table("ABCD", "AC BD", target=30)
    table.result("AACCB", "A")
    assert (table.scores, table.ended()) == ([15, 5, 10, 0], None)
    table.result("BBBDC", "B")
    assert (table.scores, table.ended()) == ([15, 25, 15, 5], None)  # 30 and 30
    table.result("ABDBA", "D")
    assert (table.scores, table.ended()) == ([25, 35, 15, 15], ("target", "BD"))


@pytest.mark.parametrize(
    ("players", "teams"),
    [("ABCD", "AC BD"), ("ABCD", "AB CD"), ("ABCDEF", "ACE BDF"), ("ABCDEF", "AD BE CF")],
)
def test_partnership_scores_as_side(players: str, teams: str) -> None:
    table = Table(players, teams, target=30)
    mates = teams.split(maxsplit=1)[0]
    table.result(mates[0] * 4 + mates[-1], mates[0])
    assert table.ended() == ("target", mates)


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        ("AB", "A B"),
        ("ABCD", "A B C D"),
        ("ABCD", "ABCD"),
        ("ABCDEF", "A B C D E F"),
        ("ABCDEFGH", "ABCD EFGH"),
    ],
)
def test_unknown_partnerships_are_refused(players: str, teams: str) -> None:
    with pytest.raises(SetupError, match="bad_teams"):
        Table(players, teams)


# --- the dealer ---


def test_deal_passes_to_left() -> None:
    table = Table("ABC")
    for dealer in "CABC":
        assert GAME.dealer(table.state) == dealer
        table.result("AABBC", "A", dealer=dealer)
    assert [each.dealer for each in table.state.rounds] == ["C", "A", "B", "C"]
    table = Table("ABC", dealer="A")
    assert GAME.dealer(table.state) == "A"


def test_another_dealer_is_refused_when_line_is_written_only() -> None:
    table = Table("ABC")
    entry = {"trump": "S", "tricks": list("AABBC"), "best": "A", "dealer": "B"}
    assert table.refused(entry) == "wrong_dealer"
    later = GAME.apply(table.state, GAME.parse(entry), check_order=False)
    assert (later.rounds[0].dealer, GAME.dealer(later)) == ("B", "C")
    table.take(entry | {"out_of_turn": True})
    assert table.state == later
    assert table.refused(entry | {"dealer": "Z", "out_of_turn": True}) == "unknown_player"


def test_displaced_round_by_cards_shows_its_dealer() -> None:
    """After a take-back of earlier rounds, the leader determines the dealer."""
    table = Table("ABC")
    tricks = ("C KD 2D 3D", "C QD 4D 6D", "C JD 7D 8D", "C 10D KC QC", "C 9D 2C 3C")
    entry = {"trump": "S", "tricks": table.tricks(*tricks)}
    assert table.refused(entry) == "wrong_leader"
    later = GAME.apply(table.state, GAME.parse(entry), check_order=False)
    assert (later.rounds[0].dealer, GAME.dealer(later)) == ("B", "C")


# --- malformed rounds ---


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tricks": list("AABB")}, "bad_tricks"),
        ({"tricks": list("AABBCC")}, "bad_tricks"),
        ({"tricks": ["A", "A", "A", "A", []]}, "bad_tricks"),
        ({"tricks": "AABBC"}, "bad_tricks"),
        ({"tricks": list("AABBZ")}, "unknown_player"),
        ({"best": "Z"}, "unknown_player"),
        ({"best": "C", "tricks": list("AAABB")}, "best_without_trick"),
        ({"best": 5}, "not_a_text"),
        ({"trump": "s"}, "bad_trump"),
        ({"trump": "X"}, "bad_trump"),
        ({"trump": None}, "bad_trump"),
        ({"trump": ["S"]}, "bad_trump"),
        ({"winner": "A"}, "unknown_field"),
        ({"dealer": 1}, "not_a_text"),
        ({"note": "x" * 501}, "bad_note"),
        ({"turned": "2H"}, "trump_differs"),
        ({"turned": "JK"}, "bad_turned"),
        ({"turned": ["2S"]}, "bad_turned"),
        ({"turned": ["2S", "3S"]}, "bad_turned"),
        ({"turned": ["JK", "JK"]}, "bad_turned"),
        ({"turned": []}, "bad_turned"),
        ({"turned": "11S"}, "unknown_card"),
        ({"robbed": {"player": "A"}}, "missing_field"),
    ],
)
def test_malformed_rounds_are_refused(change: dict[str, Any], code: str) -> None:
    entry = {"trump": "S", "tricks": list("AABBC"), "best": "A", **change}
    assert Table("ABC").refused(entry) == code


def test_missing_fields_are_refused() -> None:
    table = Table()
    assert table.refused({"trump": "S", "tricks": list("AABBA")}) == "missing_field"
    assert table.refused({"tricks": list("AABBA"), "best": "A"}) == "trump_needed"
    assert table.refused({"trump": "S", "best": "A"}) == "bad_tricks"
    assert table.refused({"trump": "S", "tricks": [[["A", "KD"]]] * 5, "best": "A"}) == "unknown_field"


def test_line_after_end_is_refused() -> None:
    table = Table(target=30)
    table.result("AAAAA", "A")
    assert table.refused({"trump": "S", "tricks": list("AABBA"), "best": "A"}) == "game_over"
    assert GAME.choices(table.state) == ()
    assert GAME.dealer(table.state) == "A"  # the dealer of a new game


def test_number_of_players_is_limited() -> None:
    for count in (1, 11):
        with pytest.raises(SetupError, match="bad_player_count"):
            GAME.start(GAME.resolve({}), Seats(tuple(map(str, range(count)))))


def test_refusals_are_of_right_kind() -> None:
    with pytest.raises(InvalidMoveError):
        GAME.parse({"trump": "S", "tricks": []})
    table = Table()
    with pytest.raises(IllegalMoveError):
        table.result("ZZZZZ", "Z")


def test_bounds_of_last_round() -> None:
    """With nothing to lose and ties shared, the last round begins 5 below the target at most."""
    table = Table("ABCD", "AC BD", tie="shared", target=30)
    assert GAME.bounds(table.state) == dict.fromkeys("ABCD", (0, 55))
    table.result("AACCB", "A")
    assert GAME.bounds(table.state) == {"A": (15, 45), "B": (5, 55), "C": (10, 40), "D": (0, 50)}
    assert GAME.bounds(Table().state) is None
    assert GAME.bounds(Table(tie="shared", auction=True).state) is None

"""Générala by example: deal, lead, end of hands, winner. Every house rule."""

from __future__ import annotations

import pytest

from scorekeeper.rules.contract import Seats, SetupError
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.fields import HandRow

from .table import RANKS, Table, hand, ten_players, trick

# --- the deal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        ("AB", (27, 27)),
        ("ABC", (18, 18, 18)),
        ("ABCD", (14, 14, 13, 13)),
        ("ABCDE", (11, 11, 11, 11, 10)),
        ("ABCDEF", (9,) * 6),
        ("ABCDEFG", (8, 8, 8, 8, 8, 7, 7)),
        ("ABCDEFGH", (7, 7, 7, 7, 7, 7, 6, 6)),
        ("ABCDEFGHI", (6,) * 9),
        ("ABCDEFGHIJ", (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)),
    ],
)
def test_whole_pack_is_dealt_from_dealers_right(players: str, cards: tuple[int, ...]) -> None:
    report = Table(players).report
    assert report["leader"] == "A"
    assert tuple(report["cards"].values()) == cards
    assert sum(cards) == 54


def test_first_dealer_decides_leader() -> None:
    report = Table("ABCDE", dealer="B").report
    assert report["leader"] == "C"
    assert report["cards"] == {"A": 11, "B": 10, "C": 11, "D": 11, "E": 11}


@pytest.mark.parametrize("count", [1, 11, 40])
def test_game_takes_two_to_ten_players(count: int) -> None:
    with pytest.raises(SetupError, match="bad_player_count") as caught:
        GAME.start(GAME.resolve({}), Seats(tuple(map(str, range(count)))))
    assert caught.value.fields == {"least": 2, "most": 10}


def test_all_players_play_alone() -> None:
    with pytest.raises(SetupError, match="bad_teams"):
        GAME.start(GAME.resolve({}), Seats(tuple("ABCD"), (("A", "C"), ("B", "D"))))
    alone = GAME.start(GAME.resolve({}), Seats(("A", "B"), (("A",), ("B",))))
    sheet = GAME.sheet(GAME.apply(alone, GAME.parse({"out": [["B"]]})))
    assert sheet.side_totals == (0, 1)


# --- how a hand ends -------------------------------------------------------------------------------------


def test_last_player_with_cards_drops_and_deals() -> None:
    table = Table("ABCDE").take(hand("A C BE"))
    assert table.report["hands"] == [
        {"dealer": "E", "leader": "A", "out": [["A"], ["C"], ["B", "E"]], "dropped": "D"}
    ]
    assert table.report["in"] == ["A", "B", "C", "E"]
    assert table.state.dealer == "D"
    assert table.report["leader"] == "E"
    assert table.report["cards"] == {"A": 14, "B": 13, "C": 13, "E": 14}


def test_nearest_remaining_player_leads() -> None:
    table = Table("ABCDE").take(hand("A B C D"), hand("B C D"), hand("C D"))  # E, then A, then B
    assert table.report["in"] == ["C", "D"]
    assert (table.state.dealer, table.report["leader"]) == ("B", "C")


def test_first_of_two_to_run_out_is_champion() -> None:
    table = Table("ABC").take(hand("A B"), hand("B"))
    assert table.outcome.reason == "champion"
    assert table.outcome.winners == ("B",)
    assert table.outcome.lowest == ("C",)
    assert not table.outcome.has_points
    assert table.report["wins"] == {"B": 1}
    assert (table.report["in"], table.report["leader"], table.report["cards"]) == (["B"], None, {})
    assert table.refuses(hand("B")) == ("game_over", {})
    assert GAME.choices(table.state) == ()


def test_all_out_on_one_trick_drops_no_player() -> None:
    table = Table("ABCD").take(hand("B ACD"))
    assert table.report["hands"][0]["dropped"] is None
    assert table.report["in"] == ["A", "B", "C", "D"]
    assert GAME.scores(table.state) == dict.fromkeys("ABCD", 1)


def test_scores_are_hands_survived() -> None:
    table = Table("ABCD").take(hand("A B CD"), hand("A B C"), hand("A B"), hand("B"))
    assert GAME.scores(table.state) == {"A": 3, "B": 4, "C": 2, "D": 1}


@pytest.mark.parametrize(
    ("rule", "dealers"), [("previous_dealer", ("D", "D", "C", "C")), ("next_right", ("D", "A", "C", "D"))]
)
def test_all_out_dealer(rule: str, dealers: tuple[str, ...]) -> None:
    """C loses the third hand and deals the fourth; after that `next_right` goes on from there."""
    table, found = Table("ABCD", all_out_dealer=rule), []
    for groups in ("ABCD", "A B D", "A BD"):
        found.append(table.state.dealer)
        table.take(hand(groups))
    assert (*found, table.state.dealer) == dealers


def test_next_right_skips_who_has_dropped() -> None:
    table = Table("ABCD", all_out_dealer="next_right").take(hand("B C D"), hand("C D"), hand("CD"))
    assert table.report["in"] == ["C", "D"]
    assert table.state.dealer == "C"  # B had dealt; with A and B gone, C sits next


# --- two players -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "dealers"), [("alternate", ["B", "A", "B", "A"]), ("loser", ["B", "A", "A", "A"])]
)
def test_two_player_deal(rule: str, dealers: list[str]) -> None:
    """A loses the first hand, no player the second, A the third."""
    table, found = Table("AB", elimination=False, two_player_deal=rule), []
    for groups in ("B", "AB", "B"):
        found.append(table.state.dealer)
        table.take(hand(groups))
    assert [*found, table.state.dealer] == dealers


def test_dealers_alternate_after_tie_of_two() -> None:
    """With any `all_out_dealer`, except that `loser` leaves the deal to that rule."""
    for rule in ("previous_dealer", "next_right"):
        assert Table("AB", all_out_dealer=rule).take(hand("AB")).state.dealer == "A"
    assert Table("AB", two_player_deal="loser").take(hand("AB")).state.dealer == "B"


def test_last_two_players_keep_rules_of_many() -> None:
    """A dropped player deals for them, and again if they tie."""
    table = Table("ABC").take(hand("A B"))
    assert table.state.dealer == "C"
    assert table.take(hand("AB")).state.dealer == "C"
    assert table.report["leader"] == "A"


def test_final_tie_is_played_again() -> None:
    table = Table("AB", final_tie="replay").take(hand("AB"))
    assert GAME.outcome(table.state) is None
    assert table.report["hands"][0]["dropped"] is None
    assert table.take(hand("A")).outcome.winners == ("A",)


@pytest.mark.parametrize(("groups", "champion"), [("AB", "A"), ("BA", "B")])
def test_final_tie_goes_to_first_to_play(groups: str, champion: str) -> None:
    table = Table("AB", final_tie="first_to_play").take(hand(groups))
    assert table.outcome.winners == (champion,)
    assert table.report["hands"][0]["dropped"] == groups[1]


def test_final_tie_is_about_last_two() -> None:
    for options in ({"final_tie": "first_to_play"}, {"final_tie": "replay"}):
        table = Table("ABC", **options).take(hand("ABC"))
        assert table.report["hands"][0]["dropped"] is None
    table = Table("AB", final_tie="first_to_play", elimination=False).take(hand("AB"))
    assert table.report["hands"][0]["lost"] is None


# --- without drops ---------------------------------------------------------------------------------------


def test_without_elimination_loser_deals_and_plays_on() -> None:
    table = Table("ABC", elimination=False).take(hand("A C"))
    assert table.report["hands"] == [
        {"dealer": "C", "leader": "A", "out": [["A"], ["C"]], "dropped": None, "lost": "B"}
    ]
    assert table.report["in"] == ["A", "B", "C"]
    assert (table.state.dealer, table.report["leader"]) == ("B", "C")
    assert sum(table.report["cards"].values()) == 54


def test_table_agrees_on_end() -> None:
    table = Table("ABC", elimination=False).take(hand("A C"), hand("B C"), {"end": "agreed"})
    assert table.outcome.reason == "agreed"
    assert table.outcome.winners == ("C",)
    assert table.outcome.lowest == ("A", "B")
    assert table.report["wins"] == {"C": 1}


def test_end_may_come_at_any_time() -> None:
    """A hand that runs counts for nothing; with nothing played all have won alike."""
    table = Table("ABC", elimination=False).take(trick("A KS", took="B KS"), {"end": "agreed"})
    assert table.outcome.winners == ("A", "B", "C")
    assert table.report["hands"] == []
    assert GAME.sheet(table.state).rows == ()
    assert Table("ABC").refuses({"end": "agreed"}) == ("played_to_the_champion", {})


# --- hands card by card ----------------------------------------------------------------------------------


def test_hand_is_written_in_one_of_two_ways() -> None:
    table = Table("ABC").take(trick("A KS", "B 2S", "C 3S"))
    assert table.refuses(hand("A B")) == ("hand_runs_by_cards", {"tricks": 1})
    assert table.report["hands"] == []
    assert table.report["cards"] == {"A": 17, "B": 17, "C": 17}


def test_rest_of_hand_begun_by_tricks_keeps_its_tricks() -> None:
    table = Table("ABC").take(trick("A KS", "B 2S", "C 3S"), hand("B A") | {"rest": True})
    assert table.report["hands"] == [{"dealer": "C", "leader": "A", "out": [["B"], ["A"]], "dropped": "C"}]
    row = GAME.sheet(table.state).rows[0]
    assert len(HandRow.of(row).tricks) == 1
    assert row.cells[0].line == 1  # the line that ended the hand


def test_rest_of_hand_follows_those_already_out() -> None:
    table = ten_players()
    assert table.refuses(hand("E A B C") | {"rest": True}) == ("named_twice", {"player": "E"})
    assert table.refuses(hand("A B") | {"rest": True}) == ("hand_unfinished", {"player": ["C", "D"]})
    assert table.refuses(hand("A B C D") | {"rest": True}) == ("last_one_alone", {"player": "D"})
    table.take(hand("A BC") | {"rest": True})
    assert table.report["hands"][0]["out"] == [list("EFGHIJ"), ["A"], ["B", "C"]]


def test_rest_of_unstarted_hand_is_refused() -> None:
    assert Table("ABC").refuses(hand("A B") | {"rest": True}) == ("no_hand_begun", {})


def test_rest_marker_is_dumped_where_set() -> None:
    entry = hand("A B") | {"rest": True}
    assert GAME.dump(GAME.parse(entry)) == entry
    assert GAME.dump(GAME.parse(hand("A B") | {"rest": False})) == hand("A B")


def test_hand_ends_by_itself() -> None:
    table = ten_players()
    assert table.report["cards"] == {"A": 1, "B": 1, "C": 1, "D": 1} | dict.fromkeys("EFGHIJ", 0)
    table.take(trick("A 4C", "B 3C", took="C 3C", out="AB"))
    assert table.report["leader"] == "C"
    table.take(trick("C 3C", "D 2C", out="D"))
    assert table.report["hands"] == [
        {"dealer": "J", "leader": "A", "out": [list("EFGHIJ"), ["A", "B"], ["D"]], "dropped": "C"}
    ]
    assert (table.state.dealer, table.report["leader"]) == ("C", "D")
    assert table.report["cards"] == dict.fromkeys("ABDEFGHIJ", 6)


def test_all_out_card_by_card() -> None:
    """With the second joker in the trick the last four run out together."""
    table = ten_players().take(trick("A 4C", "B 3C", "C JK2", "D 2C", out="DCBA"))
    assert table.report["hands"][0]["out"] == [list("EFGHIJ"), ["A", "B", "C", "D"]]
    assert table.report["hands"][0]["dropped"] is None
    assert table.report["in"] == list("ABCDEFGHIJ")
    assert table.state.dealer == "J"


def test_players_out_are_reported_exactly() -> None:
    table = ten_players()
    for out in ("", "A", "ABC", "AC"):
        assert table.refuses(trick("A 4C", "B 3C", took="C 3C", out=out)) == (
            "wrong_out",
            {"player": ["A", "B"]},
        )
    twice = trick("A 4C", "B 3C", took="C 3C", out="AB") | {"out": ["A", "B", "B"]}
    assert table.refuses(twice)[0] == "wrong_out"
    assert Table("AB").refuses(trick("A KS", "B 2S", out="A")) == ("nobody_out", {})


def test_same_game_by_result_and_by_cards() -> None:
    """The hands are the same but for the lines that wrote them."""
    by_cards = ten_players().take(
        trick("A 4C", "B 3C", took="C 3C", out="AB"), trick("C 3C", "D 2C", out="D")
    )
    by_result = Table("ABCDEFGHIJ").take(hand("EFGHIJ AB D"))
    assert by_cards.report == by_result.report
    assert len(RANKS) == 13

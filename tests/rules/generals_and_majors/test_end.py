"""Generals and Majors by example: grace, other entries, counts, draws."""

from __future__ import annotations

import pytest

from scorekeeper.rules.contract import Seats, SetupError
from scorekeeper.rules.generals_and_majors import GAME
from scorekeeper.rules.generals_and_majors.choice_fields import CardsRow, Lead, TableFacts

from .table import Table, a_desk_without_cards, a_turn

KALOSI = {"edition": "kalosi"}


# --- the turn of grace ---

# A has 17 and then 24; B has black points for the next turn
UP_TO_17 = ("AH 2H", "AS", "AD 4H", "AC", "KH 5H", "KS", "KD 6H", "KC")


def test_lead_gives_opponent_one_turn() -> None:
    desk = Table().turns(*UP_TO_17)
    assert (desk.strengths, desk.facts["grace"]) == ((17, 0), None)
    desk.turn("QH", "7H")
    assert desk.result is None
    assert desk.facts["grace"] == {"player": "B", "against": "A", "by": 24, "needs": 5}
    assert GAME.sheet(desk.state).marks == ((), ("dealer", "grace"))


def test_lead_that_stands_through_turn_of_grace_wins() -> None:
    desk = Table().turns(*UP_TO_17, "QH 7H", "- 3S")  # 21 is still 20 or more
    assert desk.result == ("lead", ("A",))
    assert GAME.turn(desk.state) is None
    desk.refuses_entry("game_over", {"player": "A"})
    desk.refuses_entry("game_over", {"player": "A", "concede": True})
    desk.refuses_entry("game_over", {"end": "no_cards"})


def test_turn_of_grace_can_save() -> None:
    desk = Table().turns(*UP_TO_17, "QH 7H").turn("QS", "7S", "7S=7H")
    assert (desk.strengths, desk.result, desk.facts["grace"]) == ((17, 0), None, None)
    desk.turn("JH", "3H")
    assert desk.facts["grace"]["by"] == 20  # exactly the winning lead is enough
    desk.turn()
    assert desk.result == ("lead", ("A",))


def test_saved_by_army_that_cancels_nothing() -> None:
    desk = Table().turns(*UP_TO_17, "QH 7H").turn("QS", "3S 3C")
    assert (desk.strengths, desk.result) == ((24, 6), None)


def test_new_lead_after_turn_of_grace_gives_another() -> None:
    desk = Table().turns(*UP_TO_17, "QH 7H").turn("QS", "7S", "7S=7H").turn("JH", "8H")
    assert desk.facts["grace"]["by"] == 25
    assert desk.result is None


@pytest.mark.parametrize(("lead", "over"), [(20, True), (30, False), (40, False)])
def test_larger_winning_lead(lead: int, over: bool) -> None:
    desk = Table(lead=lead).turns(*UP_TO_17, "QH 7H", "")
    assert (desk.result is not None) == over
    assert desk.facts["winning"] == lead


# --- the other lines ---


def test_player_who_did_not_deal_starts() -> None:
    state = GAME.start(GAME.resolve({}), Seats(("A", "B"), (), "A"))
    assert GAME.turn(state) == "B"
    assert GAME.turn(GAME.start(GAME.resolve({}), Seats(("A", "B")))) == "A"


def test_turns_alternate_and_order_is_never_forgiven() -> None:
    for check_order in (True, False):
        entry = {"player": "B", "commander": "AH"}
        found = Table().refuses_entry("not_your_turn", entry, check_order=check_order)
        assert found == {"player": "B", "turn": "A"}
        Table().refuses_entry("unknown_player", {"player": "C"}, check_order=check_order)
    assert GAME.turn(Table().turns("", "", "").state) == "B"


def test_redeal_is_repeatable_before_first_turn() -> None:
    desk = Table().write({"player": "B", "redeal": True}).write({"player": "A", "redeal": True})
    desk.write({"player": "A", "redeal": True}).turn("AH")
    assert desk.refuses_entry("redeal_too_late", {"player": "A", "redeal": True}) == {"player": "A"}
    desk.write({"player": "B", "redeal": True})  # B has not had a turn yet
    assert GAME.turn(desk.state) == "B"
    desk.turn()
    desk.refuses_entry("redeal_too_late", {"player": "B", "redeal": True})


def test_concession_at_any_time() -> None:
    desk = Table().turns("AH 2H").write({"player": "A", "concede": True})
    outcome = GAME.outcome(desk.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.automatic) == ("conceded", ("B",), False)
    assert (outcome.outright, outcome.is_decided) == (True, True)
    old = GAME.outcome(Table(version=1).write({"player": "A", "concede": True}).state)
    assert old is not None
    assert (old.winners, old.automatic) == (("B",), True)


def test_end_without_cards() -> None:
    """Higher strength wins, equal is a draw. Version 1 took it while there were cards to draw."""
    for texts, result in (
        (("AH 2H", ""), ("no_cards", ("A",))),
        (("", "AH 2H"), ("no_cards", ("B",))),
        (("AH", "AS"), ("draw", ())),
    ):
        assert Table(version=1).turns(*texts).write({"end": "no_cards"}).result == result
        desk = Table().turns(*texts)
        left = desk.facts["stock"] + desk.facts["discards"]
        assert sum(desk.refuses_entry("cards_left", {"end": "no_cards"}).values()) == left
    assert a_desk_without_cards().write({"end": "no_cards"}).result == ("no_cards", ("A",))


def test_deal_passes_to_other_for_new_game() -> None:
    desk = Table()
    assert GAME.dealer(desk.state) == "B"
    assert GAME.dealer(desk.write({"player": "A", "concede": True}).state) == "A"


def test_game_of_three_players_is_refused() -> None:
    for players, teams in ((("A",), ()), (("A", "B", "C"), ()), (("A", "B"), (("A", "B"),))):
        with pytest.raises(SetupError):
            GAME.start(GAME.resolve({}), Seats(players, teams))


# --- counts ---


def counts(desk: Table) -> tuple[int, int, int, int]:
    facts = desk.facts
    return facts["stock"], facts["discards"], facts["hands"]["A"], facts["hands"]["B"]


def test_stock_discards_and_hands_are_counted() -> None:
    """Seven each; draw one; discard down to seven."""
    desk = Table()
    assert counts(desk) == (51, 0, 7, 7)
    assert counts(desk.turn()) == (50, 1, 7, 7)
    assert counts(desk.turn("AS", "2S")) == (49, 1, 7, 6)
    assert counts(desk.turn("AH")) == (48, 1, 7, 6)
    assert counts(desk.turn()) == (47, 1, 7, 7)
    assert counts(Table(**KALOSI)) == (58, 0, 7, 7)


def test_redeal_is_counted() -> None:
    assert counts(Table().write({"player": "B", "redeal": True})) == (44, 7, 7, 7)
    desk = Table()
    for _ in range(8):  # 51 are seven redeals and two cards
        desk.write({"player": "A", "redeal": True})
    assert counts(desk) == (51, 0, 7, 7)  # the last hand is drawn from all that was thrown in


def test_empty_stock_is_made_of_discards() -> None:
    desk = Table().turns(*[""] * 51)
    assert counts(desk) == (0, 51, 7, 7)
    assert desk.facts["shuffle"]
    assert counts(desk.turn()) == (50, 1, 7, 7)


def test_more_than_hand_can_hold_is_refused() -> None:
    desk = Table(lead=40)
    for commander in ("AH", "AD", "KH", "KD", "QH", "QD", "JH", "JD"):
        desk.turns(commander, "")
    desk.turns("- 2H 2D 3H 3D", "", "- 2X 3X 4H", "", "- 4D 5H", "", "- 4X 5D", "")
    assert counts(desk) == (27, 12, 0, 7)
    assert desk.refuses("hand_too_small", "AX", "6H") == {"hand": 1}
    assert counts(desk.turn("AX")) == (26, 12, 0, 7)


def test_more_than_hand_can_hold_was_drawn_in_version_1() -> None:
    """The hand is visible to its player only: the counts were adjusted."""
    desk = Table(lead=40, version=1)
    for commander in ("AH", "AD", "KH", "KD", "QH", "QD", "JH", "JD"):
        desk.turns(commander, "")
    desk.turns("- 2H 2D 3H 3D", "", "- 2X 3X 4H", "", "- 4D 5H", "", "- 4X 5D", "")
    assert counts(desk) == (27, 12, 0, 7)
    assert counts(desk.turn("AX", "6H")) == (25, 12, 0, 7)  # two cards laid, one drawn by the rules


def test_sheet_shows_both_sides() -> None:
    desk = Table().turns("AH 2H").turn("AS", "2S", "2S=2H").turn("KX")
    rows = {row.key: row for row in GAME.sheet(desk.state).rows}
    assert [cell.points for cell in rows["star"].cells] == [1, 0]
    assert [cell.cards for cell in rows["commanders"].cells] == [("AH", "KX"), ("AS",)]
    assert [cell.cards for cell in rows["armies"].cells] == [(), ()]
    assert [cell.cards for cell in rows["face_down"].cells] == [("2H",), ("2S",)]
    assert CardsRow.of(rows["commanders"]).lines == ({"AH": 0, "KX": 2}, {"AS": 1})
    assert TableFacts.of(rows["table"]).lead == Lead(None, 0, 0)
    assert GAME.sheet(desk.state).progress == (4, None)


def test_read_entries_can_be_written() -> None:
    for entry in (
        a_turn("A", "KX:red", "3X:black JK1 6H", "6H+3X=4C+5D"),
        a_turn("A", "JK2:red") | {"note": "at last"},
        {"player": "A", "redeal": True},
        {"player": "A", "concede": True, "note": "ouch"},
        {"end": "no_cards"},
    ):
        assert GAME.dump(GAME.parse(entry)) == entry

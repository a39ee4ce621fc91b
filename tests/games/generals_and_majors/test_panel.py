"""Generals and Majors: turns entered card by card, grace, corrections, the log."""

from __future__ import annotations

import pytest

from scorekeeper.play import amendments
from scorekeeper.play.models import Draft
from tests.factories import new_writer
from tests.games.draft_client import Phone, keep_key_is_prominent
from tests.games.generals_and_majors.turns import AHEAD, MIDDLE, desk, strengths

pytestmark = pytest.mark.django_db


# --- a turn ---


def test_turn_is_laid_pencilled_and_written() -> None:
    table = desk()
    phone = Phone(table)
    assert "Ana plays" in phone.page
    assert "Stock 51, turn 1" in phone.page
    phone.tap("card-AH")
    assert "points left for armies" in phone.page
    phone.tap("card-2H")
    assert "Both are tied" not in phone.page
    assert "tied, after this turn Ana by 2" in phone.page
    assert "Write: Ana leads by 2" in phone.page
    assert phone.move == {"player": "1", "commander": "AH", "armies": ["2H"]}
    assert phone.write().status_code == 200
    assert strengths(table) == {"1": 2, "2": 0}
    assert "Take back Ana’s turn 1" in phone.page
    assert "Stock 50, turn 2" in phone.page
    assert not Draft.objects.exists()


def test_turns_of_commander_alone_and_of_no_card() -> None:
    table = desk()
    phone = Phone(table).tap("card-AH")
    assert "Write: Both are tied" in phone.page
    phone.write()
    phone.tap("look-close")
    assert "Write: Bo plays nothing" in phone.page
    assert phone.move == {"player": "2"}
    phone.write()
    assert "Bo, nothing played" in phone.page
    assert table.table.turn == "1"


def test_unpayable_army_is_refused_with_shortage() -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC")
    before = Draft.objects.get()
    assert {"card-9S", "card-8C"} <= phone.open_keys  # to be asked why
    assert phone.send("card-9S").status_code == 422
    assert "9♠ cannot be paid. It needs 2 more black or star points." in phone.page
    phone.send("card-8S")
    assert "8♠ cannot be paid. It needs 1 more black or star point." in phone.page
    after = Draft.objects.get()
    assert (after.step, after.data) == (before.step, before.data)
    phone.tap("card-7S")


def test_armies_are_paid_together() -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC", "card-4C", "look-lay", "card-2C", "look-lay")
    assert phone.send("card-3D").status_code == 422
    assert "It needs 1 more red or star point." in phone.page


def test_several_armies_are_laid_in_one_go() -> None:
    phone = Phone(desk([{"commander": "AH"}, {}, {"commander": "AD"}, {}])).tap("card-2H", "card-2D")
    assert phone.move == {"player": "1", "armies": ["2H", "2D"]}
    assert "look-lay" not in phone.open_keys
    assert phone.write().status_code == 200


def test_turn_that_begins_grace_is_reviewed_before_it_is_written() -> None:
    phone = Phone(desk(AHEAD[:-1])).tap("card-JH", "card-9D")
    assert "look-lay" in phone.open_keys
    assert "turn of grace for Bo" in phone.page


def test_card_leaves_tray_and_with_it_what_it_cancelled() -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC", "card-6S", "off-6S")
    assert Draft.objects.get().data["entry"] == {"player": "2", "commander": "AC"}
    phone.tap("card-7S")
    assert phone.send("off-AC").status_code == 422  # the 7 would not be paid
    assert "7♠ cannot be paid" in phone.page


def test_card_shown_before_is_refused_with_its_place() -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC")
    for card, where in (("6D", "Ana’s army."), ("AS", "Bo’s commander."), ("AC", "in this turn.")):
        assert where in phone.look(f"?where={card}")
    assert 'role="status" tabindex' not in phone.look("?where=9S")  # nowhere yet


def test_cards_are_closed_once_hand_is_laid() -> None:
    courts = zip(("AH", "KH", "QH", "JH", "AD", "KD"), range(2, 8), strict=True)
    turns = [turn for court, army in courts for turn in ({"commander": court, "armies": [f"{army}H"]}, {})]
    phone = Phone(desk(turns, options={"lead": 40})).tap("card-QD", "card-2D")
    assert "look-lay" in phone.refused_keys
    assert phone.send("look-lay").status_code == 422
    assert "No card is left that could be laid in this turn." in phone.page
    assert not [key for key in phone.open_keys if key.startswith("card-")]
    assert phone.write().status_code == 200


def test_more_cards_than_hand_of_version_1_may_be_written() -> None:
    courts = zip(("AH", "KH", "QH", "JH", "AD", "KD"), range(2, 8), strict=True)
    turns = [turn for court, army in courts for turn in ({"commander": court, "armies": [f"{army}H"]}, {})]
    phone = Phone(desk(turns, options={"lead": 40}, rules=1)).tap("card-QD", "card-2D")
    assert "as counted" not in phone.page
    phone.tap("card-3D")
    assert "That is more than the hand holds, as counted: 2." in phone.page
    assert phone.write().status_code == 200


# --- the lead, grace, the end ---


def test_failed_turn_of_grace_ends_game() -> None:
    table = desk(AHEAD)
    phone = Phone(table)
    assert "Turn of grace for Bo" in phone.page
    assert (
        "Ana is <b>23</b> ahead. This is Bo’s last chance: get the lead below 20, or <b>Ana wins.</b>"
        in phone.page
    )
    assert "Bo must gain at least 4" in phone.page
    phone.tap("card-QH", "card-2D")
    assert "Turn of grace for Bo" in phone.page
    assert "Write: Ana wins" in phone.page
    assert "21 ahead after the turn of grace" in phone.page
    assert "Turn of grace for Bo" in Phone(table, client=new_writer(table.group).client()).page
    phone.write()
    assert table.table.outcome is not None
    assert table.table.outcome.winners == ("1",)
    assert "Ana wins" in phone.page
    assert "21 ahead after the turn of grace" in phone.page
    assert "Turn of grace" not in phone.page


def test_turn_of_grace_that_saves() -> None:
    table = desk(AHEAD)
    phone = Phone(table).tap("card-QC", "card-5C")
    assert "Write: Bo is saved" in phone.page
    phone.write()
    assert "Turn of grace" not in phone.page
    assert "Ana leads by 18" in phone.page  # the 5 cancelled a 5


def test_lead_that_gives_grace_says_so_before_it_is_written() -> None:
    table = desk(AHEAD[:-1])
    phone = Phone(table).tap("card-JH", "card-9D")
    assert "Write: Ana leads by 23" in phone.page
    assert "turn of grace for Bo" in phone.page
    assert "Turn of grace for Bo" not in phone.page


def test_seven_new_cards_before_first_turn() -> None:
    table = desk()
    phone = Phone(table).tap("look-close", "other-redeal-2")
    assert "Bo held no commander" in phone.page
    phone.tap("back", "other-redeal-1")
    assert phone.move == {"player": "1", "redeal": True}
    phone.write()
    assert "Take back Ana’s new cards" in phone.page
    assert "Stock 44, turn 1" in phone.page
    table.entry(player="1")
    phone.look()
    phone.tap("look-close")
    assert "other-redeal-1" not in phone.open_keys
    assert "other-redeal-2" in phone.open_keys


@pytest.mark.parametrize(("player", "winner"), [("1", "Bo"), ("2", "Ana")])
def test_concession_is_written(player: str, winner: str) -> None:
    table = desk(MIDDLE)
    phone = Phone(table).tap("look-close", f"other-concede-{player}")
    assert f"Write: {winner} wins" in phone.page
    assert f"{winner} wins, whatever the strengths." in phone.page
    phone.write()
    assert f"{winner} wins" in phone.page
    assert "the other side gave up" in phone.page


def test_end_without_cards_and_draw() -> None:
    assert "other-end" not in Phone(desk(MIDDLE)).tap("look-close").open_keys  # there are cards to draw
    table = desk(MIDDLE, rules=1)
    phone = Phone(table).tap("look-close", "other-end")
    assert "The higher strength wins: Ana leads by 2." in phone.page
    assert phone.move == {"end": "no_cards"}
    phone.write()
    assert "Ana wins" in phone.page
    assert "no cards left, 2 ahead" in phone.page
    assert "Take back the end" in phone.page
    level = Phone(desk(rules=1)).tap("look-close", "other-end")
    assert "Equal strengths: it is a draw." in level.page
    level.write()
    assert "equal strengths" in level.page


def test_shuffle_of_empty_stock_is_shown() -> None:
    table = desk([{}] * 51)
    phone = Phone(table)
    assert "Stock 0, turn 52" in phone.page
    assert "The stock is empty: shuffle the 51 discards." in phone.page


# --- lines ---


def test_turn_is_corrected() -> None:
    table = desk(MIDDLE)
    phone = Phone(table)
    phone.look("?line=7")
    assert "Ana, A★ and 6♦" in phone.page
    phone.look("?line=7&right=1")
    assert "Correct turn 7" in phone.page
    assert "Ana leads by 2" in phone.page
    phone.tap("off-6D", "card-4D")
    assert "Change it" in phone.page
    assert "Both are tied" in phone.page
    assert phone.write("correct").status_code == 200
    assert strengths(table) == {"1": 8, "2": 8}
    assert not Draft.objects.exists()


def test_correction_that_breaks_later_turn_names_it() -> None:
    phone = Phone(desk(MIDDLE))
    phone.look("?line=1&right=1")
    phone.tap("look-lay", "off-AH", "look-close")
    assert "That would break turn 7." in phone.page
    assert "6♦ cannot be paid" in phone.page
    assert "Not like this" in phone.page
    keep_key_is_prominent(phone)


def test_entry_other_than_turn_is_corrected() -> None:
    table = desk()
    table.entry(player="1", redeal=True)
    phone = Phone(table)
    phone.look("?line=1&right=1")
    assert "Ana held no commander" in phone.page
    phone.tap("back", "look-lay", "card-AH", "look-close")
    assert phone.move == {"player": "1", "commander": "AH"}
    assert phone.write("correct").status_code == 200
    assert table.table.turn == "2"


def test_unfinished_correction_waits_beside_next_turn() -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC")
    phone.look("?line=7&right=1")
    phone.tap("off-6D")
    phone.look()
    assert "off-AC" in phone.open_keys
    phone.look("?line=7&right=1")
    assert {"off-AX", "card-4D"} <= phone.open_keys


def test_log_describes_turns() -> None:
    table = desk()
    table.entry(player="1", redeal=True)
    for number, turn in enumerate(MIDDLE):
        table.entry(player=str(number % 2 + 1), **turn)
    table.entry(player="2", commander="AC", armies=["6S"], cancel=[{"mine": ["6S"], "theirs": ["6D"]}])
    amendments.write_note(table.address, table.write_request(), 8, "late")
    table.amend(11, player="2", commander="JD", armies=["3C"])
    table.void(table.entry(player="2", concede=True))
    page = table.writer.client().get(table.url("log")).content.decode()
    for text in (
        "Ana, seven new cards",
        "Bo, A♣ and 6♠, 6♠ cancels 6♦",
        "Note on Ana, turn",
        "Bo, turn corrected",
        "Taken back: Bo, gives up",
        "Turn 12",
        "Ana led by 2",
    ):
        assert text in page, text


def test_long_game_of_empty_turns_keeps_its_stake() -> None:
    table = desk(stake={"kind": "per_point", "amount": "0.10", "unit": "EUR"})
    assert "Stock 51, turn 1 · €0.10 a point" in Phone(table).page

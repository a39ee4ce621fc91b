"""Generals and Majors: turns entered card by card, cancellations, grace, corrections."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from scorekeeper.play import amendments
from scorekeeper.play.models import Draft
from tests.factories import SampleTable, new_writer
from tests.games.draft_client import Phone
from tests.games.generals_and_majors.turns import AHEAD, MIDDLE, Turn, desk

pytestmark = pytest.mark.django_db


def strengths(table: SampleTable) -> dict[str, int]:
    return table.table.game.scores(table.table.state)


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


# --- cancellations ---


def test_single_set_is_chosen_already() -> None:
    table = desk(MIDDLE)
    phone = Phone(table).tap("card-AC", "card-6S")
    assert "6♠ cancels the 6" in phone.page
    assert "All are turned face down, the 6 too." in phone.page
    assert "Ana by 2, after this turn Bo by 4" in phone.page
    assert phone.move["cancel"] == [{"mine": ["6S"], "theirs": ["6D"]}]
    assert "take-6S-" not in phone.open_keys  # compulsory here
    phone.write()
    assert strengths(table) == {"1": 4, "2": 8}
    assert "1 down" in phone.page


def test_several_sets_leave_choice_to_player() -> None:
    table = desk(MIDDLE)
    phone = Phone(table).tap("card-2D")
    assert "What does the 2♦ cancel?" in phone.page
    assert "Which one?" in phone.page
    assert "move" not in phone.fields
    phone.tap("take-2D-2S")
    assert phone.move["cancel"] == [{"mine": ["2D"], "theirs": ["2S"]}]
    phone.tap("take-2D-2H")  # thought better of it
    assert phone.move["cancel"] == [{"mine": ["2D"], "theirs": ["2H"]}]
    assert {"take-2D-2S", "take-2D-2H"} <= phone.open_keys
    phone.write()
    assert table.table.sheet.rows[-2].cells[0].cards == ("2H",)


def test_cancelling_armies_are_asked_one_below_other() -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC", "card-6C", "look-lay", "card-2X")
    assert "What cancels what?" in phone.page
    assert "6♣ cancels the 6" in phone.page
    assert "What does the 2★ cancel?" in phone.page
    phone.tap("take-2X-2H")
    assert len(phone.move["cancel"]) == 2
    assert "Several armies cancel" in phone.page


def test_none_is_key_only_where_house_rule_allows_it() -> None:
    table = desk(MIDDLE, options={"cancel_choice": "optional"})
    phone = Phone(table).tap("card-AC", "card-6S")
    assert "What does the 6♠ cancel?" in phone.page
    assert "move" not in phone.fields
    phone.tap("take-6S-")
    assert "cancel" not in phone.move
    phone.tap("take-6S-6D")
    assert phone.move["cancel"] == [{"mine": ["6S"], "theirs": ["6D"]}]
    phone.tap("take-6S-")
    phone.write()
    assert strengths(table) == {"1": 10, "2": 14}


def test_older_armies_join_where_several_cancel_several() -> None:
    table = desk(MIDDLE, options={"cancel": "group_vs_group", "cancel_choice": "optional"})
    phone = Phone(table).tap("card-AC", "card-7S")
    assert "take-3S.7S-6D.2S.2H" in phone.open_keys
    phone.tap("take-3S.7S-6D.2S.2H")
    assert "All are turned face down, the 7 too." in phone.page
    assert phone.move["cancel"] == [{"mine": ["3S", "7S"], "theirs": ["6D", "2S", "2H"]}]
    phone.write()
    assert strengths(table) == {"1": 0, "2": 5}


MANY: list[Turn] = [
    *(
        {"commander": each}
        for one in zip(
            ("AH", "KH", "AD", "KD", "AX", "KX"), ("AS", "KS", "AC", "KC", "QC", "QS"), strict=True
        )
        for each in one
    ),
    {"armies": ["2H", "3H"]},
    {"armies": ["3S"], "cancel": []},
    {"armies": ["4H", "2D"]},
    {"armies": ["4S"]},
    {"armies": ["5H", "2X"]},
    {"armies": ["5S", "2S"]},
    {"armies": ["6H"]},
]


def test_too_many_sets_are_put_together_card_by_card() -> None:
    table = desk(MANY, options={"cancel": "group_vs_group", "cancel_choice": "optional", "lead": 40})
    phone = Phone(table).tap("card-6S")
    assert "group-begin" in phone.open_keys
    phone.tap("group-begin", "look-close")
    assert "group" not in Draft.objects.get().data["entry"]
    phone.tap("group-begin", "group-mine-6S", "group-theirs-4H")
    assert "6 against 4" in phone.page
    assert "group-take" not in phone.open_keys
    phone.tap("group-theirs-2D")
    phone.tap("group-theirs-2D", "group-theirs-2H", "group-take")  # another 2 after all
    assert phone.move["cancel"] == [{"mine": ["6S"], "theirs": ["4H", "2H"]}]


# --- stars that are bound, jokers ---


def test_star_commander_is_bound_to_colour_in_hard_game() -> None:
    table = desk(options={"hard": True})
    phone = Phone(table).tap("card-KX")
    assert "K★ commands red or black?" in phone.page
    assert {"bind-red", "bind-black", "back", "off-KX"} == phone.open_keys
    phone.tap("back")
    assert "commander" not in Draft.objects.get().data["entry"]
    phone.tap("card-AX", "bind-black", "card-2S")
    assert phone.move == {"player": "1", "commander": {"card": "AX", "colour": "black"}, "armies": ["2S"]}
    phone.write()
    assert ">black</small>" in phone.page


def test_star_army_asks_which_colour_pays_where_both_could() -> None:
    table = desk([{"commander": "AH"}, {}, {"commander": "AS"}, {}], options={"hard": True})
    phone = Phone(table).tap("card-2X")
    assert "Red or black pays for 2★?" in phone.page
    phone.tap("bind-red")
    assert phone.move["armies"] == [{"card": "2X", "pays": "red"}]
    phone.tap("off-2X", "card-2H", "card-2X")  # red is spent: one way is left
    assert phone.move["armies"] == ["2H", {"card": "2X", "pays": "black"}]


def test_joker_commands_or_is_army() -> None:
    table = desk([{"commander": "AH", "armies": ["3H"]}, {}], options={"edition": "kalosi"})
    phone = Phone(table).tap("card-JK1")
    assert "What does the joker serve as?" in phone.page
    phone.tap("back", "card-JK1", "role-army")
    assert phone.move["armies"] == [{"card": "JK1", "as": "army"}]
    phone.tap("off-JK1", "card-JK1", "role-commander")
    assert "points left for armies" in phone.page
    phone.tap("card-2D", "card-JK2")  # a commander was laid: it can only be an army
    assert phone.move["armies"] == ["2D", {"card": "JK2", "as": "army"}]
    phone.write()
    assert strengths(table) == {"1": 8, "2": 0}


def test_joker_alone_is_no_army() -> None:
    phone = Phone(desk(options={"edition": "kalosi"})).tap("card-JK1")
    assert phone.send("role-army").status_code == 422
    assert "A joker is worth the highest army beside it, and there is none." in phone.page


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


# --- the draft ---


def test_draft_survives_reload_and_second_phone() -> None:
    table = desk(MIDDLE)
    first = Phone(table).tap("card-AC")
    second = Phone(table, client=new_writer(table.group).client())
    assert "off-AC" in second.open_keys
    first.tap("card-7S")
    assert second.send("card-2C").status_code == 409
    assert "This is being entered on another phone, too" in second.page
    assert Draft.objects.get().data["entry"]["armies"] == ["7S"]


def test_draft_of_one_player_is_not_others() -> None:
    table = desk(MIDDLE)
    phone = Phone(table).tap("card-AC")
    table.void(table.table.last_line.latest.number)  # type: ignore[union-attr]
    phone.look()
    assert "The unfinished entry no longer fits." in phone.page
    phone.tap("clear")
    assert "Ana plays" in phone.page


def test_tap_without_script_returns_to_table() -> None:
    table = desk(MIDDLE)
    phone = Phone(table, htmx=False).tap("card-AC", "card-6S")
    assert "6♠ cancels the 6" in phone.page
    assert phone.write().status_code == 302
    assert table.table.count == len(MIDDLE) + 1


HOSTILE = [
    "",
    "x",
    "card-",
    "card-ZZ",
    "card-AH",
    "card-KH",
    "card-JK1",
    "card-6S\0",
    "role-army",
    "bind-red",
    "off-9S",
    "off-",
    "look-x",
    "take-",
    "take--",
    "take-6S",
    "take-6S-6S",
    "take-.-.",
    "take-7S-6D",
    "group-",
    "group-take",
    "group-mine-6S",
    "group-theirs-",
    "other-redeal-1",
    "other-concede-9",
    "other-end-1",
    "other-",
    "back",
    "take-6S-" + "6D." * 3000,
]


@pytest.mark.parametrize("press", HOSTILE)
def test_unknown_key_is_refused(press: str) -> None:
    phone = Phone(desk(MIDDLE)).tap("card-AC", "card-7S")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before


def test_odd_keys_in_group_role_and_colour_are_refused() -> None:
    phone = Phone(desk(MANY, options={"cancel": "group_vs_group", "cancel_choice": "optional", "lead": 40}))
    phone.tap("card-6S", "group-begin")
    for press in ("group-begin", "group-theirs-ZZ", "group-mine-4S-", "group-other-6S", "group-take"):
        assert phone.send(press).status_code == 422, press
    joker = Phone(desk(options={"edition": "kalosi"})).tap("card-JK1")
    for press in ("role-x", "card-AH", "role-"):
        assert joker.send(press).status_code == 422, press
    star = Phone(desk(options={"hard": True})).tap("card-KX")
    for press in ("bind-star", "card-AH", "look-close", "take-2H-"):
        assert star.send(press).status_code == 422, press


def test_tap_without_permission_is_refused() -> None:
    table = desk()
    form = {"seen": "0", "line": "0", "step": "0", "press": "card-AH"}
    for client, status in ((Client(), 401), (new_writer().client(), 404)):
        assert client.post(table.url("draft"), form).status_code == status
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"hard": True, "cancel": "group_vs_group", "cancel_choice": "optional"},
        {"edition": "kalosi", "command_limit": "cumulative", "groups": True},
    ],
)
def test_every_shown_key_can_be_tapped(options: dict[str, Any]) -> None:
    """Random keys: each has a response, and each complete turn is written."""
    chance = Random(7)
    table = desk(options=options)
    phone = Phone(table)
    for _ in range(70):
        if table.table.outcome is not None:
            break
        if "move" in phone.fields and chance.random() < 0.8:
            assert phone.write().status_code == 200, phone.page
            continue
        keys = sorted(key for key in phone.open_keys if not key.startswith(("other-concede", "other-end")))
        verb = chance.choice(sorted({key.partition("-")[0] for key in keys}))
        press = chance.choice([key for key in keys if key.startswith(verb)])
        assert phone.send(press).status_code in (200, 422), press
    assert table.table.count > 5


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

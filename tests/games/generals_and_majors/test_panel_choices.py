"""Generals and Majors: questions of the entry panel: cancellations, bound stars, jokers."""

from __future__ import annotations

import pytest

from scorekeeper.play.models import Draft
from tests.games.draft_client import Phone
from tests.games.generals_and_majors.turns import MANY, MIDDLE, desk, strengths

pytestmark = pytest.mark.django_db


# --- cancellations ---


def test_single_set_is_chosen_already() -> None:
    table = desk(MIDDLE)
    phone = Phone(table).tap("card-AC", "card-6S")
    assert "6♠ cancels the 6♦" in phone.page
    assert "6♠ is turned face down too." in phone.page
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
    assert "7♠ is turned face down too." in phone.page
    assert phone.move["cancel"] == [{"mine": ["3S", "7S"], "theirs": ["6D", "2S", "2H"]}]
    phone.write()
    assert strengths(table) == {"1": 0, "2": 5}


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

"""Choices of Generals and Majors for an unfinished turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorekeeper.rules.contract import MoveError
from scorekeeper.rules.generals_and_majors import GAME
from scorekeeper.rules.generals_and_majors.choice_fields import (
    ArmyCancellations,
    ColourFields,
    Lead,
    LineFields,
    TurnFields,
)
from tests.rules.random_games import random_game

from .table import Table, a_desk_without_cards, a_turn

KALOSI = {"edition": "kalosi"}


def against_a_six(**options: Any) -> Table:
    """A has 6H, 4H and 2D face up; B is to play, with seven black points."""
    return Table(**options).turns("AH 2D", "AS", "AD 4H", "AC", "KH", "KS", "QH 6H", "KC", "", "QS", "")


def test_at_first_every_line_is_offered() -> None:
    desk = Table()
    found = [(choice.kind, choice.player) for choice in GAME.choices(desk.state)]
    redeals = [("redeal", "A"), ("concede", "A"), ("redeal", "B"), ("concede", "B")]
    assert found == [("card", "A"), ("turn", "A"), *redeals]
    found = [(choice.kind, choice.player) for choice in GAME.choices(desk.state, player="B")]
    assert found == [("redeal", "B"), ("concede", "B")]
    kinds = [choice.kind for choice in GAME.choices(desk.turn().state, player="A")]
    assert kinds == ["concede"]


def test_end_is_offered_once_no_card_is_left_to_draw() -> None:
    assert GAME.choices(a_desk_without_cards().state)[-1].kind == "end"
    assert GAME.choices(Table(version=1).state)[-1].kind == "end"


def test_no_card_is_offered_beyond_hand() -> None:
    desk = a_desk_without_cards()
    hand = desk.fields("")["hand"]
    assert hand == 0
    assert (desk.fields("")["commanders"], desk.fields("")["payable"]) == ([], [])
    assert [choice.kind for choice in GAME.choices(desk.state, partial={"armies": []})] == ["turn"]


def test_cards_open_to_turn() -> None:
    """Commanders while none is laid, armies that can be paid; nothing that was seen."""
    desk = Table().turns("AH 2H", "AS")
    cards = desk.partial()["card"].cards
    assert {"KH", "2D", "2X"} <= set(cards)
    assert not {"AH", "AS", "2H", "3H", "2S"} & set(cards)
    fields = desk.fields("KH")
    assert (fields["commanders"], fields["payable"]) == ([], ["3H", "3D", "2D", "3X", "2X"])
    assert desk.fields("KH", "2D")["payable"] == []
    assert desk.fields()["seen"] == ["AH", "2H", "AS"]


def test_shortage_of_army_is_named() -> None:
    desk = Table().turns("AS", "", "KC", "", "KH", "")
    unpayable = {each["card"]: each for each in desk.fields("JX")["unpayable"]}
    assert unpayable["9S"] == {"card": "9S", "missing": 5, "colours": ["black", "star"]}
    assert unpayable["3H"] == {"card": "3H", "missing": 1, "colours": ["red", "star"]}
    assert unpayable["6X"] == {"card": "6X", "missing": 1, "colours": ["red", "black", "star"]}
    assert "4S" not in unpayable


def test_points_before_and_after_commander() -> None:
    fields = Table().turns("AS", "", "KC", "").fields("AX", "2S 2X")
    assert fields["points_before"] == {"red": 0, "black": 3, "star": 0}
    assert fields["points"] == {"red": 0, "black": 3, "star": 2}
    assert fields["need"] == {"red": 0, "black": 2, "star": 2}
    assert fields["reach"] == {"red": 1, "black": 1, "star": 1}
    assert fields["caps"] == {"red": 10, "black": 10, "star": 5}


def test_several_sets_wait_for_choice() -> None:
    """Several sets leave the choice to the player."""
    found = against_a_six().partial("", "6S")
    assert set(found) == {"card", "cancel"}
    fields = TurnFields.of(found["cancel"])
    assert (fields.complete, fields.to_choose, fields.cancel) == (False, ["6S"], [])
    one, other = {"mine": ["6S"], "theirs": ["6H"]}, {"mine": ["6S"], "theirs": ["2D", "4H"]}
    (army,) = fields.cancellations
    assert (army.army, army.chosen, army.none) == ("6S", None, False)
    assert sorted(map(str, army.sets)) == sorted(map(str, (one, other)))
    for chosen in (one, other):
        fields = TurnFields.of(against_a_six().partial("", "6S", [chosen])["turn"])
        assert fields.cancellations[0].chosen == chosen
        assert fields.entry == a_turn("B", "", "6S") | {"cancel": [chosen]}
        assert fields.before.lead == Lead("A", 12, 12)
        assert fields.after.lead == Lead("A", 6, 6)
        assert fields.after.strengths == {"A": 6, "B": 0}


def test_only_set_is_chosen_already() -> None:
    fields = TurnFields.of(against_a_six().partial("", "2S 4S")["turn"])
    alone = [{"mine": ["2S"], "theirs": ["2D"]}, {"mine": ["4S"], "theirs": ["4H"]}]
    assert fields.cancel == alone
    assert fields.entry["cancel"] == alone
    assert [each.chosen for each in fields.cancellations] == alone


def test_armies_with_same_target_wait_for_choice() -> None:
    desk = Table().turns("AH 2H", "AS", "", "AC", "")
    fields = TurnFields.of(desk.partial("", "2S 2C")["cancel"])
    assert fields.to_choose == ["2S", "2C"]
    fields = TurnFields.of(desk.partial("", "2S 2C", "2C=2H")["turn"])
    assert [each.chosen for each in fields.cancellations] == [None, {"mine": ["2C"], "theirs": ["2H"]}]
    assert fields.after.strengths == {"A": 0, "B": 2}


def test_optional_cancellation_is_not_preselected() -> None:
    desk = against_a_six(cancel_choice="optional")
    fields = TurnFields.of(desk.partial("", "2S")["cancel"])
    assert (fields.optional, fields.to_choose, fields.complete) == (True, ["2S"], False)
    none = TurnFields.of(desk.partial("", "2S", [{"mine": ["2S"], "theirs": []}])["turn"])
    assert none.entry == a_turn("B", "", "2S")
    assert none.cancellations == [ArmyCancellations("2S", [], None, none=True)]
    against_a_six_refuses("cancel_needed", [{"mine": ["2S"], "theirs": []}])


def against_a_six_refuses(code: str, cancel: Any, **more: Any) -> None:
    with pytest.raises(MoveError, match=code):
        against_a_six(**more).partial("", "2S", cancel)


def test_impossible_partial_turn_is_refused() -> None:
    against_a_six_refuses("cancels_unequal", [{"mine": ["2S"], "theirs": ["4H"]}])
    against_a_six_refuses("not_yours_to_cancel", [{"mine": ["2C"], "theirs": []}], cancel_choice="optional")
    for partial, code in (
        ({"player": "A"}, "not_your_turn"),
        ({"player": "C"}, "unknown_player"),
        ({"commander": "2H"}, "not_a_commander"),
        ({"armies": ["10S"]}, "cannot_pay"),
        ({"armies": 3}, "not_a_list"),
        ({"player": "A", "redeal": True}, "redeal_too_late"),
        ({"group": 3}, "not_an_object"),
        ({"group": {"mine": ["4H"]}}, "not_yours_to_cancel"),
        ({"group": {"theirs": ["4S"]}}, "not_theirs_to_cancel"),
    ):
        with pytest.raises(MoveError, match=code):
            GAME.choices(against_a_six().state, partial=partial)


def test_group_is_put_together_card_by_card() -> None:
    desk = Table(cancel="group_vs_group").turns("AH", "AS", "KH", "AC", "AD 5H", "KS 2S", "QH 6H", "KC", "")
    fields = desk.fields("", "3S", group={"mine": [], "theirs": []})
    assert fields["group"]["may_join"] == {"mine": ["2S", "3S"], "theirs": ["5H"]}
    assert not fields["group"]["fits"]
    fields = desk.fields("", "3S", group={"mine": ["2S"], "theirs": ["5H"]})
    assert fields["group"]["may_join"] == {"mine": ["3S"], "theirs": []}
    assert fields["group"]["worth"] == (2, 5)
    fields = desk.fields("", "3S", group={"mine": ["2S", "3S"], "theirs": ["5H"]})
    assert fields["group"]["fits"]
    assert not fields["complete"]  # it is not chosen yet
    fields = desk.fields("", "3S")
    assert fields["cancel"] == [{"mine": ["2S", "3S"], "theirs": ["5H"]}]  # the only one, so chosen already


def test_single_army_is_composed_card_by_card() -> None:
    fields = against_a_six().fields("", "6S", group={"mine": ["6S"], "theirs": ["2D"]})
    assert fields["group"]["may_join"] == {"mine": [], "theirs": ["4H"]}
    fields = against_a_six().fields("", "6S", group={"mine": [], "theirs": []})
    assert fields["group"]["may_join"] == {"mine": ["6S"], "theirs": ["2D", "4H", "6H"]}


def test_smallest_of_many_groups_are_listed() -> None:
    desk = Table(cancel="group_vs_group", lead=40, cancel_choice="optional")
    desk.turns("AH", "AS", "AD", "AC", "KH", "KS", "KD", "KC", "QH", "QS", "QD", "QC", "JH", "JS", "JD", "JC")
    desk.turns("- 2H 2D 3H 3D", "- 2S 2C 3S 3C", "- 4H 6H", "- 4S 6S", "- 5H 5D", "")
    fields = desk.turn("").fields("", "5S 5C")
    assert fields["more"]
    assert len({str(each) for army in fields["cancellations"] for each in army["sets"]}) == 60


def test_hard_colour_is_chosen_first() -> None:
    desk = Table(hard=True).turns("AH", "", "AS", "")
    found = desk.partial("KX", "2H")
    assert set(found) == {"colour"}
    assert (found["colour"].cards, found["colour"].fields) == (
        ("KX",),
        ColourFields(field="colour", colours=["red", "black"]),
    )
    found = desk.partial("", "2X")
    assert found["colour"].fields == ColourFields(field="pays", colours=["red", "black"])
    fields = TurnFields.of(desk.partial("", "2H 2X")["turn"])  # black alone can pay
    assert fields.entry["armies"] == ["2H", {"card": "2X", "pays": "black"}]
    fields = TurnFields.of(desk.partial("", "2X 2S")["turn"])  # the later army leaves red alone
    assert fields.entry["armies"] == [{"card": "2X", "pays": "red"}, "2S"]
    with pytest.raises(MoveError, match="cannot_pay"):
        desk.partial("", "3X")
    unpayable = {each["card"]: each for each in desk.fields()["unpayable"]}
    assert unpayable["3X"] == {"card": "3X", "missing": 1, "colours": ["red", "black"]}
    assert "2X" in desk.fields()["payable"]


def test_jokers_are_commanders_and_armies() -> None:
    desk = Table(**KALOSI).turns("AH 2H", "")
    fields = desk.fields()
    assert "JK1" in fields["commanders"]
    assert "JK1" in fields["payable"]
    fields = desk.fields("JK1", "JK2")
    assert fields["entry"] == a_turn("A", "JK1", "JK2")
    first = Table(**KALOSI).fields()
    assert {"card": "JK1", "missing": 0, "colours": []} in first["unpayable"]


def test_grace_is_announced_before_turn_is_written() -> None:
    desk = Table().turns("AH 2H", "AS", "AD 4H", "AC", "KH 5H", "KS", "KD 6H", "KC")
    after = desk.fields("QH", "7H")["after"]
    assert after["grace"] == {"player": "B", "against": "A", "by": 24, "needs": 5}
    assert (after["won_by"], after["saved"]) == (None, False)
    desk.turn("QH", "7H")
    fails, saves = desk.fields("QS")["after"], desk.fields("QS", "7S")["after"]
    assert (fails["won_by"], fails["saved"], fails["grace"]) == ("A", False, None)
    assert (saves["won_by"], saves["saved"], saves["grace"]) == (None, True, None)
    assert desk.fields()["before"]["grace"]["needs"] == 5


def test_stock_and_hand_are_described() -> None:
    desk = Table()
    fields = desk.fields("AH", "2H")
    assert (fields["stock"], fields["discards"], fields["hand"], fields["over_hand"]) == (51, 0, 8, False)
    assert not fields["counted_out"]


@pytest.mark.parametrize("part", range(4))
def test_every_offer_is_accepted(part: int) -> None:
    """Every complete offer is taken; each open card is taken, every other army is refused."""
    for seed in range(12):
        chance = Random(f"{part}-{seed}")
        played = random_game(GAME, chance.randrange(2**32), entries=chance.randrange(25))
        state = GAME.start(played.options, played.seats)
        for entry in played.entries:
            state = GAME.apply(state, GAME.parse(entry))
        for choice in GAME.choices(state):
            if isinstance(choice.fields, LineFields) and choice.kind != "card":
                GAME.apply(state, GAME.parse(choice.fields.entry))
        if GAME.outcome(state) is None:
            offers_are_kept(state)


def offers_are_kept(state: Any) -> None:
    fields = TurnFields.of(GAME.choices(state, partial={})[0])
    for card in fields.commanders:
        partial = {"commander": {"card": card, "as": "commander"} if card.startswith("JK") else card}
        assert GAME.choices(state, partial=partial)
    for card in fields.payable:
        found = GAME.choices(state, partial={"armies": [army(card)]})
        assert found[-1].kind in ("turn", "cancel", "colour")
        if found[-1].kind == "turn":
            written = GAME.apply(state, GAME.parse(TurnFields.of(found[-1]).entry))
            strengths = TurnFields.of(found[-1]).after.strengths
            assert GAME.scores(written) == strengths
    for each in fields.unpayable:
        with pytest.raises(MoveError) as caught:
            GAME.choices(state, partial={"armies": [army(each.card)]})
        if each.missing:
            assert caught.value.code == "cannot_pay"
            assert caught.value.fields["missing"] >= each.missing


def army(card: str) -> Any:
    return {"card": card, "as": "army"} if card.startswith("JK") else card

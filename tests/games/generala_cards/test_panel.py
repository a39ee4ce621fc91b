"""Générala: hands by result, tricks checked by the rules, games of an evening."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.play.models import Draft, Session
from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.generala_cards.fields import HandRow
from tests.factories import SampleTable, new_writer
from tests.games.draft_client import Phone

from .hands import hand_after, state_of

pytestmark = pytest.mark.django_db

FIVE = ("Ana", "Bo", "Cleo", "Dev", "Eva")
TWO = ("Ana", "Bo")
HAND: dict[str, Any] = {"out": [["3"], ["1", "4"], ["2"]]}


def desk(names: tuple[str, ...] = FIVE, **how: Any) -> SampleTable:
    return SampleTable("generala_cards", names, **how)


def entry() -> Any:
    return Draft.objects.get().data["entry"]


def cards(phone: Phone, text: str) -> Phone:
    return phone.tap(*(f"card-{card}" for card in text.split()))


# --- a hand by its result --------------------------------------------------------------------------------


def test_hand_by_who_ran_out() -> None:
    table = desk()
    phone = Phone(table)
    assert "Who ran out first?" in phone.page
    assert "5 still hold cards" in phone.page
    phone.tap("out-3", "out-1", "out-4")
    assert "Bo and Eva still hold cards" in phone.page
    phone.tap("same")
    assert entry() == {"out": [["3"], ["1", "4"]]}
    phone.tap("out-2")
    assert "Write hand 1: Eva drops and deals" in phone.page
    assert phone.move == HAND
    assert phone.write().status_code == 200
    assert table.table.state.dropped == ("5",)
    assert not Draft.objects.exists()
    assert "Take back hand 1" in phone.page
    assert "out-5" not in phone.open_keys
    assert "Eva deals, Ana leads, 14 14 13 13" in phone.page


def test_same_trick_key_joins_and_parts_last_groups() -> None:
    phone = Phone(desk()).tap("out-3")
    assert "same" not in phone.open_keys
    phone.tap("out-1", "same")
    assert entry() == {"out": [["3", "1"]]}
    phone.tap("same")
    assert entry() == {"out": [["3"], ["1"]]}
    phone.tap("same", "out-2", "same")
    assert entry() == {"out": [["3", "1", "2"]]}
    phone.tap("same")
    assert entry() == {"out": [["3", "1"], ["2"]]}


def test_hand_where_last_trick_spares_names_house_rule() -> None:
    phone = Phone(desk(FIVE[:3], options={"last_trick_spares": "two_or_more"}))
    phone.tap("out-1", "out-2", "same")
    assert "House rule: where several run out on the last trick, nobody drops." in phone.page
    assert "Write hand 1: nobody drops, Cleo deals" in phone.page


def test_last_one_can_only_have_run_out_with_one_before() -> None:
    table = desk()
    phone = Phone(table).tap("out-1", "out-2", "out-3", "out-4", "out-5")
    assert entry() == {"out": [["1"], ["2"], ["3"], ["4", "5"]]}
    assert "All out on the same trick: nobody drops, Eva deals" in phone.page
    assert "House rule: where nobody drops, the same dealer deals again." in phone.page
    assert "same" not in phone.open_keys
    phone.tap("off-5")
    assert "Eva drops and deals" in phone.page
    phone.tap("out-5")
    phone.write()
    assert table.table.state.players == ("1", "2", "3", "4", "5")


def test_mistaken_player_is_removed() -> None:
    phone = Phone(desk()).tap("out-1", "out-2", "same", "off-1", "off-2")
    assert entry() == {"out": []}
    assert "mode-cards" in phone.open_keys


def test_champion_ends_game() -> None:
    table = desk(("Ana", "Bo", "Cleo"))
    table.entry(out=[["1"], ["2"]])
    phone = Phone(table).tap("out-2")
    assert "Write hand 2: Bo is champion" in phone.page
    phone.write()
    assert "Bo wins" in phone.page
    assert "first out of cards in the last hand: champion" in phone.page
    phone.look("?sheet=1")
    assert '<span class="champion">1' in phone.page


@pytest.mark.parametrize(
    ("final_tie", "text"),
    [
        ("replay", "All out on the same trick: nobody drops, Bo deals"),
        ("first_to_play", "Write hand 1: Ana is champion"),
    ],
)
def test_last_two_on_one_trick(final_tie: str, text: str) -> None:
    phone = Phone(desk(TWO, options={"final_tie": final_tie, "two_player_deal": "loser"}, dealer=2))
    phone.tap("out-1", "out-2")
    assert text in phone.page
    assert "House rule: where the last two run out together" in phone.page


# --- without drops ---------------------------------------------------------------------------------------


def test_table_without_drops_agrees_to_end() -> None:
    table = desk(options={"elimination": False})
    phone = Phone(table).tap("out-3", "out-2", "out-1", "out-4")
    assert "Write hand 1: Eva loses and deals" in phone.page
    phone.write()
    assert "hands lost" in phone.page
    assert "loses" in phone.page
    phone.tap("end")
    assert "End the game: Ana, Bo, Cleo and Dev tie for the win" in phone.page
    phone.tap("back")
    assert "Who ran out first?" in phone.page
    phone.tap("end")
    assert phone.write().status_code == 200
    assert "ended by agreement" in phone.page
    assert table.table.outcome is not None


def test_hand_that_runs_by_cards_may_be_ended_too() -> None:
    table = desk(options={"elimination": False})
    phone = cards(Phone(table).tap("mode-cards"), "9H 8H 7H 6H 5H")
    phone.write()
    phone.tap("end")
    assert "tie for the win" in phone.page
    phone.write()
    assert table.table.state.over == "agreed"


def test_agreed_end_is_taken_back_or_left() -> None:
    table = desk(options={"elimination": False})
    number = table.entry(end="agreed")
    phone = Phone(table)
    assert phone.look(f"?line={number}").count("the end by agreement")
    assert phone.look(f"?line={number}&right=1").count("Never mind")


def test_table_without_agreement_has_no_end_key() -> None:
    phone = Phone(desk())
    assert "end" not in phone.open_keys
    assert phone.send("end").status_code == 422


# --- tricks with a referee -------------------------------------------------------------------------------


def test_trick_that_everybody_follows() -> None:
    table = desk()
    phone = Phone(table).tap("mode-cards")
    assert "Ana leads: which card?" in phone.page
    assert "the last card dealt to Ana" in phone.page
    cards(phone, "9H")
    assert "Bo follows" in phone.page
    assert 'id="suit-H" value="H" aria-keyshortcuts="H" checked' in phone.page
    assert "must play a heart if able" in phone.page
    assert "plays after Bo" in phone.page
    cards(phone, "KH 2H 3H 4H")
    assert "Bo wins, Bo leads" in phone.page
    assert "Write trick 1: Bo leads" in phone.page
    assert phone.move == {"trick": [["1", "9H"], ["2", "KH"], ["3", "2H"], ["4", "3H"], ["5", "4H"]]}
    assert phone.write().status_code == 200
    assert "Bo leads" in phone.page
    assert "Hand 1, referee" in phone.page
    assert "mode-result" in phone.open_keys
    assert "card-KH" not in phone.open_keys  # it has left play
    assert "Bo, trick 1." in phone.look("?where=KH")


def test_player_without_suit_picks_up_card() -> None:
    table = desk()
    phone = cards(Phone(table).tap("mode-cards"), "9H KH").tap("none")
    assert "Which card does Cleo pick up?" in phone.page
    assert "the trick stops and Cleo picks up one card, not a joker" in phone.page
    assert "does not play" in phone.page
    assert {"take-9H", "take-KH", "back"} <= phone.open_keys
    phone.tap("back")  # Cleo has a heart after all
    phone.tap("none", "take-9H", "take-KH")
    assert "Bo wins, Bo leads" in phone.page
    assert "House rule: a card that is picked up still counts for winning." in phone.page
    assert "#rule-winner_counts_taken_card" in phone.page
    assert phone.move["took"] == {"player": "3", "card": "KH"}
    phone.write()
    assert table.table.state.running.counts["3"] == 12
    cards(phone, "2H")
    assert "a heart: Cleo holds one" in phone.page  # it was picked up
    assert "none" not in phone.open_keys
    assert phone.send("none").status_code == 422


def test_single_card_is_picked_up_without_asking() -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H").tap("none")
    assert phone.move == {"trick": [["1", "9H"]], "took": {"player": "2", "card": "9H"}}
    assert "Write trick 1: Ana leads" in phone.page


def test_picked_up_card_does_not_win_here() -> None:
    phone = cards(Phone(desk(options={"winner_counts_taken_card": False})).tap("mode-cards"), "9H KH")
    phone.tap("none", "take-KH")
    assert "Ana wins, Ana leads" in phone.page
    assert "House rule: a card that is picked up does not win." in phone.page


def test_trick_without_winner_left() -> None:
    phone = cards(Phone(desk(options={"winner_counts_taken_card": False})).tap("mode-cards"), "9H").tap(
        "none"
    )
    assert "Nobody wins, Bo leads" in phone.page
    assert "Of those who played nobody can lead, so Bo does, who picked up." in phone.page


def test_joker_instead_of_suit_and_joker_led() -> None:
    table = desk()
    phone = cards(Phone(table).tap("mode-cards"), "9H").tap("joker")
    assert "has no heart, plays a joker; winning so far" in phone.page
    cards(phone, "2H 3H 4H")
    assert "Bo wins, Bo leads" in phone.page
    phone.write()
    phone.tap("joker")
    assert "leads a joker: everybody plays any card" in phone.page
    assert "may play any card: a joker was led" in phone.page
    assert "none" not in phone.open_keys
    played = [card for _player, card in table.table.state.running.tricks[0].plays]
    assert entry()["trick"][0][1] not in played
    assert not any(is_joker(key.removeprefix("card-")) for key in phone.open_keys)
    assert "joker" not in phone.open_keys  # both were shown
    assert phone.send("joker").status_code == 422


def test_joker_right_after_joker_is_refused() -> None:
    phone = Phone(desk(options={"joker_after_joker": "forbidden"})).tap("mode-cards", "joker")
    assert "not after a joker" in phone.page
    assert "joker" not in phone.open_keys


def tapped(phone: Phone, trick: dict[str, Any]) -> Phone:
    """A trick as a transcript has it, tapped."""
    for _player, card in trick["trick"]:
        phone.tap("joker" if is_joker(card) else f"card-{card}")
    if "took" in trick:
        phone.tap("none")
        take = f"take-{trick['took']['card']}"
        if len(trick["trick"]) > 1:
            phone.tap(take)
    return phone


def test_finished_hand_starts_next_in_same_way() -> None:
    table = desk()
    *tricks, last = hand_after(state_of(5), most=20)
    for trick in tricks:
        table.entry(**trick)
    phone = tapped(Phone(table), last)
    assert phone.move == last
    assert "last card: out" in phone.page
    assert "hand 1 is over" in phone.page
    (lost,) = table.table.game.apply(table.table.state, table.table.game.parse(last)).dropped
    name = FIVE[int(lost) - 1]
    assert f"Write trick {len(tricks) + 1}: {name} drops and deals" in phone.page
    assert re.search(rf"{name} is left with \d+ card", phone.page)
    phone.write()
    assert table.table.state.dropped == (lost,)
    assert "Hand 2, trick 1" in phone.page
    assert "mode-result" in phone.open_keys
    phone.tap("mode-result")
    assert "Who ran out first?" in phone.page
    row = phone.look(f"?line={len(tricks) + 1}")
    assert f"{name} drops" in row
    assert row.count("?line=3") == 1  # its tricks lie with it


def test_wrong_card_is_corrected() -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H KH 2H").tap("fix-1")
    assert "What did Bo play, if not the K♥?" in phone.page
    cards(phone, "QH")
    assert entry() == {"trick": [["1", "9H"], ["2", "QH"], ["3", "2H"]]}
    phone.tap("fix-1", "fix-1")  # tapped once more it stays
    assert "fix" not in Draft.objects.get().data
    phone.tap("fix-0", "back", "none", "take-QH", "fix-1", "card-JH")
    assert phone.move["took"] == {"player": "4", "card": "JH"}
    phone.tap("back")
    phone.tap("back")
    assert entry() == {"trick": [["1", "9H"], ["2", "JH"]]}


def test_card_that_does_not_follow_is_refused() -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H")
    assert phone.send("card-2S").status_code == 422
    assert entry() == {"trick": [["1", "9H"]]}


# --- entries: shown, corrected, taken back ---------------------------------------------------------------


def test_hand_is_corrected() -> None:
    table = desk()
    number = table.entry(**HAND)
    phone = Phone(table)
    assert "Hand 1: Cleo, then Ana and Dev, then Bo; Eva drops" in phone.look(f"?line={number}")
    phone.look(f"?line={number}&right=1")
    assert "Change hand 1" not in phone.page  # nothing is changed yet
    assert "mode-cards" not in phone.open_keys
    phone.tap("off-2", "out-5")
    assert "Change hand 1: Bo drops and deals" in phone.page
    assert phone.write("correct").status_code == 200
    assert table.table.state.dropped == ("2",)


def test_correction_that_breaks_later_hand_names_it() -> None:
    table = desk()
    number = table.entry(**HAND)
    table.entry(out=[["1"], ["2"], ["3"]])
    phone = Phone(table)
    phone.look(f"?line={number}&right=1")
    phone.tap("off-2", "out-5")
    assert "That would break hand 2" in phone.page
    assert phone.write("correct").status_code == 422
    assert table.table.state.dropped == ("5", "4")


def test_trick_is_corrected() -> None:
    table = desk()
    number = table.entry(trick=[["1", "9H"], ["2", "KH"], ["3", "2H"], ["4", "3H"], ["5", "4H"]])
    phone = Phone(table)
    page = phone.look(f"?line={number}")
    assert "Trick 1: Ana 9♥, Bo K♥, Cleo 2♥, Dev 3♥, Eva 4♥" in page
    phone.look(f"?line={number}&right=1")
    assert "Change trick 1" not in phone.page  # nothing is changed yet
    phone.tap("fix-4", "card-AH")
    assert "Change trick 1: Eva leads" in phone.page
    assert phone.write("correct").status_code == 200
    assert table.table.state.running.leader == "5"
    last = table.table.last_line
    assert last is not None
    answer = phone.client.post(
        table.url("undo"), table.form(entry=str(last.latest.number)), headers=phone.headers
    )
    assert "Change undone" in answer.content.decode()
    assert table.table.state.running.leader == "2"


def test_log_describes_hands_and_tricks() -> None:
    table = desk()
    table.entry(**HAND)
    table.entry(trick=[["1", "9H"], ["2", "KH"]], took={"player": "3", "card": "KH"})
    table.void(table.entry(trick=[["2", "2S"]], took={"player": "3", "card": "2S"}))
    page = table.writer.client().get(table.url("log")).content.decode()
    assert "Hand 2, trick 1" in page
    assert "Ana 9♥, Bo K♥, Cleo picked up K♥" in page
    assert "Taken back: trick: Bo 2♠, Cleo picked up 2♠" in page
    assert "?seat=" not in page  # a hand belongs to the whole table


def test_tricks_are_shown_with_entry_of_their_hand() -> None:
    table = desk()
    for leader, suit in (("1", "H"), ("2", "S")):
        order = [str((int(leader) + place - 1) % 5 + 1) for place in range(5)]
        ranks = ("9", "K", "2", "3", "4") if leader == "1" else ("A", "K", "2", "3", "4")
        table.entry(trick=[[player, rank + suit] for player, rank in zip(order, ranks, strict=True)])
    page = Phone(table).look("?line=1")
    assert 'href="?line=1"' in page
    assert 'class="on"' in page
    assert 'href="?line=2"' in page


# --- the evening -----------------------------------------------------------------------------------------


def again(table: SampleTable) -> SampleTable:
    """Rematch: the desk of the new game."""
    table.writer.client().post(table.url("rematch"))
    table.session = Session.objects.get(rematch_of=table.session)
    table.address = table.session.address
    return table


def test_next_game_seats_all_and_counts_wins() -> None:
    table = desk(("Ana", "Bo", "Cleo"), stake={"kind": "low_pays", "amount": "1.00", "unit": "EUR"})
    table.entry(out=[["1"], ["2"]])
    table.entry(out=[["2"]])
    assert "game won" not in Phone(table).page  # it is the first
    table = again(table)
    phone = Phone(table)
    assert "Game 2" in phone.page
    assert "Game 1" in phone.page
    assert table.table.state.players == ("1", "2", "3")
    assert "1 game won" in phone.look("?seat=2")
    table.entry(out=[["1"], ["3"]])
    phone.look()
    phone.tap("out-3").write()
    assert "Games won: Bo 1, Cleo 1." in phone.page
    assert phone.page.count("1 game won") == 2
    assert "Cleo wins" in phone.page
    assert "Bo has dropped" in phone.look("?seat=2")


# --- drafts ----------------------------------------------------------------------------------------------


def test_draft_survives_reload_and_is_shared() -> None:
    table = desk()
    Phone(table).tap("out-3", "out-1", "same")
    other = Phone(table, client=new_writer(table.group).client())
    assert "4 still hold cards" not in other.page
    assert "Bo, Dev and Eva still hold cards" in other.page
    other.tap("same")
    assert entry() == {"out": [["3"], ["1"]]}


def test_draft_of_two_phones_is_not_overwritten() -> None:
    table = desk()
    first, second = Phone(table), Phone(table)
    first.tap("out-3")
    assert second.send("out-1").status_code == 409
    assert "This is being entered on another phone, too" in second.page
    assert entry() == {"out": [["3"]]}


def test_trick_written_meanwhile_is_reported() -> None:
    table = desk()
    phone = Phone(table).tap("out-3")
    table.entry(trick=[["1", "9H"]], took={"player": "2", "card": "9H"})
    assert phone.send("out-1").status_code == 409
    assert "The unfinished entry no longer fits." in phone.look()
    phone.tap("clear")
    assert "Hand 1, trick 2" in phone.page


def test_tap_without_script_returns_to_table() -> None:
    table = desk(TWO)
    phone = Phone(table, htmx=False).tap("out-2")
    assert "Bo is champion" in phone.page
    answer = phone.client.post(
        table.url("write"),
        {name: phone.fields[name] for name in ("seen", "move", "draft")} | {"key": phone.fields["key"]},
    )
    assert answer.status_code == 302
    assert table.table.outcome is not None


BAD = [
    "",
    "x",
    "out-",
    "out-9",
    "out-3",
    "out-3\0",
    "off-9",
    "off-1",
    "same",
    "end",
    "back",
    "joker",
    "none",
    "take-9H",
    "card-9H",
    "fix-0",
    "mode-x",
    "mode-cards",
    "out-" + "9" * 5000,
]
BAD_IN_TRICK = [
    "",
    "out-1",
    "off-1",
    "card-9H",
    "card-XX",
    "card-",
    "card-2S",
    "take-9H",
    "fix-1",
    "fix--1",
    "fix-²",
    "fix-" + "9" * 5000,
    "end",
    "same",
]


@pytest.mark.parametrize("press", BAD)
def test_unknown_key_is_refused(press: str) -> None:
    phone = Phone(desk()).tap("out-3")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before
    assert "still hold cards" in phone.page


@pytest.mark.parametrize("press", BAD_IN_TRICK)
def test_key_that_is_not_in_trick_is_refused(press: str) -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before
    assert "Bo follows" in phone.page


@pytest.mark.parametrize("press", ["take-2S", "take-JK1", "take-", "card-2H", "none", "joker"])
def test_only_card_of_trick_is_picked_up(press: str) -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H KH").tap("none")
    assert phone.send(press).status_code == 422, phone.page
    assert "Which card does Cleo pick up?" in phone.page


def test_tap_without_permission_is_refused() -> None:
    table = desk()
    form = {"seen": "0", "line": "0", "step": "0", "press": "out-1"}
    for client, status in ((Client(), 401), (new_writer().client(), 404)):
        assert client.post(table.url("draft"), form).status_code == status
    assert not Draft.objects.exists()


# --- the rest of a hand by its result, and empty cells ---------------------------------------------------


def test_rest_of_hand_by_result_keeps_its_tricks() -> None:
    table = desk(FIVE[:3])
    phone = Phone(table).tap("mode-cards", "card-KS", "card-2S", "card-3S")
    phone.write()
    phone.tap("card-4S", "mode-result")
    assert "off-1" not in phone.open_keys
    phone.tap("mode-cards")  # the unfinished trick is still there
    assert Draft.objects.get().data["entry"]["trick"] == [["1", "4S"]]
    phone.tap("mode-result", "out-2", "out-1")
    assert phone.move == {"out": [["2"], ["1"]], "rest": True}
    assert phone.write().status_code == 200
    assert len(HandRow.of(table.table.sheet.rows[0]).tricks) == 1
    lines = table.writer.client().get(table.url("log")).content.decode()
    assert "the rest by result, Bo, then Ana" in lines


def test_rest_of_hand_is_corrected() -> None:
    table = desk(FIVE[:3])
    table.entry(trick=[["1", "KS"], ["2", "2S"], ["3", "3S"]])
    number = table.entry(out=[["2"], ["1"]], rest=True)
    phone = Phone(table)
    phone.look(f"?line={number}&right=1")
    phone.tap("off-1", "out-3")
    assert phone.move == {"out": [["2"], ["3"]], "rest": True}
    assert phone.write("correct").status_code == 200


def test_result_is_offered_at_every_card_of_trick() -> None:
    phone = Phone(desk(FIVE[:3])).tap("mode-cards")
    for key in ("card-KS", "card-2S", "card-3S"):
        assert "mode-result" in phone.open_keys
        phone.tap(key)
    assert "mode-result" in phone.open_keys


def test_new_hand_marks_no_empty_cells() -> None:
    table = desk(FIVE[:4])
    table.entry(out=[["1"], ["2"], ["3"]])
    table.entry(out=[["1"], ["2"]])
    page = table.writer.client().get(table.url()).content.decode()
    assert page.count('<td class="new">') == 3


def test_card_that_earlier_trick_denies_leads_to_that_trick() -> None:
    table = desk(FIVE[:3])
    number = table.entry(trick=[["1", "KH"], ["2", "2H"]], took={"player": "3", "card": "KH"})
    phone = Phone(table).tap("joker", "card-2C")
    assert phone.send("card-QH").status_code == 422
    assert "had no hearts in trick 1" in phone.page
    assert f"?line={number}&right=1" in phone.page
    assert "Correct trick 1" in phone.page


def test_card_of_another_suit_says_what_to_follow() -> None:
    phone = Phone(desk(FIVE[:3])).tap("mode-cards", "card-KH")
    assert phone.send("card-2S").status_code == 422
    assert "does not follow" in phone.page


def test_card_picked_up_may_be_played_by_its_holder() -> None:
    table = desk(FIVE[:3])
    table.entry(trick=[["1", "KH"], ["2", "2H"]], took={"player": "3", "card": "KH"})
    phone = Phone(table).tap("joker", "card-2C")
    assert "card-KH" in phone.open_keys
    assert "card-2H" not in phone.open_keys

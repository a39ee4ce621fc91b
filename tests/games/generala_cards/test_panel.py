"""Générala: hands by result, agreed ends, games of an evening."""

from __future__ import annotations

import pytest

from scorekeeper.play.models import Draft, Session
from tests.factories import SampleTable
from tests.games.draft_client import Phone, keep_key_is_prominent

from .desk import FIVE, HAND, TWO, cards, desk, entry

pytestmark = pytest.mark.django_db


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
    assert "Take back hand 1" not in Phone(table).tap("out-3").page
    assert "out-5" not in phone.open_keys
    assert "Eva deals, Ana leads, 14 14 13 13" in phone.page


def test_cards_of_many_players_are_not_listed_one_by_one() -> None:
    assert "Ana leads, 5 or 6 cards each" in Phone(desk((*FIVE, "Finn", "Gus", "Hana", "Ivo", "Jo"))).page


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
    assert "Write hand 1: nobody drops, Eva deals" in phone.page
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
        ("replay", "Write hand 1: nobody drops, Bo deals"),
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


# --- entries: shown, corrected, taken back ---------------------------------------------------------------


def test_hand_is_corrected() -> None:
    table = desk()
    number = table.entry(**HAND)
    phone = Phone(table)
    assert "Hand 1: Cleo, then Ana and Dev, then Bo; Eva drops" in phone.look(f"?line={number}")
    phone.look(f"?line={number}&right=1")
    assert "Correct hand 1" in phone.page
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
    keep_key_is_prominent(phone)
    assert phone.write("correct").status_code == 422
    assert table.table.state.dropped == ("5", "4")


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
    assert Phone(table).page.count("1 game won") == 1
    table = again(table)
    phone = Phone(table)
    assert "Game 2" in phone.page
    assert "Game 1" in phone.page
    assert table.table.state.players == ("1", "2", "3")
    assert "1 game won" in phone.look("?seat=2")
    table.entry(out=[["1"], ["3"]])
    phone.look()
    phone.tap("out-3").write()
    assert phone.page.count("1 game won") == 2
    assert "Cleo wins" in phone.page
    # the text to share comes with the second load
    assert "Games won: Bo 1, Cleo 1." in phone.look()
    assert "Bo has dropped" in phone.look("?seat=2")


def test_new_hand_marks_no_empty_cells() -> None:
    table = desk(FIVE[:4])
    table.entry(out=[["1"], ["2"], ["3"]])
    table.entry(out=[["1"], ["2"]])
    page = table.writer.client().get(table.url()).content.decode()
    assert page.count('<td class="new">') == 3


def test_french_key_that_takes_a_hand_back_needs_no_article() -> None:
    table = desk()
    table.entry(**HAND)
    page = table.writer.client().get(table.url(), headers={"Accept-Language": "fr"}).text
    assert "Retirer\u202f: donne 1" in page

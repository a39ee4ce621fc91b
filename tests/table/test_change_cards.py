"""The change page of a running card game: dealer, rules, sides, order, latecomers, end."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorekeeper.games.presentations import presentations
from scorekeeper.play import log
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.loading import read_entries
from scorekeeper.play.models import Seat
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import SetupError
from scorekeeper.table.change_texts import change_text
from tests.factories import SampleTable
from tests.page_forms import HTMX, Page, get, press

from .change_page import changes

pytestmark = pytest.mark.django_db
FOUR = ("Ana", "Bo", "Cleo", "Dev")
DEALT = [slug for slug, game in GAMES.items() if game.DEALS]


def forty_fives(**how: Any) -> SampleTable:
    return SampleTable("forty_fives", FOUR, **{"dealer": 4, **how})


def round_of(desk: SampleTable, tricks: str, best: str, **more: Any) -> int:
    """Return a round by its result: the takers of the five tricks."""
    return desk.entry(trump="H", tricks=list(tricks), best=best, **more)


def opened(desk: SampleTable) -> tuple[Client, Page]:
    client = desk.writer.client()
    return client, get(client, desk.url("change"))


def keep(desk: SampleTable, *, htmx: bool = False, **changed: Any) -> Page:
    """Change something and press the main button."""
    client, page = opened(desk)
    return press(client, page, desk.url("change"), htmx=htmx, do="keep", **changed)


def dealt(desk: SampleTable) -> list[str]:
    """Return the dealer of each round, and the present one."""
    table = desk.table
    rows = [row.round.dealer for row in table.sheet.rows if row.round]
    return [table.names[key] for key in [*rows, table.game.dealer(table.state)] if key]


# --- the first dealer ------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_first_dealer_is_changed(htmx: bool) -> None:
    desk = forty_fives()
    assert opened(desk)[1].fields["dealer"] == ["4"]
    assert keep(desk, htmx=htmx, dealer="2").status in (200, 303)
    assert changes(desk) == [{"before": {"dealer": 4}, "after": {"dealer": 2}}]
    assert (dealt(desk), list(Seat.objects.filter(deals=True).values_list("number", flat=True))) == (
        ["Bo"],
        [2],
    )
    assert change_text(desk.table, read_entries(desk.session, 1)[0]) == ("Bo deals first", "was Dev")
    keep(desk, dealer="2")
    assert len(changes(desk)) == 1


def test_deal_changed_after_round_counts_from_it() -> None:
    desk = forty_fives()
    round_of(desk, "11122", "1")
    assert dealt(desk) == ["Dev", "Ana"]
    keep(desk, dealer="2")
    assert dealt(desk) == ["Bo", "Cleo"]


def test_effect_of_another_first_dealer_is_explained() -> None:
    desk = forty_fives()
    round_of(desk, "11122", "1")
    client, page = opened(desk)
    assert "Next: " not in page.text
    page = press(client, page, desk.url("change"), dealer="2")
    assert "Next: Cleo deals." in page.text
    assert changes(desk) == []


def test_played_turn_refuses_another_dealer_of_two() -> None:
    desk = SampleTable("generals_and_majors", FOUR[:2], dealer=2)
    client, page = opened(desk)
    assert "Next: Bo’s turn." in press(client, page, desk.url("change"), dealer="1").text
    desk.entry(player="1", armies=[])
    client, page = opened(desk)
    page = press(client, page, desk.url("change"), dealer="1")
    assert "Next: " not in page.text
    assert press(client, page, desk.url("change"), do="keep").status == 422
    assert changes(desk) == []


def test_line_that_shows_another_dealer_is_named() -> None:
    desk = SampleTable("generala_cards", FOUR[:3], dealer=3)
    desk.entry(trick=[["1", "KS"], ["2", "3S"], ["3", "2S"]])
    page = keep(desk, dealer="1")
    assert page.status == 422
    text = page.ids["wrong-dealer"]
    assert "conflicts with it" in text
    assert changes(desk) == []
    assert page.fields["dealer"] == ["1"]


@pytest.mark.parametrize("sent", ["", "0", "9", "x", "\0"])
def test_unknown_dealer_changes_nothing(sent: str) -> None:
    desk = forty_fives()
    keep(desk, dealer=sent)
    assert changes(desk) == []


def test_log_takes_no_other_dealer() -> None:
    for desk, dealer in ((forty_fives(), 9), (forty_fives(), None), (SampleTable("general"), 1)):
        with pytest.raises(RefusedError) as refused:
            desk.change(dealer=dealer)
        assert isinstance(refused.value.error, SetupError)
        assert refused.value.error.code == "bad_dealer"
        assert desk.entries == []


def test_last_player_deals_by_default() -> None:
    desk = forty_fives(dealer=None)
    assert opened(desk)[1].fields["dealer"] == ["4"]
    keep(desk, dealer="4")
    assert changes(desk) == []


def test_dice_have_no_dealer() -> None:
    page = opened(SampleTable("general"))[1]
    assert ("dealer" in page.fields, "Who deals first" in page.text) == (False, False)


def test_late_form_keeps_changes_of_others() -> None:
    desk = forty_fives()
    client, page = opened(desk)
    desk.change(dealer=2)
    late = press(client, page, desk.url("change"), do="keep", rule__target="100")
    assert (late.status, late.fields["dealer"], late.fields["rule-target"]) == (409, ["2"], ["100"])
    client, page = opened(desk)
    desk.change(stake={"kind": "ante", "amount": "1.00", "unit": "EUR"})
    late = press(client, page, desk.url("change"), do="keep", dealer="3")
    assert (late.status, late.fields["dealer"], late.fields["stake"]) == (409, ["3"], ["ante"])


def test_order_and_dealer_in_one() -> None:
    desk = forty_fives()
    client, page = opened(desk)
    page = press(client, page, desk.url("change"), up="4")
    assert (page.fields["seat"], page.fields["dealer"]) == (["1", "2", "4", "3"], ["4"])
    press(client, page, desk.url("change"), do="keep", dealer="3")
    assert changes(desk)[0]["after"] == {"order": [1, 2, 4, 3], "dealer": 3}


# --- house rules, stake, sides ---------------------------------------------------------------------------


def test_lower_target_would_end_game_and_that_is_asked() -> None:
    desk = forty_fives(options={"target": 60})
    round_of(desk, "11111", "1")
    page = keep(desk, rule__target="30")
    assert "This changes whether the game is over." in page.text
    assert "The game would be over: Ana wins." in page.text
    assert changes(desk) == []
    press(desk.writer.client(), page, desk.url("change"), do="keep")
    assert desk.table.outcome is not None
    assert desk.table.session.finished is not None
    back = keep(desk, rule__target="120")
    assert "The game would go on." in back.text


def test_target_reached_earlier_names_entry() -> None:
    desk = forty_fives()
    round_of(desk, "11111", "1")
    round_of(desk, "22222", "2")
    page = keep(desk, rule__target="30")
    assert page.status == 422
    assert "conflicts with it" in page.ids["wrong-target"]
    assert "?line=2" in page.text


def test_points_that_would_change_are_shown_for_everybody() -> None:
    desk = forty_fives()
    round_of(desk, "11122", best=None)  # type: ignore[arg-type]
    round_of(desk, "33344", best=None)  # type: ignore[arg-type]
    page = keep(desk, rule__no_trump_bonus="first_trick")
    assert "This changes lines already entered." in page.text
    shown = page.text.replace("\n", " ")
    assert "Ana, round 1, line 1" in shown
    assert "Cleo, round 2, line 2" in shown
    assert "Bo, round 1" not in shown


def test_sides_are_changed() -> None:
    desk = forty_fives()
    round_of(desk, "11122", "1")
    client, page = opened(desk)
    page = press(client, page, desk.url("change"), sides="2")
    assert "Ana and Cleo play Bo and Dev." in page.text
    press(client, page, desk.url("change"), do="keep")
    assert desk.table.state.seats.teams == (("1", "3"), ("2", "4"))


def test_forged_stake_by_points_is_refused() -> None:
    desk = SampleTable("generala_cards", FOUR, dealer=4)
    page = keep(desk, stake="per_point", amount="1")
    assert page.status == 422
    assert page.errors["stake-kinds"] == "This game has no points, so the stake cannot be per point."
    with pytest.raises(RefusedError, match="stake_needs_points"):
        desk.change(stake={"kind": "pairwise", "amount": "1.00", "unit": "EUR"})
    keep(desk, stake="low_pays", amount="1", unit="thing", thing="beer")
    assert desk.table.session.stake == {"kind": "low_pays", "amount": "1", "unit": "beer"}


@pytest.mark.parametrize("htmx", [False, True])
def test_target_that_cannot_be(htmx: bool) -> None:
    page = keep(forty_fives(), htmx=htmx, rule__target="121")
    assert page.errors == {"rule-target": "Enter a number from 30 to 500, in steps of 5."}


def test_steps_of_target() -> None:
    desk = forty_fives()
    client, page = opened(desk)
    page = press(client, page, desk.url("change"), rule__step="target +1")
    assert page.fields["rule-target"] == ["125"]


# --- seats, leaving, the end -----------------------------------------------------------------------------


def test_latecomers_are_seated_until_first_entry() -> None:
    desk = SampleTable("forty_fives", FOUR[:3], dealer=3)
    assert "Players can be replaced until the first line is entered." in opened(desk)[1].text
    keep(desk, late="Dev")
    assert list(desk.table.names.values()) == list(FOUR)
    assert dealt(desk) == ["Cleo"]
    round_of(desk, "11122", "1")
    page = opened(desk)[1]
    assert "It is too late in the game for another player." in page.text
    assert "late" not in page.fields
    forged = keep(desk, late="Eva")
    assert forged.status == 422
    assert len(desk.table.seats) == 4


def test_game_of_two_keeps_two_players() -> None:
    desk = SampleTable("generals_and_majors", FOUR[:2], dealer=2)
    assert "The table is full: 2 players at most." in opened(desk)[1].text
    assert keep(desk, late="Cleo").status == 422
    assert len(desk.table.seats) == 2


@pytest.mark.parametrize("slug", DEALT)
def test_player_cannot_leave_during_deal(slug: str) -> None:
    desk = SampleTable(slug, FOUR[:2], dealer=2)
    client, page = opened(desk)
    assert "<span>leaves</span>" not in page.text
    assert "If somebody has to leave, end the game early and start a new one." in page.text
    page = press(client, page, desk.url("change"), home="1")
    assert (page.status, "Players cannot leave during a deal." in page.text) == (422, True)
    with pytest.raises(RefusedError, match="nobody_leaves"):
        log.go_home(desk.address, desk.write_request(), "1")
    assert desk.entries == []


@pytest.mark.parametrize("slug", DEALT)
def test_change_shows_round_and_end(slug: str) -> None:
    text = presentations()[slug].unit.progress % {"game": GAMES[slug].name, "turn": 1}
    desk = SampleTable(slug, FOUR[:2], dealer=2)
    client, page = opened(desk)
    assert text in page.text
    page = press(client, page, desk.url("change"), do="end")
    assert "End this game without a result?" in page.text
    response = client.post(desk.url("change"), page.sent(do="ended"), headers=HTMX)
    assert (response.status_code, desk.table.session.ended is None) == (200, False)
    client, page = opened(desk)
    press(client, page, desk.url("change"), do="carry-on")
    assert desk.table.session.ended is None

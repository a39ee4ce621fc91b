"""The new game form of card games: dealer, players, numbers, stakes without points."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.games.house_rules import numbers
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.table import rule_seats
from scorekeeper.play.transcript import Transcript, write_transcript
from scorekeeper.rules import GAMES
from scorekeeper.table.seating import Seating, SeatLine
from tests.factories import SampleTable
from tests.page_forms import HTMX, Page, get, press

FORTY_FIVES, GENERALA, GENERALS = (
    f"/new/{slug}/" for slug in ("forty_fives", "generala_cards", "generals_and_majors")
)
FOUR = ["Ana", "Bo", "Cleo", "Dev"]
SIX = [*FOUR, "Eva", "Finn"]
# the sides that a script shows while names are typed
TEMPLATE = re.compile(r"<template data-players.*?</template>", re.DOTALL)


def named(client: Client, address: str, names: list[str], **changed: Any) -> Page:
    """The set-up with names in it."""
    return press(client, get(client, address), address, **{"do": "next", "name": names, **changed})


def start(client: Client, page: Page, address: str, **changed: Any) -> Session:
    response = client.post(address, page.sent(do="start", **changed))
    assert response.status_code == 303, response.content.decode()
    return Session.objects.latest("pk")


def dealer(session: Session) -> str:
    return Seat.objects.get(session=session, deals=True).player.name


# --- the first dealer ------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", [FORTY_FIVES, GENERALA])
def test_last_player_deals_by_default(client: Client, address: str) -> None:
    page = named(client, address, FOUR)
    assert "Start: Dev deals" in page.text
    assert (page.fields["dealer"], page.fields["dealer_shown"]) == (["4"], ["4"])
    assert page.button("start")["data-line"] == "0"
    assert dealer(start(client, page, address)) == "Dev"
    other = press(client, page, address, dealer="2")
    assert "Start: Bo deals" in other.text
    assert (other.fields["dealer"], "dealer_shown" in other.fields) == (["2"], False)
    assert dealer(start(client, other, address, key="", another="1")) == "Bo"


@pytest.mark.django_db
def test_default_dealer_is_not_submitted(client: Client) -> None:
    page = named(client, FORTY_FIVES, FOUR[:2])
    assert page.fields["dealer"] == ["2"]
    page = press(client, page, FORTY_FIVES, do="next", name=FOUR)
    assert page.fields["dealer"] == ["4"]
    page = press(client, page, FORTY_FIVES, dealer="1")
    page = press(client, page, FORTY_FIVES, do="next", name=[*FOUR, "Eva"])
    assert page.fields["dealer"] == ["1"]


@pytest.mark.django_db
def test_chosen_dealer_survives_changes(client: Client) -> None:
    page = named(client, FORTY_FIVES, FOUR, dealer="3")
    page = press(client, page, FORTY_FIVES, up="3")
    assert (page.fields["name"][1], page.fields["dealer"]) == ("Cleo", ["2"])
    page = press(client, page, FORTY_FIVES, out="1")
    assert (page.fields["name"][0], page.fields["dealer"]) == ("Cleo", ["1"])
    page = press(client, page, FORTY_FIVES, out="1")
    assert (page.fields["name"][:2], page.fields["dealer"]) == (["Bo", "Dev"], ["2"])
    assert dealer(start(client, page, FORTY_FIVES)) == "Dev"


@pytest.mark.django_db
def test_non_dealer_of_two_begins(client: Client) -> None:
    page = named(client, GENERALS, FOUR[:2])
    assert "Start: Ana plays first" in page.text
    assert page.button("start")["data-line"] == "1"
    page = press(client, page, GENERALS, dealer="1")
    assert "Start: Bo plays first" in page.text
    session = start(client, page, GENERALS)
    assert dealer(session) == "Ana"
    game, seats = GAMES["generals_and_majors"], tuple(session.seats.order_by("position"))
    assert game.turn(game.start(game.resolve({}), rule_seats(seats))) == seats[1].key


@pytest.mark.django_db
@pytest.mark.parametrize("sent", ["0", "9", "x", "\0", "-1"])
def test_unknown_dealer_is_refused(client: Client, sent: str) -> None:
    page = named(client, FORTY_FIVES, FOUR)
    assert dealer(start(client, page, FORTY_FIVES, dealer=sent)) == "Dev"


@pytest.mark.django_db
def test_dice_game_has_no_dealer(client: Client) -> None:
    page = named(client, "/new/general/", FOUR, dealer="2")
    assert "Who deals first" not in page.text
    start(client, page, "/new/general/", dealer="2")
    assert not Seat.objects.filter(deals=True).exists()


def test_dealer_of_seating() -> None:
    assert Seating().dealer == 0
    three = Seating(tuple(map(SeatLine, "ABC")))
    assert (three.dealer, three.named_dealer) == (3, 0)
    assert (three.dealt_by(2).dealer, three.dealt_by(2).named_dealer) == (2, 2)


@pytest.mark.django_db
def test_transcript_names_first_dealer() -> None:
    table = SampleTable("forty_fives", FOUR, dealer=2).table
    made = Transcript(table.game, table.options, rule_seats(table.seats), None, ())
    assert '"dealer": "Bo"' in write_transcript(made, table.names)


# --- how many --------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_generals_and_majors_is_for_two(client: Client, htmx: bool) -> None:
    page = get(client, GENERALS)
    assert (page.fields["name"], "For 2 players." in page.text) == (["", ""], True)
    page = press(client, page, GENERALS, htmx=htmx, do="start", name=FOUR[:3])
    assert (page.status, page.ids["wrong-3"]) == (422, "2 players at most.")
    page = press(client, page, GENERALS, htmx=htmx, do="start", name=["Ana"])
    assert (page.status, page.ids["wrong-2"]) == (422, "A game needs 2 players at least.")
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_larger_group_is_cut_to_two_seats() -> None:
    desk = SampleTable("forty_fives", FOUR)
    client = desk.writer.client()
    assert get(client, GENERALS).fields["name"] == ["Ana", "Bo"]
    SampleTable("generals_and_majors", ("Cleo", "Dev"), writer=desk.writer)
    SampleTable("forty_fives", FOUR, writer=desk.writer)
    assert get(client, GENERALS).fields["name"] == ["Cleo", "Dev"]
    assert get(client, FORTY_FIVES).fields["name"] == [*FOUR, ""]
    ana = desk.table.seats[0].player_id
    page = press(client, get(client, GENERALS), GENERALS, seat=str(ana))
    assert page.fields["name"] == ["Cleo", "Dev"]


@pytest.mark.django_db
def test_sides_of_forty_fives(client: Client) -> None:
    page = named(client, FORTY_FIVES, SIX)
    assert [f'id="sides-{count}"' in page.text for count in (2, 3)] == [True, True]
    page = press(client, page, FORTY_FIVES, sides="3")
    assert [page.fields[f"side-{number}"] for number in range(1, 7)] == [["1"], ["2"], ["3"]] * 2
    assert "Ana and Dev · Bo and Eva · Cleo and Finn" in page.text
    session = start(client, page, FORTY_FIVES)
    teams = Seat.objects.filter(session=session).order_by("number").values_list("team", flat=True)
    assert list(teams) == [1, 2, 3, 1, 2, 3]


@pytest.mark.django_db
@pytest.mark.parametrize("players", range(2, 8))
def test_only_four_and_six_make_sides(client: Client, players: int) -> None:
    page = named(client, FORTY_FIVES, [*SIX, "Gus"][:players])
    shown = TEMPLATE.sub("", page.text)
    assert ('id="sides-2"' in shown, 'id="sides-3"' in shown) == (players in (4, 6), players == 6)


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "players"), [(GENERALA, 4), (GENERALS, 2)])
def test_sides_are_offered_only_where_allowed(client: Client, address: str, players: int) -> None:
    page = named(client, address, FOUR[:players])
    assert "Sides" not in page.text
    assert client.post(address, page.sent(do="start", sides="2")).status_code == 422


def test_generala_names_its_direction_of_play(client: Client) -> None:
    assert "Enter them in playing order, counter-clockwise." in get(client, GENERALA).text
    assert "counter-clockwise" not in get(client, FORTY_FIVES).text


# --- house rules that are numbers ------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_target_is_typed_or_stepped(client: Client, htmx: bool) -> None:
    page = named(client, FORTY_FIVES, FOUR)
    assert page.fields["rule-target"] == ["120"]
    page = press(client, page, FORTY_FIVES, htmx=htmx, rule__step="target +1")
    assert page.fields["rule-target"] == ["125"]
    assert ("standard: 120" in page.text, "Played to 125" in page.text) == (True, True)
    page = press(client, page, FORTY_FIVES, htmx=htmx, rule__step="target -1")
    assert (page.fields["rule-target"], "Standard rules" in page.text) == (["120"], True)
    page = press(client, page, FORTY_FIVES, htmx=htmx, rule__target=" \u0662\u0660\u0660")
    assert page.fields["rule-target"] == ["200"]
    assert start(client, page, FORTY_FIVES).options == {"target": 200}


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    "typed", ["", "121", "25", "505", "-120", "1e2", "many", "9" * 4000, "\0", "12 0", "\u00b2"]
)
def test_target_that_cannot_be(client: Client, htmx: bool, typed: str) -> None:
    page = named(client, FORTY_FIVES, FOUR)
    page = press(client, page, FORTY_FIVES, htmx=htmx, do="start", rule__target=typed)
    assert page.status == 422
    assert page.errors == {"rule-target": "Enter a number from 30 to 500, in steps of 5."}
    assert len(page.fields["rule-target"][0]) == min(9, len(typed))
    assert press(client, page, FORTY_FIVES, rule__step="target +1").status == 422
    fixed = press(client, page, FORTY_FIVES, rule__target="60")
    assert start(client, fixed, FORTY_FIVES).options == {"target": 60}


@pytest.mark.django_db
@pytest.mark.parametrize(("limit", "way"), [("30", "target -1"), ("500", "target +1")])
def test_steps_stop_at_ends(client: Client, limit: str, way: str) -> None:
    page = press(client, get(client, FORTY_FIVES), FORTY_FIVES, rule__target=limit, rule__step=way)
    assert page.fields["rule-target"] == [limit]


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["", "target", "revoke +1", "nothing -1", "\0 +1", "target  +1"])
def test_step_of_invalid_number_is_ignored(client: Client, way: str) -> None:
    page = press(client, get(client, FORTY_FIVES), FORTY_FIVES, rule__step=way)
    assert (page.status, page.fields["rule-revoke"]) == (200, ["none"])


def test_numeric_options_have_steps() -> None:
    found = {(slug, each.name) for slug, game in GAMES.items() for each in game.OPTIONS if numbers(each)}
    assert found == {("forty_fives", "target")}


# --- stakes ----------------------------------------------------------------------------------------------


def kinds(page: Page) -> list[str]:
    found = [each.split('"')[0] for each in page.text.split('id="stake-')[1:]]
    return [each for each in found if each != "kinds"]


@pytest.mark.django_db
def test_games_without_points_offer_no_stake_by_points(client: Client) -> None:
    assert kinds(get(client, FORTY_FIVES)) == ["none", "per_point", "low_pays", "ante", "more"]
    page = press(client, get(client, GENERALA), GENERALA, stake="low_pays")
    assert kinds(page) == ["none", "fixed", "low_pays", "low_buys", "ante"]
    assert "The first to drop pays" in page.text
    assert 'name="kind"' not in page.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "example"),
    [
        ("fixed", "Each loser pays $2.00 to the winner."),
        ("low_pays", "The first to drop pays $2.00 to the winner."),
        ("low_buys", "The first to drop pays each of the others $2.00."),
        ("ante", "Everybody puts in $2.00, the winner takes $8.00."),
    ],
)
def test_stakes_of_generala(client: Client, kind: str, example: str) -> None:
    shown = {"unit_shown": "USD", "stake_shown": kind}
    page = named(client, GENERALA, FOUR, stake=kind, amount="2", unit="USD", **shown)
    assert example in page.text
    assert page.fields["stake"] == [kind]
    assert start(client, page, GENERALA).stake == {"kind": kind, "amount": "2.00", "unit": "USD"}
    assert get(client, GENERALA).fields["stake"] == [kind]


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    "forged", [{"stake": "per_point"}, {"stake": "more", "kind": "pairwise"}, {"stake": "more"}]
)
def test_forged_stake_by_points_is_refused_at_its_field(
    client: Client, htmx: bool, forged: dict[str, str]
) -> None:
    page = named(client, GENERALA, FOUR)
    page = press(client, page, GENERALA, htmx=htmx, do="start", amount="1", **forged)
    assert page.status == 422
    assert page.errors == {"stake-kinds": "This game has no points, so the stake cannot be per point."}
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_stake_by_points_is_not_carried_over() -> None:
    desk = SampleTable("general", FOUR, stake={"kind": "per_point", "amount": "0.05", "unit": "EUR"})
    client = desk.writer.client()
    assert get(client, GENERALA).fields["stake"] == ["none"]
    assert get(client, FORTY_FIVES).fields["stake"] == ["per_point"]


@pytest.mark.django_db
def test_sum_is_agreed_where_five_tricks_win_at_once(client: Client) -> None:
    page = named(client, FORTY_FIVES, FOUR, stake="per_point")
    assert 'name="win"' not in page.text
    page = press(client, page, FORTY_FIVES, rule__sweep_wins="true")
    assert "For all five tricks, each loser pays (optional)" in page.text
    assert start(client, page, FORTY_FIVES, win="5").stake["automatic_win"] == "5.00"


@pytest.mark.django_db
@pytest.mark.parametrize("address", [FORTY_FIVES, GENERALA, GENERALS])
def test_htmx_request_gets_only_form(client: Client, address: str) -> None:
    page = get(client, address, htmx=True)
    assert "<html" not in page.text
    response = client.post(address, page.sent(do="start", name=FOUR[:2]), headers=HTMX)
    assert response.headers["HX-Redirect"].startswith("/table/")


@pytest.mark.django_db
def test_start_asks_again_who_deals_among_more_names(client: Client) -> None:
    page = press(client, get(client, GENERALA), GENERALA, do="next", name=["Ana", "Bo", "Cleo"])
    assert page.fields["dealer"] == ["3"]
    asked = press(client, page, GENERALA, do="start", name=["Ana", "Bo", "Cleo", "Dev"])
    assert asked.status == 422
    assert asked.ids["wrong-dealer"] == "More people sit here now. Choose who deals, then start."
    assert (asked.fields["dealer"], asked.fields["dealer_shown"]) == (["4"], ["4"])
    assert client.post(GENERALA, asked.sent(do="start")).status_code in (302, 303)
    assert Seat.objects.get(deals=True).number == 4
